"""Undoing a batch: whatever is still as the batch left it becomes what it was, and the rest is named.

Nothing is erased: a fact that the batch made is taken out of use and stays readable. The undoing is a batch itself, so
it can be undone in its turn, once.
"""

from __future__ import annotations

from collections import defaultdict
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
from .meeting import meet_again

UNDONE = "undone"
HANGING = frozenset((RowKind.SOURCE, RowKind.MENTION, RowKind.DOUBT, RowKind.EDGE))
LETTERS = {RowKind.CONFLICT: "C", RowKind.OBSERVATION: "O", RowKind.HOT_ITEM: "H", RowKind.POLICY: "P"}


@dataclass(frozen=True, slots=True)
class Kept:
    """Something that stays as it is, and why."""

    id: str
    why: str


@dataclass(frozen=True, slots=True)
class Undone:
    """What undoing a batch came to; `by` is the batch of the undoing, None when nothing was left to put back.

    `restored` is as it was before; `taken_back` was made by the batch and is out of use.
    """

    batch: str
    by: str | None
    restored: tuple[str, ...]
    taken_back: tuple[str, ...]
    kept: tuple[Kept, ...]
    conflicts: tuple[int, ...]


RECOVERY = "recovery"
"""What took back a run that was cut off: bringing it back would bring back half a run."""

PURGE = "purge"
"""What erased facts for good: nothing is left of them to bring back."""

ERASED = "it was erased"


def undo(tx: Transaction, caller: Caller, number: int) -> Undone:
    """Put back what a finished batch did; `Refused` when it was undone already or is still going on."""
    batch = _undoable(tx, number)
    if batch.finished_at is None:
        raise Refused(f"{batch_id(number)} is still going on: undo it when it has ended.")
    return undo_in_any_state(tx, caller, batch)


def undo_in_any_state(tx: Transaction, caller: Caller, batch: Batch, kind: str = "undo") -> Undone:
    """The same for a batch that nobody goes on with."""
    tx.batches.describe(kind, caller.agent, undoes=batch.id)
    run = _Undoing(tx, caller, batch)
    run.put_back()
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
    """One batch on its way back."""

    def __init__(self, tx: Transaction, caller: Caller, batch: Batch) -> None:
        self._tx = tx
        self._caller = caller
        self._batch = batch
        self._facts = {change.fact_id: change for change in tx.batches.facts(batch.id)}
        self._rows = tx.batches.rows(batch.id)
        self._now = {number: self._fact(number) for number in self._facts}
        self._kept_facts = find_kept([self._touched(change) for change in self._facts.values()])
        self._kept = {f"{letter}{number}": ERASED for letter, number in tx.erasures.of_batch(batch.id)}
        self._kept |= {fact_id(number): why for number, why in self._kept_facts.items()}
        self._restored: list[str] = []
        self._taken_back: list[str] = []
        self._opened: list[int] = []

    def put_back(self) -> None:
        """Rows first: what they hang on is put back after them."""
        citing = self._citing()
        free = [change for change in reversed(self._rows) if self._is_free(change, citing)]
        self._tx.batches.put_back(free)
        for change in free:
            self._tell(change)
        for number, change in self._facts.items():
            if number not in self._kept_facts:
                self._put_back_fact(self._now[number], change)
        for number in self._facts:
            if number not in self._kept_facts:
                self._meet_again(number)

    def conclude(self) -> Undone:
        """Say in the store what became of the batch."""
        tx, by = self._tx, self._tx.batches.at_hand
        tx.batches.finish(self._batch.id)
        if by is not None:
            tx.batches.mark_undone(self._batch.id, by)
            if self._batch.undoes is not None:
                tx.batches.mark_undone(self._batch.undoes, None)
        return Undone(
            batch_id(self._batch.id),
            batch_id(by) if by is not None else None,
            tuple(dict.fromkeys(self._restored)),
            tuple(dict.fromkeys(self._taken_back)),
            tuple(Kept(name, why) for name, why in self._kept.items()),
            tuple(self._opened),
        )

    def _fact(self, number: int) -> Fact:
        fact = self._tx.facts.get(number)
        if fact is None:
            raise AssertionError("a fact with a history is there")
        return fact

    def _touched(self, change: FactChange) -> Touched:
        fact = self._now[change.fact_id]
        successor = fact.superseded_by if change.before is None or change.before.superseded_by is None else None
        goes_with = [successor] if successor is not None else []
        obstacle = None if change.stands else "it was changed since"
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
        if name := _name_of(change):
            self._kept.setdefault(name, "it was changed since")
        return False

    def _tell(self, change: RowChange) -> None:
        if name := _name_of(change):
            self._note(name, is_new=change.before is None)
            hides_text = change.kind is RowKind.NOTES
            before, after = (None, None) if hides_text else (change.after, change.before)
            audit(self._tx, self._caller, AuditEntry("undo", name, before, after))

    def _note(self, name: str, *, is_new: bool) -> None:
        (self._taken_back if is_new else self._restored).append(name)

    def _put_back_fact(self, fact: Fact, change: FactChange) -> None:
        after = _taken_back(self._tx, fact) if change.before is None else _as_before(fact, change.before)
        self._tx.facts.save(after, UNDONE)
        log_fact(self._tx, self._caller, "undo", self._fact(fact.id), fact)
        if not after.is_active(self._tx.now):
            close_moot(self._tx, self._caller, fact.id)
        self._note(fact_id(fact.id), is_new=change.before is None)

    def _meet_again(self, number: int) -> None:
        """A fact that holds again may contradict one that came in meanwhile: that is left to the user."""
        fact = self._fact(number)
        if self._now[number].is_active(self._tx.now) or not fact.is_active(self._tx.now):
            return
        self._opened += [one.id for one in meet_again(self._tx, self._caller, fact, self._facts)]


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


def _name_of(change: RowChange) -> str | None:
    """What a person calls the row; those that only hang on a fact have no name of their own."""
    if change.kind in HANGING:
        return None
    parts = [str(part) for part in change.key.values() if part != ""]
    return LETTERS.get(change.kind, f"{change.kind}:") + ":".join(parts)
