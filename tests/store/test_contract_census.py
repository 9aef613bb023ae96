"""How much a memory holds, counted by state."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from palimpsest.store.model import FactCount, Holdings, Overview, PolicyStatus, RetiredReason, Scope
from store_builders import START, Memory, new_conflict, new_hot_item, new_policy

NOTHING = Holdings(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)


async def test_an_empty_memory_holds_nothing(memory: Memory):
    assert await memory.read(lambda tx: tx.census.facts()) == []
    assert await memory.read(lambda tx: tx.census.holdings()) == NOTHING


async def test_a_fact_is_counted_once_by_how_it_stands(memory: Memory):
    standing = await memory.add_fact()
    await memory.change(await memory.add_fact(), superseded_by=standing.id, superseded_at=START)
    await memory.change(await memory.add_fact(), retired_at=START, retired_reason=RetiredReason.DELETED)
    await memory.add_fact(valid_from=START + timedelta(days=1))
    await memory.add_fact(valid_until=START)
    await memory.add_fact(Scope("architecture", "shop"))
    assert await memory.read(lambda tx: tx.census.facts()) == [
        FactCount(Scope("architecture"), active=1, dormant=2, superseded=1, retired=1),
        FactCount(Scope("architecture", "shop"), active=1, dormant=0, superseded=0, retired=0),
    ]


async def test_what_lapsed_ended_or_was_taken_is_told_from_what_is_there(memory: Memory):
    await memory.add_observation()
    over = await memory.add_observation(expires_at=START - timedelta(hours=1))
    await memory.write(lambda tx: tx.observations.mark_consolidated([over.id]))
    domain, _ = await memory.write(lambda tx: tx.domains.ensure(Scope("architecture")))
    policy = await memory.write(lambda tx: tx.policies.insert(new_policy(domain.id)))
    await memory.write(lambda tx: tx.policies.insert(new_policy(domain.id, rule_key="other")))
    await memory.write(lambda tx: tx.policies.end(policy.id, superseded_by=None, reason=None))
    await memory.write(lambda tx: tx.hot_items.insert(new_hot_item()))
    await memory.write(lambda tx: tx.hot_items.insert(new_hot_item(expires_at=START)))
    await memory.write(lambda tx: tx.notes.put("ada", "next", 1))
    assert policy.status is PolicyStatus.ACTIVE
    assert await memory.read(lambda tx: tx.census.holdings()) == NOTHING._replace(
        observations=2,
        active_observations=1,
        pending_observations=1,
        policies=2,
        active_policies=1,
        pending_items=1,
        notebooks=1,
    )


async def test_an_overview_counts_each_fact_once_and_what_waits_for_a_person(memory: Memory):
    assert await memory.read(lambda tx: tx.census.overview()) == Overview(0, 0, 0, 0, 0, 0, 0, 0)
    standing, other = await memory.add_fact(), await memory.add_fact(agent="ben")
    await memory.change(await memory.add_fact(), superseded_by=standing.id, superseded_at=START)
    gone: dict[str, Any] = {"retired_at": START, "retired_reason": RetiredReason.DELETED}
    await memory.change(await memory.add_fact(), superseded_by=standing.id, superseded_at=START, **gone)
    await memory.change(await memory.add_fact(), **gone)
    await memory.add_fact(valid_from=START + timedelta(days=1))
    await memory.add_fact(valid_until=START)
    seen = await memory.add_observation(expires_at=START)
    await memory.add_fact(source_ids=(seen.id,))
    await memory.write(lambda tx: tx.conflicts.insert(new_conflict(standing, other)))
    told = await memory.read(lambda tx: tx.census.overview())
    assert told == Overview(
        active=3, over=1, to_come=1, superseded=2, retired=1, stale=1, open_conflicts=1, waiting_policies=0
    )


async def test_authors_are_named_once_each(memory: Memory):
    assert await memory.read(lambda tx: tx.census.authors(10)) == []
    for agent in ("zoe", "ada", "ada", "Ben"):
        await memory.add_fact(agent=agent)
    assert await memory.read(lambda tx: tx.census.authors(10)) == ["Ben", "ada", "zoe"]
    assert await memory.read(lambda tx: tx.census.authors(2)) == ["Ben", "ada"]
