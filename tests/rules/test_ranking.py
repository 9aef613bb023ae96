"""What scales a match: age, confidence and repository."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.rules.ranking import factors

shares = st.floats(0, 1)


def test_a_fresh_and_sure_match_is_not_scaled():
    assert factors(1.0, 1.0, in_boosted_repo=False).product == pytest.approx(1.0)


def test_an_old_match_ranks_behind_its_like_and_keeps_most_of_its_score():
    assert factors(0.0, 1.0, in_boosted_repo=False).decay == pytest.approx(0.8)
    assert factors(0.5, 1.0, in_boosted_repo=False).decay == pytest.approx(0.9)
    assert factors(1.0, 1.0, in_boosted_repo=False).decay == pytest.approx(1.0)


def test_confidence_moves_the_score_by_a_fifth_at_most():
    assert factors(1.0, 0.0, in_boosted_repo=False).confidence == pytest.approx(0.8)
    assert factors(1.0, 0.5, in_boosted_repo=False).confidence == pytest.approx(0.9)
    assert factors(1.0, 1.0, in_boosted_repo=False).confidence == pytest.approx(1.0)


def test_the_repo_at_hand_is_boosted():
    assert factors(1.0, 1.0, in_boosted_repo=True).repo == 1.35


@given(shares, shares, st.booleans())
def test_the_product_is_that_of_the_parts_and_never_nothing(left: float, confidence: float, near: bool):
    scale = factors(left, confidence, in_boosted_repo=near)
    assert scale.product == scale.decay * scale.confidence * scale.repo > 0
