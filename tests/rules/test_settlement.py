"""Who wins when two facts contradict each other: the order of the rules, and its edges."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from memory_builders import NOW, fact, observation
from palimpsest.store.model import Veracity
from palimpsest.store.rules.settlement import (
    AskUser,
    Claimant,
    NewWins,
    OldStands,
    Rule,
    claimant,
    count_observed,
    settle,
)

LATER = NOW + timedelta(days=1)


def side(
    agent: str = "ana", veracity: str = "inferred", strength: float = 0.49, sources: int = 0, days: float = 0
) -> Claimant:
    return Claimant(Veracity(veracity), strength, NOW + timedelta(days=days), sources, agent)


def test_stated_wins_over_what_nobody_stated_however_strong():
    old = side("bob", "inferred", strength=0.99, sources=9, days=9)
    assert settle(old, side(veracity="stated", strength=0.01)) == NewWins(Rule.STATED)


def test_stated_against_stated_is_left_to_the_later_rules():
    assert settle(side("bob", "stated", 1.0), side(veracity="stated", strength=1.0)) == AskUser(Rule.UNDECIDED)
    assert settle(side("bob", "stated", 0.85), side(veracity="stated", strength=1.0)) == NewWins(Rule.STRONGER)


def test_fresher_on_two_observations_wins():
    assert settle(side("bob"), side(sources=2, days=1)) == NewWins(Rule.FRESHER)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (side("bob"), side(sources=1, days=1)),
        (side("bob"), side(sources=2, days=0)),
        (side("bob"), side(sources=2, days=-1)),
        (side("bob", "stated"), side(sources=2, days=1)),
    ],
    ids=["one observation", "not fresher", "older", "old one stated"],
)
def test_fresher_needs_two_observations_a_later_moment_and_an_unstated_old_fact(old: Claimant, new: Claimant):
    assert settle(old, new) == AskUser(Rule.UNDECIDED)


def test_in_consolidation_evidence_older_than_two_observations_loses_when_it_comes_late():
    old = side("bob", sources=2, days=2)
    assert settle(old, side(sources=2, days=1)) == AskUser(Rule.UNDECIDED)
    assert settle(old, side(sources=2, days=1), late_loses=True) == OldStands(Rule.FRESHER)
    assert settle(old, side(sources=1, days=1), late_loses=True) == OldStands(Rule.FRESHER)
    assert settle(old, side(sources=0, days=1), late_loses=True) == AskUser(Rule.UNDECIDED)
    assert settle(side("bob", sources=1, days=2), side(sources=2, days=1), late_loses=True) == AskUser(Rule.UNDECIDED)
    stated = side(veracity="stated", sources=1, days=1, strength=1.0)
    assert settle(old, stated, late_loses=True) == NewWins(Rule.STATED)


@given(days=st.floats(0.1, 100), sources=st.integers(2, 5))
def test_of_two_that_rest_on_observations_the_fresher_wins_whichever_comes_first(days: float, sources: int):
    earlier, later = side("bob", sources=sources), side("ana", sources=sources, days=days)
    assert settle(earlier, later, late_loses=True) == NewWins(Rule.FRESHER)
    assert settle(later, earlier, late_loses=True) == OldStands(Rule.FRESHER)


def test_an_agent_may_correct_its_own_fact():
    assert settle(side(), side()) == NewWins(Rule.SELF_CORRECTION)
    assert settle(side(veracity="tool"), side(veracity="inferred")) == NewWins(Rule.SELF_CORRECTION)
    assert settle(side(sources=1), side()) == NewWins(Rule.SELF_CORRECTION)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (side("bob"), side("ana")),
        (side(veracity="inferred"), side(veracity="tool")),
        (side(veracity="stated"), side(veracity="stated")),
        (side(sources=2), side()),
    ],
    ids=["another agent", "lower veracity", "old one stated", "old one rests on two"],
)
def test_self_correction_has_its_limits(old: Claimant, new: Claimant):
    assert settle(old, new) == AskUser(Rule.UNDECIDED)


@pytest.mark.parametrize(("lead", "verdict"), [(0.15, NewWins(Rule.STRONGER)), (0.149, AskUser(Rule.UNDECIDED))])
def test_the_new_fact_needs_a_lead_of_fifteen_hundredths(lead: float, verdict: object):
    assert settle(side("bob", strength=0.34), side(strength=0.34 + lead)) == verdict


@pytest.mark.parametrize(("lead", "verdict"), [(0.5, OldStands(Rule.WEAKER)), (0.499, AskUser(Rule.UNDECIDED))])
def test_the_old_fact_needs_a_lead_of_a_half(lead: float, verdict: object):
    assert settle(side("bob", strength=0.2 + lead), side(strength=0.2)) == verdict


def test_the_margin_is_a_setting_and_the_old_facts_is_not():
    assert settle(side("bob", strength=0.4), side(strength=0.6), auto_margin=0.3) == AskUser(Rule.UNDECIDED)
    assert settle(side("bob", strength=0.9), side(strength=0.2), auto_margin=1.0) == OldStands(Rule.WEAKER)


def test_strength_is_effective_confidence_times_weight():
    half_gone = claimant(fact(confidence=0.8), NOW + timedelta(days=365), [])
    assert half_gone.strength == pytest.approx(0.8 * 0.5 * 0.7)


def test_freshness_is_the_newest_source_else_valid_from_else_arrival():
    dated = fact(valid_from=NOW + timedelta(days=2), created_at=NOW)
    assert (
        claimant(dated, NOW, [replace(observation(1), created_at=moment) for moment in (NOW, LATER)]).fresh_at == LATER
    )
    assert claimant(dated, NOW, []).fresh_at == dated.valid_from
    assert claimant(replace(dated, valid_from=None), NOW, []).fresh_at == NOW


def test_sources_and_author_are_those_of_the_fact():
    seen = claimant(fact(source_ids=(3, 4), agent="bob"), NOW, [observation(3), observation(4)])
    assert (seen.source_count, seen.agent) == (2, "bob")


def test_a_summary_is_what_it_sums_up_and_nothing_more():
    summary = replace(observation(5), refs=(3,))
    assert count_observed([observation(3), summary]) == 1
    assert count_observed([observation(3), observation(4), summary]) == 2
    assert count_observed([]) == 0


sides = st.builds(
    side,
    agent=st.sampled_from(["ana", "bob"]),
    veracity=st.sampled_from([label.value for label in Veracity]),
    strength=st.floats(0, 1),
    sources=st.integers(0, 3),
    days=st.floats(-2, 2),
)
margins = st.floats(0, 1)


@given(sides, sides, margins)
def test_there_is_exactly_one_verdict_and_always_the_same(old: Claimant, new: Claimant, margin: float):
    first = settle(old, new, margin)
    assert isinstance(first, NewWins | OldStands | AskUser)
    assert settle(old, new, margin) == first


@given(sides, sides, margins)
def test_an_old_fact_stands_only_when_it_is_stronger_by_a_half(old: Claimant, new: Claimant, margin: float):
    if isinstance(settle(old, new, margin), OldStands):
        assert old.strength - new.strength >= 0.5 - 1e-9


@given(sides, sides, margins)
def test_what_a_person_stated_is_replaced_only_by_strength(old: Claimant, new: Claimant, margin: float):
    stated = replace(old, veracity=Veracity.STATED)
    verdict = settle(stated, new, margin)
    assert verdict in (NewWins(Rule.STRONGER), OldStands(Rule.WEAKER), AskUser(Rule.UNDECIDED))


@given(sides, sides, st.floats(0, 0.5), st.floats(0, 0.5))
def test_a_wider_margin_never_lets_more_through(old: Claimant, new: Claimant, one: float, other: float):
    narrow, wide = sorted((one, other))
    if settle(old, new, wide) == NewWins(Rule.STRONGER):
        assert settle(old, new, narrow) == NewWins(Rule.STRONGER)
