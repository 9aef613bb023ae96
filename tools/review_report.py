"""What a review says (DESIGN 2.7) as plain values for a person or a program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..store.errors import NotFound
from ..store.model import Mark, Review, SampledFact
from ..store.protocol import Transaction
from ..store.rules import measures
from ..store.rules.measures import DoesHarm, GoodEnough, NotMeasured
from ..store.rules.thresholds import Proposal, Thresholds, propose
from .dates import written
from .ids import fact_id
from .settings import Settings

MOST_EARLIER = 12
MIN_SUPPORT, MIN_CONFIDENCE = "consolidation.min_support", "forgetting.min_confidence"


def report(tx: Transaction, number: int | None = None) -> dict[str, Any]:
    """Precision by the last review with marks, or by the one of that number; decisions; automatic resolutions."""
    review = reported(tx, number)
    return {
        "review": review_answer(review) if review else None,
        "precision": _precision(review) if review else _judged(NotMeasured(), 0),
        "bad_facts": [_bad_fact(tx, fact) for fact in bad_facts(review)] if review else [],
        "proposal": _proposal(tx, review) if review else None,
        "decisions": _decisions(tx),
        "resolutions": _resolutions(tx),
        "earlier": [_earlier(one) for one in _before(tx, review)],
    }


def reported(tx: Transaction, number: int | None = None) -> Review | None:
    """The review that is spoken of; `NotFound` when one is named that isn't there."""
    if number is not None:
        named = tx.reviews.get(number)
        if named is None:
            raise NotFound(f"There is no review {number}; `palimpsest review report` shows the last ones.")
        return named
    latest = tx.reviews.latest(MOST_EARLIER)
    return next((one for one in latest if any(fact.mark for fact in one.facts)), latest[0] if latest else None)


def bad_facts(review: Review) -> list[SampledFact]:
    """What was marked wrong or outdated and not erased since, in the order of the sample."""
    return [fact for fact in measures.marked_as(review.facts, Mark.WRONG, Mark.OUTDATED) if fact.fact_id is not None]


def proposal_of(review: Review) -> Proposal | None:
    """What the marks propose to raise above what held when the sample was drawn; nothing while precision is enough."""
    if not isinstance(measures.judge(review.facts, review.population), DoesHarm):
        return None
    return propose(review.facts, Thresholds(review.min_support, review.min_confidence))


def raised_settings(review: Review) -> dict[str, float]:
    """The settings that the review proposes, by name."""
    proposal = proposal_of(review)
    if proposal is None:
        return {}
    raised, before = proposal.thresholds, Thresholds(review.min_support, review.min_confidence)
    pairs = (
        (MIN_SUPPORT, raised.min_support, before.min_support),
        (MIN_CONFIDENCE, raised.min_confidence, before.min_confidence),
    )
    return {name: value for name, value, old in pairs if value > old}


def review_answer(review: Review) -> dict[str, Any]:
    """The review without its facts: when, by whom, from what, and how many marks of each kind."""
    return {
        "id": review.id,
        "by": review.agent,
        "started": written(review.started_at),
        "closed": written(review.closed_at) if review.closed_at else None,
        "seed": review.seed,
        "population": review.population,
        "sampled": len(review.facts),
        "marked": len(measures.marked_as(review.facts, *Mark)),
        **{one.value: len(measures.marked_as(review.facts, one)) for one in Mark},
    }


def _precision(review: Review) -> dict[str, Any]:
    return _judged(measures.judge(review.facts, review.population), review.population)


def _judged(judgement: measures.Judgement, population: int) -> dict[str, Any]:
    match judgement:
        case NotMeasured():
            return {"verdict": "unknown", "is_sure": False, "share": None, "low": None, "high": None, "needed": None}
        case GoodEnough(found, is_sure) | DoesHarm(found, is_sure):
            return {
                "verdict": "harmful" if isinstance(judgement, DoesHarm) else "good",
                "is_sure": is_sure,
                "share": round(found.share, 4),
                "low": round(found.low, 4),
                "high": round(found.high, 4),
                "needed": None if is_sure else measures.marks_for_certainty(found, population),
            }


def _bad_fact(tx: Transaction, sampled: SampledFact) -> dict[str, Any]:
    number = sampled.fact_id or 0
    fact = tx.facts.get(number)
    return {
        "id": fact_id(number),
        "mark": sampled.mark,
        "by": sampled.marked_by,
        "content": fact.content if fact else None,
        "agent": fact.agent if fact else None,
        "is_active": fact is not None and fact.is_active(tx.now),
    }


def _proposal(tx: Transaction, review: Review) -> dict[str, Any] | None:
    proposal = proposal_of(review)
    if proposal is None:
        return None
    settings = Settings(tx.settings.all())
    return {
        "settings": [
            {"name": name, "now": settings.number(name), "proposed": value, "holds": settings.number(name) >= value}
            for name, value in raised_settings(review).items()
        ],
        "bad_kept_out": proposal.bad_kept_out,
        "good_lost": proposal.good_lost,
        "precision_then": round(proposal.precision, 4),
    }


def _decisions(tx: Transaction) -> dict[str, int]:
    total, carried, changed = tx.decisions.counts()
    return {"total": total, "carried": carried, "by_default": total - carried, "changed": changed}


def _resolutions(tx: Transaction) -> dict[str, Any]:
    counts = tx.resolutions.counts()
    settled = sum(one.settled for one in counts)
    confirmed = sum(one.confirmed for one in counts)
    overturned = sum(one.overturned for one in counts)
    return {
        "settled": settled,
        "confirmed": confirmed,
        "overturned": overturned,
        "open": settled - confirmed - overturned,
        "rules": [one._asdict() for one in counts],
    }


def _before(tx: Transaction, review: Review | None) -> Sequence[Review]:
    found = tx.reviews.latest(MOST_EARLIER)
    return [one for one in found if review and one.id < review.id and any(fact.mark for fact in one.facts)]


def _earlier(review: Review) -> dict[str, Any]:
    return review_answer(review) | {"precision": _precision(review)}
