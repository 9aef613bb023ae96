"""Purging: a person erases facts for good. No tool does, and no batch brings back what is erased."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ..store.errors import Refused
from ..store.model import AuditEntry, Caller, Fact
from ..store.model.erasure import Erasure
from ..store.protocol import Transaction
from ..store.rules.quoting import quoting
from .audit import audit
from .fact_changes import visible_facts
from .ids import batch_id, conflict_id, fact_id, item_id, observation_id
from .runs import is_held
from .undoing import PURGE, Kept

MOST_QUOTING = 50
"""Texts that quote an erased one are named up to here, and counted beyond."""


@dataclass(frozen=True, slots=True)
class Quoting:
    """A text that stays and quotes facts that go."""

    name: str
    fact_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Purged:
    """What is erased, or would be: everything by id, and how many rows go with it.

    `kept` stays as it is, and why; `quoting` says the same as an erased fact somewhere else, `more_quoting` are beyond
    those that are named.
    """

    extent: Erasure
    kept: tuple[Kept, ...]
    quoting: tuple[Quoting, ...]
    more_quoting: int


def plan_purge(tx: Transaction, caller: Caller, numbers: Sequence[int], *, with_observations: bool) -> Purged:
    """What purging the facts would erase."""
    erased = tx.erasures.erased(numbers)
    facts = visible_facts(tx, caller, [number for number in numbers if number not in erased])
    extent = tx.erasures.extent([fact.id for fact in facts], with_sources=with_observations)
    found = _quoting(tx, facts, extent)
    before = [Kept(fact_id(number), f"it was erased before, in {batch_id(by)}") for number, by in erased.items()]
    return Purged(extent, (*before, *_needed(extent)), found[:MOST_QUOTING], max(0, len(found) - MOST_QUOTING))


def purge(tx: Transaction, caller: Caller, numbers: Sequence[int], *, with_observations: bool) -> Purged:
    """Erase the facts. One audit entry remains, of ids alone."""
    if is_held(tx):
        raise Refused("A run is tidying this memory. Nothing was erased: call again in a moment.")
    plan = plan_purge(tx, caller, numbers, with_observations=with_observations)
    if plan.extent.fact_ids:
        tx.batches.describe(PURGE, caller.agent)
        _erase(tx, caller, plan.extent)
    return plan


def _erase(tx: Transaction, caller: Caller, extent: Erasure) -> None:
    tx.erasures.erase(extent, {"erased": True})
    gone = {
        "facts": [fact_id(number) for number in extent.fact_ids],
        "observations": [observation_id(number) for number in extent.observation_ids],
        "items": [item_id(number) for number in extent.item_ids],
        "conflicts": [conflict_id(number) for number in extent.conflict_ids],
    }
    audit(tx, caller, AuditEntry("purge", "facts", None, {"count": len(extent.fact_ids), **gone}))


def _needed(extent: Erasure) -> list[Kept]:
    """Why observations stay that an erased fact rests on."""
    return [
        Kept(observation_id(one.id), _why(one.fact_ids, one.summary_ids))
        for one in extent.kept_observations
        if one.fact_ids or one.summary_ids
    ]


def _why(fact_ids: Collection[int], summary_ids: Collection[int]) -> str:
    if fact_ids:
        return f"{', '.join(map(fact_id, fact_ids))} rests on it"
    return f"{', '.join(map(observation_id, summary_ids))} sums it up"


def _quoting(tx: Transaction, facts: Sequence[Fact], extent: Erasure) -> tuple[Quoting, ...]:
    said = {fact.id: fact.content for fact in facts}
    found = dict[str, tuple[int, ...]]()
    for name, numbers in quoting(tx.erasures.texts(extent), said) if said else ():
        found[name] = tuple(sorted({*found.get(name, ()), *numbers}))
    return tuple(Quoting(name, numbers) for name, numbers in found.items())
