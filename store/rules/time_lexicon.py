"""The words for time of all languages: what each of them may do in a phrase, and its value."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from .calendar_spans import Unit
from .plain_text import plain
from .time_words import TIME_WORDS, TimeWords


class Role:
    """What a term may do in a phrase, as bits that add up; plain integers, because they are tested often."""

    MONTH, MAYBE_MONTH, WEEKDAY, LONE_WEEKDAY, UNIT, NUMBER, NEAR, RELATIVE, ROLLING = (1 << bit for bit in range(9))
    AGO, AGO_AHEAD, BETWEEN, ENDS, FROM, TO, WITHIN, OF, EVERY = (1 << bit for bit in range(9, 18))
    BEFORE, AFTER, SINCE, UNTIL, EVENT = (1 << bit for bit in range(18, 23))
    BEFORE_BEHIND, AFTER_BEHIND, SINCE_BEHIND, UNTIL_BEHIND, EVENT_BEHIND = (1 << bit for bit in range(23, 28))
    WHEN, MAYBE_WHEN, ASKS, QUESTION, LATEST, EARLIEST, DUTY, ANY_ONE = (1 << bit for bit in range(28, 36))
    COUNTED, MEASURE, NOISE, AUXILIARY = (1 << bit for bit in range(36, 40))
    DIGITS, YEAR, ORDINAL, QUARTER, MONTH_DAY, DATE, COMMA, STOP, DOT, DASH = (1 << bit for bit in range(40, 50))


OTHER = 0
_BY_FIELD = {
    "rolling": Role.ROLLING, "between": Role.BETWEEN, "ends": Role.ENDS, "to": Role.TO, "within": Role.WITHIN,
    "every": Role.EVERY, "when": Role.WHEN, "latest": Role.LATEST, "earliest": Role.EARLIEST, "range_from": Role.FROM,
    "of": Role.OF, "ago": Role.AGO, "ago_ahead": Role.AGO_AHEAD, "before": Role.BEFORE | Role.EVENT,
    "after": Role.AFTER | Role.EVENT, "since": Role.SINCE | Role.EVENT, "until": Role.UNTIL | Role.EVENT,
    "before_date": Role.BEFORE, "after_date": Role.AFTER, "since_date": Role.SINCE, "until_date": Role.UNTIL,
    "before_behind": Role.BEFORE_BEHIND | Role.EVENT_BEHIND, "after_behind": Role.AFTER_BEHIND | Role.EVENT_BEHIND,
    "since_behind": Role.SINCE_BEHIND | Role.EVENT_BEHIND, "until_behind": Role.UNTIL_BEHIND | Role.EVENT_BEHIND,
    "before_date_behind": Role.BEFORE_BEHIND, "after_date_behind": Role.AFTER_BEHIND,
    "since_date_behind": Role.SINCE_BEHIND, "until_date_behind": Role.UNTIL_BEHIND, "maybe_when": Role.MAYBE_WHEN,
    "auxiliaries": Role.AUXILIARY, "asks": Role.ASKS, "questions": Role.QUESTION, "duty": Role.DUTY,
    "any_one": Role.ANY_ONE, "counted": Role.COUNTED, "idioms": OTHER, "noise": Role.NOISE,
}  # fmt: skip
_NEAR = re.compile(r"(?P<unit>[a-z]+)(?P<offset>[+-]\d+)(?:/(?P<weekday>\d))?")


class Word(NamedTuple):
    """What the lists say of one word or phrase."""

    roles: int = OTHER
    low: int = 0
    high: int = 0
    """Bounds of a number."""
    unit: Unit | None = None
    is_many: bool = False
    """Whether it is the form of more than one unit."""
    offset: int = 0
    """How many units away it points."""
    month: int = 0
    weekday: int | None = None
    """Monday is 0."""


@cache
def words_of(code: str) -> dict[str, Word]:
    """A language's words and phrases in plain form, `_` between the words of a phrase; its months count everywhere."""
    words: dict[str, Word] = {}
    for written, word in _statements(TIME_WORDS[code]):
        key = key_of(written)
        words[key] = _merge(words[key], word) if key in words else word
    return words


def key_of(written: str) -> str:
    """A word of a list as it is looked up."""
    return plain(written).replace("'", "_")


@cache
def homonyms(code: str = "") -> frozenset[str]:
    """The months, in plain form, that are other words in a language; without one, in any of them."""
    languages = [TIME_WORDS[code]] if code else TIME_WORDS.values()
    return frozenset(key_of(form) for language in languages for form in language.month_homonyms.split())


def _statements(language: TimeWords) -> Iterator[tuple[str, Word]]:
    for form, month in _calendar(language.months):
        yield form, Word(Role.MONTH, month=month)
    weekday_roles = Role.WEEKDAY | (Role.LONE_WEEKDAY if language.weekdays_alone else 0)
    for form, number in _calendar(language.weekdays):
        yield form, Word(weekday_roles, weekday=number - 1)
    yield from _units(language)
    yield from _valued(language.numbers, _number)
    yield from _valued(language.near, _near)
    yield from _valued(language.relative, lambda value: Word(Role.RELATIVE, offset=int(value)))
    for name, roles in _BY_FIELD.items():
        for form in getattr(language, name).split():
            yield form, Word(roles)


def _calendar(groups: str) -> Iterator[tuple[str, int]]:
    for number, forms in enumerate(groups.split(), 1):
        for form in forms.split(","):
            yield form, number


def _units(language: TimeWords) -> Iterator[tuple[str, Word]]:
    for group in language.units.split():
        name, _, forms = group.partition("=")
        for form in forms.split(","):
            yield form.rstrip("+"), Word(Role.UNIT, unit=Unit(name), is_many=form.endswith("+"))


def _valued(words: str, read: Callable[[str], Word]) -> Iterator[tuple[str, Word]]:
    for word in words.split():
        form, _, value = word.partition("=")
        yield form, read(value)


def _number(value: str) -> Word:
    low, _, high = value.partition("..")
    return Word(Role.NUMBER, low=int(low), high=int(high or low))


def _near(value: str) -> Word:
    match = _NEAR.fullmatch(value)
    if match is None:
        raise ValueError(value)
    weekday = int(match["weekday"]) - 1 if match["weekday"] else None
    return Word(Role.NEAR, unit=Unit(match["unit"]), offset=int(match["offset"]), weekday=weekday)


def _merge(known: Word, more: Word) -> Word:
    """Roles add up; a value stays that of the list that came first."""
    return Word(
        known.roles | more.roles,
        known.low or more.low,
        known.high or more.high,
        known.unit or more.unit,
        known.is_many or more.is_many,
        known.offset or more.offset,
        known.month or more.month,
        more.weekday if known.weekday is None else known.weekday,
    )
