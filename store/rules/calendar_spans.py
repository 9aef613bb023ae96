"""Stretches of time as half-open intervals in UTC, and how the calendar cuts them.

A function answers None where the calendar has no such day or where it ends (year 1, year 9999).
"""

from __future__ import annotations

import calendar
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from ..model import DAY

BEGINNING = datetime.min.replace(tzinfo=UTC)
END = datetime.max.replace(tzinfo=UTC)
TICK = timedelta(microseconds=1)


class Span(NamedTuple):
    """All moments from `start` up to, and without, `end`; open where that is `BEGINNING` or `END`."""

    start: datetime
    end: datetime

    @property
    def is_open(self) -> bool:
        """Whether it has no length of its own."""
        return self.start == BEGINNING or self.end == END


class Unit(StrEnum):
    """What time is counted in."""

    MINUTE = "minute"
    HOUR = "hour"
    NIGHT = "night"
    DAY = "day"
    WEEK = "week"
    WEEKEND = "weekend"
    MONTH = "month"
    QUARTER = "quarter"
    HALF_YEAR = "halfyear"
    YEAR = "year"
    DECADE = "decade"


_MONTHS = {Unit.MONTH: 1, Unit.QUARTER: 3, Unit.HALF_YEAR: 6, Unit.YEAR: 12, Unit.DECADE: 120}
_LENGTHS = {
    Unit.MINUTE: timedelta(minutes=1), Unit.HOUR: timedelta(hours=1), Unit.NIGHT: DAY, Unit.DAY: DAY,
    Unit.WEEK: 7 * DAY, Unit.WEEKEND: 7 * DAY,
}  # fmt: skip
_SHORT = (Unit.MINUTE, Unit.HOUR)
# Days on each side that "three weeks ago" still means: half a unit.
_REACH = {
    Unit.NIGHT: 0, Unit.DAY: 0, Unit.WEEK: 3, Unit.WEEKEND: 3, Unit.MONTH: 15, Unit.QUARTER: 45, Unit.HALF_YEAR: 91,
    Unit.YEAR: 182, Unit.DECADE: 1826,
}  # fmt: skip
_EVENING = timedelta(hours=18)
_NIGHT = timedelta(hours=12)


def span(start: datetime | None, end: datetime | None) -> Span | None:
    """The span between two moments; None when one is missing or nothing lies between them."""
    return Span(start, end) if start is not None and end is not None and start < end else None


def day(year: int, month: int, number: int) -> Span | None:
    """One day."""
    start = _moment(year, month, number)
    return span(start, start and shift(start, Unit.DAY, 1))


def months(year: int, month: int, count: int = 1) -> Span | None:
    """Some months in a row: one, a quarter, a year."""
    start = _moment(year, month, 1)
    return span(start, start and shift(start, Unit.MONTH, count))


def year(number: int) -> Span | None:
    """One year."""
    return months(number, 1, 12)


def shift(moment: datetime, unit: Unit, count: int) -> datetime | None:
    """The moment so many units later (or earlier); a day that the month lacks becomes its last."""
    try:
        if unit not in _MONTHS:
            return moment + count * _LENGTHS[unit]
        index = moment.year * 12 + moment.month - 1 + count * _MONTHS[unit]
        last = calendar.monthrange(index // 12, index % 12 + 1)[1]
        return moment.replace(year=index // 12, month=index % 12 + 1, day=min(moment.day, last))
    except (OverflowError, ValueError):
        return None


def unit_at(moment: datetime, unit: Unit, offset: int) -> Span | None:
    """The calendar's unit that holds the moment, or one so many units later; weeks begin on Monday."""
    first = shift(floor(moment, unit), unit, offset)
    if first is None:
        return None
    try:
        match unit:
            case Unit.NIGHT:
                return Span(first + _EVENING, first + _EVENING + _NIGHT)
            case Unit.WEEKEND:
                return Span(first + 5 * DAY, first + 7 * DAY)
            case _:
                return span(first, shift(first, unit, 1))
    except OverflowError:
        return None


def rolling(now: datetime, unit: Unit, count: int) -> Span | None:
    """The last so many units: up to the end of today, since nothing has happened later."""
    start = shift(now, unit, -count)
    today = floor(now, Unit.DAY)
    return span(start if start is None or unit in _SHORT else floor(start, Unit.DAY), shift(today, Unit.DAY, 1))


def ago(now: datetime, unit: Unit, fewest: int, most: int) -> Span | None:
    """What lies so many units back, with half a unit on each side; a day is that day."""
    early, late = shift(now, unit, -most), shift(now, unit, -fewest)
    if early is None or late is None:
        return None
    try:
        if unit in _SHORT:
            return Span(early - _LENGTHS[unit] / 2, late + _LENGTHS[unit] / 2)
        reach = _REACH[unit] * DAY
        return Span(floor(early, Unit.DAY) - reach, floor(late, Unit.DAY) + reach + DAY)
    except OverflowError:
        return None


def floor(moment: datetime, unit: Unit) -> datetime:
    """The beginning of the unit that holds the moment; of a night or a weekend, that of its day or week."""
    if unit is Unit.MINUTE:
        return moment.replace(second=0, microsecond=0)
    if unit is Unit.HOUR:
        return moment.replace(minute=0, second=0, microsecond=0)
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    if unit in (Unit.WEEK, Unit.WEEKEND):
        return midnight - min(midnight.weekday(), (midnight - BEGINNING) // DAY) * DAY
    if unit not in _MONTHS:
        return midnight
    if unit is Unit.DECADE:
        return midnight.replace(year=max(1, midnight.year // 10 * 10), month=1, day=1)
    length = _MONTHS[unit]
    return midnight.replace(month=(midnight.month - 1) // length * length + 1, day=1)


def latest_month(now: datetime, month: int) -> Span | None:
    """The latest such month that has begun."""
    return _latest(now, lambda number: months(number, month))


def latest_day(now: datetime, month: int, number: int) -> Span | None:
    """The latest such day that has begun; eight years back for the 29th of February."""
    return _latest(now, lambda year_number: day(year_number, month, number))


def weekday(now: datetime, number: int, weeks: int) -> Span | None:
    """A day (Monday is 0) of the week that is so many weeks later."""
    week = unit_at(now, Unit.WEEK, weeks)
    start = week and shift(week.start, Unit.DAY, number)
    return span(start, start and shift(start, Unit.DAY, 1))


def latest_weekday(now: datetime, number: int) -> Span | None:
    """The latest such day that has begun, today included."""
    start = shift(floor(now, Unit.DAY), Unit.DAY, -((now.weekday() - number) % 7))
    return span(start, start and shift(start, Unit.DAY, 1))


def _latest(now: datetime, in_year: Callable[[int], Span | None]) -> Span | None:
    found = (in_year(number) for number in range(now.year, now.year - 9, -1))
    return next((held for held in found if held is not None and held.start <= now), None)


def _moment(year_number: int, month: int, number: int) -> datetime | None:
    try:
        return datetime(year_number, month, number, tzinfo=UTC)
    except ValueError:
        return None
