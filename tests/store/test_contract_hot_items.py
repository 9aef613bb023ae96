"""What `remember` was told waits until it is promoted or dropped."""

from __future__ import annotations

from datetime import timedelta

from palimpsest.store.model import HotItem, MemoryType, Scope, Veracity
from store_builders import MISSING, START, Memory, new_hot_item


async def add_item(memory: Memory, **changes: object) -> HotItem:
    return await memory.write(lambda tx: tx.hot_items.insert(new_hot_item(**changes)))


async def test_an_item_is_stored_as_it_was_said(memory: Memory) -> None:
    item = await add_item(
        memory,
        agent="ben",
        scope=Scope("plans", "owner-name"),
        topic="Release",
        memory_type=MemoryType.COMMITMENT,
        veracity=Veracity.STATED,
        valid_until=START + timedelta(days=9),
        expires_at=START + timedelta(hours=1),
    )
    assert item == await memory.read(lambda tx: tx.hot_items.get(item.id))
    assert (item.agent, item.scope, item.topic) == ("ben", Scope("plans", "owner-name"), "Release")
    assert (item.memory_type, item.veracity) == (MemoryType.COMMITMENT, Veracity.STATED)
    assert (item.created_at, item.expires_at) == (START, START + timedelta(hours=1))
    assert item.valid_until == START + timedelta(days=9)
    assert (item.promoted_to, item.dropped_at) == (None, None)
    assert await memory.read(lambda tx: tx.hot_items.get(MISSING)) is None


async def test_naming_a_domain_does_not_create_it(memory: Memory) -> None:
    await add_item(memory, scope=Scope("plans"))
    assert await memory.read(lambda tx: tx.domains.get(Scope("plans"))) is None


async def test_what_is_pending_was_neither_promoted_nor_dropped(memory: Memory) -> None:
    promoted, dropped = await add_item(memory), await add_item(memory)
    expired = await add_item(memory, expires_at=START)
    foreign, last = await add_item(memory, agent="ben"), await add_item(memory)
    fact = await memory.add_fact()
    at = memory.clock.forward(hours=1)
    await memory.write(lambda tx: tx.hot_items.promote(promoted.id, fact.id))
    await memory.write(lambda tx: tx.hot_items.drop(dropped.id))
    assert await memory.read(lambda tx: tx.hot_items.pending("ada")) == [expired, last]
    assert await memory.read(lambda tx: tx.hot_items.pending(None)) == [expired, foreign, last]
    kept = [await memory.read(lambda tx, one=one: tx.hot_items.get(one.id)) for one in (promoted, dropped)]
    assert [(one.promoted_to, one.dropped_at) for one in kept if one] == [(fact.id, None), (None, at)]
