"""Purging: a person erases facts for good. No tool does, and no batch brings back what is erased."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from ..store.errors import Refused
from ..store.model import AuditEntry, Caller, FactFilter
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
    quoting: tuple[Quoting, ...] = ()
    more_quoting: int = 0


def plan_purge(tx: Transaction, caller: Caller, numbers: Sequence[int], *, with_observations: bool) -> Purged:
    """What purging the facts would erase, and what would still say the same."""
    plan = _plan(tx, caller, numbers, with_observations=with_observations)
    found = _quoting(tx, plan.extent)
    return replace(plan, quoting=found[:MOST_QUOTING], more_quoting=max(0, len(found) - MOST_QUOTING))


def purge(tx: Transaction, caller: Caller, numbers: Sequence[int], *, with_observations: bool) -> Purged:
    """Erase the facts. One audit entry remains, of ids alone.

    What quotes them isn't looked for: `plan_purge` does before, as nobody should have to wait for that to write.
    """
    if is_held(tx):
        raise Refused("A run is tidying this memory. Nothing was erased: call again in a moment.")
    plan = _plan(tx, caller, numbers, with_observations=with_observations)
    if plan.extent.fact_ids:
        tx.batches.describe(PURGE, caller.agent)
        _erase(tx, caller, plan.extent)
    return plan


def _plan(tx: Transaction, caller: Caller, numbers: Sequence[int], *, with_observations: bool) -> Purged:
    erased = tx.erasures.erased(numbers)
    facts = visible_facts(tx, caller, [number for number in numbers if number not in erased])
    extent = tx.erasures.extent([fact.id for fact in facts], with_sources=with_observations)
    before = [Kept(fact_id(number), f"it was erased before, in {batch_id(by)}") for number, by in erased.items()]
    return Purged(extent, (*before, *_needed(extent)))


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


def _quoting(tx: Transaction, extent: Erasure) -> tuple[Quoting, ...]:
    everything = FactFilter(tx.now, include_superseded=True, include_retired=True)
    said = {number: fact.content for number, fact in tx.facts.get_many(extent.fact_ids, everything).items()}
    found = dict[str, tuple[int, ...]]()
    for name, numbers in quoting(tx.erasures.texts(extent), said) if said else ():
        found[name] = tuple(sorted({*found.get(name, ()), *numbers}))
    return tuple(Quoting(name, numbers) for name, numbers in found.items())
