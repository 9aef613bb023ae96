"""Which texts quote others word for word."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

LEAST_CHARS = 4
"""Shorter ones are in every other text."""

_ENDS = " \t\n.,;:!?…。！？"

Needle: TypeAlias = tuple[int, str]


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Wanted texts by a word that stands in each between two others, so that few need to be looked for in a text."""

    by_word: defaultdict[str, list[Needle]] = field(default_factory=lambda: defaultdict[str, list[Needle]](list))
    others: list[Needle] = field(default_factory=list[Needle])

    def add(self, needle: Needle) -> None:
        inner = needle[1].split()[1:-1]
        (self.by_word[max(inner, key=len)] if inner else self.others).append(needle)

    def held_by(self, text: str) -> Iterator[int]:
        words = self.by_word.keys() & set(text.split())
        likely = (needle for word in words for needle in self.by_word[word])
        yield from (number for needles in (likely, self.others) for number, needle in needles if needle in text)


def quoting(texts: Iterable[tuple[str, str]], wanted: Mapping[int, str]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The names of texts that hold wanted ones, each with the numbers of those; case and what ends a text aside."""
    looked_for = _Wanted()
    for number, text in wanted.items():
        if len(plain := text.casefold().strip(_ENDS)) >= LEAST_CHARS:
            looked_for.add((number, plain))
    for name, text in texts:
        if found := tuple(sorted(looked_for.held_by(text.casefold()))):
            yield name, found
