"""Settling contradictions: judging two facts by what they rest on now, and putting the loser under the winner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..store.model import (
    Caller,
    Conflict,
    ConflictStatus,
    Fact,
    Keep,
    LossReason,
    NewConflict,
    NewFact,
    Origin,
    Veracity,
)
from ..store.protocol import Transaction
from ..store.rules.decay import effective_confidence
from ..store.rules.settlement import (
    AskUser,
    Claimant,
    NewWins,
    OldStands,
    Rule,
    Verdict,
    claimant,
    newcomer,
    settle,
)
from ..store.rules.veracity import reinforced
from .conflict_records import record, resolve
from .fact_changes import log_fact, supersede
from .settings import Settings


def judge(tx: Transaction, settings: Settings, old: Fact, new: Fact) -> Verdict:
    """Who wins between two facts that contradict each other, by what both rest on now."""
    return _settled(settings, _claimant(tx, old), _claimant(tx, new))


def judge_new(tx: Transaction, settings: Settings, old: Fact, new: NewFact) -> Verdict:
    """As `judge`, for a fact that isn't stored yet."""
    sources = tx.observations.get_many(new.source_ids).values()
    is_late = new.origin is Origin.CONSOLIDATED
    return _settled(settings, _claimant(tx, old), newcomer(new, tx.now, sources), late_loses=is_late)


def _claimant(tx: Transaction, fact: Fact) -> Claimant:
    return claimant(fact, tx.now, tx.observations.get_many(fact.source_ids).values())


def _settled(settings: Settings, old: Claimant, new: Claimant, *, late_loses: bool = False) -> Verdict:
    return settle(old, new, settings.number("conflicts.auto_margin"), late_loses=late_loses)


def look_again(tx: Transaction, caller: Caller, settings: Settings, fact_number: int) -> tuple[Conflict, ...]:
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
                settled.append(close(tx, caller, conflict, Keep.NEW, rule))
            case OldStands(rule):
                settled.append(close(tx, caller, conflict, Keep.OLD, rule))
            case AskUser():
                pass
    return tuple(settled)


def inherit_conflicts(tx: Transaction, caller: Caller, heir_id: int, fact_id: int) -> None:
    """Let a fact that is about to take another's place, as it says the same, stand in the other's open conflicts."""
    for conflict in tx.conflicts.open_of([fact_id]):
        old, new = (heir_id if side == fact_id else side for side in (conflict.old_fact_id, conflict.new_fact_id))
        if old != new and not tx.conflicts.of_pair(old, new):
            record(tx, caller, NewConflict(old, new, conflict.kind, conflict.evidence, conflict.rule, None))


def close(
    tx: Transaction,
    caller: Caller,
    conflict: Conflict,
    keep: Keep,
    rule: Rule,
    reason: str | None = None,
    loss: LossReason = LossReason.OUTDATED,
) -> Conflict:
    """Settle an open conflict; the side that isn't kept is superseded by the other."""
    return close_all(tx, caller, [conflict], keep, rule, reason, loss)[0]


def close_all(
    tx: Transaction,
    caller: Caller,
    conflicts: Sequence[Conflict],
    keep: Keep,
    rule: Rule,
    reason: str | None = None,
    loss: LossReason = LossReason.OUTDATED,
) -> list[Conflict]:
    """Settle several open conflicts alike; each as it was said, none as moot through another's loser."""
    settled = [resolve(tx, caller, conflict, keep, rule, reason) for conflict in conflicts]
    if keep is not Keep.BOTH:
        for conflict in conflicts:
            _put_under(tx, caller, conflict, keep, loss)
    return settled


def settle_for_user(
    tx: Transaction,
    caller: Caller,
    settings: Settings,
    conflicts: Sequence[Conflict],
    keep: Keep,
    reason: str | None = None,
    loss: LossReason = LossReason.OUTDATED,
) -> list[Conflict]:
    """Settle open conflicts as the user says; what they keep is then measured again against its other opponents.

    What they keep stands on their word from then on, so that no agent's inference takes its place unasked.
    """
    settled = close_all(tx, caller, conflicts, keep, Rule.USER, reason, loss)
    for number in dict.fromkeys(_kept(conflict, keep) for conflict in conflicts if keep is not Keep.BOTH):
        vouch_for(tx, caller, number)
        look_again(tx, caller, settings, number)
    return settled


def vouch_for(tx: Transaction, caller: Caller, number: int) -> None:
    """Let the user's word count for a fact as a mention of theirs does."""
    fact = tx.facts.get(number)
    if fact is None or not fact.is_active(tx.now):
        return
    confidence = reinforced(effective_confidence(fact, tx.now), Veracity.STATED)
    after = replace(fact, veracity=Veracity.STATED, confidence=confidence, supported_at=tx.now)
    tx.facts.save(after, "confirmed")
    log_fact(tx, caller, "confirm", after, fact)


def _kept(conflict: Conflict, keep: Keep) -> int:
    return conflict.old_fact_id if keep is Keep.OLD else conflict.new_fact_id


def _put_under(tx: Transaction, caller: Caller, conflict: Conflict, keep: Keep, loss: LossReason) -> None:
    lost = conflict.new_fact_id if keep is Keep.OLD else conflict.old_fact_id
    loser = tx.facts.get(lost)
    if loser is not None and loser.superseded_by is None and loser.retired_at is None:
        supersede(tx, caller, loser, _kept(conflict, keep), loss)
