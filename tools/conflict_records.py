"""Conflict rows and their audit entries: opening one, settling one, closing those that have become moot."""

from __future__ import annotations

from ..store.model import AuditEntry, Caller, Conflict, ConflictStatus, Keep, NewConflict
from ..store.protocol import Transaction
from ..store.rules.settlement import Rule
from .audit import audit
from .ids import conflict_id, fact_id


def record(tx: Transaction, caller: Caller, new: NewConflict) -> Conflict:
    """Keep a contradiction, open or settled at once."""
    conflict = tx.conflicts.insert(new, resolved_by=caller.agent)
    after = {
        "old": fact_id(new.old_fact_id),
        "new": fact_id(new.new_fact_id),
        "status": conflict.status.value,
        "keep": new.winner.value if new.winner else None,
        "rule": new.rule,
        "evidence": new.evidence,
    }
    audit(tx, caller, AuditEntry("create", conflict_id(conflict.id), None, after))
    return conflict


def resolve(
    tx: Transaction,
    caller: Caller,
    conflict: Conflict,
    keep: Keep,
    rule: Rule,
    reason: str | None = None,
) -> Conflict:
    """Mark an open conflict as settled; the facts are the caller's part."""
    tx.conflicts.resolve(conflict.id, keep, rule=rule.value, reason=reason, by=caller.agent)
    before = {"status": conflict.status.value, "keep": None, "rule": conflict.rule}
    after = {"status": "resolved", "keep": keep.value, "rule": rule.value, "reason": reason}
    audit(tx, caller, AuditEntry("resolve", conflict_id(conflict.id), before, after))
    settled = tx.conflicts.get(conflict.id)
    if settled is None:
        raise AssertionError("a conflict that was just resolved is there")
    return settled


def close_moot(tx: Transaction, caller: Caller, fact_number: int) -> None:
    """Close the open conflicts of a fact that is out of use: the other side stands."""
    for conflict in tx.conflicts.of_fact(fact_number):
        if conflict.status is not ConflictStatus.OPEN:
            continue
        keep = Keep.OLD if conflict.new_fact_id == fact_number else Keep.NEW
        resolve(tx, caller, conflict, keep, Rule.MOOT)
