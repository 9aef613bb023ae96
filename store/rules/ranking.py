"""What scales a match before it is ranked: age, confidence and repository (DESIGN 4), the same in every mode."""

from __future__ import annotations

from typing import NamedTuple

LEFT_OF_OLD = 0.8
"""Of the score of what has decayed: it ranks behind its like, and before what answers the question less well.

The design's floor of 0.02 was measured: of a conversation of months a search found less than half of what it finds so,
as any fresh text that shared a word came first. `docs/decisions/0012-recall.md` has the figures.
"""
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
    """Old facts rank behind their like, surer ones a little higher, those of the repository at hand first."""
    return Factors(
        decay=LEFT_OF_OLD + (1 - LEFT_OF_OLD) * survival,
        confidence=0.8 + 0.2 * effective_confidence,
        repo=REPO_BOOST if in_boosted_repo else 1.0,
    )
