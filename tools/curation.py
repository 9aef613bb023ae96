"""What a person does to facts: deleting, restoring, correcting. Each is one step of a transaction and one batch.

These are a person's: no tool calls them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..store.errors import Refused
from ..store.model import Caller, Conflict, Fact, LossReason, RetiredReason, Validity
from ..store.protocol import Transaction
from ..store.rules import restoring
from ..store.rules.restoring import InUse, IsOver, Replaced, Restored
from .dates import written
from .fact_changes import log_fact, retire, visible_fact, visible_facts
from .fact_update import term_of
from .ids import fact_id, policy_id
from .meeting import meet_again
from .settings import Settings
from .undoing import Kept

MOST_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Deleted:
    """What was taken out of use, what stays as it is, and what a person should know of the rest."""

    facts: tuple[int, ...]
    kept: tuple[Kept, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BackInUse:
    """A fact that holds again, and the contradictions with what came in meanwhile."""

    fact: Fact
    is_vouched: bool
    conflicts: tuple[Conflict, ...]


def delete_facts(tx: Transaction, caller: Caller, numbers: Sequence[int], reason: LossReason) -> Deleted:
    """Take facts out of use; as `wrong` their texts aren't taken again in silence. They stay readable."""
    deleted: list[Fact] = []
    kept: list[Kept] = []
    for fact in visible_facts(tx, caller, numbers):
        if fact.retired_reason is RetiredReason.DELETED and fact.loss_reason is reason:
            kept.append(Kept(fact_id(fact.id), f"it was deleted as {reason} before"))
        else:
            retire(tx, caller, fact, RetiredReason.DELETED, reason)
            deleted.append(fact)
    return Deleted(tuple(fact.id for fact in deleted), tuple(kept), tuple(_remarks(tx, deleted)))


def _remarks(tx: Transaction, deleted: Sequence[Fact]) -> list[str]:
    """What rested on the deleted facts, or made room for them."""
    remarks: list[str] = []
    gone = {fact.id for fact in deleted}
    for fact in deleted:
        beneath = [fact_id(number) for number in tx.facts.predecessors(fact.id) if number not in gone]
        if beneath:
            remarks.append(f"{', '.join(beneath)}, which {fact_id(fact.id)} had replaced, can be restored.")
    derived = (policy for policy in tx.policies.active() if gone.intersection(policy.source_fact_ids))
    return remarks + [f"{policy_id(policy.id)} was derived from one of them and stays in force." for policy in derived]


def restore_fact(
    tx: Transaction,
    caller: Caller,
    settings: Settings,
    number: int,
    validity: Validity | None = None,
    valid_until: str | None = None,
) -> BackInUse:
    """Take a fact back into use; `Refused` with what to do while something stands against it."""
    fact = visible_fact(tx, caller, number)
    term = term_of(fact, validity, valid_until, tx.now)
    least = settings.number("forgetting.min_confidence")
    match restoring.restore(fact, _standing_in(tx, fact), term, tx.now, least):
        case InUse():
            raise Refused(f"{fact_id(number)} is in use: there is nothing to restore.")
        case Replaced(by):
            raise Refused(_why_replaced(fact, by))
        case IsOver(ended_at):
            raise Refused(
                f"{fact_id(number)} held until {written(ended_at)}: give a later 'valid_until', or 'validity' open or "
                "permanent."
            )
        case Restored(after, is_vouched):
            _refuse_repetition(tx, after)
            return _put_back(tx, caller, fact, after, is_vouched=is_vouched)


def _standing_in(tx: Transaction, fact: Fact) -> int | None:
    """The active fact that stands in the place of this one, or of what stood there."""
    seen = {fact.id}
    while fact.superseded_by is not None and fact.superseded_by not in seen:
        successor = tx.facts.get(fact.superseded_by)
        if successor is None:
            return None
        if successor.is_active(tx.now):
            return successor.id
        seen.add(successor.id)
        fact = successor
    return None


def _why_replaced(fact: Fact, by: int) -> str:
    return (
        f"{fact_id(fact.id)} was superseded, and {fact_id(by)} stands in its place. Undo the batch that did it "
        f"(memory_audit.list with subject {fact_id(fact.id)} names it), or update {fact_id(by)} to say what holds."
    )


def _refuse_repetition(tx: Transaction, fact: Fact) -> None:
    same = tx.facts.same_of_topic(fact.domain_id, fact.topic_key, fact.content_key)
    if same is not None and same.id != fact.id:
        raise Refused(f"{fact_id(same.id)} says the same as {fact_id(fact.id)} already.")


def _put_back(tx: Transaction, caller: Caller, before: Fact, after: Fact, *, is_vouched: bool) -> BackInUse:
    if is_vouched:
        tx.facts.note_mention(after.id, caller.agent, caller.session)
    tx.facts.save(after, "restored")
    log_fact(tx, caller, "restore", after, before)
    opened = meet_again(tx, caller, after) if after.is_active(tx.now) else []
    return BackInUse(after, is_vouched, tuple(opened))
