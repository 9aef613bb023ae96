"""What the page says, in each of its languages: one TOML file a tab in `strings/<language>/`, a key a sentence.

    [row]
    age = "{days} days old"                      t("facts.row.age", days=3)
    found = {one = "One fact", other = "{n} facts"}     t("facts.row.found", n=7)

Backticks mark code. Values are stored text more often than not, so they are shown by `visible`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

from markupsafe import Markup, escape

from .visible import visible, visible_plain

FOLDER = Path(__file__).with_name("strings")
LANGUAGES = {"en": "English", "nl": "Nederlands"}
DEFAULT = "en"
FORMS = {"one", "other"}
"""Of a sentence that depends on the number `n`."""

Entry = str | Mapping[str, str]

_CODE = re.compile("`([^`]+)`")
_WEIGHT = re.compile(r"[01](?:\.[0-9]{0,3})?")


class Words:
    """The sentences of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._entries = entries(language)

    def __call__(self, key: str, **values: object) -> Markup:
        """The sentence as markup; `KeyError` for one that there isn't."""
        # As plain text: markup that is joined would escape the tags too.
        escaped = str(escape(self._sentence(key, values)))
        text = Markup(_CODE.sub(r"<code>\1</code>", escaped))  # noqa: S704 (escaped before)
        return text.format(**{name: _shown(value) for name, value in values.items()})

    def plain(self, key: str, **values: object) -> str:
        """The sentence where no markup can stand."""
        shown = {name: visible_plain(value) if isinstance(value, str) else value for name, value in values.items()}
        return self._sentence(key, values).replace("`", "").format(**shown)

    def raw(self, key: str, values: Mapping[str, str]) -> str:
        """The sentence with its values as they are, for a text that is made visible as a whole."""
        return self._sentence(key, values).replace("`", "").format(**values)

    def number(self, value: float, places: int) -> str:
        """A number as the language writes it."""
        separators = {",": self.plain("page.number.thousands"), ".": self.plain("page.number.decimals")}
        return "".join(separators.get(char, char) for char in f"{value:,.{places}f}")

    def has(self, key: str) -> bool:
        """Whether there is such a sentence."""
        return key in self._entries

    def _sentence(self, key: str, values: Mapping[str, object]) -> str:
        entry = self._entries[key]
        return entry if isinstance(entry, str) else entry["one" if values.get("n") == 1 else "other"]


@cache
def words(language: str) -> Words:
    """The sentences of a language that there is."""
    return Words(language)


@cache
def entries(language: str) -> Mapping[str, Entry]:
    """Every sentence of a language by `file.table.key`."""
    found: dict[str, Entry] = {}
    for source in sorted((FOLDER / language).glob("*.toml")):
        _collect(source.stem, tomllib.loads(source.read_text("utf-8")), found)
    return found


def choose(chosen: str | None, accepted: str) -> str:
    """The language that a person chose, else the one of the page's that their browser wishes for most."""
    if chosen in LANGUAGES:
        return chosen
    wishes = [_wish(one) for one in accepted.split(",")]
    known = [(weight, language) for weight, language in wishes if weight > 0 and language in LANGUAGES]
    return max(known, key=lambda one: one[0])[1] if known else DEFAULT


def _wish(text: str) -> tuple[float, str]:
    """How much a language is wished for, and which."""
    tag, *parameters = (part.strip() for part in text.lower().split(";"))
    weight = next((part[2:] for part in parameters if part.startswith("q=")), "1")
    return float(weight) if _WEIGHT.fullmatch(weight) else 0.0, tag.partition("-")[0]


def _collect(prefix: str, table: Mapping[str, Any], found: dict[str, Entry]) -> None:
    for key, value in table.items():
        name = f"{prefix}.{key}"
        inner = cast("Mapping[str, Any]", value) if isinstance(value, dict) else None
        if inner is not None and set(inner) != FORMS:
            _collect(name, inner, found)
        else:
            found[name] = value


def _shown(value: object) -> object:
    """Stored text made visible; markup and numbers as they are."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value
