"""Which words of two texts differ: a longest common subsequence of their words, exact and bounded.

Its table is a row of bits for every word of one text, so two texts of 4,000 characters take a few milliseconds whatever
they say. Where scripts put no spaces between words, a character counts as one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from ..store.rules import scripts

# Over the class of each character: a word, with the points and apostrophes inside it; or one character of any kind.
_TOKEN = re.compile(r"[uldmg_]+(?:[.'][uldmg_]+)*|.")


class Segment(NamedTuple):
    """A stretch of a text, and whether the other text has it not."""

    text: str
    differs: bool


Segments = tuple[Segment, ...]


def diff(old: str, new: str) -> tuple[Segments, Segments]:
    """Both texts whole, cut where their words begin or cease to be those of the other; blanks never differ alone."""
    before, after = _tokens(old), _tokens(new)
    words_before, words_after = _words(before), _words(after)
    common = list(_common([before[at] for at in words_before], [after[at] for at in words_after]))
    kept_before = {words_before[one] for one, _ in common}
    kept_after = {words_after[other] for _, other in common}
    return _segments(before, words_before, kept_before), _segments(after, words_after, kept_after)


def _tokens(text: str) -> list[str]:
    return [text[found.start() : found.end()] for found in _TOKEN.finditer(scripts.classes_of(text))]


def _words(tokens: Sequence[str]) -> list[int]:
    return [at for at, token in enumerate(tokens) if not token.isspace()]


def _common(old: Sequence[str], new: Sequence[str]) -> Iterable[tuple[int, int]]:
    """Places of the words that both have in the same order, as many as can be; the last first."""
    table = _table(old, new)
    at, row = len(old), len(new)
    while at and row:
        bit = 1 << (at - 1)
        if table[row - 1] & bit:
            at -= 1
        else:
            row -= 1
            if not row or table[row - 1] & bit:
                at -= 1
                yield at, row


def _table(old: Sequence[str], new: Sequence[str]) -> list[int]:
    """For every word of `new` a number whose bits that are 0 are words of `old` by which the sequence grows (Hyyrö)."""
    places: dict[str, int] = {}
    for at, word in enumerate(old):
        places[word] = places.get(word, 0) | 1 << at
    every = (1 << len(old)) - 1
    row, rows = every, list[int]()
    for word in new:
        met = row & places.get(word, 0)
        row = ((row + met) | (row - met)) & every
        rows.append(row)
    return rows


def _segments(tokens: Sequence[str], words: Sequence[int], kept: set[int]) -> Segments:
    """Neighbours of one kind together; blanks between two words that differ belong to them."""
    marks = [False] * len(tokens)
    for at in words:
        marks[at] = at not in kept
    for at, following in pairwise(words):
        if marks[at] and marks[following]:
            marks[at:following] = [True] * (following - at)
    cut = groupby(zip(tokens, marks, strict=True), key=lambda one: one[1])
    return tuple(Segment("".join(token for token, _ in run), differs) for differs, run in cut)
