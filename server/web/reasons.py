"""What tools and store say of a refusal, in the person's language, with what to press instead of which method to call.

The sentence that stands in the source is the key, as in gettext: `strings/reasons.toml` holds it with its values named,
`reasons.<key>` of each language says the same on the page. Values stay what they are; a text that isn't known stays
English.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from .words import FOLDER, Words

SOURCE = FOLDER / "reasons.toml"
MOST_CHARS = 2000
MOST_SENTENCES = 8
"""One behind another, or one in another."""

IDS = re.compile("[FPCBOTH][1-9][0-9]{0,18}(?:, [FPCBOTH][1-9][0-9]{0,18})*")
LETTERED = frozenset(("id", "fact", "other", "by", "policy", "conflict", "batch"))
"""Values that are one id, or several with commas."""

WORDS_OF = {
    "field": "reasons.field",
    "reason": "terms.reason",
    "status": "terms.policy_status",
    "retired": "terms.retired",
    "side": "reasons.side",
}
"""Values that are themselves words of the source, and where the page has its own for them."""

WHYS = frozenset(("why", "and_why"))
"""Values that are themselves sentences of the source."""

_PLACE = re.compile(r"{(\w+)}")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the source, and the key of what the page says for it: what stands between its values, and after."""

    key: str
    begins: str
    values: tuple[tuple[str, str], ...]
    """The name of each value, and what stands behind it."""

    def whole(self, text: str) -> dict[str, str] | None:
        """The values, where the text is this sentence and nothing else."""
        if not self.values:
            return {} if text == self.begins else None
        name, ends = self.values[-1]
        found = self._before(text)
        if found is None or not text.endswith(ends):
            return None
        values, at = found
        return _with(values, name, text[at : len(text) - len(ends)])

    def first(self, text: str) -> tuple[dict[str, str], str] | None:
        """The values, and the text behind a blank, where the text begins with this sentence."""
        if not self.values:
            begins = f"{self.begins} "
            return ({}, text[len(begins) :]) if text.startswith(begins) else None
        name, ends = self.values[-1]
        if (found := self._before(text)) is None:
            return None
        values, at = found
        said, is_there, rest = text[at:].partition(f"{ends} ")
        known = _with(values, name, said) if is_there else None
        return None if known is None else (known, rest)

    def _before(self, text: str) -> tuple[dict[str, str], int] | None:
        """All values but the last, each up to the next words of the sentence, and where the last one begins."""
        if not text.startswith(self.begins):
            return None
        values, at = dict[str, str](), len(self.begins)
        for name, follows in self.values[:-1]:
            end = text.find(follows, at + 1)
            known = _with(values, name, text[at:end]) if end > at else None
            if known is None:
                return None
            values, at = known, end + len(follows)
        return values, at


def _with(values: Mapping[str, str], name: str, value: str) -> dict[str, str] | None:
    """The values with one more; None where it isn't one, or another than it was before."""
    is_one = bool(value) and values.get(name, value) == value
    is_one &= name not in LETTERED or IDS.fullmatch(value) is not None
    is_one &= name != "source" or ", " not in value  # one of several that are told together
    return {**values, name: value} if is_one else None


@cache
def templates() -> dict[str, str]:
    """The sentences of the source by key, their values named."""
    return tomllib.loads(SOURCE.read_text("utf-8"))


@cache
def sentences() -> tuple[Sentence, ...]:
    """The one that says most by itself comes first."""
    ordered = sorted(templates().items(), key=lambda one: (-len(_PLACE.sub("", one[1])), one[0]))
    return tuple(_sentence(key, template) for key, template in ordered)


def _sentence(key: str, template: str) -> Sentence:
    begins, *parts = _PLACE.split(template)
    return Sentence(key, begins, tuple(zip(parts[::2], parts[1::2], strict=True)))


def in_words(text: str, words: Words) -> str | None:
    """What the page says for it, values not yet made visible; None for a text that isn't known."""
    return _Reading(words).said(text, MOST_SENTENCES) if len(text) <= MOST_CHARS else None


class _Reading:
    """One text being read; where no sentence led on from, none does a second time, which keeps hostile texts cheap."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._unknown = dict[str, int]()

    def said(self, text: str, most: int) -> str | None:
        """A text of at most so many sentences in the person's language."""
        if most < 1 or self._unknown.get(text, 0) >= most:
            return None
        known = self._as_one(text, most) or self._as_several(text, most)
        if known is None:
            self._unknown[text] = most
        return known

    def _as_one(self, text: str, most: int) -> str | None:
        for one in sentences():
            values = one.whole(text)
            if values is not None and (known := self._put(one.key, values, most)) is not None:
                return known
        return None

    def _as_several(self, text: str, most: int) -> str | None:
        for one in sentences():
            if (found := one.first(text)) is None:
                continue
            values, rest = found
            behind = self.said(rest, most - 1)
            known = self._put(one.key, values, most) if behind is not None else None
            if known is not None:
                return f"{known} {behind}"
        return None

    def _put(self, key: str, values: Mapping[str, str], most: int) -> str | None:
        shown = {name: self._value(name, value, most) for name, value in values.items()}
        known = {name: value for name, value in shown.items() if value is not None}
        if len(known) < len(shown):
            return None
        said = self._words.raw(f"reasons.{key}", known)
        # A field's name has no capital of its own, and may be what a sentence begins with.
        return said[:1].upper() + said[1:] if said.startswith(known.get("field", "\0")) else said

    def _value(self, name: str, value: str, most: int) -> str | None:
        if name in WHYS:
            return self.said(value, most - 1)
        known = f"{WORDS_OF[name]}.{value.strip(chr(39))}" if name in WORDS_OF else ""
        return self._words.raw(known, {}) if self._words.has(known) else value
