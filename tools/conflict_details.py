"""Contradictions as a person judges them: both facts whole, who settled it by which rule, what may be done still."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TypedDict

from ..store.errors import NotFound
from ..store.model import AuditEntry, Caller, Conflict, ConflictOfTopic, ConflictStatus, Fact, FactFilter
from ..store.protocol import Transaction
from . import cursors
from .conflict_views import visible_conflicts
from .dates import written
from .drafts import hidden_domains
from .fact_views import FactRow, fact_rows
from .ids import batch_id, conflict_id
from .resolutions import hindrance
from .scopes import Reach
from .wording import wording_for

MOST_OTHERS = 20


class ConflictDetail(TypedDict):
    """A contradiction whole.

    `rule` says what decided, or why it is open; `is_automatic`: that rule alone, nobody was asked. `finding` is what a
    person found of that since, `hindrance` why it can't be overturned any more. `batch_id` is what settled it.
    """

    id: str
    status: str
    domain: str
    topic: str
    old: FactRow
    new: FactRow
    kind: str
    evidence: str
    rule: str
    winner: str | None
    reason: str | None
    opened: str
    settled: str | None
    settled_by: str | None
    batch_id: str | None
    is_automatic: bool
    finding: str | None
    found_by: str | None
    found_at: str | None
    may_overturn: bool
    hindrance: str | None


class ConflictWhole(TypedDict):
    """A contradiction, and the newest others of either fact."""

    conflict: ConflictDetail
    others: list[ConflictDetail]


class ConflictTopic(TypedDict):
    """What contradicts about one topic of a domain; `open` and `total` count them on every page."""

    domain: str
    topic: str
    open: int
    total: int
    conflicts: list[ConflictDetail]


class ConflictTopics(TypedDict):
    """A page of topics, those with open conflicts first; `open` and `resolved` count the conflicts of all pages."""

    topics: list[ConflictTopic]
    open: int
    resolved: int
    next_cursor: str | None


def conflict_topics(
    tx: Transaction, caller: Caller, reach: Reach, status: ConflictStatus | None, limit: int, cursor: str | None
) -> ConflictTopics:
    """A page of conflicts, those about one topic beside each other."""
    asked = ("conflict topics", str(status), reach.domain_name or "", reach.repo or "")
    offset = cursors.offset_of(cursor, asked)
    name, repo, hidden = reach.domain_name, reach.repo, hidden_domains(tx, caller)
    found = tx.conflicts.by_topic(
        status=status, domain_name=name, repo=repo, hidden_domain_ids=hidden, offset=offset, limit=limit + 1
    )
    counts = tx.conflicts.count(domain_name=name, repo=repo, hidden_domain_ids=hidden)
    return ConflictTopics(
        topics=_topics(tx, found[:limit]),
        open=counts.open,
        resolved=counts.resolved,
        next_cursor=cursors.cursor_at(offset + limit, asked) if len(found) > limit else None,
    )


def conflict_whole(tx: Transaction, caller: Caller, number: int) -> ConflictWhole:
    """One conflict; `NotFound` where it isn't there, a side was erased, or the caller may not see one."""
    conflict = tx.conflicts.get(number)
    details = conflict_details(tx, visible_conflicts(tx, caller, [conflict] if conflict else []))
    if conflict is None or not details:
        raise NotFound(f"There is no conflict {conflict_id(number)}; {wording_for(caller).lists_conflicts} lists them.")
    met = {one.id: one for side in (conflict.old_fact_id, conflict.new_fact_id) for one in tx.conflicts.of_fact(side)}
    newest = sorted((one for one in met.values() if one.id != number), key=lambda one: -one.id)[:MOST_OTHERS]
    return ConflictWhole(conflict=details[0], others=conflict_details(tx, visible_conflicts(tx, caller, newest)))


def conflict_details(tx: Transaction, conflicts: Sequence[Conflict]) -> list[ConflictDetail]:
    """The conflicts in their order; one with a side that was erased is left out."""
    numbers = {number for one in conflicts for number in (one.old_fact_id, one.new_fact_id)}
    facts = {number: fact for number in sorted(numbers) if (fact := tx.facts.get(number)) is not None}
    rows = fact_rows(tx, list(facts.values()), FactFilter(tx.now))
    sides = {number: (fact, row) for (number, fact), row in zip(facts.items(), rows, strict=True)}
    return [
        _detail(tx, one, sides[one.old_fact_id], sides[one.new_fact_id])
        for one in conflicts
        if one.old_fact_id in sides and one.new_fact_id in sides
    ]


def _topics(tx: Transaction, found: Sequence[ConflictOfTopic]) -> list[ConflictTopic]:
    """Those about one topic stand beside each other already."""
    details = {one["id"]: one for one in conflict_details(tx, [one.conflict for one in found])}
    groups = (list(group) for _, group in groupby(found, key=lambda one: one.newest_id))
    return [_topic(group[0], [details[conflict_id(one.conflict.id)] for one in group]) for group in groups]


def _topic(first: ConflictOfTopic, conflicts: list[ConflictDetail]) -> ConflictTopic:
    return ConflictTopic(
        domain=conflicts[0]["domain"],
        topic=conflicts[0]["topic"],
        open=first.open_count,
        total=first.total_count,
        conflicts=conflicts,
    )


def _detail(tx: Transaction, one: Conflict, old: tuple[Fact, FactRow], new: tuple[Fact, FactRow]) -> ConflictDetail:
    found = tx.resolutions.get(one.id)
    why_not = hindrance(tx, found) if found else None
    return ConflictDetail(
        id=conflict_id(one.id),
        status=one.status.value,
        domain=str(old[0].scope),
        topic=old[0].topic,
        old=old[1],
        new=new[1],
        kind=one.kind,
        evidence=one.evidence,
        rule=one.rule,
        winner=one.winner.value if one.winner else None,
        reason=one.reason,
        opened=written(one.opened_at),
        settled=written(one.resolved_at) if one.resolved_at else None,
        settled_by=one.resolved_by,
        batch_id=_settling_batch(tx, one),
        is_automatic=found is not None,
        finding=found.finding.value if found and found.finding else None,
        found_by=found.found_by if found else None,
        found_at=written(found.found_at) if found and found.found_at else None,
        may_overturn=found is not None and why_not is None,
        hindrance=why_not,
    )


def _settling_batch(tx: Transaction, one: Conflict) -> str | None:
    """The batch that settled it, while it is settled."""
    if one.status is ConflictStatus.OPEN:
        return None
    settling = [entry for entry in tx.audit.of_subject(conflict_id(one.id)) if _settles(entry)]
    number = settling[-1].batch_id if settling else None
    return batch_id(number) if number is not None else None


def _settles(entry: AuditEntry) -> bool:
    return (entry.after or {}).get("status") == ConflictStatus.RESOLVED.value
