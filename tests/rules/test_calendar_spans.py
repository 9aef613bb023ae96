"""The calendar's stretches are half-open, in order, and end with the calendar."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.rules import calendar_spans as spans
from palimpsest.store.rules.calendar_spans import Unit

NOW = datetime(2026, 11, 18, 10, 30, tzinfo=UTC)
moments = st.datetimes(timezones=st.just(UTC))
units = st.sampled_from(Unit)


def at(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type]


def test_a_month_ends_where_the_next_begins():
    assert spans.months(2024, 2) == (at(2024, 2, 1), at(2024, 3, 1))
    assert spans.months(2024, 10, 3) == (at(2024, 10, 1), at(2025, 1, 1))
    assert spans.year(2024) == (at(2024, 1, 1), at(2025, 1, 1))


def test_a_day_that_does_not_exist_is_none():
    assert spans.day(2023, 2, 29) is None
    assert spans.months(2023, 13) is None
    assert spans.year(0) is None


def test_the_thirty_first_becomes_the_last_day_of_a_shorter_month():
    assert spans.shift(at(2024, 3, 31), Unit.MONTH, -1) == at(2024, 2, 29)
    assert spans.shift(at(2024, 2, 29), Unit.YEAR, 1) == at(2025, 2, 28)


def test_a_week_begins_on_monday():
    assert spans.unit_at(NOW, Unit.WEEK, 0) == (at(2026, 11, 16), at(2026, 11, 23))
    assert spans.unit_at(NOW, Unit.WEEKEND, 0) == (at(2026, 11, 21), at(2026, 11, 23))


def test_the_last_days_end_with_today():
    assert spans.rolling(NOW, Unit.DAY, 3) == (at(2026, 11, 15), at(2026, 11, 19))
    assert spans.rolling(NOW, Unit.HOUR, 3) == (at(2026, 11, 18, 7, 30), at(2026, 11, 19))


def test_what_is_farther_back_is_less_exact():
    lengths = [
        found.end - found.start
        for unit in (Unit.HOUR, Unit.DAY, Unit.WEEK, Unit.MONTH, Unit.QUARTER, Unit.YEAR)
        if (found := spans.ago(NOW, unit, 1, 1))
    ]
    assert lengths == sorted(lengths)
    assert lengths[:3] == [timedelta(hours=1), timedelta(days=1), timedelta(days=7)]


@given(moments, units, st.integers(-300, 300))
def test_a_unit_is_a_stretch_or_beyond_the_calendar(moment: datetime, unit: Unit, offset: int):
    found = spans.unit_at(moment, unit, offset)

    assert found is None or found.start < found.end


@given(moments, st.sampled_from([unit for unit in Unit if unit not in (Unit.NIGHT, Unit.WEEKEND)]))
def test_the_current_unit_holds_the_moment(moment: datetime, unit: Unit):
    found = spans.unit_at(moment, unit, 0)

    assert found is None or found.start <= moment < found.end


@given(moments, units, st.integers(0, 20_000), st.integers(0, 20_000))
def test_ago_and_the_last_are_stretches_or_beyond_the_calendar(moment: datetime, unit: Unit, one: int, other: int):
    for found in (spans.ago(moment, unit, min(one, other), max(one, other)), spans.rolling(moment, unit, one)):
        assert found is None or found.start < found.end


@given(moments, st.integers(1, 12), st.integers(1, 31))
def test_the_latest_month_or_day_has_begun(moment: datetime, month: int, day: int):
    for found in (spans.latest_month(moment, month), spans.latest_day(moment, month, day)):
        assert found is None or found.start <= moment


@pytest.mark.parametrize("number", range(7))
def test_the_latest_weekday_lies_within_the_last_week(number: int):
    found = spans.latest_weekday(NOW, number)

    assert found is not None
    assert found.start.weekday() == number
    assert NOW - timedelta(days=7) < found.start <= NOW
