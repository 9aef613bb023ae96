"""Edges are made as facts are written, whichever way they come into being: few of each kind, none to what is hidden."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from memory_bench import PERSON, Agent, Bench
from palimpsest.store.model import EdgeKind
from palimpsest.tools import links
from source_tree import sources

Links = dict[tuple[int, int], float]


async def edges(bench: Bench, kind: EdgeKind) -> Links:
    """Every edge of the kind, from a fact to an older one, with its weight."""
    rows = bench.dump()["edge"]
    return {(start, end): round(weight, 3) for start, end, name, weight, _ in rows if name == kind}


async def alone(bench: Bench, number: int) -> Agent:
    """An agent in a session of its own, so that nothing is near for the session's sake."""
    return await bench.agent(f"agent-{number}", session=f"session-{number}")


async def test_a_fact_is_linked_with_the_newest_of_its_topic(bench: Bench):
    agents = [await alone(bench, number) for number in range(4)]
    for agent, name in zip(agents, "abcd", strict=True):
        await agent.propose(f"Replica {name} is read only.", topic="Replicas", on_conflict="coexist")
    await agents[3].propose("Replicas are read only.", topic="replicas", domain="elsewhere")
    found = await edges(bench, EdgeKind.SAME_TOPIC)
    assert found == dict.fromkeys([(2, 1), (3, 2), (3, 1), (4, 3), (4, 2)], 0.7)


async def test_facts_of_one_session_are_linked_the_less_the_further_apart(bench: Bench):
    ana, other = await bench.agent("ana", session="s1"), await bench.agent("ana", session="s2")
    await ana.propose("Lunch is at noon.", topic="a")
    await other.propose("Rain is likely.", topic="b")
    await ana.propose("Trains leave hourly.", topic="c")
    await ana.propose("Parking costs little.", topic="d")
    assert await edges(bench, EdgeKind.SAME_SESSION) == {(3, 1): 0.5, (4, 3): 0.5, (4, 1): 0.4}


async def test_facts_that_rest_on_one_observation_or_one_named_source_are_linked(bench: Bench, ana: Agent):
    (shared,) = await ana.observe("talk")
    (early,) = await ana.observe("log", source="build.log")
    (late,) = await ana.observe("log", source="build.log")
    for number, seen in enumerate([shared, early, late, shared]):
        agent = await bench.agent("ana", session=f"own {number}")
        await agent.propose(f"Thing {'abcd'[number]} holds.", topic=f"t{number}", source_observation_ids=[seen])
    assert await edges(bench, EdgeKind.SAME_SOURCE) == {(3, 2): 0.6, (4, 1): 0.9}


async def test_a_name_that_few_facts_hold_relates_them_across_domains(bench: Bench):
    texts = [
        ("The staging host is called Hermes.", "staging", "operations"),
        ("Nightly jobs of Hermes start late.", "jobs", "process"),
        ("Lunch is served at noon.", "lunch", "office"),
    ]
    for number, (content, topic, domain) in enumerate(texts):
        await (await alone(bench, number)).propose(content, topic=topic, domain=domain)
    assert (await edges(bench, EdgeKind.RELATED)).keys() == {(2, 1)}


async def test_one_common_word_relates_nothing(bench: Bench):
    for number, content in enumerate(["Backups are encrypted.", "Tokens are encrypted.", "Disks are cheap."]):
        await (await alone(bench, number)).propose(content, topic=f"t{number}")
    assert await edges(bench, EdgeKind.RELATED) == {}


async def test_the_winner_is_linked_with_what_it_replaces(bench: Bench, ana: Agent):
    await ana.propose("The API uses Postgres 14.")
    await ana.call("supersede_fact", fact_id="F1", content="The API uses MariaDB 11.")
    assert await edges(bench, EdgeKind.SUPERSEDES) == {(2, 1): 1.0}
    assert await edges(bench, EdgeKind.SAME_TOPIC) == {(2, 1): 0.7}


async def test_what_is_out_of_use_is_not_linked_with(bench: Bench, ana: Agent):
    await ana.propose("Lunch is at noon.", topic="a")
    await ana.call("supersede_fact", fact_id="F1")
    await ana.propose("Trains leave hourly.", topic="a")
    assert bench.dump()["edge"] == []


async def consolidate(ana: Agent, text: str, rests_on: list[str], **more: Any) -> None:
    candidate = {"text": text, "domain": "process", "topic": text[:9], "sources": rests_on} | more
    await ana.call("consolidate_memory", candidates=[candidate])


async def propose(bench: Bench, ana: Agent) -> None:
    await ana.propose("Trains leave hourly.", topic="trains")


async def propose_a_loser(bench: Bench, ana: Agent) -> None:
    await ana.propose("The office closes at 18.", topic="hours", veracity="stated", domain="office")
    await ana.propose("The office closes at 17.", topic="hours", veracity="tool", domain="office")


async def replace(bench: Bench, ana: Agent) -> None:
    await ana.call("supersede_fact", fact_id="F1", content="Breakfast is at eight.", topic="breakfast")


async def from_observations(bench: Bench, ana: Agent) -> None:
    await consolidate(ana, "Trains leave hourly.", await ana.observe("train", 2))


async def from_items(bench: Bench, ana: Agent) -> None:
    await ana.call("remember", content="Trains leave hourly.", veracity="stated")
    await consolidate(ana, "Trains leave hourly.", ["H1"])


@pytest.mark.parametrize("way", [propose, propose_a_loser, replace, from_observations, from_items])
async def test_whichever_way_a_fact_comes_into_being_it_is_linked(bench: Bench, ana: Agent, way: Any):
    await ana.propose("Lunch is at noon.", topic="lunch")
    await way(bench, ana)
    facts = [row[0] for row in bench.dump()["fact"]]
    assert len(facts) > 1
    linked = {start for kind in EdgeKind for start, _ in await edges(bench, kind) if kind is not EdgeKind.SUPERSEDES}
    assert linked == set(facts[1:])


async def mention(bench: Bench, ana: Agent, seen: str) -> None:
    await ana.propose("Lunch is at noon.", topic="lunch", source_observation_ids=[seen])


async def support(bench: Bench, ana: Agent, seen: str) -> None:
    (more,) = await ana.observe("again")
    await consolidate(ana, "Trains leave hourly.", [seen, more], supports=["F1"])


async def merge(bench: Bench, ana: Agent, seen: str) -> None:
    bob = await bench.agent("bob")
    await bob.propose("Lunch is served at noon.", topic="apart")
    bench.run("INSERT INTO fact_source (fact_id, observation_id, added_at) VALUES (3, 1, '2027-03-01')")
    bench.run("UPDATE fact SET content = 'Lunch is at noon.', topic_key = 'lunch' WHERE id = 3")
    await bob.call("harmonize_memory")
    assert (await bench.fact("F3")).superseded_by == 1


@pytest.mark.parametrize("way", [mention, support, merge])
async def test_whichever_way_a_fact_gains_a_source_it_is_linked_with_what_rests_on_it(
    bench: Bench, ana: Agent, way: Any
):
    await ana.propose("Lunch is at noon.", topic="lunch")
    (seen,) = await ana.observe("canteen")
    await ana.propose("Soup comes first.", topic="soup", source_observation_ids=[seen])
    await way(bench, ana, seen)
    assert (await edges(bench, EdgeKind.SAME_SOURCE))[1, 2] == 0.9


def calls_of(method: str) -> set[str]:
    """The modules of the use cases that call a method of that name."""
    return {
        source.path
        for source in sources("tools")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(method)
    }


def test_facts_are_inserted_and_gain_sources_in_one_place_each():
    assert calls_of(".facts.insert") == {"tools/fact_acts.py"}
    assert calls_of(".facts.add_sources") == {"tools/fact_changes.py"}


async def test_a_rehearsal_links_nothing(bench: Bench, ana: Agent):
    await ana.propose("Lunch is at noon.", topic="lunch")
    seen = await ana.observe("train", 2)
    await ana.call(
        "consolidate_memory",
        dry_run=True,
        candidates=[{"text": "Trains leave hourly.", "domain": "d", "topic": "t", "sources": seen}],
    )
    assert bench.dump()["edge"] == []


async def test_a_hub_gives_each_fact_a_handful_of_links(bench: Bench, ana: Agent):
    (seen,) = await ana.observe("talk", source="meeting")
    for number in range(20):
        content = f"Hermes keeps item {chr(97 + number) * 4}."
        await ana.propose(content, topic="hub", on_conflict="coexist", source_observation_ids=[seen])
    for kind in EdgeKind:
        starts = [start for start, _ in await edges(bench, kind)]
        assert all(starts.count(start) <= links.MOST_OF_KIND for start in starts)
    weights = await edges(bench, EdgeKind.SAME_TOPIC)
    assert (weights[10, 9], weights[20, 19]) == (0.7, 0.2)


async def test_what_the_writer_may_not_see_is_not_linked_and_takes_no_place(bench: Bench):
    ana = await bench.agent("ana", session="one")
    await ana.propose("The staging host is Hermes, run by Maria in Lisbon.", topic="host")
    for number in range(4):
        text = f"The password of Hermes is kept by Maria in Lisbon in box {number}."
        await (await alone(bench, number)).propose(text, topic=f"vault {number}", domain="vault")
    await bench.grant("intern", "vault", "none")
    ida = await bench.agent("ida", role="intern", session="two")
    await ida.propose("I saw that Hermes is slow, says Maria of Lisbon.", topic="speed")
    assert {end for start, end in await edges(bench, EdgeKind.RELATED) if start == 6} == {1}


async def fill(bench: Bench) -> None:
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    seen = await ana.observe("log", 3, source="build.log")
    await ana.propose("The staging host is called Hermes.", topic="host", source_observation_ids=seen[:1])
    await bob.propose("Nightly jobs of Hermes start late.", topic="jobs")
    await ana.propose("Hermes has two disks.", topic="host", source_observation_ids=seen[1:])
    await bob.propose("Lunch is at noon.", topic="lunch")
    await ana.propose("Lunch costs little.", topic="lunch", source_observation_ids=seen[:1])


async def link_again(bench: Bench, portion: int) -> int:
    """Link what has no links, in portions; how many there were."""
    after, portions = 0, 0
    while after is not None:
        at = after
        after = await bench.store.write(lambda tx, at=at: links.link_unlinked(tx, PERSON, at, portion))
        portions += 1
    return portions


@pytest.mark.parametrize("portion", [1, 2, 100])
async def test_facts_from_before_there_were_edges_get_those_they_would_have(bench: Bench, portion: int):
    await fill(bench)
    made = bench.dump()["edge"]
    assert {row[2] for row in made} == {"same_source", "same_session", "same_topic", "related"}
    bench.run("DELETE FROM edge")
    bench.pass_time(days=3)
    await link_again(bench, portion)
    assert bench.dump()["edge"] == made
    await link_again(bench, portion)
    assert bench.dump()["edge"] == made


async def test_linking_again_stops_in_an_empty_memory(bench: Bench):
    assert await link_again(bench, 10) == 1
