"""Facts as they are looked at one by one: whole, with how they stand, who said them, and all that became of them.

What stands in a domain that is hidden from the reader is told nowhere: no id of it, no conflict, no link.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TypedDict

from ..store.model import AuditEntry, Beneath, Conflict, Fact, FactFilter, FactState, Observation
from ..store.protocol import Transaction
from ..store.rules.decay import effective_confidence
from ..store.rules.text import one_line, shorten
from .answers import ConflictBrief
from .conflict_views import conflict_briefs, conflicts_in_sight, contested_in
from .dates import written
from .fact_history import entries_of
from .ids import batch_id, conflict_id, fact_id, observation_id
from .sight import in_sight

MOST_BENEATH = 3
BENEATH_CHARS = 160
NOTHING_BENEATH = Beneath(0, ())


class Overwritten(TypedDict):
    """What a fact took the place of; its text is cut to one line."""

    id: str
    content: str


class FactRow(TypedDict):
    """A fact; `confidence` is what is left of it at that moment, `state` active, superseded or retired.

    `at_support` is its confidence when it was `supported` last. `beneath` holds the newest of the facts that it took
    the place of, `replaces` says how many they are.
    """

    id: str
    domain: str
    repo: str | None
    topic: str
    content: str
    memory_type: str
    veracity: str
    confidence: float
    at_support: float
    validity: str
    valid_from: str | None
    valid_until: str | None
    agent: str
    role: str
    origin: str
    created: str
    supported: str
    mentions: int
    recalls: int
    sources: int
    state: str
    stale: bool
    contested: str | None
    superseded_by: str | None
    retired: str | None
    reason: str | None
    replaces: int
    beneath: list[Overwritten]


class Source(TypedDict):
    """An observation that a fact rests on."""

    id: str
    content: str
    agent: str
    veracity: str
    source: str
    revision: str | None
    created: str
    is_active: bool


class Change(TypedDict):
    """One change of how a fact stands: who, when, in which batch, and how it stood from then on."""

    at: str
    change: str
    agent: str | None
    role: str | None
    batch_id: str | None
    veracity: str
    confidence: float
    valid_until: str | None
    superseded_by: str | None
    retired: str | None
    reason: str | None


class FactDetail(TypedDict):
    """A fact with what it rests on and all that became of it, oldest change first."""

    fact: FactRow
    uuid: str
    sources: list[Source]
    supporters: list[str]
    replaces: list[str]
    conflicts: list[ConflictBrief]
    changes: list[Change]


def fact_rows(tx: Transaction, facts: Sequence[Fact], where: FactFilter) -> list[FactRow]:
    """The facts as they stand at the moment looked at; what was stale in the past isn't kept."""
    numbers = [fact.id for fact in facts]
    stale = set[int]() if where.past or not numbers else tx.facts.stale(numbers)
    contested = contested_in(tx, numbers, where)
    seen = in_sight(tx, (fact.superseded_by for fact in facts), where.hidden_domain_ids)
    beneath = tx.facts.beneath(numbers, where, MOST_BENEATH)
    return [
        _row(fact, where.at, fact.id in stale, contested.get(fact.id), seen, beneath.get(fact.id, NOTHING_BENEATH))
        for fact in facts
    ]


def _row(
    fact: Fact, at: datetime, is_stale: bool, contested: int | None, seen: Collection[int], beneath: Beneath
) -> FactRow:
    return FactRow(
        id=fact_id(fact.id),
        domain=fact.scope.name,
        repo=fact.scope.repo,
        topic=fact.topic,
        content=fact.content,
        memory_type=fact.memory_type.value,
        veracity=fact.veracity.value,
        confidence=round(effective_confidence(fact, at), 4),
        at_support=round(fact.confidence, 4),
        validity=fact.validity.value,
        valid_from=_written(fact.valid_from),
        valid_until=_written(fact.valid_until),
        agent=fact.agent,
        role=fact.role,
        origin=fact.origin.value,
        created=written(fact.created_at),
        supported=written(fact.supported_at),
        mentions=fact.mention_count,
        recalls=fact.recall_count,
        sources=len(fact.source_ids),
        state=_state(fact, at),
        stale=is_stale,
        contested=conflict_id(contested) if contested is not None else None,
        superseded_by=_named(fact.superseded_by, seen),
        retired=fact.retired_reason.value if fact.retired_reason else None,
        reason=fact.loss_reason.value if fact.loss_reason else None,
        replaces=beneath.count,
        beneath=[
            Overwritten(id=fact_id(number), content=shorten(one_line(text), BENEATH_CHARS))
            for number, text in beneath.newest
        ],
    )


def _state(fact: Fact, at: datetime) -> str:
    if fact.superseded_by is not None:
        return "superseded"
    if fact.retired_at is not None or (fact.valid_until is not None and fact.valid_until <= at):
        return "retired"
    return "active" if fact.is_valid(at) else "not valid yet"


def fact_detail(tx: Transaction, fact: Fact, where: FactFilter) -> FactDetail:
    """The fact with all that had become of it by the moment looked at."""
    (row,) = fact_rows(tx, [fact], where)
    at, hidden = where.at, where.hidden_domain_ids
    seen = tx.observations.get_many(fact.source_ids)
    met = [one for one in tx.conflicts.of_fact(fact.id) if one.opened_at <= at]
    replaced = tx.facts.predecessors(fact.id)
    told = in_sight(tx, replaced, hidden)
    return FactDetail(
        fact=row,
        uuid=fact.uuid,
        sources=[_source(seen[number], at) for number in fact.source_ids if number in seen],
        supporters=list(tx.facts.supporters([fact.id]).get(fact.id, ())),
        replaces=[fact_id(number) for number in replaced if number in told],
        conflicts=_briefs(conflicts_in_sight(tx, met, hidden)),
        changes=_changes(tx, fact, where),
    )


def _briefs(conflicts: Sequence[Conflict]) -> list[ConflictBrief]:
    return conflict_briefs(sorted(conflicts, key=lambda one: -one.id))


def _source(one: Observation, at: datetime) -> Source:
    return Source(
        id=observation_id(one.id),
        content=one.content,
        agent=one.agent,
        veracity=one.veracity.value,
        source=one.source,
        revision=one.revision,
        created=written(one.created_at),
        is_active=one.is_active(at),
    )


def _changes(tx: Transaction, fact: Fact, where: FactFilter) -> list[Change]:
    states = [state for state in tx.facts.states(fact.id) if state.recorded_at <= where.at]
    entries = entries_of(states, tx.audit.of_subject(fact_id(fact.id)))
    seen = in_sight(tx, (state.fact.superseded_by for state in states), where.hidden_domain_ids)
    return [_change(state, entry, seen) for state, entry in zip(states, entries, strict=True)]


def _change(state: FactState, entry: AuditEntry | None, seen: Collection[int]) -> Change:
    fact = state.fact
    return Change(
        at=written(state.recorded_at),
        change=state.change,
        agent=entry.agent if entry else None,
        role=entry.role if entry else None,
        batch_id=batch_id(entry.batch_id) if entry and entry.batch_id else None,
        veracity=fact.veracity.value,
        confidence=round(fact.confidence, 4),
        valid_until=_written(fact.valid_until),
        superseded_by=_named(fact.superseded_by, seen),
        retired=fact.retired_reason.value if fact.retired_reason else None,
        reason=fact.loss_reason.value if fact.loss_reason else None,
    )


def _written(moment: datetime | None) -> str | None:
    return written(moment) if moment is not None else None


def _named(number: int | None, seen: Collection[int]) -> str | None:
    return fact_id(number) if number is not None and number in seen else None
