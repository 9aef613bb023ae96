"""The metrics of the recall benchmark, against figures worked out by hand."""

from __future__ import annotations

import math

import pytest
from recall_metrics import Outcomes, first, gains, ndcg_at, recall_at, reciprocal_rank, share, worth

HITS = ["a", "b", "c", "d", "e", "f"]


def wanted(*groups: str) -> list[frozenset[str]]:
    return [frozenset(group) for group in groups]


def test_recall_is_the_share_of_what_is_wanted_among_the_first():
    assert recall_at(5)(HITS, wanted("b", "f", "x")) == pytest.approx(1 / 3)
    assert recall_at(10)(HITS, wanted("b", "f", "x")) == pytest.approx(2 / 3)
    assert recall_at(5)([], wanted("b")) == 0.0


def test_any_hit_of_a_group_answers_for_it_and_only_once():
    assert gains(HITS, wanted("ac", "d")) == [1, 0, 0, 1, 0, 0]
    assert recall_at(5)(HITS, wanted("ac", "d")) == 1.0
    assert gains(["a"], wanted("a", "ab")) == [2]


def test_reciprocal_rank_is_that_of_the_first_answer():
    assert reciprocal_rank(HITS, wanted("c", "e")) == pytest.approx(1 / 3)
    assert reciprocal_rank(HITS, wanted("x")) == 0.0
    assert first(HITS, wanted("a")) == 1.0
    assert first(HITS, wanted("b")) == 0.0


def test_ndcg_discounts_each_gain_by_the_logarithm_of_its_place():
    best = 1 / math.log2(2) + 1 / math.log2(3)
    assert ndcg_at(10)(HITS, wanted("a", "b")) == pytest.approx(1.0)
    assert ndcg_at(10)(HITS, wanted("b", "d")) == pytest.approx((1 / math.log2(3) + 1 / math.log2(5)) / best)
    assert ndcg_at(1)(HITS, wanted("a", "b")) == pytest.approx(1.0)
    assert ndcg_at(10)(HITS, wanted("x")) == 0.0


def test_means_are_told_by_kind_and_over_all():
    outcomes = Outcomes()
    outcomes.add("one", HITS, wanted("a"))
    outcomes.add("other", HITS, wanted("x"))
    outcomes.add("other", HITS, wanted("b"))
    assert outcomes.kinds() == ["one", "other", "all"]
    assert (outcomes.mean("MRR", "one"), outcomes.mean("MRR", "other"), outcomes.mean("MRR")) == (1.0, 0.25, 0.5)
    assert math.isnan(outcomes.mean("MRR", "none of it"))


def test_figures_are_written_as_shares():
    assert [share(0.6724), share(1.0), share(0.0), share(math.nan)] == [".672", "1.000", ".000", "-"]
    assert [worth(0.0124), worth(-0.5), worth(0.0)] == ["+.012", "-.500", "+.000"]
