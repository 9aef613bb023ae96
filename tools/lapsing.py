"""The first part of a consolidation: what expired while it waited is dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..store.model import AuditEntry, Caller, HotItem, Observation
from ..store.protocol import Transaction
from .audit import audit
from .consolidation_report import Done
from .ids import item_id, observation_id
from .passages import PassagesOf


@dataclass(frozen=True, slots=True)
class Lapsed:
    """Something pending that holds no more: an observation, or an item."""

    observation_id: int | None = None
    item_id: int | None = None


class DropLapsed:
    """What is pending of an agent (None: of all) and has expired, or rests on what did.

    What is only outdated stays: its source may come back to what was seen.
    """

    def __init__(self, caller: Caller, whose: str | None) -> None:
        self._caller = caller
        self._whose = whose

    def plan(self, tx: Transaction) -> list[Lapsed]:
        observations = (one for one in tx.observations.pending(self._whose) if has_expired(one, tx))
        items = (one for one in tx.hot_items.pending(self._whose) if not holds(one, tx))
        return [*(Lapsed(one.id) for one in observations), *(Lapsed(item_id=one.id) for one in items)]

    def passages(self, steps: Sequence[Lapsed]) -> PassagesOf | None:
        del steps
        return None

    def apply(self, tx: Transaction, step: Lapsed) -> Done:
        if step.observation_id is not None:
            self._put_aside(tx, step.observation_id)
        if step.item_id is not None:
            self._drop(tx, step.item_id)
        return Done()

    def _put_aside(self, tx: Transaction, number: int) -> None:
        found = tx.observations.get(number)
        if found is not None and found.consolidated_at is None and has_expired(found, tx):
            mark_consolidated(tx, self._caller, [number], {"why": "expired"})

    def _drop(self, tx: Transaction, number: int) -> None:
        found = tx.hot_items.get(number)
        if found is not None and is_pending(found) and not holds(found, tx):
            tx.hot_items.drop(number)
            after = {"dropped": True, "why": "expired"}
            audit(tx, self._caller, AuditEntry("drop", item_id(number), {"dropped": False}, after))


def has_expired(observation: Observation, tx: Transaction) -> bool:
    """Whether the time of an observation, or of what it sums up, is over for good."""
    return observation.lapses_at is not None and observation.lapses_at <= tx.now


def holds(item: HotItem, tx: Transaction) -> bool:
    """Whether a remembered item may still become a fact."""
    is_over = item.valid_until is not None and item.valid_until <= tx.now
    return not is_over and item.expires_at > tx.now


def is_pending(item: HotItem) -> bool:
    """Whether nothing has become of the item yet."""
    return item.promoted_to is None and item.dropped_at is None


def mark_consolidated(tx: Transaction, caller: Caller, numbers: Sequence[int], why: dict[str, object]) -> None:
    """Note that consolidation is done with observations; those that were before are left as they are."""
    found = tx.observations.get_many(numbers)
    fresh = [number for number in numbers if number in found and found[number].consolidated_at is None]
    tx.observations.mark_consolidated(fresh)
    for number in fresh:
        after = {"consolidated": True, **why}
        audit(tx, caller, AuditEntry("consolidate", observation_id(number), {"consolidated": False}, after))
