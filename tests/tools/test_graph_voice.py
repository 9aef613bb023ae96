"""The graph voice brings what hangs together with the seeds in other words, and nothing that the reader may not see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from memory_bench import Agent, Bench
from palimpsest.store.model import EdgeKind, FactFilter, MemoryType
from palimpsest.store.rules.graph import Hop
from palimpsest.tools.graph_voice import Walked, walk


async def walked(bench: Bench, seeds: Mapping[int, float], limit: int = 50, **where: Any) -> dict[int, Walked]:
    """What a walk from the seeds brings, by fact."""
    found = await bench.store.read(lambda tx: walk(tx, seeds, replace(FactFilter(tx.now), **where), limit))
    return {one.candidate.id: one for one in found}


async def say(bench: Bench, content: str, session: str, **more: Any) -> None:
    agent = await bench.agent("ana", session=session)
    await agent.propose(content, **{"topic": content, "domain": "office"} | more)


async def chain(bench: Bench) -> None:
    """F1 and F2 of one session, F2 and F3 of one topic, F3 and F4 of one session; nothing else in common."""
    await say(bench, "Lunch is at noon.", "one")
    await say(bench, "Trains leave hourly.", "one", topic="shared", domain="travel")
    await say(bench, "Parking costs little.", "two", topic="shared", domain="travel")
    await say(bench, "Soup comes first.", "two")


async def test_a_fact_that_shares_no_word_with_the_query_is_brought(bench: Bench, ana: Agent):
    (seen,) = await ana.observe("call with the hoster")
    await ana.propose("Hermes is restarted every Sunday.", topic="restart", source_observation_ids=[seen])
    bob = await bench.agent("bob")
    await bob.propose("Tokyo becomes unreachable meanwhile.", topic="outage", source_observation_ids=[seen])
    await bob.propose("Lunch is at noon.", topic="lunch")
    query = "When is Hermes restarted?"
    matches = await bench.store.read(lambda tx: tx.search.facts(query, FactFilter(tx.now), 10))
    assert [match.id for match in matches] == [1]
    found = await walked(bench, {1: 1.0})
    assert list(found) == [2, 3]
    assert found[2].path == (Hop(1, EdgeKind.SAME_SOURCE),)
    assert found[2].candidate.score == pytest.approx(0.45)


async def test_two_steps_are_taken_and_no_third(bench: Bench):
    await chain(bench)
    found = await walked(bench, {1: 1.0})
    assert list(found) == [2, 3]
    assert found[3].path == (Hop(1, EdgeKind.SAME_SESSION), Hop(2, EdgeKind.SAME_TOPIC))
    assert found[3].candidate.score == pytest.approx(0.5 * 0.5 * 0.7 * 0.5)


async def test_filters_hold_for_what_is_found_and_not_for_the_way_there(bench: Bench):
    await chain(bench)
    assert list(await walked(bench, {1: 1.0}, domain_name="travel")) == [2, 3]
    assert list(await walked(bench, {2: 1.0}, domain_name="office")) == [1, 4]
    assert list(await walked(bench, {1: 1.0}, memory_type=MemoryType.PREFERENCE)) == []
    assert list(await walked(bench, {1: 1.0}, limit=1)) == [2]


async def test_a_hidden_fact_is_neither_found_nor_a_way(bench: Bench):
    await say(bench, "Lunch is at noon.", "one")
    await say(bench, "The vault opens at nine.", "one", domain="vault")
    await say(bench, "The vault closes at ten.", "two", domain="vault", topic="The vault opens at nine.")
    await say(bench, "Soup comes first.", "two")
    vault = (await bench.fact("F2")).domain_id
    assert list(await walked(bench, {1: 1.0})) == [2, 3]
    assert await walked(bench, {1: 1.0}, hidden_domain_ids=(vault,)) == {}
    assert await walked(bench, {4: 1.0}, hidden_domain_ids=(vault,)) == {}


async def test_hidden_facts_change_nothing_for_whom_they_are_hidden(bench: Bench):
    """However many there are: they take no place among the ways that are followed."""
    await say(bench, "Lunch is at noon.", "one")
    await say(bench, "Trains leave hourly.", "one")
    before = await walked(bench, {1: 1.0})
    (seen,) = await (await bench.agent("ana", session="three")).observe("talk")
    bench.run("INSERT INTO fact_source (fact_id, observation_id, added_at) VALUES (1, 1, '2027-03-01')")
    for number in range(12):
        secret = f"Code {chr(97 + number) * 5} opens it."
        await say(bench, secret, f"vault {number}", domain="vault", source_observation_ids=[seen])
        bench.run("INSERT OR IGNORE INTO edge VALUES (?, 1, 'same_source', 0.9, '2027-03-01')", number + 3)
    vault = (await bench.fact("F3")).domain_id
    assert 2 not in await walked(bench, {1: 1.0}, limit=8)
    assert await walked(bench, {1: 1.0}, hidden_domain_ids=(vault,)) == before


async def test_a_superseded_fact_leads_on_to_what_replaced_it(bench: Bench):
    await say(bench, "Lunch is at noon.", "one")
    await say(bench, "The API uses Postgres 14.", "one", topic="database")
    other = await bench.agent("bob", session="two")
    await other.call("supersede_fact", fact_id="F2", content="Queries go to the warehouse.", topic="warehouse")
    found = await walked(bench, {1: 1.0})
    assert list(found) == [3]
    assert found[3].path == (Hop(1, EdgeKind.SAME_SESSION), Hop(2, EdgeKind.SUPERSEDES))
    assert list(await walked(bench, {3: 1.0})) == []
    assert set(await walked(bench, {3: 1.0}, include_superseded=True)) == {1, 2}


async def test_a_retired_fact_is_no_way(bench: Bench, ana: Agent):
    await chain(bench)
    await ana.call("supersede_fact", fact_id="F2")
    assert await walked(bench, {1: 1.0}) == {}
    assert list(await walked(bench, {1: 1.0}, include_retired=True)) == [2, 3]


async def test_the_past_is_walked_as_it_was(bench: Bench):
    await chain(bench)
    then = bench.now
    bench.pass_time(days=1)
    await say(bench, "Coffee is free.", "one")
    await (await bench.agent("ana")).call("supersede_fact", fact_id="F2")
    assert list(await walked(bench, {1: 1.0})) == [5]
    assert list(await walked(bench, {1: 1.0}, at=then, past=True)) == [2, 3]


async def test_no_seed_and_a_seed_without_links_bring_nothing(bench: Bench):
    await say(bench, "Lunch is at noon.", "one")
    assert await walked(bench, {}) == {}
    assert await walked(bench, {1: 1.0}) == {}


async def test_seeds_that_lead_to_each_other_are_there_with_what_the_others_make_of_them(bench: Bench):
    await chain(bench)
    found = await walked(bench, {1: 1.0, 2: 0.4})
    scores = {number: round(one.candidate.score, 3) for number, one in found.items()}
    assert scores == {2: 0.25, 3: 0.215, 1: 0.1, 4: 0.035}
