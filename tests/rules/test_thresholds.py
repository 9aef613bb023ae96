"""Raised thresholds are proposed on evidence alone, and say what they cost."""

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.model import Mark, SampledFact
from palimpsest.store.rules.thresholds import Proposal, Thresholds, propose

NOW = Thresholds(2, 0.3)


def facts(count: int, mark: Mark | None = Mark.CORRECT, **how: Any) -> list[SampledFact]:
    plain = SampledFact(1, confidence=0.8, support=4, needs_support=True, may_fade=True, mark=mark)
    return [replace(plain, **how) for _ in range(count)]


def test_bad_facts_on_little_support_speak_for_more_of_it():
    sample = [*facts(24), *facts(4, Mark.WRONG, support=2), *facts(2, Mark.OUTDATED, support=2)]
    assert propose(sample, NOW) == Proposal(Thresholds(3, 0.3), bad_kept_out=6, good_lost=0, bad_left=0, good_left=24)


def test_bad_facts_of_low_confidence_speak_for_more_of_it():
    sample = [*facts(24), *facts(6, Mark.OUTDATED, confidence=0.37)]
    assert propose(sample, NOW) == Proposal(Thresholds(2, 0.4), bad_kept_out=6, good_lost=0, bad_left=0, good_left=24)


def test_both_are_raised_where_both_are_needed():
    sample = [*facts(22), *facts(4, Mark.WRONG, support=2), *facts(4, Mark.WRONG, confidence=0.32)]
    proposal = propose(sample, NOW)
    assert proposal is not None
    assert proposal.thresholds == Thresholds(3, 0.35)
    assert proposal.precision == 1.0


def test_no_more_is_asked_than_brings_nine_in_ten_at_the_least_loss():
    sample = [*facts(20), *facts(2, support=3), *facts(5, Mark.WRONG, support=2), *facts(1, Mark.WRONG, support=3)]
    proposal = propose(sample, NOW)
    assert proposal == Proposal(Thresholds(3, 0.3), bad_kept_out=5, good_lost=0, bad_left=1, good_left=22)


def test_where_nothing_brings_nine_in_ten_the_greatest_gain_is_proposed():
    sample = [*facts(15), *facts(7, Mark.WRONG), *facts(7, Mark.WRONG, support=2), *facts(1, support=2)]
    proposal = propose(sample, NOW)
    assert proposal == Proposal(Thresholds(3, 0.3), bad_kept_out=7, good_lost=1, bad_left=7, good_left=15)
    assert proposal
    assert proposal.precision < 0.9


def test_nothing_is_proposed_without_evidence():
    wrong = Mark.WRONG
    assert propose([], NOW) is None
    assert propose(facts(30, None), NOW) is None
    assert propose([*facts(28), *facts(2, wrong, support=2)], NOW) is None  # good enough as it is
    assert propose([*facts(20), *facts(10, wrong)], NOW) is None  # the bad look like the good
    assert propose([*facts(20), *facts(9, wrong), *facts(1, wrong, support=2)], NOW) is None  # one may be chance
    half = [*facts(10), *facts(10, support=2), *facts(10, wrong), *facts(10, wrong, support=2)]
    assert propose(half, NOW) is None  # as many good ones would go
    assert propose(facts(10, wrong, support=2), NOW) is None  # nothing would be left


def test_what_thresholds_do_not_bear_on_speaks_for_none():
    proposed = facts(6, Mark.WRONG, support=0, needs_support=False)
    assert propose([*facts(20), *proposed], NOW) is None
    permanent = facts(6, Mark.WRONG, confidence=0.31, may_fade=False)
    assert propose([*facts(20), *permanent], NOW) is None


def test_what_goes_by_the_present_thresholds_anyway_speaks_for_no_higher_ones():
    sample = [*facts(20), *facts(6, Mark.WRONG, confidence=0.1)]
    assert propose(sample, NOW) is None
    assert propose([*facts(24), *facts(6, Mark.WRONG, support=2)], Thresholds(3, 0.3)) is None


def test_no_threshold_is_proposed_that_would_forget_every_new_fact_of_consolidation():
    sample = [*facts(20, confidence=0.9), *facts(10, Mark.WRONG, confidence=0.5)]
    assert propose(sample, NOW) is None


sampled = st.builds(
    SampledFact,
    st.just(1),
    st.floats(0, 1),
    st.integers(0, 12),
    st.booleans(),
    st.booleans(),
    st.sampled_from([None, *Mark]),
)


@given(st.lists(sampled, max_size=40), st.integers(1, 12), st.sampled_from([0.0, 0.3, 0.45, 0.9]))
def test_a_proposal_raises_and_gains_more_than_it_costs(sample: list[SampledFact], support: int, confidence: float):
    current = Thresholds(support, confidence)
    proposal = propose(sample, current)
    if proposal is None:
        return
    raised = proposal.thresholds
    assert raised.min_support >= support
    assert raised.min_confidence >= confidence
    assert raised != current
    assert proposal.bad_kept_out > proposal.good_lost
    marked = [fact for fact in sample if fact.mark and not current.keeps_out(fact)]
    assert proposal.bad_kept_out + proposal.good_lost + proposal.bad_left + proposal.good_left == len(marked)
    good = sum(fact.mark is Mark.CORRECT for fact in marked)
    assert proposal.precision > good / len(marked)
