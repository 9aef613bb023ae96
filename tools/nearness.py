"""How near facts are to a passage in meaning, where a model has made the vectors of both; else nothing is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..store.model import Candidate, Fact, PassageVector, Validity
from ..store.protocol import Transaction
from ..store.rules.conflict import measure_nearness


def nearness_of(
    tx: Transaction, facts: Iterable[Fact], passage: PassageVector | None, agent: str
) -> Mapping[int, float]:
    """The nearness of each fact that has a vector of the passage's model, 0 to 1, by id."""
    candidates = [_candidate(fact) for fact in facts]
    if passage is None or not candidates:
        return {}
    cosines = tx.vectors.nearness(passage.model, passage.vector, candidates, agent)
    return {number: measure_nearness(cosine, passage.unrelated) for (_, number), cosine in cosines.items()}


def _candidate(fact: Fact) -> Candidate:
    is_permanent = fact.validity is Validity.PERMANENT
    return Candidate(
        "F", fact.id, 0.0, fact.memory_type, is_permanent, fact.confidence, fact.supported_at, fact.scope.repo
    )
