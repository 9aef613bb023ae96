"""How voices become one score."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.rules import fusion
from palimpsest.store.rules.fusion import GENERAL, OF_TIME
from palimpsest.store.rules.intent import Intent
from palimpsest.store.rules.time_query import NO_TIME, Direction, TimeQuery

scores = st.dictionaries(st.integers(0, 30), st.floats(0, 100), max_size=20)
cosines = st.dictionaries(st.integers(0, 30), st.floats(-1, 1), max_size=20)


def test_a_match_is_worth_its_share_of_the_query():
    assert fusion.share_of_ideal({"a": 2.0, "b": 1.0}, 4.0) == {"a": 0.5, "b": 0.25}


def test_a_text_that_repeats_the_words_is_worth_all_of_it_and_the_others_their_share():
    assert fusion.share_of_ideal({"a": 8.0, "b": 4.0}, 4.0) == {"a": 1.0, "b": 0.5}


def test_a_query_of_no_weight_makes_no_share():
    assert fusion.share_of_ideal({}, 0.0) == {}
    assert fusion.share_of_ideal({"a": 0.0}, 0.0) == {}


@given(scores, st.floats(0, 100))
def test_shares_keep_the_order_and_stay_between_nothing_and_all(found: dict[int, float], ideal: float):
    shares = fusion.share_of_ideal(found, ideal)
    assert all(0 <= share <= 1 for share in shares.values())
    assert all(shares[one] <= shares[other] for one in shares for other in shares if found[one] <= found[other])


def test_what_is_no_nearer_than_unrelated_texts_is_left_out():
    assert fusion.above_background({"a": 0.9, "b": 0.85, "c": 0.79}, 0.8) == {
        "a": pytest.approx(1.0),
        "b": pytest.approx(0.5),
    }
    assert fusion.above_background({"a": 0.7}, 0.8) == {}


def test_of_a_model_that_nobody_measured_the_farthest_that_was_found_is_the_background():
    near = fusion.above_background({"a": 0.9, "b": 0.7, "c": 0.5}, 0.0)
    assert near == {"a": pytest.approx(1.0), "b": pytest.approx(0.5), "c": 0.0}


def test_where_all_are_equally_near_all_count():
    assert fusion.above_background({"a": 0.4}, 0.0) == {"a": 1.0}
    assert fusion.above_background({"a": 0.4, "b": 0.40000001}, 0.0) == {"a": 1.0, "b": 1.0}


@given(cosines, st.sampled_from([0.0, 0.3, 0.8]))
def test_nearness_lies_between_nothing_and_one_and_the_nearest_has_most(found: dict[int, float], unrelated: float):
    near = fusion.above_background(found, unrelated)
    assert all(0 <= share <= 1 for share in near.values())
    if near:
        assert near[max(found, key=lambda key: found[key])] == max(near.values()) == pytest.approx(1.0)


def test_parts_add_up_by_their_weights():
    assert fusion.weigh([(1.0, {"a": 0.5}), (0.5, {"a": 1.0, "b": 0.2}), (0.0, {"c": 1.0})]) == {
        "a": 1.0,
        "b": pytest.approx(0.1),
    }


def test_ranks_add_ever_less():
    assert fusion.reciprocal_ranks(["a", "b"]) == {"a": 1 / 61, "b": 1 / 62}


def test_a_group_shares_the_best_of_its_scores_and_who_has_none_keeps_its_own():
    found = {"a": 0.9, "b": 0.1, "c": 0.4}
    assert fusion.best_of_group(found, {"a": "session", "b": "session"}) == {"a": 0.9, "b": 0.9, "c": 0.4}


@pytest.mark.parametrize(
    ("intent", "time", "expected"),
    [
        (Intent.GENERAL, NO_TIME, GENERAL),
        (Intent.TEMPORAL, TimeQuery(asks_when=True), GENERAL),
        (Intent.TEMPORAL, TimeQuery(direction=Direction.LATEST), OF_TIME),
        (Intent.PROCEDURAL, TimeQuery(direction=Direction.LATEST), GENERAL),
    ],
)
def test_a_query_that_says_which_time_raises_the_temporal_voice(intent: Intent, time: TimeQuery, expected: object):
    assert fusion.weights_for(intent, time) == expected


def test_what_stands_out_leads_and_what_answers_a_little_hardly_does():
    sure = fusion.sureness({"a": 1.0, "b": 0.5}, {"a": 1.0, "c": 1.0})
    assert sure == {"a": pytest.approx(1.0), "b": pytest.approx((0.5 / 1.4) ** 3), "c": pytest.approx((0.4 / 1.4) ** 3)}
    assert fusion.sureness({}, {}) == {}
    assert fusion.sureness({"a": 0.5}, {}) == {"a": pytest.approx(0.125)}
