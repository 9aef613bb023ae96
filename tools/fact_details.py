"""One fact whole: what it rests on, what it replaced and what replaced it, what it hangs together with, what followed
from it, and every change of it.

What stands in a domain that is hidden from the reader is told nowhere: no id of it, no conflict, no link.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TypedDict

from ..store.model import AuditEntry, Conflict, Edge, Fact, FactFilter, FactState, Lapse, Observation, Policy
from ..store.protocol import Transaction
from ..store.rules.text import one_line, shorten
from .answers import ConflictBrief
from .chains import above, beneath
from .conflict_views import conflict_briefs, conflicts_in_sight
from .dates import written
from .fact_history import entries_of
from .fact_versions import version_of
from .fact_views import FactRow, fact_rows
from .ids import batch_id, fact_id, observation_id, policy_id
from .sight import in_sight

MOST_BENEATH = 100
MOST_LINKS = 50
LINE_CHARS = 200


class Lapsed(TypedDict):
    """Why an observation holds no longer: what became of its source, or of one that it sums up.

    `reason` is changed, gone, unregistered or expired; `current` is where the source stands now.
    """

    id: str
    reason: str
    source: str
    repo: str | None
    revision: str | None
    current: str | None
    expired: str | None


class Source(TypedDict):
    """An observation that a fact rests on; `lapsed` says why it holds no longer, as of now."""

    id: str
    content: str
    agent: str
    veracity: str
    kind: str
    source: str
    repo: str | None
    revision: str | None
    task: str | None
    created: str
    expires: str | None
    is_active: bool
    lapsed: list[Lapsed]


class Linked(TypedDict):
    """A link, and the fact at its other end on one line; `forward`: the link leads to that one."""

    kind: str
    weight: float
    forward: bool
    id: str
    topic: str
    content: str
    state: str


class Derived(TypedDict):
    """A policy that was derived from the fact; its rule is cut to one line."""

    id: str
    rule: str
    status: str
    required_role: str | None


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
    """A fact with what it rests on and all that became of it, oldest change first.

    `version` counts the changes of whether and how long it holds: `memory_fact.update` takes it as `expected`. `above`
    is what replaced it, up to what stands in its place now; `beneath` what it replaced, and what that had, newest
    first. `links` are the strongest.
    """

    fact: FactRow
    uuid: str
    version: int
    session: str
    recalled: str | None
    sources: list[Source]
    supporters: list[str]
    replaces: list[str]
    above: list[FactRow]
    beneath: list[FactRow]
    conflicts: list[ConflictBrief]
    links: list[Linked]
    policies: list[Derived]
    changes: list[Change]


def fact_detail(tx: Transaction, fact: Fact, where: FactFilter) -> FactDetail:
    """The fact with all that had become of it by the moment looked at."""
    (row,) = fact_rows(tx, [fact], where)
    at, hidden = where.at, where.hidden_domain_ids
    states = [state for state in tx.facts.states(fact.id) if state.recorded_at <= at]
    met = [one for one in tx.conflicts.of_fact(fact.id) if one.opened_at <= at]
    replaced = tx.facts.predecessors(fact.id)
    told = in_sight(tx, replaced, hidden)
    return FactDetail(
        fact=row,
        uuid=fact.uuid,
        version=version_of(states),
        session=fact.session,
        recalled=_written(fact.last_recalled_at),
        sources=_sources(tx, fact, where),
        supporters=list(tx.facts.supporters([fact.id]).get(fact.id, ())),
        replaces=[fact_id(number) for number in replaced if number in told],
        above=_rows_of(tx, above(tx.facts, fact), where),
        beneath=_rows_of(tx, beneath(tx.facts, fact, MOST_BENEATH), where),
        conflicts=_briefs(conflicts_in_sight(tx, met, hidden)),
        links=_links(tx, fact, where),
        policies=[_derived(one) for one in tx.policies.derived_from(fact.id, hidden) if one.created_at <= at],
        changes=_changes(tx, fact, states, hidden),
    )


def _rows_of(tx: Transaction, facts: Sequence[Fact], where: FactFilter) -> list[FactRow]:
    """Those that the reader may see, in that order, as they stood at the moment."""
    seen = tx.facts.get_many([fact.id for fact in facts], where) if facts else {}
    return fact_rows(tx, [seen[fact.id] for fact in facts if fact.id in seen], where) if seen else []


def _briefs(conflicts: Sequence[Conflict]) -> list[ConflictBrief]:
    return conflict_briefs(sorted(conflicts, key=lambda one: -one.id))


def _sources(tx: Transaction, fact: Fact, where: FactFilter) -> list[Source]:
    seen = tx.observations.get_many(fact.source_ids)
    lapses = [] if where.past else tx.lapses.of_facts([fact.id]).get(fact.id, [])
    return [
        _source(seen[number], where.at, [one for one in lapses if one.cited_id == number])
        for number in fact.source_ids
        if number in seen
    ]


def _source(one: Observation, at: datetime, lapses: Sequence[Lapse]) -> Source:
    return Source(
        id=observation_id(one.id),
        content=one.content,
        agent=one.agent,
        veracity=one.veracity.value,
        kind=one.kind.value,
        source=one.source,
        repo=one.repo or None,
        revision=one.revision,
        task=one.task,
        created=written(one.created_at),
        expires=_written(one.expires_at),
        is_active=one.is_active(at),
        lapsed=[_lapsed(lapse) for lapse in lapses],
    )


def _lapsed(one: Lapse) -> Lapsed:
    return Lapsed(
        id=observation_id(one.observation_id),
        reason=one.reason.value,
        source=one.source,
        repo=one.repo,
        revision=one.revision,
        current=one.current,
        expired=_written(one.expires_at),
    )


def _links(tx: Transaction, fact: Fact, where: FactFilter) -> list[Linked]:
    edges = tx.edges.around([fact.id], MOST_LINKS, where).get(fact.id, [])
    others = tx.facts.get_many([edge.other(fact.id) for edge in edges], where) if edges else {}
    rows = {row["id"]: row for row in fact_rows(tx, list(others.values()), where)} if others else {}
    return [_linked(edge, fact.id, rows[name]) for edge in edges if (name := fact_id(edge.other(fact.id))) in rows]


def _linked(edge: Edge, number: int, other: FactRow) -> Linked:
    return Linked(
        kind=edge.kind.value,
        weight=round(edge.weight, 4),
        forward=edge.from_fact_id == number,
        id=other["id"],
        topic=shorten(one_line(other["topic"]), LINE_CHARS),
        content=shorten(one_line(other["content"]), LINE_CHARS),
        state=other["state"],
    )


def _derived(policy: Policy) -> Derived:
    return Derived(
        id=policy_id(policy.id),
        rule=shorten(one_line(policy.rule), LINE_CHARS),
        status=policy.status.value,
        required_role=policy.required_role,
    )


def _changes(
    tx: Transaction, fact: Fact, states: Sequence[FactState], hidden_domain_ids: tuple[int, ...]
) -> list[Change]:
    entries = entries_of(list(states), tx.audit.of_subject(fact_id(fact.id)))
    seen = in_sight(tx, (state.fact.superseded_by for state in states), hidden_domain_ids)
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
        superseded_by=fact_id(fact.superseded_by) if fact.superseded_by and fact.superseded_by in seen else None,
        retired=fact.retired_reason.value if fact.retired_reason else None,
        reason=fact.loss_reason.value if fact.loss_reason else None,
    )


def _written(moment: datetime | None) -> str | None:
    return written(moment) if moment is not None else None
