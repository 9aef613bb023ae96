"""A review's sample as a person needs it to judge each fact, as plain values."""

from __future__ import annotations

from typing import Any

from ..store.model import Caller, Fact, Observation, Review, SampledFact
from ..store.protocol import Transaction
from ..store.rules.decay import effective_confidence
from .dates import written
from .ids import conflict_id, fact_id, observation_id
from .review_report import review_answer
from .reviewing import unmarked

MOST_SOURCES = 10


def sample_answer(tx: Transaction, review: Review) -> dict[str, Any]:
    """The review with every fact of its sample that was not erased since, in the sample's order."""
    facts = (sampled_answer(tx, sampled) for sampled in review.facts)
    return {
        "review": review_answer(review),
        "unmarked": len(unmarked(review)),
        "facts": [fact for fact in facts if fact is not None],
    }


def marks_answer(review: Review | None) -> dict[str, Any]:
    """The review without what its facts say: only how each is marked."""
    facts = [one for one in review.facts if one.fact_id is not None] if review else []
    return {
        "review": review_answer(review) if review else None,
        "unmarked": len(unmarked(review)) if review else 0,
        "erased": len(review.facts) - len(facts) if review else 0,
        "facts": [mark_answer(one) for one in facts],
    }


def mark_answer(one: SampledFact) -> dict[str, Any]:
    """How a fact of a sample is marked, by whom and when."""
    at = written(one.marked_at) if one.marked_at else None
    return {"id": fact_id(one.fact_id or 0), "mark": one.mark, "by": one.marked_by, "at": at}


def replaced_marks(before: Review | None, after: Review, caller: Caller) -> list[dict[str, Any]]:
    """The marks of others that are different now."""
    now = {one.fact_id: one.mark for one in after.facts}
    marked = [one for one in (before.facts if before else ()) if one.mark and one.marked_by != caller.agent]
    return [mark_answer(one) for one in marked if one.fact_id and now.get(one.fact_id) is not one.mark]


def sampled_answer(tx: Transaction, sampled: SampledFact) -> dict[str, Any] | None:
    """What the fact says, who said it, when, how sure it is, what it rests on, and what became of it since."""
    fact = tx.facts.get(sampled.fact_id or 0)
    if fact is None:
        return None
    found = tx.observations.get_many(fact.source_ids)
    sources = [found[number] for number in fact.source_ids if number in found]
    return {
        "id": fact_id(fact.id),
        "domain": str(fact.scope),
        "topic": fact.topic,
        "content": fact.content,
        "agent": fact.agent,
        "role": fact.role,
        "created": written(fact.created_at),
        "supported": written(fact.supported_at),
        "memory_type": fact.memory_type.value,
        "veracity": fact.veracity.value,
        "confidence": round(effective_confidence(fact, tx.now), 2),
        "mentions": fact.mention_count,
        "valid_until": written(fact.valid_until) if fact.valid_until else None,
        "stands": _standing(tx, fact),
        "sources": [_source(tx, one) for one in sources[:MOST_SOURCES]],
        "more_sources": max(0, len(sources) - MOST_SOURCES),
        "mark": sampled.mark,
        "marked_by": sampled.marked_by,
    }


def _standing(tx: Transaction, fact: Fact) -> str:
    """How the fact stands now, in a word or two."""
    if fact.superseded_by is not None:
        return f"superseded by {fact_id(fact.superseded_by)}"
    if fact.retired_at is not None:
        return f"retired ({fact.retired_reason})"
    if not fact.is_valid(tx.now):
        return "not valid now"
    contested = [conflict_id(one.id) for one in tx.conflicts.open_of([fact.id])]
    if contested:
        return f"contested ({', '.join(contested)})"
    return "stale" if tx.facts.stale([fact.id]) else "active"


def _source(tx: Transaction, one: Observation) -> dict[str, Any]:
    return {
        "id": observation_id(one.id),
        "content": one.content,
        "agent": one.agent,
        "veracity": one.veracity.value,
        "source": one.source,
        "revision": one.revision,
        "created": written(one.created_at),
        "is_active": one.is_active(tx.now),
    }
