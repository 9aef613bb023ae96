"""A review (DESIGN 2.7): a person marks a random sample of the active facts, and it is kept what they found.

These are a person's: no tool calls them. A mark only measures; what is done about it is `review_acts`.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence

from ..store.errors import InvalidInput, NotFound, Refused
from ..store.model import (
    AuditEntry,
    Caller,
    Fact,
    FactFilter,
    Mark,
    NewReview,
    Origin,
    Review,
    SampledFact,
    Validity,
    Veracity,
)
from ..store.protocol import Transaction
from ..store.rules import measures
from ..store.rules.decay import effective_confidence
from ..store.rules.settlement import count_observed
from .audit import audit
from .ids import fact_id, parse_id
from .settings import Settings

MOST_SAMPLED = 1000
MOST_SEED = 999_999
NO_MARK = "none"


def sample(
    tx: Transaction, caller: Caller, seed: int | None = None, size: int | None = None, *, is_new: bool = False
) -> Review:
    """The open review, with more facts when `size` asks for more; a new one when nothing is left to mark, or asked for.

    A new one closes the open one. Without a seed chance chooses one, which is kept: the sample can be drawn again.
    """
    _require_bounds(seed, size)
    current = open_review(tx)
    if current is None or is_new or _is_done_with(current, size):
        return _begin(tx, caller, current, seed, size or measures.SAMPLE_SIZE)
    if seed is not None and seed != current.seed:
        raise Refused(
            f"Review {current.id} is open with seed {current.seed}; a new one (--new, is_new) takes another seed."
        )
    return _extend(tx, caller, current, size or 0)


def open_review(tx: Transaction) -> Review | None:
    """The review whose marks can still be changed."""
    latest = tx.reviews.latest(1)
    return latest[0] if latest and latest[0].closed_at is None else None


def unmarked(review: Review) -> list[int]:
    """The facts of the sample that still wait for a mark; those that were erased wait no more."""
    return [fact.fact_id for fact in review.facts if fact.mark is None and fact.fact_id is not None]


def mark(tx: Transaction, caller: Caller, marks: Mapping[str, str], number: int | None = None) -> Review:
    """Mark facts of the open review's sample: `{"F12": "wrong"}`; `none` takes a mark back.

    `Refused` where a review is named that isn't open any more: another sample may hold the same fact.
    """
    review = open_review(tx)
    if review is None:
        raise Refused("No review is open: `palimpsest review` begins one.")
    if number is not None and number != review.id:
        raise Refused(f"Review {number} is closed: review {review.id} has begun. Nothing was marked.")
    known = {fact.fact_id: fact for fact in review.facts if fact.fact_id is not None}
    for name, word in marks.items():
        fact, found = parse_id(name, "F", "mark"), parse_mark(word)
        if fact not in known:
            raise NotFound(f"{fact_id(fact)} is not among the {len(known)} facts of review {review.id}.")
        if known[fact].mark is not found:
            tx.reviews.mark(review.id, fact, found, caller.agent)
            _log_mark(tx, caller, review, known[fact], found)
    return _again(tx, review)


def parse_mark(word: str) -> Mark | None:
    """The mark of that word."""
    text = word.strip().casefold()
    if text == NO_MARK:
        return None
    try:
        return Mark(text)
    except ValueError:
        raise InvalidInput(f"A mark is one of {', '.join(Mark)}; {NO_MARK} takes it back.") from None


def _require_bounds(seed: int | None, size: int | None) -> None:
    if seed is not None and not 0 <= seed <= MOST_SEED:
        raise InvalidInput(f"The seed is a number between 0 and {MOST_SEED}.")
    if size is not None and not 1 <= size <= MOST_SAMPLED:
        raise InvalidInput(f"The size is a number between 1 and {MOST_SAMPLED}.")


def _is_done_with(review: Review, size: int | None) -> bool:
    return not unmarked(review) and (size or 0) <= len(review.facts)


def _begin(tx: Transaction, caller: Caller, before: Review | None, seed: int | None, size: int) -> Review:
    active = _active(tx)
    if not active:
        raise Refused("There is no active fact to review yet.")
    if before is not None:
        tx.reviews.close(before.id)
    settings = Settings(tx.settings.all())
    chosen = uuid.uuid4().int % (MOST_SEED + 1) if seed is None else seed
    drawn = [active[number] for number in measures.draw(active.keys(), chosen, size)]
    review = tx.reviews.begin(
        NewReview(
            agent=caller.agent,
            seed=chosen,
            population=len(active),
            min_support=settings.whole("consolidation.min_support"),
            min_confidence=settings.number("forgetting.min_confidence"),
            facts=_sampled(tx, drawn),
        )
    )
    _log_sample(tx, caller, "begin", review)
    return review


def _extend(tx: Transaction, caller: Caller, review: Review, size: int) -> Review:
    """The sample with as many more of the facts that are active now, drawn by the same seed."""
    missing = size - len(review.facts)
    if missing <= 0:
        return review
    active = _active(tx)
    fresh = active.keys() - {fact.fact_id for fact in review.facts}
    drawn = [active[number] for number in measures.draw(fresh, review.seed, missing)]
    tx.reviews.extend(review.id, _sampled(tx, drawn))
    grown = _again(tx, review)
    _log_sample(tx, caller, "extend", grown)
    return grown


def _active(tx: Transaction) -> dict[int, Fact]:
    return {fact.id: fact for fact in tx.facts.active(FactFilter(tx.now))}


def _sampled(tx: Transaction, facts: Sequence[Fact]) -> tuple[SampledFact, ...]:
    seen = tx.observations.get_many({number for fact in facts for number in fact.source_ids})
    sampled: list[SampledFact] = []
    for fact in facts:
        sources = [seen[number] for number in fact.source_ids if number in seen]
        is_stated = any(source.veracity is Veracity.STATED for source in sources)
        sampled.append(
            SampledFact(
                fact_id=fact.id,
                confidence=effective_confidence(fact, tx.now),
                support=count_observed(sources),
                needs_support=fact.origin is Origin.CONSOLIDATED and not is_stated,
                may_fade=fact.validity is not Validity.PERMANENT,
            )
        )
    return tuple(sampled)


def _again(tx: Transaction, review: Review) -> Review:
    found = tx.reviews.get(review.id)
    if found is None:
        raise AssertionError("a review that was just read is there")
    return found


def _log_sample(tx: Transaction, caller: Caller, action: str, review: Review) -> None:
    drawn = {"seed": review.seed, "facts": len(review.facts), "population": review.population}
    audit(tx, caller, AuditEntry(action, f"review:{review.id}", None, drawn))


def _log_mark(tx: Transaction, caller: Caller, review: Review, before: SampledFact, found: Mark | None) -> None:
    name = fact_id(before.fact_id or 0)
    was, now = ({"fact": name, "mark": one.value if one else None} for one in (before.mark, found))
    audit(tx, caller, AuditEntry("mark", f"review:{review.id}", was, now))
