"""Changes to facts that are there: support, replacement, retraction, and what follows for their conflicts.

Each saves the fact, its history and its audit entry in the caller's transaction.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from typing import Any

from ..store.errors import NotFound
from ..store.model import AuditEntry, Caller, Edge, EdgeKind, Fact, LossReason, RetiredReason, Veracity
from ..store.protocol import Transaction
from ..store.rules.decay import effective_confidence
from ..store.rules.veracity import higher, reinforced, weight
from .audit import audit
from .conflict_records import close_moot
from .drafts import hidden_domains
from .ids import batch_id, fact_id
from .links import link_sources
from .wording import wording_for


def visible_fact(tx: Transaction, caller: Caller, number: int) -> Fact:
    """The fact, or `NotFound` when there is none that the caller may see."""
    return visible_facts(tx, caller, [number])[0]


def visible_facts(tx: Transaction, caller: Caller, numbers: Sequence[int]) -> list[Fact]:
    """The facts in that order, or `NotFound` for the first that the caller may not see."""
    hidden = hidden_domains(tx, caller) if numbers else ()
    return [_visible(tx, caller, number, hidden) for number in numbers]


def _visible(tx: Transaction, caller: Caller, number: int, hidden_domain_ids: Container[int]) -> Fact:
    fact = tx.facts.get(number)
    if fact is None or fact.domain_id in hidden_domain_ids:
        known = f"There is no fact {fact_id(number)}; {wording_for(caller).lists_facts}."
        raise NotFound(said_of_erased(tx, caller, number) or known)
    return fact


def said_of_erased(tx: Transaction, caller: Caller, number: int) -> str | None:
    """What a person is told of a fact that was erased."""
    by = tx.erasures.erased([number]).get(number) if caller.is_person else None
    return None if by is None else f"{fact_id(number)} was erased for good, in {batch_id(by)}."


def support(
    tx: Transaction, caller: Caller, fact: Fact, veracity: Veracity, source_ids: Sequence[int]
) -> tuple[Fact, bool]:
    """The fact after one more mention, and whether it counted.

    It counts once per agent and session, or for a new observation, or on a higher word than the fact had; saying the
    same again makes nothing surer.
    """
    fresh = [number for number in source_ids if number not in fact.source_ids]
    is_new_voice = tx.facts.note_mention(fact.id, caller.agent, caller.session)
    if not (is_new_voice or fresh or weight(veracity) > weight(fact.veracity)):
        return fact, False
    rest_on(tx, caller, fact, fresh)
    return (
        replace(
            fact,
            confidence=reinforced(effective_confidence(fact, tx.now), veracity),
            supported_at=tx.now,
            mention_count=fact.mention_count + 1,
            veracity=higher(fact.veracity, veracity),
            source_ids=(*fact.source_ids, *fresh),
        ),
        True,
    )


def rest_on(tx: Transaction, caller: Caller, fact: Fact, source_ids: Sequence[int]) -> None:
    """Let the fact rest on more observations, and hang together with what rests on the same."""
    tx.facts.add_sources(fact.id, source_ids)
    link_sources(tx, caller, fact, source_ids)


def supersede(tx: Transaction, caller: Caller, loser: Fact, winner_id: int, reason: LossReason) -> Fact:
    """Put the loser under the winner; it stays readable, and its other open conflicts are moot."""
    after = replace(loser, superseded_by=winner_id, superseded_at=tx.now, loss_reason=reason)
    tx.facts.save(after, "superseded")
    tx.edges.link(Edge(winner_id, loser.id, EdgeKind.SUPERSEDES, 1.0))
    log_fact(tx, caller, "supersede", after, loser)
    close_moot(tx, caller, loser.id)
    return after


def retire(
    tx: Transaction,
    caller: Caller,
    fact: Fact,
    why: RetiredReason,
    reason: LossReason | None = None,
) -> Fact:
    """Take the fact out of use without a successor; its open conflicts are moot."""
    after = replace(fact, retired_at=tx.now, retired_reason=why, loss_reason=reason or fact.loss_reason)
    tx.facts.save(after, "retired")
    log_fact(tx, caller, "retire", after, fact)
    close_moot(tx, caller, fact.id)
    return after


def log_fact(tx: Transaction, caller: Caller, action: str, after: Fact, before: Fact | None = None) -> None:
    """Log a change of a fact: how it stood before, and how it stands."""
    entry = AuditEntry(action, fact_id(after.id), _shown(before) if before else None, _shown(after))
    audit(tx, caller, entry)


def _shown(fact: Fact) -> dict[str, Any]:
    return {
        "domain": str(fact.scope),
        "topic": fact.topic,
        "content": fact.content,
        "veracity": fact.veracity.value,
        "confidence": round(fact.confidence, 4),
        "validity": fact.validity.value,
        "valid_until": fact.valid_until.isoformat() if fact.valid_until else None,
        "sources": [f"O{number}" for number in fact.source_ids],
        "superseded_by": fact_id(fact.superseded_by) if fact.superseded_by else None,
        "reason": fact.loss_reason.value if fact.loss_reason else None,
        "mentions": fact.mention_count,
        "retired": fact.retired_reason.value if fact.retired_reason else None,
    }
