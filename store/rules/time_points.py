"""Finds the points of time that a query names, one rule for each way to name one.

Each rule is a pattern of terms and what a match of it means; where it means nothing, the terms stay as they are for the
rules after it. What a rule has found is one term of role DATE.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache, partial
from typing import NamedTuple

from . import time_meanings as meanings
from .time_lexicon import OTHER, Role
from .time_meanings import Found, Point
from .time_terms import Reading, Term, replace_matches, spell
from .time_vocabulary import pattern


class Rule(NamedTuple):
    """A pattern of terms and what its matches mean; None where a match means nothing."""

    pattern: re.Pattern[str]
    read: Callable[[Found], Point | None]


def find_points(terms: Sequence[Term], now: datetime) -> list[Term]:
    """The terms with each point of time put together into one of role DATE."""
    reading = replace_matches(Reading(terms, spell(terms)), _repeated(), lambda _, __: Term(0, 0, OTHER))
    for rule in _rules():
        reading = replace_matches(reading, rule.pattern, partial(_read, rule, now))
    return list(reading.terms)


def _read(rule: Rule, now: datetime, terms: Sequence[Term], match: re.Match[str]) -> Term | None:
    point = rule.read(Found(terms, match, now))
    return Term(0, 0, Role.DATE, spans=(point.span,), again=point.again) if point else None


_MONTH = "(?P<month>[<month><maybe_month>])"
_DAY = "(?P<day>[<digits><ordinal>])"
_FIRST_DAY = "(?P<first>[<digits><ordinal>])"
_YEAR = "(?P<year>[<year>])"
_LAST_DAY = f"{_DAY}[<dot>]?[<of>]?{_MONTH}(?:[<dot>]?[<of><comma>]?{_YEAR})?"
_UNIT = "(?P<unit>[<unit>])"
_NUMBER = "(?P<number>[<number>])"
_RELATIVE = "(?P<relative>[<relative>])"
_WEEKDAY = "(?P<weekday>[<weekday>])"
_NO_COUNT = "(?![<unit><measure><digits>])"
_LED = "(?<=[<within><between><before><after><since><until><from><of><dash>])"

# The order is that of precedence: what says more comes first.
_RULES: tuple[tuple[str, Callable[[Found], Point | None]], ...] = (
    (f"[<from>]?{_FIRST_DAY}[<dot>]?[<to><dash><until>]{_LAST_DAY}", meanings.days),
    (f"[<between>]{_FIRST_DAY}[<dot>]?[<ends>]{_LAST_DAY}", meanings.days),
    (f"{_MONTH}{_FIRST_DAY}[<to><dash><until>]{_DAY}(?![<unit><measure>])(?:[<comma>]?{_YEAR})?", meanings.days),
    (_LAST_DAY, meanings.date),
    (f"{_MONTH}{_DAY}(?![<unit><measure>])(?:[<comma>]?{_YEAR})?", meanings.date),
    (f"{_MONTH}[<dot>]?[<of><comma>]?{_YEAR}(?![<measure>])", meanings.month_of_year),
    (f"{_MONTH}[<of><within>]?{_RELATIVE}{_UNIT}", meanings.month_of_relative_year),
    (f"{_MONTH}[<of><within>]?{_UNIT}{_RELATIVE}", meanings.month_of_relative_year),
    (f"{_MONTH}[<of><within>]?(?P<near>[<near>])", meanings.month_of_relative_year),
    (f"{_RELATIVE}{_UNIT}[<within>]?{_MONTH}", meanings.month_of_relative_year),
    (f"{_UNIT}{_RELATIVE}[<within>]?{_MONTH}", meanings.month_of_relative_year),
    ("(?P<near>[<near>])[<within>]?(?P<month>[<month><maybe_month><month_day>])", meanings.month_of_relative_year),
    (f"{_WEEKDAY}[<of>]?{_RELATIVE}{_UNIT}", meanings.weekday_of_week),
    (f"{_WEEKDAY}[<of>]?{_UNIT}{_RELATIVE}", meanings.weekday_of_week),
    (f"{_WEEKDAY}[<of>]?(?P<near>[<near>])", meanings.weekday_of_week),
    (f"{_RELATIVE}{_UNIT}[<within>]?{_WEEKDAY}", meanings.weekday_of_week),
    (f"(?P<near>[<near>])[<within>]?{_WEEKDAY}", meanings.weekday_of_week),
    (f"{_RELATIVE}(?P<name>[<weekday><month><maybe_month>])", meanings.relative_name),
    (f"(?P<name>[<weekday><month>]){_RELATIVE}(?![<unit>])", meanings.relative_name),
    (f"[<ago_ahead>]{_NUMBER}{_UNIT}[<ago>]?", meanings.ago),
    (f"(?:(?P<fewest>[<number>])[<dash><to>])?{_NUMBER}{_UNIT}[<ago>]", meanings.ago),
    (f"[<rolling>]{_NUMBER}{_UNIT}", meanings.rolling),
    (f"{_NUMBER}[<rolling>]{_UNIT}", meanings.rolling),
    (f"[<since>][<ago_ahead>]?{_NUMBER}{_UNIT}", meanings.rolling),
    (f"(?P<rolling>[<rolling>]){_UNIT}", meanings.rolling_unit),
    (f"{_RELATIVE}{_UNIT}", meanings.relative_unit),
    (f"{_UNIT}{_RELATIVE}(?![<unit>])", meanings.unit_behind),
    (f"(?<![<number>]){_UNIT}[<ago>]", meanings.ago),
    (f"(?P<quarter>[<quarter>])[<of>]?{_YEAR}", meanings.quarter),
    (f"{_YEAR}(?P<quarter>[<quarter>])", meanings.quarter),
    (f"{_LED}(?P<quarter>[<quarter>])", meanings.quarter),
    (f"(?P<number>[<digits><ordinal>])[<dot>]?{_UNIT}[<of>]?{_YEAR}", meanings.counted_quarter),
    ("(?P<near>[<near>])", meanings.near),
    (f"{_YEAR}{_UNIT}", meanings.named_year),
    (f"{_UNIT}{_YEAR}{_NO_COUNT}", meanings.named_year),
    (f"{_LED}{_YEAR}{_NO_COUNT}", meanings.led_year),
    (f"(?<![<digits><counted>]){_YEAR}{_NO_COUNT}", meanings.bare_year),
    ("(?P<month>[<month>])", meanings.month),
    (f"{_LED}(?P<month>[<maybe_month>])", meanings.month),
    ("(?<=[<date>][<ends><to><dash>])(?P<month>[<maybe_month>])", meanings.month),
    ("(?P<month>[<month_day>])", meanings.month_day),
    (f"{_LED}{_WEEKDAY}", meanings.weekday),
    (f"{_WEEKDAY}(?=[<stop>]|$)", meanings.weekday),
    ("(?P<weekday>[<lone_weekday>])", meanings.weekday),
)


@cache
def _rules() -> tuple[Rule, ...]:
    return tuple(Rule(pattern(text), read) for text, read in _RULES)


@cache
def _repeated() -> re.Pattern[str]:
    """Every Monday, each month: no point of time."""
    return pattern("[<every>][<number>]?[<unit><weekday><near><month>]")
