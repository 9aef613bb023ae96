"""A topic may hold any number of facts: a write compares with the newest of them, says so, and still knows a text."""

from __future__ import annotations

import pytest
from memory_bench import Agent, Bench
from memory_builders import fact
from palimpsest.tools import comparable
from palimpsest.tools.comparable import newest_comparable

OLD, NEW = "The API uses Postgres 14.", "The API uses Postgres 15."


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparable, "MOST_COMPARED", 3)


async def crowd(agent: Agent, count: int) -> None:
    for number in range(count):
        await agent.propose(f"Backups of host {number} run at night.", on_conflict="coexist")


async def test_a_write_compares_with_the_newest_and_says_that_it_left_some_out(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose(OLD)
    await crowd(ana, 2)
    assert (await bob.propose(NEW))["outcome"] == "needs_confirmation"
    await crowd(ana, 1)
    answer = await bob.propose("The API uses Postgres 16.")
    assert [one["old_id"] for one in answer["conflicts"]] == ["F4"]
    assert "only the newest were" in answer["note"]


async def test_nothing_is_said_where_all_were_compared(ana: Agent):
    await crowd(ana, 3)
    assert "only the newest were" not in (await ana.propose(OLD))["note"]


async def test_the_same_text_is_found_however_many_are_newer(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose(OLD)
    await crowd(ana, 5)
    answer = await bob.propose("the API uses Postgres 14")
    assert (answer["fact_id"], answer["outcome"]) == ("F1", "mentioned")


async def test_replacing_a_fact_by_its_own_text_is_still_refused(bench: Bench, ana: Agent):
    await ana.propose(OLD)
    await crowd(ana, 5)
    before = bench.dump()
    assert "says that already" in await ana.refused("supersede_fact", fact_id="F1", content=OLD)
    assert bench.dump() == before


def test_the_newest_are_taken_in_order_as_long_as_their_texts_have_room(monkeypatch: pytest.MonkeyPatch):
    facts = [fact(number, "x" * 10) for number in range(1, 6)]
    assert [one.id for one in newest_comparable(facts, 9)] == [1, 2, 3, 4, 5]
    assert [one.id for one in newest_comparable(facts, 2)] == [4, 5]
    monkeypatch.setattr(comparable, "MOST_CHARS", 35)
    assert [one.id for one in newest_comparable(facts, 9)] == [3, 4, 5]
    assert newest_comparable([], 9) == []
