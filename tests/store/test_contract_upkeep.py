"""How the making of vectors goes: models in use, refused passages, the last trouble, and who holds a lease."""

from __future__ import annotations

import numpy as np
from palimpsest.store.model import Passage, Refusal, Trouble, VectorModel
from palimpsest.store.protocol import Transaction
from store_builders import Memory

SMALL, OTHER = VectorModel("small", 2), VectorModel("other", 3)
UNIT = np.array([[1.0, 0.0]], np.float32)


async def a_refused_fact(memory: Memory, reason: str = "too long") -> Passage:
    """The passage of a new fact that the small model refuses."""
    fact = await memory.add_fact()
    passage = Passage("F", fact.id, f"{fact.topic}: {fact.content}")

    def refuse(tx: Transaction) -> None:
        tx.vectors.add(SMALL, [], np.empty((0, 2), np.float32))
        tx.upkeep.refuse(SMALL, passage, reason)

    await memory.write(refuse)
    return passage


async def left(memory: Memory) -> tuple[int, int]:
    """How many passages are missing, and how many were refused."""
    return await memory.read(lambda tx: (tx.vectors.missing(SMALL), tx.upkeep.count_refused("small")))


async def test_a_refused_passage_is_not_missing_and_is_named_with_its_reason(memory: Memory):
    passage = await a_refused_fact(memory)
    assert await left(memory) == (0, 1)
    assert await memory.read(lambda tx: tx.vectors.without(SMALL, 9)) == []
    assert await memory.read(lambda tx: tx.upkeep.refusals("small", 9)) == [
        Refusal("F", passage.id, "too long", memory.clock.now)
    ]
    assert await memory.read(lambda tx: tx.upkeep.refusals("other", 9)) == []


async def test_the_newest_refusals_come_first(memory: Memory):
    await a_refused_fact(memory, "first")
    memory.clock.forward(minutes=1)
    await a_refused_fact(memory, "second")
    assert [one.reason for one in await memory.read(lambda tx: tx.upkeep.refusals("small", 9))] == ["second", "first"]
    assert [one.reason for one in await memory.read(lambda tx: tx.upkeep.refusals("small", 1))] == ["second"]


async def test_what_was_refused_is_missing_again_when_it_is_to_be_retried(memory: Memory):
    passage = await a_refused_fact(memory)
    assert await memory.write(lambda tx: tx.upkeep.retry("small")) == 1
    assert await left(memory) == (1, 0)
    await memory.write(lambda tx: tx.vectors.add(SMALL, [passage], UNIT))
    assert await left(memory) == (0, 0)


async def test_what_has_a_vector_or_does_not_exist_is_not_refused(memory: Memory):
    fact = await memory.add_fact()
    passage = Passage("F", fact.id, "")
    await memory.write(lambda tx: tx.vectors.add(SMALL, [passage], UNIT))
    await memory.write(lambda tx: tx.upkeep.refuse(SMALL, passage, "late"))
    await memory.write(lambda tx: tx.upkeep.refuse(SMALL, Passage("O", 99, ""), "gone"))
    assert await left(memory) == (0, 0)


async def test_a_model_takes_its_refusals_along(memory: Memory):
    await a_refused_fact(memory)
    await memory.write(lambda tx: tx.vectors.drop("small"))
    assert await left(memory) == (1, 0)


async def test_a_model_is_in_use_from_when_it_was_first_or_last_noted(memory: Memory):
    def add(tx: Transaction) -> None:
        for model in (SMALL, OTHER):
            tx.vectors.add(model, [], np.empty((0, model.dimension), np.float32))
        tx.upkeep.note_use(SMALL)

    await memory.write(add)
    first = memory.clock.now
    assert await memory.read(lambda tx: tx.upkeep.uses()) == {"small": first, "other": first}
    memory.clock.forward(days=1)
    await memory.write(lambda tx: tx.upkeep.note_use(SMALL))
    assert await memory.read(lambda tx: tx.upkeep.uses()) == {"other": first, "small": memory.clock.now}
    await memory.write(lambda tx: tx.vectors.drop("other"))
    assert list(await memory.read(lambda tx: tx.upkeep.uses())) == ["small"]


async def test_the_last_trouble_stays_until_it_is_cleared(memory: Memory):
    assert await memory.read(lambda tx: tx.upkeep.trouble()) is None
    await memory.write(lambda tx: tx.upkeep.note_trouble("down"))
    memory.clock.forward(minutes=1)
    await memory.write(lambda tx: tx.upkeep.note_trouble("slow"))
    assert await memory.read(lambda tx: tx.upkeep.trouble()) == Trouble("slow", memory.clock.now)
    await memory.write(lambda tx: tx.upkeep.clear_trouble())
    assert await memory.read(lambda tx: tx.upkeep.trouble()) is None


async def test_a_lease_names_its_holder_until_it_ends(memory: Memory):
    await memory.write(lambda tx: tx.leases.take("work", "ada", 60))
    held = await memory.read(lambda tx: tx.leases.held("work"))
    assert held is not None
    assert held.holder == "ada"
    assert await memory.read(lambda tx: tx.leases.held("other")) is None
    memory.clock.forward(seconds=61)
    assert await memory.read(lambda tx: tx.leases.held("work")) is None
