"""What the ways to name a point of time mean, one function for each: a match of terms in, a stretch of time out.

None where it means nothing that the calendar knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from ..model import DAY
from . import calendar_spans as spans_of
from .calendar_spans import Span, Unit
from .time_lexicon import Role, Word
from .time_terms import Term

_DAY_NUMBERS = range(1, 32)
_FEW = 4  # "the last days"
_BARE_YEARS_BACK, _BARE_YEARS_AHEAD = 30, 5  # beyond them a number without a preposition is more likely a count


class Point(NamedTuple):
    """A time found, and how to find it again from another moment."""

    span: Span
    again: Callable[[datetime], Span | None] | None = None


class Found:
    """The terms that a pattern has found, by the names of its groups, and what stands around them."""

    def __init__(self, terms: Sequence[Term], match: re.Match[str], now: datetime) -> None:
        self._terms, self._match, self.now = terms, match, now

    def has(self, name: str) -> bool:
        """Whether the group took part."""
        return name in self._match.re.groupindex and self._match.start(name) >= 0

    def word(self, name: str) -> Word:
        """What the term of a group means."""
        return self._terms[self._match.start(name)].word

    def roles(self, name: str) -> int:
        """The roles that the term of a group may play."""
        return self._terms[self._match.start(name)].roles

    @property
    def is_last(self) -> bool:
        """Whether no word follows."""
        end = self._match.end()
        return end >= len(self._terms) or bool(self._terms[end].roles & (Role.STOP | Role.COMMA))


def _point(span: Span | None, again: Callable[[datetime], Span | None] | None = None) -> Point | None:
    return Point(span, again) if span else None


def _latest(now: datetime, again: Callable[[datetime], Span | None]) -> Point | None:
    return _point(again(now), again)


def date(found: Found) -> Point | None:
    """8 May 2023; without a year the latest that has begun."""
    number, day = found.word("month").month, found.word("day").low
    if day not in _DAY_NUMBERS:
        return None
    if found.has("year"):
        return _point(spans_of.day(found.word("year").low, number, day))
    return _latest(found.now, lambda moment: spans_of.latest_day(moment, number, day))


def days(found: Found) -> Point | None:
    """From one day of a month to another."""
    first, last = found.word("first").low, found.word("day").low
    end = date(found)
    if end is None or not 1 <= first < last:
        return None
    return _point(spans_of.span(end.span.start - (last - first) * DAY, end.span.end))


def month_of_year(found: Found) -> Point | None:
    """May 2023."""
    return _point(spans_of.months(found.word("year").low, found.word("month").month))


def month_of_relative_year(found: Found) -> Point | None:
    """March last year, 去年3月5日."""
    word = found.word("near" if found.has("near") else "unit")
    offset = word.offset if found.has("near") else found.word("relative").offset
    if word.unit is not Unit.YEAR:
        return None
    name, year = found.word("month"), found.now.year + offset
    return _point(spans_of.day(year, name.month, name.low) if name.low else spans_of.months(year, name.month))


def weekday_of_week(found: Found) -> Point | None:
    """The Friday of last week."""
    word = found.word("near" if found.has("near") else "unit")
    offset = word.offset if found.has("near") else found.word("relative").offset
    if word.unit is not Unit.WEEK or word.weekday is not None:
        return None
    return _point(spans_of.weekday(found.now, found.word("weekday").weekday or 0, offset))


def relative_name(found: Found) -> Point | None:
    """Last Tuesday, this March: `last` is the latest that is over, `next` the first to come."""
    offset, name = found.word("relative").offset, found.word("name")
    if name.weekday is not None:
        return _relative_weekday(found.now, name.weekday, offset)
    if offset == 0:
        return _point(spans_of.months(found.now.year, name.month))
    years = offset + 1 if offset < 0 else offset - 1
    begins_later = name.month > found.now.month
    if offset < 0:
        years -= name.month >= found.now.month
    elif not begins_later:
        years += 1
    return _point(spans_of.months(found.now.year + years, name.month))


def _relative_weekday(now: datetime, number: int, offset: int) -> Point | None:
    if offset == 0:
        return _point(spans_of.weekday(now, number, 0))
    today = now.weekday()
    weeks = offset + (number < today) if offset < 0 else offset - (number > today)
    return _point(
        spans_of.weekday(now, number, weeks),
        (lambda moment: spans_of.latest_weekday(moment, number)) if offset < 0 else None,
    )


def rolling(found: Found) -> Point | None:
    """The last three weeks."""
    unit = found.word("unit").unit
    return _point(spans_of.rolling(found.now, unit, found.word("number").high)) if unit else None


def rolling_unit(found: Found) -> Point | None:
    """The last weeks; a single unit is one of the calendar where the word can mean that: last week."""
    word = found.word("unit")
    if word.unit is None or (found.roles("rolling") & Role.RELATIVE and not word.is_many):
        return None
    return _point(spans_of.rolling(found.now, word.unit, _FEW if word.is_many else 1))


def relative_unit(found: Found) -> Point | None:
    """Last week, this month; of many the last few."""
    unit, offset = found.word("unit"), found.word("relative").offset
    if unit.unit is None or (unit.is_many and offset >= 0):
        return None
    if unit.is_many:
        return _point(spans_of.rolling(found.now, unit.unit, _FEW))
    return _whole_unit(found.now, unit.unit, offset)


def unit_behind(found: Found) -> Point | None:
    """Where the adjective follows its noun; no language here puts `this` there."""
    return relative_unit(found) if found.word("relative").offset else None


def _whole_unit(now: datetime, unit: Unit, offset: int) -> Point | None:
    if unit in (Unit.MINUTE, Unit.HOUR) and offset == -1:
        return _point(spans_of.rolling(now, unit, 1))
    again = partial(_latest_over, unit=unit) if offset == -1 else None
    return _point(spans_of.unit_at(now, unit, offset), again)


def _latest_over(moment: datetime, unit: Unit) -> Span | None:
    current = spans_of.unit_at(moment, unit, 0)
    if current is not None and current.end - spans_of.TICK <= moment:
        return current
    return spans_of.unit_at(moment, unit, -1)


def ago(found: Found) -> Point | None:
    """Three weeks ago, two or three weeks ago, a week ago where the number goes without saying."""
    unit = found.word("unit")
    if unit.unit is None or (unit.is_many and not found.has("number")):
        return None
    number = found.word("number") if found.has("number") else Word(low=1, high=1)
    fewest = found.word("fewest").low if found.has("fewest") else number.low
    return _point(spans_of.ago(found.now, unit.unit, min(fewest, number.low), number.high))


def quarter(found: Found) -> Point | None:
    """Q3 2025, H1 2025; without a year the latest that has begun."""
    word = found.word("quarter")
    if found.has("year"):
        return _point(spans_of.months(found.word("year").low, word.month, word.low))
    begun = found.now.month >= word.month
    return _point(spans_of.months(found.now.year - (not begun), word.month, word.low))


def counted_quarter(found: Found) -> Point | None:
    """3. Quartal 2025."""
    number = found.word("number").low
    if found.word("unit").unit is not Unit.QUARTER or number not in range(1, 5):
        return None
    return _point(spans_of.months(found.word("year").low, number * 3 - 2, 3))


def near(found: Found) -> Point | None:
    """Yesterday."""
    word = found.word("near")
    if word.unit is None:
        return None
    if word.weekday is not None:
        return _point(spans_of.weekday(found.now, word.weekday, word.offset))
    return _whole_unit(found.now, word.unit, word.offset)


def named_year(found: Found) -> Point | None:
    """The year 2023."""
    word = found.word("unit")
    is_year = word.unit is Unit.YEAR and not word.is_many
    return _point(spans_of.year(found.word("year").low)) if is_year else None


def led_year(found: Found) -> Point | None:
    """In 2023; a round number only where nothing follows that it could count."""
    year = found.word("year").low
    return _point(spans_of.year(year)) if year % 100 or found.is_last else None


def bare_year(found: Found) -> Point | None:
    """2023 budget: a year not far from now, and no round number."""
    year = found.word("year").low
    is_near = found.now.year - _BARE_YEARS_BACK <= year <= found.now.year + _BARE_YEARS_AHEAD
    return _point(spans_of.year(year)) if is_near and year % 100 else None


def month(found: Found) -> Point | None:
    """In March: the latest that has begun."""
    number = found.word("month").month
    return _latest(found.now, lambda moment: spans_of.latest_month(moment, number))


def month_day(found: Found) -> Point | None:
    """5月8日: the latest that has begun."""
    word = found.word("month")
    return _latest(found.now, lambda moment: spans_of.latest_day(moment, word.month, word.low))


def weekday(found: Found) -> Point | None:
    """On Tuesday: the latest that has begun."""
    number = found.word("weekday").weekday or 0
    return _latest(found.now, lambda moment: spans_of.latest_weekday(moment, number))
