"""Leases: one holder at a time, and none for ever."""

from __future__ import annotations

import pytest
from palimpsest.store.protocol import Store
from store_builders import Memory

WORK = "backfill"


async def take(store: Store | Memory, holder: str, seconds: float = 30, name: str = WORK) -> bool:
    return await store.write(lambda tx: tx.leases.take(name, holder, seconds))


async def test_a_lease_has_one_holder_at_a_time(memory: Memory):
    assert await take(memory, "ada")
    assert not await take(memory, "ben")


async def test_another_process_sees_that_it_is_taken(memory: Memory):
    other = await memory.another()
    assert await take(memory, "ada")
    assert not await take(other, "ben")
    await memory.write(lambda tx: tx.leases.release(WORK, "ada"))
    assert await take(other, "ben")


async def test_its_holder_can_take_it_again_for_longer(memory: Memory):
    await take(memory, "ada")
    memory.clock.forward(seconds=20)
    assert await take(memory, "ada")
    memory.clock.forward(seconds=20)
    assert not await take(memory, "ben")


@pytest.mark.parametrize(("seconds", "is_free"), [(29.9, False), (30, True), (3600, True)])
async def test_a_lease_that_is_not_renewed_ends_by_itself(memory: Memory, seconds: float, is_free: bool):
    await take(memory, "ada")
    memory.clock.forward(seconds=seconds)
    assert await take(memory, "ben") is is_free


async def test_who_lost_a_lease_does_not_get_it_back_while_another_holds_it(memory: Memory):
    await take(memory, "ada")
    memory.clock.forward(seconds=31)
    await take(memory, "ben")
    assert not await take(memory, "ada")


async def test_a_released_lease_is_free(memory: Memory):
    await take(memory, "ada")
    await memory.write(lambda tx: tx.leases.release(WORK, "ada"))
    assert await take(memory, "ben")


async def test_nobody_releases_the_lease_of_another(memory: Memory):
    await take(memory, "ada")
    await memory.write(lambda tx: tx.leases.release(WORK, "ben"))
    assert not await take(memory, "ben")


async def test_leases_of_other_names_are_others(memory: Memory):
    await take(memory, "ada")
    assert await take(memory, "ben", name="reindex")


async def test_a_clock_that_was_set_back_keeps_nothing_locked(memory: Memory):
    await take(memory, "ada")
    memory.clock.forward(days=-400)
    assert await take(memory, "ben")
