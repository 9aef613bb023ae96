"""Observations: kept for their agent, seen by others once a visible fact cites them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from palimpsest.store.errors import StoreError
from palimpsest.store.model import Kind, RetiredReason, Scope, Veracity
from palimpsest.store.protocol import Transaction
from store_builders import MISSING, START, Memory, new_observation

HOUR = timedelta(hours=1)


async def test_an_observation_is_stored_as_it_was_seen(memory: Memory) -> None:
    fact = await memory.add_fact()
    first = await memory.add_observation()
    seen = await memory.add_observation(
        agent="ben",
        role="reviewer",
        session="s7",
        content="Both deployments took nine minutes.",
        veracity=Veracity.TOOL,
        source="ci/deploy.log",
        revision="3f2c",
        task="speed-up",
        kind=Kind.SUMMARY,
        score=0.9,
        expires_at=START + HOUR,
        refs=(first.id, first.id),
        used_fact_ids=(fact.id, fact.id),
    )
    assert seen == await memory.read(lambda tx: tx.observations.get(seen.id))
    assert (seen.agent, seen.role, seen.session, seen.veracity) == ("ben", "reviewer", "s7", Veracity.TOOL)
    assert (seen.source, seen.revision, seen.task) == ("ci/deploy.log", "3f2c", "speed-up")
    assert (seen.kind, seen.score, seen.refs) == (Kind.SUMMARY, 0.9, (first.id,))
    assert (seen.created_at, seen.expires_at, seen.lapses_at) == (START, START + HOUR, START + HOUR)
    assert (seen.consolidated_at, seen.outdated) == (None, False)
    assert seen.uuid != first.uuid


async def test_an_observation_that_is_not_there_is_none(memory: Memory) -> None:
    assert await memory.read(lambda tx: tx.observations.get(MISSING)) is None
    assert await memory.read(lambda tx: tx.observations.get_many([MISSING])) == {}


@pytest.mark.parametrize("refers_to", ["refs", "used_fact_ids"])
async def test_an_observation_refers_to_nothing_that_is_not_there(memory: Memory, refers_to: str) -> None:
    with pytest.raises(StoreError):
        await memory.add_observation(**{refers_to: (MISSING,)})
    assert await memory.read(lambda tx: tx.observations.pending(None)) == []


async def test_the_last_active_ones_are_the_agents_own_newest_last(memory: Memory) -> None:
    kept = [await memory.add_observation(content=f"{n}") for n in range(3)]
    await memory.add_observation(expires_at=START + HOUR)
    await memory.add_observation(agent="ben")
    memory.clock.forward(hours=1)
    kept.append(await memory.add_observation(session="s2"))
    found = await memory.read(lambda tx: tx.observations.last_active("ada", 3))
    assert found == kept[1:]


async def test_the_observations_of_a_task_are_the_agents_own_newest_first(memory: Memory) -> None:
    first = await memory.add_observation(task="speed-up")
    bare = await memory.add_observation()
    await memory.add_observation(task="speed-up", agent="ben")
    other = await memory.add_observation(task="other")
    second = await memory.add_observation(task="speed-up", expires_at=START)
    assert await memory.read(lambda tx: tx.observations.of_task("ada", "speed-up")) == [second, first]
    assert await memory.read(lambda tx: tx.observations.of_task("ada", None)) == [second, other, bare, first]
    assert await memory.read(lambda tx: tx.observations.of_task("ada", "none")) == []


async def test_what_is_pending_is_what_no_consolidation_took_oldest_first(memory: Memory) -> None:
    taken = await memory.add_observation()
    lapsed = await memory.add_observation(expires_at=START + HOUR)
    foreign = await memory.add_observation(agent="ben")
    last = await memory.add_observation()
    at = memory.clock.forward(hours=1)
    await memory.write(lambda tx: tx.observations.mark_consolidated([taken.id]))
    assert await memory.read(lambda tx: tx.observations.pending("ada")) == [lapsed, last]
    assert await memory.read(lambda tx: tx.observations.pending(None)) == [lapsed, foreign, last]
    assert await memory.read(lambda tx: tx.observations.count_pending("ada")) == 1
    marked = await memory.read(lambda tx: tx.observations.get(taken.id))
    assert marked is not None
    assert marked.consolidated_at == at


async def test_lists_end_at_ten_thousand(memory: Memory) -> None:
    def fill(tx: Transaction) -> None:
        for _ in range(10_001):
            tx.observations.insert(new_observation(content="x"))

    await memory.write(fill)
    newest = await memory.read(lambda tx: tx.observations.of_task("ada", None))
    assert len(newest) == 10_000
    assert newest[0].id > newest[-1].id
    assert len(await memory.read(lambda tx: tx.observations.pending(None))) == 10_000


async def test_an_observation_is_visible_to_others_when_a_fact_they_see_cites_it(memory: Memory) -> None:
    private, shared, secret = [await memory.add_observation() for _ in range(3)]
    await memory.add_fact(source_ids=(shared.id,))
    hidden = await memory.add_fact(Scope("secret"), source_ids=(shared.id, secret.id))
    ids = [private.id, shared.id, secret.id, MISSING]
    assert await memory.read(lambda tx: tx.observations.cited(ids)) == {shared.id, secret.id}
    assert await memory.read(lambda tx: tx.observations.cited(ids, [hidden.domain_id])) == {shared.id}


async def test_an_observation_that_was_once_cited_stays_visible(memory: Memory) -> None:
    seen = await memory.add_observation()
    fact = await memory.add_fact(source_ids=(seen.id,))
    await memory.change(fact, "retired", retired_at=START, retired_reason=RetiredReason.FORGOTTEN)
    assert await memory.read(lambda tx: tx.observations.cited([seen.id])) == {seen.id}
