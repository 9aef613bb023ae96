"""Dates written in digits, the same in every language: ISO 8601, dots, slashes, Chinese, Japanese and Korean signs.

`2024-05-01`, `2024-05-01T14:00Z`, `2024-05`, `2024-W18`, `2019-2021`, `01.05.2024`, `5/1/2024`, `2024年5月1日`. Years
are 1900 to 2199. Where day and month can't be told apart (`5/6/2024`) both readings are given.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from . import calendar_spans
from .calendar_spans import Span, Unit

YEAR = r"(?:19|20|21)\d\d"
_FORM = rf"""
    (?P<iso>{YEAR}-\d\d-\d\d)[t\ ](?P<clock>\d\d:\d\d(?P<seconds>:\d\d(?:\.\d{{1,6}})?)?)(?P<zone>z|[+-]\d\d:?\d\d)?
  | (?P<y>{YEAR})(?P<mark>[-/])(?P<m>\d\d?)(?P=mark)(?P<d>\d\d?)
  | (?P<month_year>{YEAR})[-/](?P<month>0[1-9]|1[0-2])
  | (?P<week_year>{YEAR})-?w(?P<week>\d\d)
  | (?P<from_year>{YEAR})[-\u2013](?P<to_year>{YEAR})
  | (?P<first>\d\d?)(?P<between>[./-])(?P<second>\d\d?)(?P=between)(?P<last_year>{YEAR})
"""
_WHOLE = re.compile(_FORM, re.VERBOSE)
WRITTEN = re.compile(rf"(?<![\w./:#@$+-])(?:{_FORM})(?![\w/@%-]|[.,:]\d)", re.VERBOSE)
"""The same forms inside a lower-cased text, where they are no part of a longer number, path or name."""
HAN = re.compile(
    rf"(?<!\d)(?:(?P<y>{YEAR})\s?[年년](?:度|도)?(?:\s?(?P<m>1[0-2]|0?[1-9])\s?(?:月份?|월)(?:\s?(?P<d>\d\d?)\s?[日号號일])?)?"
    r"|(?P<m_alone>1[0-2]|0?[1-9])\s?(?:月份?|월)(?:\s?(?P<d_alone>\d\d?)\s?[日号號일])?)"
)
"""Year, month and day with their signs; without a year when only month or month and day are given."""


class Yearless(NamedTuple):
    """A month, or a day of it (else 0), of no named year."""

    month: int
    day: int


def read(text: str) -> tuple[Span, ...]:
    """What a lower-cased word means when the whole of it is a date; () when it isn't."""
    match = _WHOLE.fullmatch(text)
    return spans_of(match) if match else ()


def spans_of(match: re.Match[str]) -> tuple[Span, ...]:
    """The readings of a match of `WRITTEN`; () where the calendar has no such day."""
    part = match.groupdict()
    if part["iso"]:
        return _only(_moment(part))
    if part["y"]:
        return _only(_day(part["y"], part["m"], part["d"]))
    if part["month_year"]:
        return _only(calendar_spans.months(int(part["month_year"]), int(part["month"])))
    if part["week_year"]:
        return _only(_week(int(part["week_year"]), int(part["week"])))
    if part["from_year"]:
        return _only(_years(int(part["from_year"]), int(part["to_year"])))
    by_day = _day(part["last_year"], part["second"], part["first"])
    by_month = _day(part["last_year"], part["first"], part["second"]) if part["between"] != "." else None
    return tuple(dict.fromkeys(found for found in (by_day, by_month) if found))


def read_han(match: re.Match[str]) -> Span | Yearless | None:
    """The meaning of a match of `HAN`."""
    year, month, day = match["y"], match["m"] or match["m_alone"], match["d"] or match["d_alone"]
    if not year:
        return Yearless(int(month), int(day or 0))
    if day:
        return _day(year, month, day)
    return calendar_spans.months(int(year), int(month)) if month else calendar_spans.year(int(year))


def _only(found: Span | None) -> tuple[Span, ...]:
    return (found,) if found else ()


def _day(year: str, month: str, day: str) -> Span | None:
    return calendar_spans.day(int(year), int(month), int(day))


def _week(year: int, week: int) -> Span | None:
    try:
        monday = datetime.fromisocalendar(year, week, 1).replace(tzinfo=UTC)
    except ValueError:
        return None
    return calendar_spans.unit_at(monday, Unit.WEEK, 0)


def _years(first: int, last: int) -> Span | None:
    return calendar_spans.months(first, 1, 12 * (last - first + 1)) if first < last else None


def _moment(part: dict[str, str | None]) -> Span | None:
    """As long as it is exact: a second or a minute. Without a zone it is UTC."""
    zone = (part["zone"] or "z").replace("z", "+00:00")
    try:
        start = datetime.fromisoformat(f"{part['iso']}T{part['clock']}{zone}").astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return Span(start, start + timedelta(seconds=1 if part["seconds"] else 60))
