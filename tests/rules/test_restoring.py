"""Whether a fact can be taken back into use, and how it stands then."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.model import Fact, LossReason, MemoryType, Origin, RetiredReason, Scope, Validity, Veracity
from palimpsest.store.rules.decay import effective_confidence
from palimpsest.store.rules.restoring import InUse, IsOver, Replaced, Restored, Term, restore

NOW = datetime(2027, 3, 1, 12, tzinfo=UTC)
LEAST = 0.3
FACT = Fact(
    id=1,
    uuid="u",
    domain_id=1,
    scope=Scope("architecture"),
    topic="cache",
    topic_key="cache",
    content="The cache is Redis.",
    content_key="the cache is redis",
    memory_type=MemoryType.FACT,
    agent="ada",
    role="developer",
    session="s1",
    origin=Origin.PROPOSED,
    created_at=NOW,
    veracity=Veracity.INFERRED,
    confidence=0.7,
    supported_at=NOW,
    mention_count=2,
    validity=Validity.OPEN,
    valid_from=None,
    valid_until=None,
    superseded_by=None,
    superseded_at=None,
    loss_reason=None,
    retired_at=None,
    retired_reason=None,
    recall_count=0,
    last_recalled_at=None,
)
DELETED = replace(FACT, retired_at=NOW, retired_reason=RetiredReason.DELETED, loss_reason=LossReason.WRONG)
OVER = replace(FACT, validity=Validity.UNTIL, valid_until=NOW - timedelta(days=1))


def test_a_deleted_fact_stands_as_it_did():
    assert restore(DELETED, None, None, NOW, LEAST) == Restored(FACT, is_vouched=False)


def test_a_fact_in_use_has_nothing_to_restore():
    assert restore(FACT, None, None, NOW, LEAST) == InUse()
    assert restore(FACT, None, Term(Validity.PERMANENT, None), NOW, LEAST) == InUse()


def test_one_whose_place_is_taken_stays_beneath():
    beneath = replace(FACT, superseded_by=2, superseded_at=NOW, loss_reason=LossReason.OUTDATED)
    assert restore(beneath, 5, None, NOW, LEAST) == Replaced(5)
    assert restore(beneath, None, None, NOW, LEAST) == Restored(FACT, is_vouched=False)


@pytest.mark.parametrize("retired", [None, RetiredReason.EXPIRED, RetiredReason.DELETED])
def test_one_whose_time_is_over_needs_another_end(retired: RetiredReason | None):
    fact = replace(OVER, retired_at=NOW if retired else None, retired_reason=retired)
    assert restore(fact, None, None, NOW, LEAST) == IsOver(NOW - timedelta(days=1))
    assert restore(fact, None, Term(Validity.UNTIL, NOW), NOW, LEAST) == IsOver(NOW)
    later = NOW + timedelta(days=9)
    expected = replace(FACT, validity=Validity.UNTIL, valid_until=later)
    assert restore(fact, None, Term(Validity.UNTIL, later), NOW, LEAST) == Restored(expected, is_vouched=False)


def test_what_was_forgotten_stands_on_the_persons_word():
    cut = replace(FACT, retired_at=NOW, retired_reason=RetiredReason.FORGOTTEN)
    vouched = replace(FACT, veracity=Veracity.STATED, confidence=1.0, supported_at=NOW, mention_count=3)
    assert restore(cut, None, None, NOW, LEAST) == Restored(vouched, is_vouched=True)


@given(
    days=st.integers(0, 3000), confidence=st.floats(0, 1), validity=st.sampled_from([Validity.OPEN, Validity.PERMANENT])
)
def test_what_is_restored_is_sure_enough_not_to_be_forgotten_at_once(days: int, confidence: float, validity: Validity):
    fact = replace(DELETED, confidence=confidence, supported_at=NOW - timedelta(days=days), validity=validity)
    found = restore(fact, None, None, NOW, LEAST)
    assert isinstance(found, Restored)
    assert validity is Validity.PERMANENT or effective_confidence(found.fact, NOW) >= LEAST
    assert found.fact.is_active(NOW)
