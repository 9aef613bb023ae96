"""How confidence fades with time: Weibull curves by memory type, computed when read and never stored."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime

from ..model import DAY, Fact, MemoryType, Validity


@dataclass(frozen=True, slots=True)
class Curve:
    """A Weibull survival curve given by its half-life and shape."""

    half_life_days: float
    shape: float

    @property
    def scale_days(self) -> float:
        """The Weibull scale at which exactly half is left after the half-life."""
        return self.half_life_days / math.log(2) ** (1 / self.shape)


CURVES: dict[MemoryType, Curve] = {
    MemoryType.PROFILE: Curve(3650, 1.0),
    MemoryType.RELATIONSHIP: Curve(1825, 1.0),
    MemoryType.INSTRUCTION: Curve(730, 1.0),
    MemoryType.KNOWLEDGE: Curve(365, 1.0),
    MemoryType.FACT: Curve(365, 1.0),
    MemoryType.DECISION: Curve(365, 1.0),
    MemoryType.PREFERENCE: Curve(180, 1.0),
    MemoryType.LEARNING: Curve(180, 0.8),
    MemoryType.ARTIFACT: Curve(120, 0.8),
    MemoryType.GOAL: Curve(90, 1.0),
    MemoryType.OBSERVATION: Curve(30, 0.9),
    MemoryType.ERROR: Curve(30, 1.1),
    MemoryType.CONTEXT: Curve(21, 0.9),
    MemoryType.TRANSIENT: Curve(14, 1.0),
    MemoryType.COMMITMENT: Curve(14, 1.5),
    MemoryType.EVENT: Curve(14, 1.2),
    MemoryType.REQUEST: Curve(3, 1.5),
}


def survival(supported_at: datetime, now: datetime, curve: Curve) -> float:
    """Share of confidence left: 1.0 when just supported, falling to 0; a future time counts as now."""
    age_days = max(0.0, (now - supported_at) / DAY)
    return math.exp(-((age_days / curve.scale_days) ** curve.shape))


def survival_of(memory_type: MemoryType, supported_at: datetime, now: datetime, *, is_permanent: bool) -> float:
    """Share of confidence left of something of that type; what is permanent keeps all of it."""
    return 1.0 if is_permanent else survival(supported_at, now, CURVES[memory_type])


def fact_survival(fact: Fact, now: datetime) -> float:
    """Share of the fact's confidence left at `now`; a permanent fact keeps all of it."""
    is_permanent = fact.validity is Validity.PERMANENT
    return survival_of(fact.memory_type, fact.supported_at, now, is_permanent=is_permanent)


def effective_confidence(fact: Fact, now: datetime) -> float:
    """How sure the fact is at `now`, 0..1."""
    return fact.confidence * fact_survival(fact, now)
