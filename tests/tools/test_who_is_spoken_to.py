"""Advice in an answer names what its reader can do: an agent asks its user and calls tools, a person has methods."""

from __future__ import annotations

import pytest
from memory_bench import Bench
from person import Person


@pytest.fixture
async def contested(bench: Bench) -> Bench:
    """F1 and F2, of two agents' users, contradict each other."""
    for name, content in (("ana", "The port is 1."), ("bob", "The port is 2.")):
        agent = await bench.agent(name)
        await agent.propose(content, topic="port", veracity="stated", on_conflict="ask")
    return bench


async def test_a_question_is_put_to_the_agents_user_or_to_the_person(contested: Bench) -> None:
    ana, ann = await contested.agent("ana"), Person(contested)
    (to_agent,) = (await ana.call("list_memory_conflicts"))["conflicts"]
    (to_person,) = (await ann.call("memory_conflict.list"))["conflicts"]
    sides = 'the old "The port is 1." (F1) or the new "The port is 2." (F2)?'
    assert to_agent["question"] == (
        f"Ask your user which holds for 'port': {sides} Then call resolve_memory_conflict with conflict_id C1 and keep "
        "new, old or both."
    )
    assert to_person["question"] == (
        f"Which holds for 'port': {sides} memory_conflict.resolve settles it, with conflict_id C1 and keep new, old or "
        "both."
    )
    assert to_agent | {"question": ""} == to_person | {"question": ""}


async def test_an_update_that_contradicts_asks_the_person(contested: Bench) -> None:
    ana, ann = await contested.agent("ana"), Person(contested)
    await ana.propose("The port of the test server is 3.", topic="port", domain="tests", veracity="stated")
    moved = await ann.call("memory_fact.update", fact_id="F3", content="The port is 3.", domain="architecture")
    text = f"{moved.get('question', '')} {moved.get('note', '')}"
    assert "your user" not in text
    assert "supersede_fact" not in text


async def test_what_is_missing_is_looked_for_where_its_reader_can_look(bench: Bench) -> None:
    ana, ann = await bench.agent("ana"), Person(bench)
    await ana.propose("The port is 1.", topic="port")
    for tool, method, params in (
        ("supersede_fact", "memory_fact.update", {"fact_id": "F9", "content": "x"}),
        ("resolve_memory_conflict", "memory_conflict.resolve", {"conflict_id": "C9", "keep": "new"}),
        ("supersede_policy", "memory_policy.update", {"policy_id": "P9", "rule": "Do it."}),
    ):
        told = await ana.refused(tool, **params)
        code, message = await ann.refused(method, **params)
        assert (code, message.partition(";")[0]) == (-32001, told.partition(";")[0])
        assert "memory_" in message.partition(";")[2]
        assert "memory_fact" not in told


async def test_what_is_said_already_is_vouched_for_by_the_way_that_the_reader_has(bench: Bench) -> None:
    ana, ann = await bench.agent("ana"), Person(bench)
    await ana.propose("The port is 1.", topic="port")
    assert "propose_fact adds support" in await ana.refused("supersede_fact", fact_id="F1", content="The port is 1.")
    code, message = await ann.refused("memory_fact.update", fact_id="F1", content="The port is 1.")
    assert (code, "'validity' or 'valid_until' alone" in message) == (-32002, True)
    assert (await ann.call("memory_fact.update", fact_id="F1", validity="permanent"))["outcome"] == "extended"


async def test_one_that_is_out_of_use_is_restored_by_a_person_and_proposed_anew_by_an_agent(bench: Bench) -> None:
    ana, ann = await bench.agent("ana"), Person(bench)
    await ana.propose("The port is 1.", topic="port")
    await ann.call("memory_fact.delete", fact_ids=["F1"])
    assert "propose a new fact" in await ana.refused("supersede_fact", fact_id="F1", content="The port is 2.")
    code, message = await ann.refused("memory_fact.update", fact_id="F1", content="The port is 2.")
    assert (code, "restore it first" in message) == (-32002, True)
