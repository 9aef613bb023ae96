"""What facts have in common: found newest first, a few at a time, and before a given fact only."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from palimpsest.store import search
from palimpsest.store.model import Fact, LossReason, RetiredReason, Scope
from palimpsest.store.protocol import Transaction
from store_builders import START, Memory, add_fact, new_observation

EVERY = 2**40


async def add_all(memory: Memory, count: int, **changes: Any) -> list[int]:
    def work(tx: Transaction) -> list[int]:
        return [add_fact(tx, content=f"fact {number}", **changes).id for number in range(count)]

    return await memory.write(work)


async def observe(memory: Memory, *sources: str) -> list[int]:
    """Observations of these sources, in order."""
    return await memory.write(lambda tx: [tx.observations.insert(new_observation(source=one)).id for one in sources])


async def resting_on(memory: Memory, *observation_ids: int) -> int:
    return (await memory.add_fact(source_ids=observation_ids)).id


async def put_out_of_use(memory: Memory, superseded: Fact, retired: Fact, by: Fact) -> None:
    how: dict[str, Any] = {"superseded_by": by.id, "superseded_at": START, "loss_reason": LossReason.OUTDATED}
    await memory.change(superseded, "superseded", **how)
    await memory.change(retired, "retired", retired_at=START, retired_reason=RetiredReason.FORGOTTEN)


async def test_a_session_is_one_agents_and_its_last_facts_come_first(memory: Memory) -> None:
    mine = await add_all(memory, 4, session="s2")
    await add_all(memory, 1, session="s3")
    await add_all(memory, 1, session="s2", agent="ben")
    found = await memory.read(lambda tx: tx.kin.of_session("ada", "s2", mine[3], 2))
    assert found == [mine[2], mine[1]]
    assert await memory.read(lambda tx: tx.kin.of_session("ada", "s2", EVERY, 10)) == mine[::-1]


async def test_a_topic_has_its_standing_facts_of_one_scope(memory: Memory) -> None:
    one, two, three, four = [await memory.add_fact(content=f"fact {n}") for n in range(4)]
    await memory.add_fact(topic="Queue")
    await memory.add_fact(Scope("architecture", "owner-name"))
    await put_out_of_use(memory, one, three, two)
    of_topic = await memory.read(lambda tx: tx.kin.of_topic(one.domain_id, "cache", EVERY, 10))
    assert of_topic == [four.id, two.id]
    assert await memory.read(lambda tx: tx.kin.of_topic(one.domain_id, "cache", four.id, 1)) == [two.id]


async def test_an_observation_names_the_newest_facts_that_rest_on_it(memory: Memory) -> None:
    shared, other = await observe(memory, "agent", "agent")
    first, second = await resting_on(memory, shared), await resting_on(memory, other, shared)
    third = await resting_on(memory, shared)
    await resting_on(memory, other)
    assert await memory.read(lambda tx: tx.kin.on_observation(shared, EVERY, 2)) == [third, second]
    assert await memory.read(lambda tx: tx.kin.on_observation(shared, third, 2)) == [second, first]


async def test_a_named_source_leads_to_what_rests_on_it_nearest_first(memory: Memory) -> None:
    seen = await observe(memory, "log", "log", "chat", "log", "log", "log")
    far, near, _, behind, ahead = [await resting_on(memory, one) for one in seen[:2] + seen[3:]]
    assert await memory.read(lambda tx: tx.kin.on_source(seen[3], EVERY, 5)) == [behind, ahead, near, far]
    assert await memory.read(lambda tx: tx.kin.on_source(seen[3], EVERY, 1)) == [behind, near]
    assert await memory.read(lambda tx: tx.kin.on_source(seen[3], behind, 1)) == [near]
    newest = await resting_on(memory, seen[4])
    assert await memory.read(lambda tx: tx.kin.on_source(seen[3], EVERY, 1)) == [newest, near]


async def test_a_path_of_another_repository_is_another_source(memory: Memory) -> None:
    web, api, again = [
        (await memory.add_observation(source="README.md", repo=repo)).id
        for repo in ("acme-web", "acme-api", "acme-web")
    ]
    first, _ = await resting_on(memory, web), await resting_on(memory, api)
    assert await memory.read(lambda tx: tx.kin.on_source(again, EVERY, 5)) == [first]


async def test_a_source_that_was_not_named_or_has_no_other_fact_leads_nowhere(memory: Memory) -> None:
    plain, also_plain, lonely, unused = await observe(memory, "agent", "agent", "log", "log")
    for seen in (plain, also_plain, lonely):
        await resting_on(memory, seen)
    for seen in (plain, lonely):
        assert await memory.read(lambda tx, seen=seen: tx.kin.on_source(seen, EVERY, 5)) == []
    assert len(await memory.read(lambda tx: tx.kin.on_source(unused, EVERY, 5))) == 1


async def test_a_term_names_the_newest_facts_that_hold_it_in_topic_or_content(memory: Memory) -> None:
    one = await memory.add_fact(content="Hermes is the staging server.")
    two = await memory.add_fact(topic="hermes", content="It restarts at night.")
    await memory.add_fact(content="The other server.")
    secret = await memory.add_fact(Scope("secret"), content="Hermes has a password.")
    closed = (secret.domain_id,)
    await memory.add_observation(content="Hermes is down.")
    assert await memory.read(lambda tx: tx.kin.holding(["hermes"], EVERY, 5, ())) == [secret.id, two.id, one.id]
    assert await memory.read(lambda tx: tx.kin.holding(["hermes"], EVERY, 2, ())) is None
    assert await memory.read(lambda tx: tx.kin.holding(["hermes"], EVERY, 2, closed)) == [two.id, one.id]
    assert await memory.read(lambda tx: tx.kin.holding(["hermes", "night"], two.id, 5, ())) == [one.id]
    assert await memory.read(lambda tx: tx.kin.holding(["zeus"], EVERY, 5, ())) == []


async def test_signs_and_quotes_in_a_term_are_taken_as_they_are(memory: Memory) -> None:
    fact = await memory.add_fact(content="Written in C++ with --dry-run.")
    for term in ("c++", "--dryrun"):
        assert await memory.read(lambda tx, term=term: tx.kin.holding([term], EVERY, 5, ())) == [fact.id]
    assert await memory.read(lambda tx: tx.kin.holding(['"', "NEAR("], EVERY, 5, ())) == []


async def test_a_term_that_too_many_hold_names_none(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    await memory.write(lambda tx: [add_fact(tx, content=f"Hermes {number}") for number in range(4)])
    assert await memory.read(lambda tx: tx.kin.holding(["hermes"], EVERY, 3, ())) is None
    assert len(await memory.read(lambda tx: tx.kin.holding(["hermes"], EVERY, 4, ())) or []) == 4
    monkeypatch.setattr(search, "MOST_ROWS", 3)
    assert await memory.read(lambda tx: tx.kin.holding(["hermes"], EVERY, 4, ())) == [4, 3, 2]


async def test_what_stands_is_in_use_and_not_hidden(memory: Memory) -> None:
    one, two, three = [await memory.add_fact(content=f"fact {n}") for n in range(3)]
    secret = await memory.add_fact(Scope("secret"))
    await put_out_of_use(memory, one, three, two)
    memory.clock.forward(seconds=timedelta(hours=1).total_seconds())
    ids = [one.id, two.id, three.id, secret.id]
    assert await memory.read(lambda tx: tx.kin.standing(ids, ())) == {two.id, secret.id}
    assert await memory.read(lambda tx: tx.kin.standing(ids, [secret.domain_id])) == {two.id}


async def test_topic_words_find_the_newest_standing_facts_of_the_domain_by_any_of_their_forms(memory: Memory) -> None:
    by_hand = await memory.add_fact(topic="Testing framework", content="one")
    by_tool = await memory.add_fact(topic="test runner", content="two")
    await memory.add_fact(topic="runner", content="the test is in the text alone")
    await memory.add_fact(topic="test runner", content="elsewhere", scope=Scope("elsewhere"))
    lost = await memory.add_fact(topic="test bench", content="three")
    gone = await memory.add_fact(topic="test bench", content="four")
    await put_out_of_use(memory, lost, gone, by_tool)

    def found(*words: set[str], before: int = EVERY, limit: int = 9) -> Callable[[Transaction], list[int]]:
        return lambda tx: tx.kin.with_topic_words(by_hand.domain_id, words, before, limit)

    assert await memory.read(found({"test", "testing"})) == [by_tool.id, by_hand.id]
    assert await memory.read(found({"test"}, {"runner", "framework"})) == [by_tool.id, by_hand.id]
    assert await memory.read(found({"test"}, {"runner"})) == [by_tool.id]
    assert await memory.read(found({"test"}, before=by_tool.id)) == [by_hand.id]
    assert await memory.read(found({"test"}, limit=1)) == [by_tool.id]
    assert await memory.read(found({"bench"})) == []


async def test_a_topic_word_may_hold_any_sign(memory: Memory) -> None:
    fact = await memory.add_fact(topic='c++ "x" AND (y)')

    def found(*words: set[str]) -> Callable[[Transaction], list[int]]:
        return lambda tx: tx.kin.with_topic_words(fact.domain_id, words, EVERY, 9)

    assert await memory.read(found({'"', "a AND b", "*"})) == []
    assert await memory.read(found({"x"}, {"y"})) == [fact.id]
