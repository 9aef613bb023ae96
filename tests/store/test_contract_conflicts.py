"""Contradictions between facts: one open at most of a pair, and settled for good."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from palimpsest.store.errors import StoreError
from palimpsest.store.model import Conflict, ConflictStatus, Fact, Keep, Scope
from store_builders import MISSING, START, Memory, add_fact, new_conflict

HOUR = timedelta(hours=1)


async def open_conflict(memory: Memory, old: Fact, new: Fact, winner: Keep | None = None) -> Conflict:
    return await memory.write(lambda tx: tx.conflicts.insert(new_conflict(old, new, winner), "ada"))


async def settle(memory: Memory, conflict: Conflict, winner: Keep = Keep.NEW, **how: Any) -> None:
    named: dict[str, Any] = {"rule": "user", "reason": None, "by": "ben"} | how
    await memory.write(lambda tx: tx.conflicts.resolve(conflict.id, winner, **named))


async def listed(memory: Memory, **asked: Any) -> list[int]:
    fields: dict[str, Any] = {
        "status": None,
        "domain_name": None,
        "repo": None,
        "hidden_domain_ids": (),
        "offset": 0,
        "limit": 50,
    }
    return [one.id for one in await memory.read(lambda tx: tx.conflicts.list(**(fields | asked)))]


@pytest.fixture
async def facts(memory: Memory) -> list[Fact]:
    return await memory.write(lambda tx: [add_fact(tx, content=f"fact {n}") for n in range(4)])


async def test_a_conflict_without_a_winner_is_open(memory: Memory, facts: list[Fact]) -> None:
    conflict = await open_conflict(memory, facts[0], facts[1])
    assert conflict == await memory.read(lambda tx: tx.conflicts.get(conflict.id))
    assert (conflict.old_fact_id, conflict.new_fact_id) == (facts[0].id, facts[1].id)
    assert (conflict.kind, conflict.evidence, conflict.rule) == ("name", "Redis -> Valkey", "undecided")
    assert (conflict.status, conflict.winner, conflict.opened_at) == (ConflictStatus.OPEN, None, START)
    assert (conflict.resolved_at, conflict.resolved_by, conflict.reason) == (None, None, None)
    assert await memory.read(lambda tx: tx.conflicts.get(MISSING)) is None


async def test_a_conflict_with_a_winner_is_settled_at_once(memory: Memory, facts: list[Fact]) -> None:
    conflict = await open_conflict(memory, facts[0], facts[1], Keep.OLD)
    assert (conflict.status, conflict.winner) == (ConflictStatus.RESOLVED, Keep.OLD)
    assert (conflict.opened_at, conflict.resolved_at, conflict.resolved_by) == (START, START, "ada")
    assert await memory.read(lambda tx: tx.conflicts.open_of([fact.id for fact in facts])) == []


@pytest.mark.parametrize("way", [(0, 1), (1, 0)])
async def test_a_pair_has_one_open_conflict_at_most(memory: Memory, facts: list[Fact], way: tuple[int, int]) -> None:
    old, new = (facts[place] for place in way)
    conflict = await open_conflict(memory, facts[0], facts[1])
    with pytest.raises(StoreError):
        await open_conflict(memory, old, new)
    assert await listed(memory) == [conflict.id]
    await settle(memory, conflict)
    again = await open_conflict(memory, old, new)
    assert again.status is ConflictStatus.OPEN


async def test_a_pair_may_be_settled_more_than_once(memory: Memory, facts: list[Fact]) -> None:
    first = await open_conflict(memory, facts[0], facts[1], Keep.NEW)
    second = await open_conflict(memory, facts[1], facts[0], Keep.BOTH)
    third = await open_conflict(memory, facts[0], facts[1])
    await open_conflict(memory, facts[0], facts[2])
    for pair in ((facts[0].id, facts[1].id), (facts[1].id, facts[0].id)):
        found = await memory.read(lambda tx, pair=pair: tx.conflicts.of_pair(*pair))
        assert found == [first, second, third]


async def test_all_conflicts_of_a_fact_are_found_from_either_side_oldest_first(
    memory: Memory, facts: list[Fact]
) -> None:
    first = await open_conflict(memory, facts[1], facts[2], Keep.NEW)
    second = await open_conflict(memory, facts[0], facts[1])
    third = await open_conflict(memory, facts[1], facts[2], Keep.BOTH)

    async def touching(place: int) -> list[Conflict]:
        return await memory.read(lambda tx: tx.conflicts.of_fact(facts[place].id))

    assert await touching(1) == [first, second, third]
    assert await touching(2) == [first, third]
    assert await touching(0) == [second]
    assert await touching(3) == []


async def test_open_conflicts_are_found_from_either_side_oldest_first(memory: Memory, facts: list[Fact]) -> None:
    first = await open_conflict(memory, facts[1], facts[2])
    second = await open_conflict(memory, facts[0], facts[1])
    settled = await open_conflict(memory, facts[0], facts[3])
    await settle(memory, settled)

    async def touching(*places: int) -> list[Conflict]:
        return await memory.read(lambda tx: tx.conflicts.open_of([facts[place].id for place in places]))

    assert await touching(1) == [first, second]
    assert await touching(0) == [second]
    assert await touching(0, 1, 2, 3) == [first, second]
    assert await touching(3) == await touching() == []


async def test_a_conflict_was_open_from_its_opening_until_it_was_settled(memory: Memory, facts: list[Fact]) -> None:
    memory.clock.forward(hours=1)
    conflict = await open_conflict(memory, facts[0], facts[1])
    memory.clock.forward(hours=2)
    await settle(memory, conflict)
    memory.clock.forward(hours=1)
    await open_conflict(memory, facts[0], facts[2], Keep.NEW)
    moments = [START + HOUR * n for n in range(5)]
    found = [await memory.read(lambda tx, at=at: tx.conflicts.open_of([facts[0].id], at)) for at in moments]
    assert [len(one) for one in found] == [0, 1, 1, 0, 0]


async def test_a_conflict_is_settled_once(memory: Memory, facts: list[Fact]) -> None:
    conflict = await open_conflict(memory, facts[0], facts[1])
    at = memory.clock.forward(hours=1)
    await settle(memory, conflict, Keep.BOTH, rule="user", reason="two offices", by="ben")
    memory.clock.forward(hours=1)
    await settle(memory, conflict, Keep.OLD, reason="changed my mind", by="eve")
    settled = await memory.read(lambda tx: tx.conflicts.get(conflict.id))
    assert settled is not None
    assert (settled.status, settled.winner, settled.rule) == (ConflictStatus.RESOLVED, Keep.BOTH, "user")
    assert (settled.reason, settled.resolved_by, settled.resolved_at) == ("two offices", "ben", at)


async def test_conflicts_are_listed_open_ones_first_then_the_newest(memory: Memory, facts: list[Fact]) -> None:
    one = await open_conflict(memory, facts[0], facts[1])
    two = await open_conflict(memory, facts[0], facts[2], Keep.NEW)
    three = await open_conflict(memory, facts[1], facts[2])
    four = await open_conflict(memory, facts[1], facts[3], Keep.NEW)
    assert await listed(memory) == [three.id, one.id, four.id, two.id]
    assert await listed(memory, status=ConflictStatus.OPEN) == [three.id, one.id]
    assert await listed(memory, status=ConflictStatus.RESOLVED) == [four.id, two.id]
    assert await listed(memory, offset=1, limit=2) == [one.id, four.id]


async def test_conflicts_are_listed_by_the_domain_of_either_fact(memory: Memory) -> None:
    wide, secret = await memory.add_fact(), await memory.add_fact(Scope("secret"))
    narrow = await memory.add_fact(Scope("architecture", "owner-name"))
    inside = await open_conflict(memory, wide, narrow)
    across = await open_conflict(memory, wide, secret)
    assert await listed(memory, domain_name="architecture") == [across.id, inside.id]
    assert await listed(memory, domain_name="secret") == [across.id]
    assert await listed(memory, domain_name="secret", repo="owner-name") == []
    assert await listed(memory, repo="owner-name") == [inside.id]
    assert await listed(memory, repo="") == [across.id, inside.id]
    assert await listed(memory, hidden_domain_ids=(secret.domain_id,)) == [inside.id]
    assert await listed(memory, hidden_domain_ids=(wide.domain_id,)) == []


async def by_topic(memory: Memory, **asked: Any) -> list[tuple[int, int, int, int]]:
    """Each conflict with the newest of its topic, how many of that are open, and how many there are."""
    where: dict[str, Any] = {"domain_name": None, "repo": None, "hidden_domain_ids": ()}
    fields: dict[str, Any] = {"status": None, "offset": 0, "limit": 50} | where
    found = await memory.read(lambda tx: tx.conflicts.by_topic(**(fields | asked)))
    return [(one.conflict.id, *one[1:]) for one in found]


async def test_conflicts_about_one_topic_stand_together_those_with_open_ones_first(memory: Memory) -> None:
    cache = await memory.write(lambda tx: [add_fact(tx, topic="cache", content=f"cache {n}") for n in range(3)])
    port = await memory.write(lambda tx: [add_fact(tx, topic="port", content=f"port {n}") for n in range(3)])
    first = (await open_conflict(memory, cache[0], cache[1])).id
    second = (await open_conflict(memory, port[0], port[1], Keep.NEW)).id
    third = (await open_conflict(memory, cache[0], cache[2], Keep.OLD)).id
    fourth = (await open_conflict(memory, port[0], port[2], Keep.NEW)).id
    assert await by_topic(memory) == [
        (first, third, 1, 2),
        (third, third, 1, 2),
        (fourth, fourth, 0, 2),
        (second, fourth, 0, 2),
    ]
    assert await by_topic(memory, limit=2, offset=1) == [(third, third, 1, 2), (fourth, fourth, 0, 2)]
    assert await by_topic(memory, status=ConflictStatus.OPEN) == [(first, first, 1, 1)]
    assert [one[0] for one in await by_topic(memory, status=ConflictStatus.RESOLVED)] == [fourth, second, third]


async def test_one_topic_of_two_domains_is_two_and_hidden_ones_are_neither_listed_nor_counted(memory: Memory) -> None:
    names = ("architecture", "security")
    facts = await memory.write(
        lambda tx: [add_fact(tx, scope=Scope(name), content=f"{name} {n}") for name in names for n in range(2)]
    )
    first = await open_conflict(memory, facts[0], facts[1])
    one = first.id
    other = (await open_conflict(memory, facts[2], facts[3])).id
    assert await by_topic(memory) == [(other, other, 1, 1), (one, one, 1, 1)]
    hidden = (facts[2].domain_id,)
    assert await by_topic(memory, hidden_domain_ids=hidden) == await by_topic(memory, domain_name=names[0])

    async def counted(**asked: Any) -> tuple[int, ...]:
        where: dict[str, Any] = {"domain_name": None, "repo": None, "hidden_domain_ids": ()}
        return tuple(await memory.read(lambda tx: tx.conflicts.count(**(where | asked))))

    assert await counted() == (2, 0)
    assert await counted(hidden_domain_ids=hidden) == (1, 0)
    await settle(memory, first)
    assert await counted() == (1, 1)
    assert await counted(domain_name="nothing") == (0, 0)
