"""Who supported a fact, whatever store holds it, and that a fact takes over the voices of one that it absorbs."""

from __future__ import annotations

from store_builders import MISSING, Memory


async def test_the_supporters_of_a_fact_are_who_said_it_and_who_mentioned_it_each_once(memory: Memory) -> None:
    fact, other = await memory.add_fact(agent="cy"), await memory.add_fact(agent="ben")
    for agent, session in (("ben", "s1"), ("ada", "s1"), ("ada", "s2")):
        await memory.write(lambda tx, a=agent, s=session: tx.facts.note_mention(fact.id, a, s))
    found = await memory.read(lambda tx: tx.facts.supporters([fact.id, other.id, MISSING]))
    assert found == {fact.id: ("ada", "ben", "cy"), other.id: ("ben",)}


async def test_a_fact_takes_over_the_voices_of_another_by_session(memory: Memory) -> None:
    kept, absorbed = await memory.add_fact(agent="ada", session="s1"), await memory.add_fact(agent="ben", session="s1")
    await memory.write(lambda tx: tx.facts.note_mention(absorbed.id, "ada", "s1"))
    await memory.write(lambda tx: tx.facts.inherit_mentions(kept.id, absorbed.id))
    assert await memory.read(lambda tx: tx.facts.supporters([kept.id])) == {kept.id: ("ada", "ben")}
    assert not await memory.write(lambda tx: tx.facts.note_mention(kept.id, "ben", "s1"))
    assert await memory.write(lambda tx: tx.facts.note_mention(kept.id, "ben", "s2"))
    assert await memory.read(lambda tx: tx.facts.supporters([absorbed.id])) == {absorbed.id: ("ada", "ben")}
