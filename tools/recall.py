"""Recall as steps: gather what a voice finds, scale it by age, confidence and repository, put the best in order."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from ..store.model import Caller, Candidate, FactFilter, MemoryType
from ..store.protocol import Transaction
from ..store.rules import bm25, decay, ranking
from ..store.rules.analysis import query_terms
from .hits import Ranked
from .scopes import Reach

CANDIDATES = 1000


class Mode(StrEnum):
    """Which voices are heard."""

    KEYWORD = "keyword"
    SEMANTIC = "semantic"
    HYBRID = "hybrid"


@dataclass(frozen=True, slots=True)
class Question:
    """A search as it was asked."""

    query: str
    mode: Mode
    reach: Reach
    where: FactFilter
    include_observations: bool
    limit: int
    offset: int
    explain: bool
    identity: tuple[str, ...]


def gather(tx: Transaction, caller: Caller, question: Question) -> list[Candidate]:
    """What the lexical voice finds, filtered before anything is cut."""
    where = question.where
    found = tx.search.facts(question.query, where, CANDIDATES)
    if searches_observations(question):
        found += tx.search.observations(
            question.query,
            agent=caller.agent,
            at=where.at if where.past else None,
            hidden_domain_ids=where.hidden_domain_ids,
            limit=CANDIDATES,
        )
    return _scored_again(tx, question.query, found) if question.mode is Mode.SEMANTIC else found


def _scored_again(tx: Transaction, query: str, candidates: list[Candidate]) -> list[Candidate]:
    """The candidates of semantic mode, scored by BM25+ among themselves."""
    weighed = bm25.scores(query_terms(query), tx.search.terms(candidates))
    return [candidate._replace(score=score) for candidate, score in zip(candidates, weighed, strict=True)]


def searches_observations(question: Question) -> bool:
    """Observations belong to no domain and are of one type, so a filter on either may leave them out."""
    where = question.where
    is_of_type = where.memory_type in (None, MemoryType.OBSERVATION)
    return question.include_observations and is_of_type and where.domain_name is None and where.repo is None


def rank(candidates: Iterable[Candidate], at: datetime, boosted: str | None, count: int) -> list[Ranked]:
    """The best `count` candidates by scaled score at `at`; equal ones by kind and the newer first."""
    ordered = sorted(candidates, key=lambda one: (-one.score, one.kind, -one.id))
    ranked: list[Ranked] = []
    best: list[float] = []
    for place, candidate in enumerate(ordered, 1):
        if len(best) == count and candidate.score * ranking.MOST < best[0]:
            break  # no scale could lift what follows among the best
        hit = _scaled(candidate, place, at, boosted)
        ranked.append(hit)
        (heapq.heappush if len(best) < count else heapq.heappushpop)(best, hit.score)
    return sorted(ranked, key=lambda hit: (-hit.score, hit.place))[:count]


def _scaled(candidate: Candidate, place: int, at: datetime, boosted: str | None) -> Ranked:
    survival = decay.survival_of(candidate.memory_type, candidate.supported_at, at, is_permanent=candidate.is_permanent)
    confidence = candidate.confidence * survival
    scale = ranking.factors(survival, confidence, in_boosted_repo=boosted is not None and candidate.repo == boosted)
    return Ranked(candidate, place, candidate.score * scale.product, confidence, scale)
