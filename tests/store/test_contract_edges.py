"""Links between facts: read from both ends, the strongest first, and no further than a reader may see."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from palimpsest.store.errors import StoreError
from palimpsest.store.model import Edge, EdgeKind, Fact, LinkFilter, LossReason, MemoryType, RetiredReason, Scope
from store_builders import MISSING, START, Memory, add_fact

RELATED, SAME_TOPIC, SUPERSEDES = EdgeKind.RELATED, EdgeKind.SAME_TOPIC, EdgeKind.SUPERSEDES
HOUR = timedelta(hours=1)


@pytest.fixture
async def facts(memory: Memory) -> list[Fact]:
    return await memory.write(lambda tx: [add_fact(tx, content=f"fact {n}") for n in range(6)])


async def link(memory: Memory, start: Fact, end: Fact, weight: float = 0.5, kind: EdgeKind = RELATED) -> Edge:
    edge = Edge(start.id, end.id, kind, weight)
    await memory.write(lambda tx: tx.edges.link(edge))
    return edge


async def around(memory: Memory, *near: Fact, per_fact: int = 10, **where: Any) -> dict[int, list[Edge]]:
    ids = [fact.id for fact in near]
    return await memory.read(lambda tx: tx.edges.around(ids, per_fact, memory.filter(**where)))


async def others(memory: Memory, near: Fact, **asked: Any) -> list[int]:
    """The facts that one leads to."""
    edges = (await around(memory, near, **asked)).get(near.id, [])
    return [edge.other(near.id) for edge in edges]


async def test_links_take_the_latest_weight_and_need_facts_that_exist(memory: Memory, facts: list[Fact]) -> None:
    await link(memory, facts[0], facts[1], 0.5)
    latest = await link(memory, facts[0], facts[1], 0.9)
    with pytest.raises(StoreError):
        await memory.write(lambda tx: tx.edges.link(Edge(facts[0].id, MISSING, RELATED, 1.0)))
    assert await memory.read(lambda tx: tx.edges.of(facts[0].id)) == [latest]


async def test_a_fact_has_its_links_in_both_directions_strongest_first(memory: Memory, facts: list[Fact]) -> None:
    one, two, three, four, *_ = facts
    weak = await link(memory, two, one, 0.2)
    strong = await link(memory, two, three, 0.9)
    older = await link(memory, one, two, 0.5, SAME_TOPIC)
    newer = await link(memory, four, two, 0.5)
    also = await link(memory, four, two, 0.5, SAME_TOPIC)
    expected = [strong, newer, also, older, weak]
    assert await memory.read(lambda tx: tx.edges.of(two.id)) == expected
    assert await around(memory, two) == {two.id: expected}
    assert await around(memory, one, facts[5]) == {one.id: [older, weak]}


async def test_only_the_strongest_links_of_each_fact_are_read(memory: Memory, facts: list[Fact]) -> None:
    hub, *rest = facts
    for place, fact in enumerate(rest):
        await link(memory, *((hub, fact) if place % 2 else (fact, hub)), weight=0.1 * place)
    assert await others(memory, hub, per_fact=3) == [rest[4].id, rest[3].id, rest[2].id]
    both = await around(memory, hub, rest[0], per_fact=1)
    assert [edge.weight for edges in both.values() for edge in edges] == [0.4, 0.0]


async def test_a_link_to_what_is_hidden_is_none_and_takes_no_place(memory: Memory, facts: list[Fact]) -> None:
    hidden = await memory.add_fact(Scope("secret"))
    await link(memory, facts[0], hidden, 0.9)
    await link(memory, hidden, facts[1], 0.9)
    await link(memory, facts[0], facts[2], 0.1)
    assert await others(memory, facts[0], per_fact=1) == [hidden.id]
    closed = (hidden.domain_id,)
    assert await others(memory, facts[0], per_fact=1, hidden_domain_ids=closed) == [facts[2].id]
    assert await around(memory, facts[1], hidden_domain_ids=closed) == {}


async def test_what_a_search_is_narrowed_to_does_not_narrow_the_way(memory: Memory, facts: list[Fact]) -> None:
    other = await memory.add_fact(Scope("team", "owner-name"), memory_type=MemoryType.PREFERENCE)
    await link(memory, facts[0], other)
    narrow: dict[str, Any] = {"domain_name": "architecture", "repo": "", "memory_type": MemoryType.FACT}
    assert await others(memory, facts[0], only_sound=True, **narrow) == [other.id]


async def test_links_of_other_kinds_and_weaker_ones_take_no_place(memory: Memory, facts: list[Fact]) -> None:
    hub, *rest = facts
    await link(memory, hub, rest[0], 0.9)
    await link(memory, rest[1], hub, 0.5, SAME_TOPIC)
    await link(memory, hub, rest[2], 0.4, SAME_TOPIC)
    await link(memory, hub, rest[3], 1.0, SUPERSEDES)

    async def found(*kinds: EdgeKind, least_weight: float = 0.0) -> list[int]:
        links = LinkFilter(kinds, least_weight)
        edges = await memory.read(lambda tx: tx.edges.around([hub.id], 2, memory.filter(), links))
        return [edge.other(hub.id) for edge in edges.get(hub.id, [])]

    assert await found(SAME_TOPIC) == [rest[1].id, rest[2].id]
    assert await found(SAME_TOPIC, least_weight=0.5) == [rest[1].id]
    assert await found(least_weight=0.5) == [rest[0].id, rest[1].id]
    assert await found(SAME_TOPIC, RELATED) == [rest[0].id, rest[1].id]
    assert await found(SUPERSEDES) == []


async def test_a_superseded_fact_leads_on_and_not_back(memory: Memory, facts: list[Fact]) -> None:
    old, new, peer, *_ = facts
    lost: dict[str, Any] = {"superseded_by": new.id, "superseded_at": START, "loss_reason": LossReason.OUTDATED}
    await memory.change(old, "superseded", **lost)
    await link(memory, new, old, 1.0, SUPERSEDES)
    await link(memory, new, peer, 0.1)
    await link(memory, old, peer, 0.2)
    assert await others(memory, peer) == [old.id, new.id]
    assert await others(memory, old) == [new.id, peer.id]
    assert await others(memory, new, per_fact=1) == [peer.id]
    assert await others(memory, new, per_fact=1, include_superseded=True) == [old.id]


async def test_a_retired_fact_is_no_way_unless_it_is_asked_for(memory: Memory, facts: list[Fact]) -> None:
    await link(memory, facts[0], facts[1])
    await memory.change(facts[1], "retired", retired_at=START, retired_reason=RetiredReason.DELETED)
    assert await others(memory, facts[0]) == []
    assert await others(memory, facts[0], include_retired=True) == [facts[1].id]


async def test_the_past_knows_the_links_that_were_there(memory: Memory, facts: list[Fact]) -> None:
    await link(memory, facts[0], facts[1])
    memory.clock.forward(hours=2)
    await link(memory, facts[2], facts[0])
    await memory.write(lambda tx: tx.edges.link(Edge(facts[3].id, facts[0].id, RELATED, 0.1), START + HOUR))
    await link(memory, facts[0], facts[1], 0.6)
    late = await memory.add_fact(content="late")
    await link(memory, late, facts[0])
    assert await others(memory, facts[0], at=START, past=True) == [facts[1].id]
    assert await others(memory, facts[0], at=START + HOUR, past=True) == [facts[1].id, facts[3].id]
    assert set(await others(memory, facts[0])) == {facts[1].id, facts[2].id, facts[3].id, late.id}


async def test_links_are_counted_by_kind(memory: Memory, facts: list[Fact]) -> None:
    await link(memory, facts[0], facts[1])
    await link(memory, facts[2], facts[0])
    await link(memory, facts[2], facts[0], kind=SAME_TOPIC)
    counts = await memory.read(lambda tx: tx.edges.counts([facts[0].id, facts[2].id, facts[5].id]))
    assert counts == {
        facts[0].id: {RELATED: 2, SAME_TOPIC: 1},
        facts[2].id: {RELATED: 1, SAME_TOPIC: 1},
        facts[5].id: {},
    }


async def test_facts_that_link_to_none_are_found_in_portions(memory: Memory, facts: list[Fact]) -> None:
    await link(memory, facts[2], facts[0])
    await link(memory, facts[4], facts[3], 1.0, SUPERSEDES)
    ids = [fact.id for fact in facts]
    assert await memory.read(lambda tx: tx.edges.without(0, 10)) == [*ids[:2], *ids[3:]]
    assert await memory.read(lambda tx: tx.edges.without(ids[0], 2)) == [ids[1], ids[3]]
