"""What an entry of the audit log says, part by part: values as plain words, and which of them changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from .words import Words

TEXTS = ("content", "rule", "text", "topic", "evidence")
"""Parts whose words are compared."""

TERMS = {
    "veracity": "terms.veracity",
    "memory_type": "terms.memory_type",
    "validity": "terms.validity",
    "reason": "terms.reason",
    "retired": "terms.retired",
    "level": "terms.level",
    "every_role": "terms.level",
}
"""Parts whose values have words of their own, of every tab."""

MOST_CHARS = 600
"""Of a value by itself; two that are compared are cut by whoever shows them."""

MOST_ITEMS = 30

UNSAID: Mapping[str, object] = {"mentions": 0, "validity": "open"}
"""What is so of everything new."""

CONFLICT = re.compile(r"C[0-9]+")
_LINKED = re.compile(r"([FPCB])[1-9][0-9]{0,17}")
PLACES = {"F": "facts", "P": "policies", "C": "conflicts", "B": "history"}


@dataclass(frozen=True, slots=True)
class Part:
    """One named part of what was logged; `before` None: it was not there, `after` None: it is not any more."""

    name: str
    before: str | None
    after: str | None

    @property
    def is_text(self) -> bool:
        """Whether it is prose, whose differing words are marked."""
        return self.name in TEXTS and self.before is not None and self.after is not None


def parts_of(entry: Mapping[str, Any], words: Words) -> list[Part]:
    """The parts that differ; of what had no before, or has no after, every part that says anything."""
    before, after = _sides(entry)
    found = [Part(name, was, now) for name, was, now in _compared(before, after, words) if was != now]
    return [one if one.is_text else Part(one.name, _cut(one.before, words), _cut(one.after, words)) for one in found]


def saying(entry: Mapping[str, Any]) -> str | None:
    """The text that an entry is about, where its change leaves it as it was: what a reader needs beside the change."""
    before, after = (cast("dict[str, object]", entry[side] or {}) for side in ("before", "after"))
    text = after.get("content") or after.get("rule")
    return text[:MOST_CHARS] if isinstance(text, str) and text in before.values() else None


def place_of(subject: str) -> str | None:
    """The address of what a subject names, below the page's; None where it has none."""
    return f"{PLACES[subject[0]]}/{subject}" if _LINKED.fullmatch(subject) else None


def _sides(entry: Mapping[str, Any]) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """Before and after without what goes without saying; a conflict's rule is not a policy's."""
    before, after = (None if side is None else dict(side) for side in (entry["before"], entry["after"]))
    for side in (before, after):
        if side and CONFLICT.fullmatch(str(entry["subject"])) and "rule" in side:
            side["decided"] = side.pop("rule")
    if after and before is None:
        after = {name: value for name, value in after.items() if UNSAID.get(name, UNSAID) != value}
    return before, after


def _compared(
    before: Mapping[str, Any] | None, after: Mapping[str, Any] | None, words: Words
) -> Iterator[tuple[str, str | None, str | None]]:
    for name in {**(before or {}), **(after or {})}:
        was = None if before is None else _said(name, before.get(name), words)
        now = None if after is None else _said(name, after.get(name), words)
        yield name, was, now


def _said(name: str, value: object, words: Words) -> str | None:
    """The value as words; None for what says nothing."""
    if value is None or value == "" or value == [] or value == {}:
        return None
    if isinstance(value, bool):
        return words.plain("history.yes" if value else "history.no")
    if isinstance(value, list):
        return _listed([_said("", one, words) or "" for one in cast("list[object]", value)], words)
    if isinstance(value, dict):
        pairs = cast("dict[str, object]", value).items()
        return _listed([f"{key}: {_said(key, one, words) or words.plain('history.none')}" for key, one in pairs], words)
    term = f"{TERMS.get(name, f'history.value.{name}')}.{value}"
    return words.plain(term) if isinstance(value, str) and words.has(term) else str(value)


def _listed(items: list[str], words: Words) -> str:
    more = len(items) - MOST_ITEMS
    shown = ", ".join(items[:MOST_ITEMS])
    return f"{shown} {words.plain('history.and_more', n=more)}" if more > 0 else shown


def _cut(text: str | None, words: Words) -> str | None:
    """A long text cut visibly; what it is of can be opened whole."""
    if text is None or len(text) <= MOST_CHARS:
        return text
    return f"{text[:MOST_CHARS]}… {words.plain('history.cut', n=len(text))}"
