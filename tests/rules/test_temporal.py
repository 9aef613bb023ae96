"""How well the times of candidates meet what a query says about time."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.rules import temporal
from palimpsest.store.rules.calendar_spans import BEGINNING, END, Span
from palimpsest.store.rules.temporal import HOLDS, Times, beside, by_order, closeness, meets, recency, score
from palimpsest.store.rules.time_query import NO_TIME, Anchor, Direction, Side, TimeQuery

NOW = datetime(2026, 11, 18, 10, 30, tzinfo=UTC)
DAY = timedelta(days=1)
MAY = Span(datetime(2023, 5, 1, tzinfo=UTC), datetime(2023, 6, 1, tzinfo=UTC))
moments = st.datetimes(timezones=st.just(UTC))
stretches = st.tuples(moments, moments).map(lambda pair: Span(*sorted(pair)))
days = st.floats(0, 40_000)


def day(year: int, month: int, number: int) -> Span:
    start = datetime(year, month, number, tzinfo=UTC)
    return Span(start, start + DAY)


def test_half_is_left_of_recency_after_the_half_life():
    assert recency(NOW, NOW, 7 * DAY) == 1.0
    assert recency(NOW - 7 * DAY, NOW, 7 * DAY) == pytest.approx(0.5)
    assert recency(NOW + DAY, NOW, 7 * DAY) == 1.0


@given(days, days)
def test_recency_only_falls_with_age(one: float, other: float):
    young, old = sorted((one, other))

    assert 1.0 >= recency(NOW - young * DAY, NOW, 30 * DAY) >= recency(NOW - old * DAY, NOW, 30 * DAY) >= 0.0


def test_inside_of_what_was_asked_is_full_and_outside_halves_with_its_length():
    assert closeness(day(2023, 5, 8), MAY) == 1.0
    assert closeness(Span(MAY.end + 31 * DAY, MAY.end + 31 * DAY), MAY) == pytest.approx(0.5)
    assert closeness(Span(MAY.start - 62 * DAY, MAY.start - 62 * DAY), MAY) == pytest.approx(0.25)


def test_a_moment_soon_after_an_hour_that_was_asked_for_is_near():
    hour = Span(NOW, NOW + timedelta(hours=1))

    assert closeness(Span(NOW + timedelta(hours=3), NOW + timedelta(hours=3)), hour) > 0.9


def test_a_vaguer_date_meets_less_well():
    year = Span(datetime(2023, 1, 1, tzinfo=UTC), datetime(2024, 1, 1, tzinfo=UTC))

    assert closeness(day(2023, 5, 8), MAY) > closeness(year, MAY) > closeness(year, day(2023, 5, 8)) > 0.0
    assert closeness(year, MAY) == pytest.approx(0.54, abs=0.01)


def test_an_open_stretch_is_met_on_its_side():
    since_may = Span(MAY.start, END)
    before_may = Span(BEGINNING, MAY.start)

    assert closeness(day(2024, 1, 1), since_may) == closeness(day(2022, 1, 1), before_may) == 1.0
    assert closeness(Span(MAY.start - 30 * DAY, MAY.start - 30 * DAY), since_may) == pytest.approx(0.5)


@given(stretches, stretches)
def test_closeness_is_a_share(span: Span, asked: Span):
    assert 0.0 <= closeness(span, asked) <= 1.0


@given(days, days, st.integers(1, 400))
def test_farther_away_is_never_closer(one: float, other: float, length: int):
    asked = Span(NOW - length * DAY, NOW)
    near, far = (Span(moment, moment) for moment in (NOW + min(one, other) * DAY, NOW + max(one, other) * DAY))

    assert closeness(near, asked) >= closeness(far, asked)


def test_the_best_of_a_candidates_times_counts():
    recorded_later = Times(moments=(NOW,), named=(day(2023, 5, 8),))

    assert meets(recorded_later, (MAY,)) == 1.0
    assert meets(Times(moments=(NOW,)), (MAY,)) < 0.01
    assert meets(Times(moments=(NOW,)), (MAY, Span(NOW - DAY, NOW + DAY))) == 1.0
    assert meets(Times(), (MAY,)) == 0.0


def test_being_valid_at_the_time_counts_less_than_having_happened_then():
    valid = Times(moments=(NOW,), held=Span(datetime(2020, 1, 1, tzinfo=UTC), END))
    ended = Times(moments=(NOW,), held=Span(BEGINNING, datetime(2021, 1, 1, tzinfo=UTC)))

    assert meets(valid, (MAY,)) == HOLDS
    assert meets(ended, (MAY,)) < 0.01


def test_the_text_tells_when_it_was_before_the_record_does():
    assert Times((NOW,), (day(2023, 5, 8), day(2020, 1, 1))).told_at == MAY.start + 7 * DAY
    assert Times((NOW - DAY, NOW)).told_at == NOW
    assert Times().told_at is None


def test_order_goes_evenly_from_the_end_that_was_asked_for():
    told = [NOW, None, NOW - 2 * DAY, NOW - DAY, NOW]

    assert by_order(told, Direction.LATEST) == pytest.approx([1.0, 0.0, 1 / 3, 2 / 3, 1.0])
    assert by_order(told, Direction.EARLIEST) == pytest.approx([1 / 3, 0.0, 1.0, 2 / 3, 1 / 3])
    assert by_order([], Direction.LATEST) == []


def test_the_side_of_an_event_counts_most_and_nearness_on_it_a_little():
    before = [beside(NOW + distance * DAY, NOW, Side.BEFORE) for distance in (-300, -30, 0, 1, 30)]

    assert before == pytest.approx([0.5, 0.75, 1.0, 0.25, 0.0], abs=0.001)
    assert beside(NOW + 30 * DAY, NOW, Side.AFTER) == pytest.approx(0.75)


@given(days, st.floats(0.001, 40_000), st.sampled_from(Side))
def test_the_right_side_is_never_worse_than_the_wrong_one(right: float, wrong: float, side: Side):
    forward = DAY if side is Side.AFTER else -DAY

    assert beside(NOW + right * forward, NOW, side) >= beside(NOW - wrong * forward, NOW, side)


def test_a_query_without_time_leaves_everyone_alike():
    assert score([Times((NOW,)), Times()], NO_TIME) == [1.0, 1.0]


def test_what_is_asked_together_has_to_hold_together():
    in_may, late_in_may, in_june = (Times(named=(day(2023, *date),)) for date in ((5, 8), (5, 20), (7, 20)))
    asked = TimeQuery(spans=(MAY,), direction=Direction.LATEST)

    scores = score([in_may, late_in_may, in_june], asked)

    assert scores[1] == max(scores)


def test_an_event_counts_when_its_moment_is_known():
    earlier, later = Times((NOW - DAY,)), Times((NOW + DAY,))
    asked = TimeQuery(anchor=Anchor(Side.AFTER, "the release"))

    assert score([earlier, later], asked, NOW)[1] > score([earlier, later], asked, NOW)[0]
    assert score([earlier, later], asked) == [1.0, 1.0]
    assert score([Times()], asked, NOW) == [0.0]


def test_a_question_for_a_time_is_met_by_texts_that_name_one():
    assert score([Times(named=(MAY,)), Times((NOW,))], TimeQuery(asks_when=True)) == [1.0, 0.5]


@given(
    st.lists(st.builds(Times, st.tuples(moments), st.tuples(stretches), st.none() | stretches), max_size=6),
    st.builds(
        TimeQuery,
        spans=st.lists(stretches, max_size=3).map(tuple),
        asks_when=st.booleans(),
        direction=st.none() | st.sampled_from(Direction),
        anchor=st.none() | st.builds(Anchor, st.sampled_from(Side), st.just("it")),
    ),
    st.none() | moments,
)
def test_scores_are_shares_and_repeat_themselves(candidates: list[Times], time: TimeQuery, event: datetime | None):
    scores = score(candidates, time, event)

    assert all(0.0 <= value <= 1.0 for value in scores)
    assert scores == temporal.score(candidates, time, event)
