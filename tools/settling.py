"""Settling contradictions: judging two facts by what they rest on now, and putting the loser under the winner."""

from __future__ import annotations

from ..store.model import Caller, Conflict, ConflictStatus, Fact, Keep, LossReason
from ..store.protocol import Transaction
from ..store.rules.settlement import AskUser, NewWins, OldStands, Rule, Verdict, claimant, settle
from .conflict_records import resolve
from .fact_changes import supersede
from .settings import Settings


def judge(tx: Transaction, settings: Settings, old: Fact, new: Fact) -> Verdict:
    """Who wins between two facts that contradict each other, by what both rest on now."""
    sides = (claimant(fact, tx.now, tx.observations.get_many(fact.source_ids).values()) for fact in (old, new))
    return settle(*sides, auto_margin=settings.number("conflicts.auto_margin"))


def look_again(
    tx: Transaction, caller: Caller, settings: Settings, fact_number: int, batch_id: int | None = None
) -> tuple[Conflict, ...]:
    """Judge a fact's open conflicts anew after it was supported; those that are decided now are settled.

    One that the caller wanted to ask about is left to the user.
    """
    settled: list[Conflict] = []
    for seen in tx.conflicts.open_of([fact_number]):
        conflict = tx.conflicts.get(seen.id)  # settling one can make the next one moot
        if conflict is None or conflict.status is not ConflictStatus.OPEN or conflict.rule == Rule.ASKED:
            continue
        old, new = tx.facts.get(conflict.old_fact_id), tx.facts.get(conflict.new_fact_id)
        if old is None or new is None:
            continue
        match judge(tx, settings, old, new):
            case NewWins(rule):
                settled.append(close(tx, caller, conflict, Keep.NEW, rule, batch_id=batch_id))
            case OldStands(rule):
                settled.append(close(tx, caller, conflict, Keep.OLD, rule, batch_id=batch_id))
            case AskUser():
                pass
    return tuple(settled)


def close(
    tx: Transaction,
    caller: Caller,
    conflict: Conflict,
    keep: Keep,
    rule: Rule,
    reason: str | None = None,
    loss: LossReason = LossReason.OUTDATED,
    batch_id: int | None = None,
) -> Conflict:
    """Settle an open conflict; the side that isn't kept is superseded by the other."""
    settled = resolve(tx, caller, conflict, keep, rule, reason, batch_id)
    if keep is Keep.BOTH:
        return settled
    kept, lost = conflict.new_fact_id, conflict.old_fact_id
    if keep is Keep.OLD:
        kept, lost = lost, kept
    loser = tx.facts.get(lost)
    if loser is not None and loser.superseded_by is None and loser.retired_at is None:
        supersede(tx, caller, loser, kept, loss, batch_id)
    return settled
