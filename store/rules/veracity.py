"""How far a claim is believed at first, and how repetition strengthens it."""

from __future__ import annotations

from ..model import Veracity

WEIGHTS: dict[Veracity, float] = {
    Veracity.STATED: 1.0,
    Veracity.INFERRED: 0.7,
    Veracity.IMPORTED: 0.6,
    Veracity.TOOL: 0.5,
}
MENTION_SHARE = 0.25
EXACT_DIGITS = 9  # 1 less 4 times 0.175 is 0.3 to a person


def weight(veracity: Veracity) -> float:
    """How much a claim of this veracity counts, 0..1; also the confidence it starts with."""
    return WEIGHTS[veracity]


def reinforced(effective_confidence: float, mention: Veracity) -> float:
    """Confidence after one more mention: grows by a quarter of the mention's weight, never above 1."""
    return min(1.0, round(effective_confidence + MENTION_SHARE * weight(mention), EXACT_DIGITS))


def weakened(effective_confidence: float, doubt: Veracity) -> float:
    """Confidence after evidence against it: falls by what the same evidence would have added, never below 0."""
    return max(0.0, round(effective_confidence - MENTION_SHARE * weight(doubt), EXACT_DIGITS))


def higher(one: Veracity, other: Veracity) -> Veracity:
    """The more trusted of the two."""
    return one if weight(one) >= weight(other) else other
