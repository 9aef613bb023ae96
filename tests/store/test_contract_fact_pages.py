"""Lists of facts, whatever store keeps them: what fits, in which order, and every fact once however it is paged."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from palimpsest.store.model import (
    FactFilter,
    FactListing,
    FactOrder,
    Keep,
    LossReason,
    MemoryType,
    Place,
    RetiredReason,
    Scope,
    Standing,
    Validity,
    Veracity,
)
from store_builders import START, Memory, new_conflict

EVERYTHING = {"include_superseded": True, "include_retired": True}


async def listed(memory: Memory, limit: int = 100, after: Place | None = None, **changes: Any) -> list[int]:
    """The ids of a list of everything, unless it is asked for less."""
    where = {name: changes.pop(name) for name in list(changes) if name in FactFilter.__dataclass_fields__}
    listing = FactListing(memory.filter(**(EVERYTHING | where)), **changes)
    found = [one.fact.id for one in await memory.read(lambda tx: tx.fact_pages.page(listing, after, limit))]
    if after is None and len(found) < limit:
        assert await memory.read(lambda tx: tx.fact_pages.count(listing)) == len(found)
    return found


async def test_facts_are_listed_by_how_they_stand(memory: Memory) -> None:
    active, old, new, retired, over, stale = [
        (await memory.add_fact(content=f"Fact {number}.", topic=str(number))).id for number in range(6)
    ]
    a, b = await memory.fact(active), await memory.fact(new)
    await memory.write(lambda tx: tx.conflicts.insert(new_conflict(a, b)))
    await memory.change(await memory.fact(old), superseded_by=new, superseded_at=START, loss_reason=LossReason.OUTDATED)
    await memory.change(await memory.fact(retired), retired_at=START, retired_reason=RetiredReason.FORGOTTEN)
    await memory.change(await memory.fact(over), validity=Validity.UNTIL, valid_until=START + timedelta(hours=1))
    seen = await memory.add_observation(expires_at=START + timedelta(hours=1))
    await memory.write(lambda tx: tx.facts.add_sources(stale, [seen.id]))
    memory.clock.forward(hours=2)
    found = {state: await listed(memory, state=state) for state in Standing}
    assert found == {
        Standing.ACTIVE: [stale, new, active],
        Standing.SUPERSEDED: [old],
        Standing.RETIRED: [over, retired],
        Standing.STALE: [stale],
        Standing.CONTESTED: [new, active],
    }
    assert await listed(memory) == [stale, over, retired, new, old, active]


async def test_a_list_is_narrowed_by_place_kind_word_and_author(memory: Memory) -> None:
    await memory.add_fact(content="One.")
    two = await memory.add_fact(Scope("style", "web"), content="Two.", memory_type=MemoryType.DECISION)
    three = await memory.add_fact(Scope("style"), content="Three.", agent="ben", veracity=Veracity.STATED)
    assert await listed(memory, domain_name="style") == [three.id, two.id]
    assert await listed(memory, repo="web") == [two.id]
    assert await listed(memory, repo="") == [three.id, 1]
    assert await listed(memory, memory_type=MemoryType.DECISION) == [two.id]
    assert await listed(memory, veracity=Veracity.STATED) == [three.id]
    assert await listed(memory, agent="ben") == [three.id]
    assert await listed(memory, hidden_domain_ids=(three.domain_id,)) == [two.id, 1]


async def test_each_order_ranks_by_its_own_measure(memory: Memory) -> None:
    fading = await memory.add_fact(content="A.", topic="b", memory_type=MemoryType.REQUEST, confidence=0.9)
    memory.clock.forward(days=6)
    lasting = await memory.add_fact(content="B.", topic="c", confidence=0.6)
    weak = await memory.add_fact(content="C.", topic="a", confidence=0.2)
    memory.clock.forward(days=1)
    await memory.write(lambda tx: tx.facts.count_recalls({lasting.id: 3}, tx.now))
    await memory.change(await memory.fact(fading.id), supported_at=START + timedelta(days=6, hours=1))
    orders = {order: await listed(memory, order=order) for order in FactOrder}
    first, second, third = fading.id, lasting.id, weak.id
    assert orders == {
        FactOrder.NEWEST: [third, second, first],
        FactOrder.OLDEST: [first, second, third],
        FactOrder.SUPPORTED: [first, third, second],
        FactOrder.RECALLED: [second, third, first],
        FactOrder.TOPIC: [third, first, second],
        FactOrder.SUREST: [first, second, third],
        FactOrder.LEAST_SURE: [third, second, first],
    }
    memory.clock.forward(days=20)
    assert await listed(memory, order=FactOrder.SUREST) == [second, third, first]


@pytest.mark.parametrize("order", FactOrder)
async def test_pages_hold_every_fact_once_though_others_come_in_between(memory: Memory, order: FactOrder) -> None:
    for number in range(7):
        await memory.add_fact(content=f"{number}.", topic=str(number % 2), confidence=0.5 if number % 3 else 0.9)
    whole = await listed(memory, order=order)
    listing = FactListing(memory.filter(**EVERYTHING), order=order)
    paged: list[int] = []
    after: Place | None = None
    while page := await memory.read(lambda tx, after=after: tx.fact_pages.page(listing, after, 2)):
        paged += [one.fact.id for one in page]
        after = page[-1].place
        if len(paged) < 6:
            await memory.add_fact(content=f"Meanwhile {len(paged)}.", topic="1", confidence=0.5)
    assert [number for number in paged if number <= 7] == whole
    assert len(set(paged)) == len(paged)


async def test_the_past_is_listed_as_it_was_believed(memory: Memory) -> None:
    first = await memory.add_fact(content="Port 1.")
    second = await memory.add_fact(content="Port 2.")
    wrong = await memory.add_fact(content="Port 3.")
    conflict = await memory.write(lambda tx: tx.conflicts.insert(new_conflict(first, second)))
    memory.clock.forward(days=1)
    await memory.write(lambda tx: tx.conflicts.resolve(conflict.id, Keep.NEW, rule="user", reason=None, by="ann"))
    lost: dict[str, Any] = {
        "superseded_by": second.id,
        "superseded_at": memory.clock.now,
        "loss_reason": LossReason.OUTDATED,
    }
    await memory.change(first, **lost)
    gone: dict[str, Any] = {
        "retired_at": memory.clock.now,
        "retired_reason": RetiredReason.DELETED,
        "loss_reason": LossReason.WRONG,
    }
    await memory.change(wrong, **gone)
    then: dict[str, Any] = {"at": START, "past": True}
    assert await listed(memory, state=Standing.ACTIVE) == [second.id]
    assert await listed(memory, state=Standing.ACTIVE, **then) == [second.id, first.id]
    assert await listed(memory, state=Standing.CONTESTED, **then) == [second.id, first.id]
    assert await listed(memory, order=FactOrder.SUREST, **then) == [second.id, first.id]
    assert await listed(memory, state=Standing.CONTESTED) == []


@pytest.mark.parametrize("order", FactOrder)
async def test_a_page_s_length_changes_no_order(memory: Memory, order: FactOrder) -> None:
    for number in range(6):
        await memory.add_fact(content=f"{number}.", topic="t", confidence=[0.5, 0.9][number % 2])
    listing = FactListing(memory.filter(**EVERYTHING), order=order)
    paged: list[int] = []
    after: Place | None = None
    for limit in (1, 3, 2):
        page = await memory.read(lambda tx, after=after, limit=limit: tx.fact_pages.page(listing, after, limit))
        paged += [one.fact.id for one in page]
        after = page[-1].place
    assert paged == await listed(memory, order=order)


async def test_a_text_that_stands_under_another_topic_is_not_rejected(memory: Memory) -> None:
    """An older fact of that text that was restored stands, whatever became of a newer one."""
    stands = await memory.add_fact(content="The cache is Redis.", topic="cache")
    newer = await memory.add_fact(content="The cache is Redis.", topic="store")
    gone: dict[str, Any] = {
        "retired_at": START,
        "retired_reason": RetiredReason.DELETED,
        "loss_reason": LossReason.WRONG,
    }
    await memory.change(newer, **gone)
    look = memory.read(lambda tx: tx.facts.rejected(newer.domain_id, newer.content_key))
    assert await look is None
    await memory.change(stands, **gone)
    found = await memory.read(lambda tx: tx.facts.rejected(newer.domain_id, newer.content_key))
    assert found is not None
    assert found.id == newer.id
