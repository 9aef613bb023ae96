"""How confidence fades: computed when read, by memory type."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from memory_builders import NOW, fact
from palimpsest.store.model import MemoryType, Validity
from palimpsest.store.rules.decay import CURVES, effective_confidence, fact_survival, survival

TABLE = {
    "profile": (3650, 1.0),
    "relationship": (1825, 1.0),
    "instruction": (730, 1.0),
    "knowledge": (365, 1.0),
    "fact": (365, 1.0),
    "decision": (365, 1.0),
    "preference": (180, 1.0),
    "learning": (180, 0.8),
    "artifact": (120, 0.8),
    "goal": (90, 1.0),
    "observation": (30, 0.9),
    "error": (30, 1.1),
    "context": (21, 0.9),
    "transient": (14, 1.0),
    "commitment": (14, 1.5),
    "event": (14, 1.2),
    "request": (3, 1.5),
}
types = st.sampled_from(MemoryType)
days = st.floats(0, 40_000)


def test_every_type_has_the_curve_of_the_table():
    assert {kind.value: (curve.half_life_days, curve.shape) for kind, curve in CURVES.items()} == TABLE
    assert set(CURVES) == set(MemoryType)


@pytest.mark.parametrize("kind", MemoryType)
def test_half_is_left_after_the_half_life(kind: MemoryType):
    later = NOW + timedelta(days=CURVES[kind].half_life_days)
    assert survival(NOW, later, CURVES[kind]) == pytest.approx(0.5, abs=1e-12)


def test_the_shape_bends_the_curve():
    after_a_week = NOW + timedelta(days=7)
    assert survival(NOW, after_a_week, CURVES[MemoryType.TRANSIENT]) == pytest.approx(0.5**0.5)
    assert survival(NOW, after_a_week, CURVES[MemoryType.COMMITMENT]) == pytest.approx(0.5 ** (0.5**1.5))


@given(types, days)
def test_a_future_time_counts_as_age_nothing(kind: MemoryType, ahead: float):
    assert survival(NOW + timedelta(days=ahead), NOW, CURVES[kind]) == 1.0


@given(types, days, days)
def test_confidence_only_falls_with_age(kind: MemoryType, one: float, other: float):
    young, old = sorted((one, other))
    left = [survival(NOW, NOW + timedelta(days=age), CURVES[kind]) for age in (young, old)]
    assert 1.0 >= left[0] >= left[1] >= 0.0


@given(types, days)
def test_a_permanent_fact_keeps_all_of_its_confidence(kind: MemoryType, age: float):
    kept = fact(memory_type=kind, validity=Validity.PERMANENT, confidence=0.7)
    assert effective_confidence(kept, NOW + timedelta(days=age)) == 0.7


def test_age_is_counted_from_the_last_support():
    renewed = fact(created_at=NOW - timedelta(days=700), supported_at=NOW, confidence=0.8)
    assert effective_confidence(renewed, NOW) == 0.8
    assert effective_confidence(renewed, NOW + timedelta(days=365)) == pytest.approx(0.4)


def test_reading_changes_nothing_in_the_fact():
    read = fact()
    later = NOW + timedelta(days=365)
    assert [fact_survival(read, later) for _ in range(3)] == [pytest.approx(0.5)] * 3
    assert read.confidence == 0.7
