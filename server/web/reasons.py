"""What tools and store say of a refusal, in the person's language, with what to press instead of which method to call.

The sentence that stands in the source is the key, as in gettext: `strings/reasons.toml` holds it with its values named,
`reasons.<key>` of each language says the same on the page. Values stay what they are; a text that isn't known stays
English.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache

from .words import FOLDER, Words

SOURCE = FOLDER / "reasons.toml"
MOST_CHARS = 2000
MOST_SENTENCES = 8

IDS = "[FPCBOTH][1-9][0-9]*"
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

_PLACE = re.compile(r"{(\w+)}")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the source, and the key of what the page says for it."""

    key: str
    whole: re.Pattern[str]
    first: re.Pattern[str]
    """The same with others behind it, as `rest`."""


@cache
def templates() -> dict[str, str]:
    """The sentences of the source by key, their values named."""
    return tomllib.loads(SOURCE.read_text("utf-8"))


@cache
def sentences() -> tuple[Sentence, ...]:
    """The one that says most by itself comes first."""
    ordered = sorted(templates().items(), key=lambda one: (-len(_PLACE.sub("", one[1])), one[0]))
    return tuple(_compiled(key, template) for key, template in ordered)


def in_words(text: str, words: Words) -> str | None:
    """What the page says for it, values not yet made visible; None for a text that isn't known."""
    return _translated(text, words, MOST_SENTENCES) if len(text) <= MOST_CHARS else None


def _compiled(key: str, template: str) -> Sentence:
    seen: set[str] = set()
    parts: list[str] = []
    for number, part in enumerate(_PLACE.split(template)):
        parts.append(_place(part, seen) if number % 2 else re.escape(part))
    pattern = "".join(parts)
    return Sentence(key, re.compile(pattern, re.DOTALL), re.compile(f"{pattern} (?P<rest>.+)", re.DOTALL))


def _place(name: str, seen: set[str]) -> str:
    if name in seen:
        return f"(?P={name})"
    seen.add(name)
    return f"(?P<{name}>{IDS}(?:, {IDS})*)" if name in LETTERED else f"(?P<{name}>.+?)"


def _translated(text: str, words: Words, most: int) -> str | None:
    for one in sentences():
        if found := one.whole.fullmatch(text):
            said = _said(one.key, found.groupdict(), words, most)
            if said is not None:
                return said
    return _several(text, words, most) if most > 1 else None


def _several(text: str, words: Words, most: int) -> str | None:
    for one in sentences():
        if found := one.first.fullmatch(text):
            values = found.groupdict()
            rest = _translated(values.pop("rest"), words, most - 1)
            said = _said(one.key, values, words, most) if rest is not None else None
            if said is not None:
                return f"{said} {rest}"
    return None


def _said(key: str, values: dict[str, str], words: Words, most: int) -> str | None:
    shown: dict[str, str] = {}
    for name, value in values.items():
        said = _translated(value, words, most - 1) if name == "why" and most > 1 else _value(name, value, words)
        if said is None:
            return None
        shown[name] = said
    return words.raw(f"reasons.{key}", shown)


def _value(name: str, value: str, words: Words) -> str:
    known = f"{WORDS_OF[name]}.{value.strip(chr(39))}" if name in WORDS_OF else ""
    return words.raw(known, {}) if words.has(known) else value
