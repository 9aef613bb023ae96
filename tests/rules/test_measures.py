"""How good a memory is found to be: the sample, precision with its interval, and the rule of nine in ten."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.model import Mark, SampledFact
from palimpsest.store.rules.measures import (
    DoesHarm,
    GoodEnough,
    NotMeasured,
    draw,
    judge,
    marked_as,
    marks_for_certainty,
    measure,
    wilson,
)

MANY = 10**9
IDS = st.sets(st.integers(1, 10**6), max_size=80)


def marked(correct: int, wrong: int = 0, outdated: int = 0, unmarked: int = 0) -> list[SampledFact]:
    marks = [Mark.CORRECT] * correct + [Mark.WRONG] * wrong + [Mark.OUTDATED] * outdated + [None] * unmarked
    return [SampledFact(number, 0.7, 1, False, True, mark) for number, mark in enumerate(marks, 1)]


def test_a_seed_draws_these_very_facts_on_every_machine():
    assert draw(range(1, 1001), 7, 5) == (203, 930, 430, 770, 232)


@given(IDS, st.integers(0, 10**6), st.integers(0, 40))
def test_a_sample_is_drawn_without_replacement_whatever_order_the_facts_come_in(ids: set[int], seed: int, size: int):
    drawn = draw(ids, seed, size)
    assert len(drawn) == len(set(drawn)) == min(size, len(ids))
    assert set(drawn) <= ids
    assert drawn == draw(sorted(ids, reverse=True), seed, size)


@given(IDS, st.integers(0, 10**6), st.integers(0, 40))
def test_a_longer_sample_begins_with_the_shorter_one(ids: set[int], seed: int, size: int):
    assert draw(ids, seed, size + 10)[:size] == draw(ids, seed, size)


def test_every_fact_has_the_same_chance():
    often = Counter(number for seed in range(2000) for number in draw(range(1, 101), seed, 30))
    assert len(often) == 100
    assert all(480 <= count <= 720 for count in often.values())  # 600, and almost six standard deviations


@pytest.mark.parametrize(
    ("correct", "marked_count", "low", "high"),
    [
        (27, 30, 0.7438, 0.9654),
        (30, 30, 0.8865, 1.0),
        (0, 30, 0.0, 0.1135),
        (15, 30, 0.3315, 0.6685),
        (1, 1, 0.2065, 1),
    ],
)
def test_the_interval_is_wilson_s(correct: int, marked_count: int, low: float, high: float):
    assert wilson(correct, marked_count, MANY) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


@given(st.integers(1, 200), st.integers(0, 200), st.integers(0, 10_000))
def test_the_share_lies_in_its_interval_and_a_finite_population_narrows_it(count: int, right: int, more: int):
    right, population = min(right, count), count + more
    low, high = wilson(right, count, population)
    assert 0 <= low <= right / count <= high <= 1
    wide_low, wide_high = wilson(right, count, MANY)
    assert low >= wide_low - 1e-6
    assert high <= wide_high + 1e-6


def test_when_every_fact_is_marked_nothing_is_left_open():
    assert wilson(18, 20, 20) == (0.9, 0.9)
    assert judge(marked(18, wrong=2), 20) == GoodEnough(measure(18, 20, 20), is_sure=True)
    assert judge(marked(17, wrong=3), 20) == DoesHarm(measure(17, 20, 20), is_sure=True)


def test_without_marks_nothing_is_known():
    assert judge([], 0) == judge(marked(0, unmarked=3), 3) == NotMeasured()


def test_nine_in_ten_is_enough_and_wrong_and_outdated_count_alike():
    assert isinstance(judge(marked(27, wrong=2, outdated=1), MANY), GoodEnough)
    assert isinstance(judge(marked(26, wrong=2, outdated=2), MANY), DoesHarm)


def test_a_verdict_is_sure_only_when_the_whole_interval_says_so():
    assert judge(marked(26, wrong=4), MANY) == DoesHarm(measure(26, 30, MANY), is_sure=False)
    assert judge(marked(15, wrong=15), MANY) == DoesHarm(measure(15, 30, MANY), is_sure=True)
    assert judge(marked(30), MANY) == GoodEnough(measure(30, 30, MANY), is_sure=False)  # thirty can't prove it
    assert judge(marked(60), MANY) == GoodEnough(measure(60, 60, MANY), is_sure=True)


def test_what_is_not_marked_is_left_out():
    assert judge(marked(9, wrong=1, unmarked=20), MANY) == GoodEnough(measure(9, 10, MANY), is_sure=False)


def test_it_is_told_about_how_many_marks_would_make_it_sure():
    assert marks_for_certainty(measure(30, 30, MANY), MANY) == 35
    assert marks_for_certainty(measure(26, 30, MANY), 100) == 72
    needed = marks_for_certainty(measure(26, 30, MANY), MANY)
    assert needed is not None
    assert 250 < needed < 450
    assert marks_for_certainty(measure(27, 30, 200), 200) == 200
    assert marks_for_certainty(measure(27, 30, MANY), MANY) is None


def test_marked_ones_are_picked_in_the_sample_s_order():
    facts = marked(1, wrong=1, outdated=1, unmarked=1)
    assert [fact.fact_id for fact in marked_as(facts, Mark.WRONG, Mark.OUTDATED)] == [2, 3]
