"""What scales a match before it is ranked: age, confidence and repository (DESIGN 4), the same in every mode."""

from __future__ import annotations

from typing import NamedTuple

DECAY_FLOOR = 0.02
REPO_BOOST = 1.35
MOST = REPO_BOOST
"""The largest product that factors can have."""


class Factors(NamedTuple):
    """Everything that a match's own score is multiplied with."""

    decay: float
    confidence: float
    repo: float

    @property
    def product(self) -> float:
        """All of them together."""
        return self.decay * self.confidence * self.repo


def factors(survival: float, effective_confidence: float, *, in_boosted_repo: bool) -> Factors:
    """Old facts rank last instead of vanishing, surer ones a little higher, those of the repository at hand first."""
    return Factors(
        decay=max(DECAY_FLOOR, survival),
        confidence=0.8 + 0.2 * effective_confidence,
        repo=REPO_BOOST if in_boosted_repo else 1.0,
    )
