"""What a person takes out of use: planned on what is there, and done as planned. One step of a transaction, one batch.

These are a person's: no tool calls them. What takes facts back into use is in `bringing_back`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..store.model import Caller, Fact, LossReason, RetiredReason
from ..store.protocol import Transaction
from .fact_changes import retire, visible_facts
from .ids import fact_id, policy_id
from .undoing import Kept

MOST_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Deleted:
    """What is taken out of use, what stays as it is, and what follows for the rest.

    `beneath` is what each deleted fact had replaced, and can be restored; `policies` were derived from one of them and
    stay in force; `conflicts` were open and are moot.
    """

    facts: tuple[int, ...]
    kept: tuple[Kept, ...]
    beneath: tuple[tuple[int, tuple[int, ...]], ...]
    policies: tuple[int, ...]
    conflicts: tuple[int, ...]

    @property
    def remarks(self) -> list[str]:
        """What a person should know of the rest, in words."""
        freed = [
            f"{', '.join(map(fact_id, numbers))}, which {fact_id(by)} had replaced, can be restored."
            for by, numbers in self.beneath
        ]
        derived = [f"{policy_id(one)} was derived from one of them and stays in force." for one in self.policies]
        return freed + derived


def plan_deletion(tx: Transaction, caller: Caller, numbers: Sequence[int], reason: LossReason) -> Deleted:
    """What deleting the facts would do."""
    gone: dict[int, Fact] = {}
    kept: list[Kept] = []
    for fact in visible_facts(tx, caller, numbers):
        if fact.retired_reason is RetiredReason.DELETED and fact.loss_reason is reason:
            kept.append(Kept(fact_id(fact.id), f"it was deleted as {reason} before"))
        else:
            gone[fact.id] = fact
    return Deleted(
        facts=tuple(gone),
        kept=tuple(kept),
        beneath=tuple(_beneath(tx, gone)),
        policies=tuple(one.id for one in tx.policies.active() if not gone.keys().isdisjoint(one.source_fact_ids)),
        conflicts=tuple(_open_conflicts(tx, list(gone))),
    )


def delete_facts(tx: Transaction, caller: Caller, numbers: Sequence[int], reason: LossReason) -> Deleted:
    """Take facts out of use; as `wrong` their texts aren't taken again in silence. They stay readable."""
    plan = plan_deletion(tx, caller, numbers, reason)
    for fact in visible_facts(tx, caller, plan.facts):
        retire(tx, caller, fact, RetiredReason.DELETED, reason)
    return plan


def _beneath(tx: Transaction, gone: Mapping[int, Fact]) -> list[tuple[int, tuple[int, ...]]]:
    found = [(by, tuple(one for one in tx.facts.predecessors(by) if one not in gone)) for by in gone]
    return [(by, numbers) for by, numbers in found if numbers]


def _open_conflicts(tx: Transaction, numbers: Sequence[int]) -> list[int]:
    return sorted({one.id for one in tx.conflicts.open_of(numbers)}) if numbers else []
