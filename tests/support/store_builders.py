"""What tests of the store are made of: values with named defaults, a clock that is set, a store with its clock."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from palimpsest.store.clock import Clock
from palimpsest.store.model import (
    Embedded,
    Fact,
    FactFilter,
    Keep,
    Kind,
    MemoryType,
    NewConflict,
    NewFact,
    NewHotItem,
    NewObservation,
    NewPolicy,
    Observation,
    Scope,
    Validity,
    Veracity,
)
from palimpsest.store.protocol import Store, Transaction

T = TypeVar("T")

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
ARCHITECTURE = Scope("architecture")
MISSING = 10**9


@dataclass(slots=True)
class FakeClock:
    """A clock that stands still until it is set forward."""

    now: datetime = START

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **how_far: float) -> datetime:
        """Set it forward by `hours=1` and the like; the new time."""
        self.now += timedelta(**how_far)
        return self.now


def new_fact(domain_id: int, **changes: Any) -> NewFact:
    """A fact to insert; its keys follow from its topic and content."""
    fields: dict[str, Any] = {
        "domain_id": domain_id,
        "topic": "Cache",
        "content": "The cache is Redis.",
        "memory_type": MemoryType.FACT,
        "veracity": Veracity.INFERRED,
        "confidence": 0.7,
        "validity": Validity.OPEN,
        "valid_until": None,
        "agent": "ada",
        "role": "developer",
        "session": "s1",
    }
    fields |= changes
    keys = {"topic_key": fields["topic"].casefold(), "content_key": fields["content"].casefold()}
    return NewFact(**(keys | fields))


def new_observation(**changes: Any) -> NewObservation:
    fields: dict[str, Any] = {
        "agent": "ada",
        "role": "developer",
        "session": "s1",
        "content": "The deployment took nine minutes.",
        "veracity": Veracity.INFERRED,
        "source": "agent",
        "revision": None,
        "task": None,
        "kind": Kind.OBSERVATION,
        "score": 0.5,
        "expires_at": None,
    }
    return NewObservation(**(fields | changes))


def new_policy(domain_id: int, **changes: Any) -> NewPolicy:
    fields: dict[str, Any] = {
        "domain_id": domain_id,
        "rule": "Review every change.",
        "rule_key": "review every change",
        "required_role": None,
        "agent": "ada",
        "role": "developer",
    }
    return NewPolicy(**(fields | changes))


def new_hot_item(**changes: Any) -> NewHotItem:
    fields: dict[str, Any] = {
        "agent": "ada",
        "role": "developer",
        "session": "s1",
        "scope": Scope("general"),
        "topic": "",
        "content": "The meeting moved to Tuesday.",
        "memory_type": MemoryType.FACT,
        "veracity": Veracity.STATED,
        "valid_until": None,
        "expires_at": START + timedelta(hours=72),
    }
    return NewHotItem(**(fields | changes))


def new_conflict(old: Fact, new: Fact, winner: Keep | None = None, **changes: Any) -> NewConflict:
    fields: dict[str, Any] = {"kind": "name", "evidence": "Redis -> Valkey", "rule": "undecided"}
    return NewConflict(old_fact_id=old.id, new_fact_id=new.id, winner=winner, **(fields | changes))


Opener = Callable[[Path, Clock], Awaitable[Store]]


@dataclass(slots=True)
class Memory:
    """A store under test, its clock, and the way to open its place once more."""

    store: Store
    clock: FakeClock
    folder: Path
    opener: Opener
    opened: list[Store] = field(default_factory=list[Store])

    async def another(self) -> Store:
        """A second store of the same memory, as another process has it."""
        store = await self.opener(self.folder, self.clock)
        self.opened.append(store)
        return store

    async def read(self, work: Callable[[Transaction], T]) -> T:
        return await self.store.read(work)

    async def write(self, work: Callable[[Transaction], T], embedded: Embedded | None = None) -> T:
        return await self.store.write(work, embedded)

    async def add_fact(self, scope: Scope = ARCHITECTURE, **changes: Any) -> Fact:
        return await self.write(lambda tx: add_fact(tx, scope, **changes))

    async def add_observation(self, **changes: Any) -> Observation:
        return await self.write(lambda tx: tx.observations.insert(new_observation(**changes)))

    async def change(self, fact: Fact, change: str = "changed", **how: Any) -> Fact:
        """Save the fact as it stands now, with changes."""
        return await self.write(lambda tx: change_fact(tx, fact.id, change, **how))

    async def fact(self, fact_id: int) -> Fact:
        return await self.read(lambda tx: existing(tx, fact_id))

    def filter(self, **changes: Any) -> FactFilter:
        """What is believed now."""
        fields: dict[str, Any] = {"at": self.clock.now}
        return FactFilter(**(fields | changes))

    async def believed(self, at: datetime | None = None, **changes: Any) -> dict[int, Fact]:
        """The facts that are visible now, or were at a past moment, by id."""
        where = self.filter(**changes) if at is None else self.filter(**({"at": at, "past": True} | changes))
        return {fact.id: fact for fact in await self.read(lambda tx: tx.facts.active(where, 10_000))}


def add_fact(tx: Transaction, scope: Scope = ARCHITECTURE, **changes: Any) -> Fact:
    domain, _ = tx.domains.ensure(scope)
    return tx.facts.insert(new_fact(domain.id, **changes))


def existing(tx: Transaction, fact_id: int) -> Fact:
    fact = tx.facts.get(fact_id)
    assert fact is not None
    return fact


def change_fact(tx: Transaction, fact_id: int, change: str = "changed", **how: Any) -> Fact:
    """Save how a fact stands from now on; what it says stays."""
    changed = replace(existing(tx, fact_id), **how)
    tx.facts.save(changed, change)
    return changed
