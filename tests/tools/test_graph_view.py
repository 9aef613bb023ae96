"""What a person is shown of the knowledge graph: where it begins, which links count, and what had no room."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
from memory_bench import Agent, Bench, open_bench
from person import Person


@pytest.fixture
async def ann(tmp_path: Path):
    async with open_bench(tmp_path) as bench:
        yield await _fill(bench)


async def _fill(bench: Bench) -> Person:
    """F1 and F2 share a topic, F3 replaced by F4; F5 to F7 hang together with nothing but the session of bob."""
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    await _propose(ana, "The mill grinds at dawn.", "mill", "farm")
    await _propose(ana, "The mill was built of oak.", "mill", "farm")
    await _propose(ana, "The well is nine metres deep.", "well", "farm")
    await _propose(ana, "The well is twelve metres deep.", "well", "farm", on_conflict="supersede", veracity="stated")
    for number, text in enumerate(("Bread costs two coins.", "Salt comes by sea.", "Wool is dyed blue.")):
        await _propose(bob, text, f"trade {number}", "market", veracity="stated")
    return Person(bench)


async def _propose(agent: Agent, content: str, topic: str, domain: str, **more: Any) -> None:
    await agent.propose(content, topic=topic, domain=domain, **more)


def kinds(graph: dict[str, Any]) -> set[str]:
    return {edge["kind"] for edge in graph["edges"]}


async def test_it_begins_with_facts_that_hang_together_most(ann: Person) -> None:
    whole = await ann.call("memory_graph.get")
    weights: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for edge in whole["edges"]:
        weights[edge["from_id"]][edge["to_id"]] += edge["weight"]
        weights[edge["to_id"]][edge["from_id"]] += edge["weight"]
    left = [node["id"] for node in whole["nodes"]]
    total = {name: sum(weights[name].values()) for name in left}
    assert total[left[0]] == pytest.approx(max(total.values()))
    before: list[str] = []
    while left:
        drawn = {name: sum(weights[name][one] for one in before) for name in left}
        assert drawn[left[0]] == pytest.approx(max(drawn.values()))
        before.append(left.pop(0))
    few = await ann.call("memory_graph.get", limit=2)
    assert [node["id"] for node in few["nodes"]] == [node["id"] for node in whole["nodes"]][:2]
    assert (len(whole["nodes"]), whole["left_out"], few["left_out"]) == (6, 0, 4)


async def test_links_of_other_kinds_and_weaker_ones_are_not_followed(ann: Person) -> None:
    alike = await ann.call("memory_graph.get", fact_id="F1", kinds=["same_topic"])
    assert kinds(alike) == {"same_topic"}
    assert [node["id"] for node in alike["nodes"]] == ["F1", "F2"]
    strong = await ann.call("memory_graph.get", fact_id="F1", least_weight=0.6)
    assert min(edge["weight"] for edge in strong["edges"]) >= 0.6
    whole = await ann.call("memory_graph.get", fact_id="F1")
    assert len(whole["nodes"]) > len(strong["nodes"])
    assert (await ann.refused("memory_graph.get", kinds=["friends"]))[0] == -32602
    assert (await ann.refused("memory_graph.get", least_weight=1.5))[0] == -32602


async def test_the_strongest_links_are_told_where_not_all_have_room(ann: Person) -> None:
    whole = await ann.call("memory_graph.get", include_superseded=True)
    few = await ann.call("memory_graph.get", include_superseded=True, most_edges=2)
    best = sorted((edge["weight"] for edge in whole["edges"]), reverse=True)
    assert sorted((edge["weight"] for edge in few["edges"]), reverse=True) == best[:2]
    assert (whole["edges_left_out"], few["edges_left_out"]) == (0, len(best) - 2)


async def test_a_fact_says_how_many_links_it_has_beside_those_shown(ann: Person) -> None:
    alone = await ann.call("memory_graph.get", fact_id="F1", limit=1)
    whole = await ann.call("memory_graph.get", fact_id="F1")
    ends = [end for edge in whole["edges"] for end in (edge["from_id"], edge["to_id"])]
    assert alone["edges"] == []
    assert alone["nodes"][0]["links"] == whole["nodes"][0]["links"] == ends.count("F1") > 0
    assert {node["id"]: node["links"] for node in whole["nodes"]} == {
        node["id"]: ends.count(node["id"]) for node in whole["nodes"]
    }


async def test_a_link_to_what_is_not_shown_does_not_count(ann: Person) -> None:
    (now,) = (await ann.call("memory_graph.get", fact_id="F4", limit=1))["nodes"]
    (then,) = (await ann.call("memory_graph.get", fact_id="F4", limit=1, include_superseded=True))["nodes"]
    assert then["links"] > now["links"]


async def test_it_begins_with_superseded_facts_too_where_they_are_asked_for(ann: Person) -> None:
    assert "F3" not in {node["id"] for node in (await ann.call("memory_graph.get"))["nodes"]}
    graph = await ann.call("memory_graph.get", include_superseded=True)
    assert "F3" in {node["id"] for node in graph["nodes"]}
    assert "supersedes" in kinds(graph)
