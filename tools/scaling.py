"""What scales the score of a match, wherever matches are put in order: age, confidence and repository."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import NamedTuple

from ..store.model import Candidate, Key
from ..store.rules import decay, ranking
from ..store.rules.ranking import Factors

Scores = Mapping[Key, float]

CANDIDATES = 300
"""Matches of each kind that the full text gives.

With 1000 hardly a page of keyword or hybrid search is another one, and each costs a third more in a large memory.
"""


class Ranked(NamedTuple):
    """A match with its scaled score, its effective confidence and what it was scaled by."""

    candidate: Candidate
    score: float
    confidence: float
    factors: Factors


def best_first(scores: Scores) -> list[Key]:
    """The keys by score; equal ones by kind and the newer first."""
    ordered = sorted([(-score, kind, -number) for (kind, number), score in scores.items()])
    return [(kind, -number) for _, kind, number in ordered]


def scale(
    candidates: Mapping[Key, Candidate],
    scores: Scores,
    at: datetime,
    boosted: str | None,
    count: int,
    without: Collection[str] = (),
) -> list[Ranked]:
    """The best `count` of what has a score, by that score scaled as of `at`; equal ones as `best_first` has them.

    `without` names factors that are left out.
    """
    most = ranking.MOST if boosted is not None else 1.0
    ranked: list[Ranked] = []
    best: list[float] = []
    for key in best_first(scores):
        if len(best) == count and scores[key] * most < best[0]:
            break  # no scale could lift what follows among the best
        hit = _scaled(candidates[key], scores[key], at, boosted, without)
        ranked.append(hit)
        (heapq.heappush if len(best) < count else heapq.heappushpop)(best, hit.score)
    return sorted(ranked, key=lambda hit: -hit.score)[:count]


def _scaled(candidate: Candidate, score: float, at: datetime, boosted: str | None, without: Collection[str]) -> Ranked:
    survival = decay.survival_of(candidate.memory_type, candidate.supported_at, at, is_permanent=candidate.is_permanent)
    confidence = candidate.confidence * survival
    factors = ranking.factors(survival, confidence, in_boosted_repo=boosted is not None and candidate.repo == boosted)
    if without:
        factors = factors._replace(**{name: 1.0 for name in factors._fields if name in without})
    return Ranked(candidate, score * factors.product, confidence, factors)
