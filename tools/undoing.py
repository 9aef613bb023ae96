"""Undoing a batch: whatever is still as the batch left it becomes what it was, and the rest is named.

Nothing is erased: a fact that the batch made is taken out of use and stays readable. The undoing is a batch itself, so
it can be undone in its turn, once. A part of a batch can be put back alone, with all that goes with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, replace

from ..store.errors import NotFound, Refused
from ..store.model import (
    AuditEntry,
    Batch,
    Caller,
    Fact,
    FactChange,
    LossReason,
    RetiredReason,
    RowChange,
    RowKind,
)
from ..store.protocol import Transaction
from ..store.rules.undoing import Touched, facts_of, find_kept
from .audit import audit
from .conflict_records import close_moot
from .fact_changes import log_fact
from .ids import batch_id, fact_id
from .meeting import find_meetings, meet_again
from .undo_part import find_part, name_of, names_in

UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class Kept:
    """Something that stays as it is, and why."""

    id: str
    why: str


@dataclass(frozen=True, slots=True)
class Undone:
    """What undoing a batch came to; `by` is the batch of the undoing, None when nothing was left to put back.

    `restored` is as it was before; `taken_back` was made by the batch and is out of use. `contradicting` are facts that
    came in meanwhile and contradict what holds again; `conflicts` are those that were opened of it.
    """

    batch: str
    by: str | None
    restored: tuple[str, ...]
    taken_back: tuple[str, ...]
    kept: tuple[Kept, ...]
    conflicts: tuple[int, ...]
    contradicting: tuple[int, ...] = ()


RECOVERY = "recovery"
"""What took back a run that was cut off: bringing it back would bring back half a run."""

PURGE = "purge"
"""What erased facts for good: nothing is left of them to bring back."""

ERASED = "it was erased"


def undo(tx: Transaction, caller: Caller, number: int, only: Collection[str] = ()) -> Undone:
    """Put back what a finished batch did; `Refused` when it was undone already or is still going on.

    `only`: no more of it than these subjects (`F12`, `setting:embedder`), and what goes with them.
    """
    run = _Undoing(tx, caller, _finished(tx, number), only)
    run.put_back()
    return run.conclude()


def foresee(tx: Transaction, caller: Caller, number: int, only: Collection[str] = ()) -> Undone:
    """What `undo` would come to, on any snapshot; nothing is changed."""
    return _Undoing(tx, caller, _finished(tx, number), only).outlook()


def _finished(tx: Transaction, number: int) -> Batch:
    batch = _undoable(tx, number)
    if batch.finished_at is None:
        raise Refused(f"{batch_id(number)} is still going on: undo it when it has ended.")
    return batch


def undo_in_any_state(tx: Transaction, caller: Caller, batch: Batch, kind: str = "undo") -> Undone:
    """The same for a batch that nobody goes on with."""
    run = _Undoing(tx, caller, batch)
    run.put_back(kind)
    return run.conclude()


def _undoable(tx: Transaction, number: int) -> Batch:
    batch = tx.batches.get(number)
    if batch is None:
        raise NotFound(f"There is no batch {batch_id(number)}; `palimpsest history` lists the last ones.")
    if batch.kind == RECOVERY:
        raise Refused(f"{batch_id(number)} took back a run that was cut off half done: run it again instead.")
    if batch.kind == PURGE:
        raise Refused(f"{batch_id(number)} erased facts for good: it can't be undone.")
    if batch.undone_by is not None:
        by = batch_id(batch.undone_by)
        raise Refused(f"{batch_id(number)} was undone already, by {by}; undo {by} to bring it back.")
    return batch


class _Undoing:
    """One batch on its way back, or a part of it."""

    def __init__(self, tx: Transaction, caller: Caller, batch: Batch, only: Collection[str] = ()) -> None:
        self._tx = tx
        self._caller = caller
        self._batch = batch
        self._facts = {change.fact_id: change for change in tx.batches.facts(batch.id)}
        self._rows = tx.batches.rows(batch.id)
        self._now = {number: self._fact(number) for number in self._facts}
        self._put_back_by = _put_back_since(tx, batch)
        erased = {f"{letter}{number}": ERASED for letter, number in tx.erasures.of_batch(batch.id)}
        self._is_part = self._narrow(only, erased) if only else False
        self._kept_facts = find_kept(self._touched_facts())
        self._kept = {name: why for name, why in erased.items() if not only or name in only}
        self._kept |= {fact_id(number): why for number, why in self._kept_facts.items()}
        citing = self._citing()
        self._free = [change for change in reversed(self._rows) if self._is_free(change, citing)]
        self._opened: list[int] = []
        self._contradicting: dict[int, None] = {}

    def put_back(self, kind: str = "undo") -> None:
        """Rows first: what they hang on is put back after them."""
        self._tx.batches.describe(kind, self._caller.agent, undoes=self._batch.id)
        self._tx.batches.put_back(self._free)
        for change in self._free:
            self._log(change)
        free = self._free_facts()
        for change in free:
            self._put_back_fact(self._now[change.fact_id], change)
        for change in free:
            self._meet_again(change.fact_id)

    def outlook(self) -> Undone:
        """What putting it back would come to."""
        for change in self._free_facts():
            fact, before = self._now[change.fact_id], change.before
            if before is not None and before.is_active(self._tx.now) and not fact.is_active(self._tx.now):
                met = find_meetings(self._tx, _as_before(fact, before), self._facts)
                self._contradicting |= dict.fromkeys(other for other, _ in met)
        return self._come_to(None)

    def conclude(self) -> Undone:
        """Say in the store what became of the batch."""
        tx, by = self._tx, self._tx.batches.at_hand
        tx.batches.finish(self._batch.id)
        if by is not None and not self._is_part:
            tx.batches.mark_undone(self._batch.id, by)
            self._let_hold_again()
        return self._come_to(by)

    def _let_hold_again(self) -> None:
        """What the batch had put back, it has no longer."""
        other = None if self._batch.undoes is None else self._tx.batches.get(self._batch.undoes)
        if other is not None and other.undone_by == self._batch.id:
            self._tx.batches.mark_undone(other.id, None)

    def _come_to(self, by: int | None) -> Undone:
        names = [(name_of(change), change.before is None) for change in self._free]
        names += [(fact_id(change.fact_id), change.before is None) for change in self._free_facts()]
        return Undone(
            batch_id(self._batch.id),
            batch_id(by) if by is not None else None,
            tuple(dict.fromkeys(name for name, is_new in names if name and not is_new)),
            tuple(dict.fromkeys(name for name, is_new in names if name and is_new)),
            tuple(Kept(name, why) for name, why in self._kept.items()),
            tuple(self._opened),
            tuple(self._contradicting),
        )

    def _free_facts(self) -> list[FactChange]:
        return [change for number, change in self._facts.items() if number not in self._kept_facts]

    def _narrow(self, only: Collection[str], erased: Collection[str]) -> bool:
        """Leave out what isn't asked for and doesn't go with it; whether that is anything."""
        touched, citing = self._touched_facts(), self._citing()
        strangers = set(only) - names_in(touched, self._rows, citing) - set(erased)
        if strangers:
            raise NotFound(f"{batch_id(self._batch.id)} changed nothing of {', '.join(sorted(strangers))}.")
        part = find_part(touched, self._rows, citing, only)
        is_part = len(part.rows) < len(self._rows) or len(part.facts) < len(self._facts)
        self._rows = list(part.rows)
        self._facts = {number: self._facts[number] for number in sorted(part.facts)}
        return is_part

    def _touched_facts(self) -> list[Touched]:
        return [self._touched(change) for change in self._facts.values()]

    def _fact(self, number: int) -> Fact:
        fact = self._tx.facts.get(number)
        if fact is None:
            raise AssertionError("a fact with a history is there")
        return fact

    def _touched(self, change: FactChange) -> Touched:
        fact = self._now[change.fact_id]
        successor = fact.superseded_by if change.before is None or change.before.superseded_by is None else None
        goes_with = [successor] if successor is not None else []
        obstacle = None if change.stands else self._since(fact_id(change.fact_id))
        for row in self._rows:
            if row.kind is RowKind.CONFLICT and change.fact_id in (sides := facts_of(row, {})):
                goes_with.extend(sides)
                if not self._tx.batches.stands(row):
                    obstacle = obstacle or f"C{row.key['id']} was settled since"
        obstacle = obstacle or (self._replaced_others(fact) if change.before is None else self._is_said_again(change))
        return Touched(change.fact_id, obstacle, tuple(number for number in goes_with if number != change.fact_id))

    def _is_said_again(self, change: FactChange) -> str | None:
        """A fact that would hold again is not needed where another says the same by now."""
        fact, before = self._now[change.fact_id], change.before
        if before is None or fact.is_active(self._tx.now) or not before.is_active(self._tx.now):
            return None
        same = self._tx.facts.same_of_topic(fact.domain_id, fact.topic_key, fact.content_key)
        return f"{fact_id(same.id)} says the same by now" if same and same.id not in self._facts else None

    def _replaced_others(self, fact: Fact) -> str | None:
        """A fact that has since taken the place of others is needed."""
        later = (self._fact(one) for one in self._tx.facts.predecessors(fact.id) if one not in self._facts)
        needs = next((other for other in later if other.retired_at is None), None)
        return f"it has replaced {fact_id(needs.id)} since" if needs else None

    def _citing(self) -> dict[int, list[int]]:
        citing: defaultdict[int, list[int]] = defaultdict(list)
        for fact in self._now.values():
            for source in fact.source_ids:
                citing[source].append(fact.id)
        return citing

    def _is_free(self, change: RowChange, citing: dict[int, list[int]]) -> bool:
        if any(number in self._kept_facts for number in facts_of(change, citing)):
            return False
        if self._tx.batches.stands(change):
            return True
        if name := name_of(change):
            self._kept.setdefault(name, self._since(name))
        return False

    def _since(self, name: str) -> str:
        """Why something isn't as the batch left it."""
        by = self._put_back_by.get(name)
        return "it was changed since" if by is None else f"it was undone already, by {batch_id(by)}"

    def _log(self, change: RowChange) -> None:
        if name := name_of(change):
            hides_text = change.kind is RowKind.NOTES
            before, after = (None, None) if hides_text else (change.after, change.before)
            audit(self._tx, self._caller, AuditEntry("undo", name, before, after))

    def _put_back_fact(self, fact: Fact, change: FactChange) -> None:
        after = _taken_back(self._tx, fact) if change.before is None else _as_before(fact, change.before)
        self._tx.facts.save(after, UNDONE)
        log_fact(self._tx, self._caller, "undo", self._fact(fact.id), fact)
        if not after.is_active(self._tx.now):
            close_moot(self._tx, self._caller, fact.id)

    def _meet_again(self, number: int) -> None:
        """A fact that holds again may contradict one that came in meanwhile: that is left to the user."""
        fact = self._fact(number)
        if self._now[number].is_active(self._tx.now) or not fact.is_active(self._tx.now):
            return
        for opened in meet_again(self._tx, self._caller, fact, self._facts):
            self._opened.append(opened.id)
            other = opened.new_fact_id if opened.old_fact_id == number else opened.old_fact_id
            self._contradicting[other] = None


def _as_before(fact: Fact, before: Fact) -> Fact:
    """The fact as it stood; how often it was recalled is no part of that."""
    return replace(before, recall_count=fact.recall_count, last_recalled_at=fact.last_recalled_at)


def _taken_back(tx: Transaction, fact: Fact) -> Fact:
    """Out of use as something that doesn't hold any more: its text may come in again."""
    return replace(
        fact,
        retired_at=tx.now,
        retired_reason=RetiredReason.DELETED,
        loss_reason=fact.loss_reason or LossReason.OUTDATED,
    )


def _put_back_since(tx: Transaction, batch: Batch) -> dict[str, int]:
    """What of the batch was put back before, in parts, each with the batch that did it."""
    put_back: dict[str, int] = {}
    for one in tx.batches.undoing(batch.id):
        names = [fact_id(change.fact_id) for change in tx.batches.facts(one.id)]
        names += [name for change in tx.batches.rows(one.id) if (name := name_of(change))]
        put_back |= dict.fromkeys(names, one.id)
    return put_back
