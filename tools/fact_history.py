"""A fact's whole chain as text: what it replaced, what replaced it, and of every change who, when and why."""

from __future__ import annotations

from collections import deque
from collections.abc import Container
from datetime import datetime

from ..store.errors import NotFound
from ..store.model import AuditEntry, Caller, Conflict, Fact, FactState, Keep
from ..store.protocol import Transaction
from ..store.rules.decay import effective_confidence
from ..store.rules.settlement import Rule
from ..store.rules.text import data_line, quoted
from .chains import chain_of
from .dates import written
from .drafts import hidden_domains
from .fact_changes import visible_fact
from .ids import batch_id, conflict_id, fact_id, observation_id
from .lapses import lapse_line

UNDONE = "undone"
Event = tuple[datetime, str]

MOST_LAPSES = 20


def fact_text(tx: Transaction, caller: Caller, number: int) -> str:
    """`fact_history`, for a caller who may see the fact; what stands in hidden domains is left out."""
    visible_fact(tx, caller, number)
    return fact_history(tx, number, hidden_domains(tx, caller))


def fact_history(tx: Transaction, number: int, hidden_domain_ids: Container[int] = ()) -> str:
    """The fact with everything it superseded and everything that superseded it, oldest first."""
    told = _Teller(tx, hidden_domain_ids)
    shown = [fact for fact in _chain(tx, number) if fact.domain_id not in hidden_domain_ids]
    return "\n\n".join(told.block(fact, is_asked=fact.id == number) for fact in shown)


def _chain(tx: Transaction, number: int) -> list[Fact]:
    chain = chain_of(tx.facts, number)
    if not chain:
        raise NotFound(f"There is no fact {fact_id(number)}.")
    return chain


class _Teller:
    """Tells facts to somebody from whom some domains are hidden."""

    def __init__(self, tx: Transaction, hidden_domain_ids: Container[int]) -> None:
        self._tx = tx
        self._hidden = hidden_domain_ids

    def block(self, fact: Fact, *, is_asked: bool) -> str:
        """One fact: how it stands now, what it says, and its events in order."""
        now = self._tx.now
        state = "active" if fact.is_active(now) else "not active"
        stale = ", stale" if self._tx.facts.stale([fact.id]) else ""
        lapsed = self._tx.lapses.of_facts([fact.id]).get(fact.id, [])
        sources = ", ".join(observation_id(number) for number in fact.source_ids) or "none"
        conflicts = self._visible_conflicts(fact)
        contested = "".join(f", contested ({conflict_id(one.id)})" for one in conflicts if one.winner is None)
        events = sorted([*self._changes(fact, conflicts), *self._settlements(fact, conflicts)], key=lambda one: one[0])
        lines = [
            f"{fact_id(fact.id)}{' (this one)' if is_asked else ''} [{fact.scope}/{data_line(fact.topic)}] "
            f"{state}{stale}{contested}",
            quoted(fact.content),
            f"by {fact.agent} ({fact.role}), {fact.memory_type}, {fact.veracity}, confidence now "
            f"{effective_confidence(fact, now):.2f}, sources: {sources}",
            *(f"  {lapse_line(lapse)}" for lapse in lapsed[:MOST_LAPSES]),
            *([f"  and {len(lapsed) - MOST_LAPSES} more lapsed"] if len(lapsed) > MOST_LAPSES else []),
            *(f"  {written(moment)}  {what}" for moment, what in events),
        ]
        return "\n".join(lines)

    def _visible(self, number: int) -> Fact | None:
        fact = self._tx.facts.get(number)
        return fact if fact is not None and fact.domain_id not in self._hidden else None

    def _visible_conflicts(self, fact: Fact) -> list[Conflict]:
        return [one for one in self._tx.conflicts.of_fact(fact.id) if self._visible(_other(one, fact.id))]

    def _changes(self, fact: Fact, conflicts: list[Conflict]) -> list[Event]:
        states = self._tx.facts.states(fact.id)
        entries = entries_of(states, self._tx.audit.of_subject(fact_id(fact.id)))
        return [
            (state.recorded_at, f"{_who(entry)}{self._what(state, conflicts)}{_in_batch(entry)}")
            for state, entry in zip(states, entries, strict=True)
        ]

    def _what(self, state: FactState, conflicts: list[Conflict]) -> str:
        fact = state.fact
        if fact.superseded_by is not None:
            return self._replaced(fact, fact.superseded_by, conflicts)
        if fact.retired_at is not None:
            why = f" ({fact.loss_reason})" if fact.loss_reason else ""
            return "undone: out of use" if state.change == UNDONE else f"retired: {fact.retired_reason}{why}"
        until = f", valid until {written(fact.valid_until)}" if fact.valid_until else ""
        return f"{state.change}, {fact.veracity}, confidence {fact.confidence:.2f}{until}"

    def _replaced(self, fact: Fact, successor: int, conflicts: list[Conflict]) -> str:
        if self._visible(successor) is None:
            return f"superseded ({fact.loss_reason})"
        how = "".join(
            f"; {conflict_id(one.id)}, {_ruled(one)}{_reason(one)}" for one in conflicts if _decided(one, fact)
        )
        return f"superseded by {fact_id(successor)} ({fact.loss_reason}{how})"

    def _settlements(self, fact: Fact, conflicts: list[Conflict]) -> list[Event]:
        """The conflicts that no superseding in the chain tells of: open, moot, or with both sides kept."""
        events: list[Event] = []
        for conflict in conflicts:
            other = self._visible(_other(conflict, fact.id))
            if other is None or _decided(conflict, fact) or _decided(conflict, other):
                continue
            against = f"{conflict_id(conflict.id)} against {fact_id(other.id)}, {_ruled(conflict)}"
            if conflict.resolved_at is None:
                events.append((conflict.opened_at, f"{against}: open"))
            else:
                kept = f"{_kept(conflict)}{_reason(conflict)}"
                events.append((conflict.resolved_at, f"{conflict.resolved_by}: {against}: {kept}"))
        return events


def entries_of(states: list[FactState], entries: list[AuditEntry]) -> list[AuditEntry | None]:
    """Of each state the audit entry that was written with it."""
    waiting = deque(sorted((entry for entry in entries if entry.at), key=lambda entry: (entry.at, entry.id)))
    found: list[AuditEntry | None] = []
    for state in states:
        while waiting and waiting[0].at and waiting[0].at < state.recorded_at:
            waiting.popleft()
        is_logged = bool(waiting) and waiting[0].at == state.recorded_at
        found.append(waiting.popleft() if is_logged else None)
    return found


def _who(entry: AuditEntry | None) -> str:
    return f"{entry.agent} ({entry.role}): " if entry else ""


def _in_batch(entry: AuditEntry | None) -> str:
    return f", in {batch_id(entry.batch_id)}" if entry and entry.batch_id else ""


def _other(conflict: Conflict, number: int) -> int:
    return conflict.old_fact_id if conflict.new_fact_id == number else conflict.new_fact_id


def _decided(conflict: Conflict, loser: Fact) -> bool:
    """Whether the fact was superseded because it lost this conflict."""
    lost = {Keep.NEW: conflict.old_fact_id, Keep.OLD: conflict.new_fact_id}.get(conflict.winner or Keep.BOTH)
    is_by_other = loser.superseded_by == _other(conflict, loser.id)
    return lost == loser.id and is_by_other and conflict.resolved_at == loser.superseded_at


def _ruled(conflict: Conflict) -> str:
    return f"rule {conflict.rule}, {data_line(conflict.evidence)}"


def _reason(conflict: Conflict) -> str:
    return f"; reason: {data_line(conflict.reason)}" if conflict.reason else ""


def _kept(conflict: Conflict) -> str:
    """How it ended; one that became moot was decided by nobody."""
    if conflict.rule == Rule.MOOT:
        return "one side went out of use"
    if conflict.winner is Keep.BOTH:
        return "both kept"
    return f"{fact_id(conflict.new_fact_id if conflict.winner is Keep.NEW else conflict.old_fact_id)} kept"
