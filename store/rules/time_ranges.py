"""The stretches of time that a query asks for: a point of time as it is, or what lies between, before or beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import NamedTuple

from . import calendar_spans as spans_of
from .calendar_spans import BEGINNING, END, TICK, Span
from .time_lexicon import Role
from .time_terms import Reading, Term, replace_matches, spell
from .time_vocabulary import pattern


class Range(NamedTuple):
    """The readings of one range, and where it stands in the query, in characters."""

    spans: Sequence[Span]
    start: int
    end: int


def find_ranges(terms: Sequence[Term]) -> tuple[list[Range], Reading]:
    """The ranges in a query whose points of time are put together, and what is left of it: each range one term."""
    found: list[Range] = []
    reading = Reading(terms, spell(terms))
    for expression, read in _rules():
        reading = replace_matches(reading, expression, partial(_take, read, found))
    return sorted(found, key=lambda one: one.start), reading


class _Match:
    """The terms of a match, by the names of its groups."""

    def __init__(self, terms: Sequence[Term], match: re.Match[str]) -> None:
        self._terms, self._match = terms, match

    def __getitem__(self, name: str) -> Term:
        return self._terms[self._match.start(name)]

    def has(self, name: str) -> bool:
        return self._match.start(name) >= 0


_Reader = Callable[[_Match], Sequence[Span]]


def _take(read: _Reader, found: list[Range], terms: Sequence[Term], match: re.Match[str]) -> Term | None:
    """Notes what a match asks for; a date without spans stands for it from then on."""
    spans = read(_Match(terms, match))
    if not spans:
        return None
    found.append(Range(spans, terms[match.start()].start, terms[match.end() - 1].end))
    return Term(0, 0, Role.DATE)


def _one(span: Span | None) -> Sequence[Span]:
    return (span,) if span else ()


def _between(match: _Match) -> Sequence[Span]:
    first, last = match["first"], match["last"]
    if not (first.spans and last.spans):
        return ()
    start, end = first.spans[0], last.spans[-1]
    if first.again is not None and (last.again is None or start.start >= end.start):
        start = first.again(end.start - TICK) or start  # from May to June 2023: both of that year
    return _one(spans_of.span(start.start, end.end))


def _again_before(match: _Match) -> Sequence[Span]:
    """The last weekend before a day."""
    first, last = match["first"], match["last"]
    if first.again is None or not last.spans or last.spans[0].start == BEGINNING:
        return ()
    return _one(first.again(last.spans[0].start - TICK))


def _beside(match: _Match) -> Sequence[Span]:
    """The week before a day; two weeks before it are as far off as `two weeks ago` is from now."""
    unit, is_before = match["unit"].word.unit, bool(match["side"].roles & Role.BEFORE)
    if unit is None or not match["date"].spans:
        return ()
    date = match["date"].spans[0]
    if match.has("number"):
        number = match["number"].word
        low, high = (number.low, number.high) if is_before else (-number.high, -number.low)
        return _one(spans_of.ago(date.start, unit, low, high))
    if is_before:
        return _one(spans_of.span(spans_of.shift(date.start, unit, -1), date.start))
    return _one(spans_of.span(date.end, spans_of.shift(date.end, unit, 1)))


def _open(match: _Match) -> Sequence[Span]:
    roles = match["side"].roles
    return tuple(_opened(span, roles) for span in match["date"].spans)


def _opened(span: Span, roles: int) -> Span:
    """Since and until include the time named, before and after don't."""
    if roles & (Role.SINCE | Role.SINCE_BEHIND):
        return Span(span.start, END)
    if roles & (Role.BEFORE | Role.BEFORE_BEHIND):
        return Span(BEGINNING, max(span.start, BEGINNING + TICK))
    if roles & (Role.AFTER | Role.AFTER_BEHIND):
        return Span(min(span.end, END - TICK), END)
    return Span(BEGINNING, span.end)


def _plain(match: _Match) -> Sequence[Span]:
    return match["date"].spans


_FIRST, _LAST, _DATE = "(?P<first>[<date>])", "(?P<last>[<date>])", "(?P<date>[<date>])"
_AHEAD = "(?P<side>[<before><after><since><until>])"
_BEHIND = "(?P<side>[<before_behind><after_behind><since_behind><until_behind>])"
# The order is that of precedence.
_RULES: tuple[tuple[str, _Reader], ...] = (
    (f"[<between>]{_FIRST}[<ends><dash>]{_LAST}", _between),
    (f"[<from><since>]?{_FIRST}[<to><until><dash><since_behind>]{_LAST}[<until_behind>]?", _between),
    (f"{_FIRST}[<before>]{_LAST}", _again_before),
    (f"(?P<number>[<number>])?(?P<unit>[<unit>])(?P<side>[<before><after>]){_DATE}", _beside),
    (f"{_AHEAD}{_DATE}[<since_behind><until_behind>]?", _open),
    (f"{_DATE}{_BEHIND}", _open),
    (_DATE, _plain),
)


@cache
def _rules() -> tuple[tuple[re.Pattern[str], _Reader], ...]:
    return tuple((pattern(text), read) for text, read in _RULES)
