"""What may not be seen is left out before the nearest are counted, however near it is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from palimpsest.store.model import (
    FactFilter,
    LossReason,
    MemoryType,
    Passage,
    RetiredReason,
    Scope,
    Validity,
)
from palimpsest.store.protocol import Transaction
from store_builders import ARCHITECTURE, START, Memory, add_fact, change_fact, existing, new_conflict, new_observation
from toy_vectors import MODEL, at_angle

BILLING = Scope("billing")
IN_REPO = Scope("architecture", "shop")
MANY = 700
"""More than are looked up at first."""


def add_at(tx: Transaction, angle: float, scope: Scope = ARCHITECTURE, **changes: object) -> int:
    """A fact with the vector of this angle."""
    fact = add_fact(tx, scope, content=f"{angle} of {scope} {changes}", **changes)
    tx.vectors.add(MODEL, [Passage("F", fact.id, "")], at_angle(angle).reshape(1, -1))
    return fact.id


def near(tx: Transaction, where: FactFilter, limit: int = 3) -> list[int]:
    return [one.id for one in tx.vectors.nearest_facts(MODEL, at_angle(0), where, limit)]


async def found(memory: Memory, limit: int = 3, **changes: object) -> list[int]:
    where = memory.filter(**changes)
    return await memory.read(lambda tx: near(tx, where, limit))


async def test_a_few_far_facts_are_found_behind_very_many_near_ones_that_may_not_be_seen(memory: Memory):
    def work(tx: Transaction) -> list[int]:
        for number in range(MANY):
            add_at(tx, 30 * number / MANY)
        return [add_at(tx, angle, BILLING) for angle in (100, 80, 60, 40)]

    far = await memory.write(work)
    assert await found(memory, domain_name="billing") == far[:0:-1]
    assert await found(memory, limit=10, domain_name="billing") == far[::-1]
    assert await found(memory, domain_name="nowhere") == []
    assert await found(memory) == [1, 2, 3]


async def test_each_filter_holds(memory: Memory):
    def work(tx: Transaction) -> dict[str, int]:
        return {
            "plain": add_at(tx, 50),
            "billing": add_at(tx, 40, BILLING),
            "repo": add_at(tx, 30, IN_REPO),
            "decision": add_at(tx, 20, memory_type=MemoryType.DECISION),
            "tomorrow": add_at(tx, 10, valid_from=START + timedelta(days=1)),
            "yesterday": add_at(tx, 5, validity=Validity.UNTIL, valid_until=START - timedelta(days=1)),
        }

    ids = await memory.write(work)
    billing = (await memory.fact(ids["billing"])).domain_id

    async def names(**changes: object) -> list[str]:
        shown = await found(memory, limit=10, **changes)
        return [name for number in shown for name, known in ids.items() if known == number]

    assert await names() == ["decision", "repo", "billing", "plain"]
    assert await names(domain_name="billing") == ["billing"]
    assert await names(domain_name="architecture", repo="shop") == ["repo"]
    assert await names(domain_name="architecture", repo="") == ["decision", "plain"]
    assert await names(memory_type=MemoryType.DECISION) == ["decision"]
    assert await names(hidden_domain_ids=(billing,)) == ["decision", "repo", "plain"]
    assert await names(at=START + timedelta(days=2)) == ["tomorrow", "decision", "repo", "billing", "plain"]
    assert await names(include_retired=True) == ["yesterday", "tomorrow", "decision", "repo", "billing", "plain"]


GONE: dict[str, Callable[[Transaction, int, int], object]] = {
    "superseded": lambda tx, old, new: change_fact(
        tx, old, superseded_by=new, superseded_at=tx.now, loss_reason=LossReason.OUTDATED
    ),
    "retired": lambda tx, old, _: change_fact(tx, old, retired_at=tx.now, retired_reason=RetiredReason.FORGOTTEN),
}


@pytest.mark.parametrize("how", GONE)
async def test_what_stopped_to_hold_is_left_out_from_the_next_search_on_and_still_there_for_the_past(
    memory: Memory, how: str
):
    old, new = await memory.write(lambda tx: (add_at(tx, 1), add_at(tx, 2)))
    assert await found(memory) == [old, new]
    before = memory.clock.now
    memory.clock.forward(hours=1)
    await memory.write(lambda tx: GONE[how](tx, old, new))
    assert await found(memory) == [new]
    assert await found(memory, include_superseded=True, include_retired=True) == [old, new]
    assert await found(memory, at=before, past=True) == [old, new]
    assert await found(memory, at=before - timedelta(hours=1), past=True) == []


async def test_what_was_found_wrong_is_in_no_past(memory: Memory):
    old, new = await memory.write(lambda tx: (add_at(tx, 1), add_at(tx, 2)))
    before = memory.clock.now
    memory.clock.forward(hours=1)
    await memory.write(
        lambda tx: change_fact(tx, old, superseded_by=new, superseded_at=tx.now, loss_reason=LossReason.WRONG)
    )
    assert await found(memory, at=before, past=True) == [new]


async def test_a_challenger_is_left_out_where_only_what_is_sound_is_asked_for(memory: Memory):
    old, new = await memory.write(lambda tx: (add_at(tx, 2), add_at(tx, 1)))
    await memory.write(lambda tx: tx.conflicts.insert(new_conflict(existing(tx, old), existing(tx, new))))
    assert await found(memory) == [new, old]
    assert await found(memory, only_sound=True) == [old]


# Observations


async def see(memory: Memory, angle: float, agent: str = "ada") -> int:
    def work(tx: Transaction) -> int:
        seen = tx.observations.insert(new_observation(agent=agent, content=f"seen at {angle} by {agent}"))
        tx.vectors.add(MODEL, [Passage("O", seen.id, "")], at_angle(angle).reshape(1, -1))
        return seen.id

    return await memory.write(work)


async def seen_near(memory: Memory, agent: str = "ada", **changes: object) -> list[int]:
    options: dict[str, object] = {"at": None, "hidden_domain_ids": (), "limit": 10} | changes

    def work(tx: Transaction) -> list[int]:
        return [one.id for one in tx.vectors.nearest_observations(MODEL, at_angle(0), agent=agent, **options)]  # pyright: ignore[reportArgumentType]

    return await memory.read(work)


async def test_an_agent_finds_its_own_observations_and_those_that_a_visible_fact_cites(memory: Memory):
    own, cited, private = await see(memory, 30), await see(memory, 20, "ben"), await see(memory, 10, "ben")
    fact = await memory.add_fact(source_ids=(cited,))
    assert await seen_near(memory) == [own]
    await memory.write(lambda tx: tx.vectors.add(MODEL, [Passage("C", cited, "")], at_angle(20).reshape(1, -1)))
    assert await seen_near(memory) == [cited, own]
    assert await seen_near(memory, hidden_domain_ids=(fact.domain_id,)) == [own]
    assert await seen_near(memory, "ben") == [private, cited]


async def test_an_observation_made_later_belongs_to_no_past(memory: Memory):
    first = await see(memory, 30)
    then = memory.clock.now
    memory.clock.forward(hours=1)
    second = await see(memory, 10)
    assert await seen_near(memory, at=then) == [first]
    assert await seen_near(memory, at=memory.clock.now) == [second, first]


async def test_facts_and_observations_of_the_same_id_are_told_apart(memory: Memory):
    fact = await memory.write(lambda tx: add_at(tx, 90))
    seen = await see(memory, 0)
    assert fact == seen
    shown = await memory.read(lambda tx: tx.vectors.nearest_facts(MODEL, at_angle(0), memory.filter(), 5))
    assert [(one.kind, round(one.score)) for one in shown] == [("F", 0)]
