"""What is handed over or counted is sound: nothing private by way of a neighbour, nothing over, stale or undecided."""

import pytest
from memory_bench import Bench
from palimpsest.tools import search_tools, voices

TASK = "Plan the upgrade of Postgres for the spring"


async def test_an_observation_that_is_cited_does_not_give_its_private_neighbours_away(bench: Bench):
    ana, ben = await bench.agent("ana"), await bench.agent("ben")
    await ana.observe("A zebra stands in the yard.", source="walk")
    (cited,) = await ana.observe("A horse stands in the stable.", source="walk")
    await ana.propose("There is a horse.", source_observation_ids=[cited])
    assert await ana.found("zebra", include_observations=True) == ["O1", "O2"]
    assert await ben.found("zebra", include_observations=True) == []
    assert await ben.found("horse", include_observations=True) == ["F1", "O2"]


async def test_a_challenger_stands_once_what_it_challenged_is_over(bench: Bench):
    ana, ben = await bench.agent("ana"), await bench.agent("ben")
    await ana.propose("Postgres 14 runs the workspace.", topic="db", valid_until="2027-03-02")
    asked = await ben.propose("Postgres 15 runs the workspace.", topic="db")
    assert asked["outcome"] == "needs_confirmation"
    assert "Postgres 15" not in await ana.preamble(TASK)
    bench.pass_time(days=3)
    assert "Postgres 15 runs the workspace. (F2, 0.7)" in await ana.preamble(TASK)
    assert [hit["contested"] for hit in await ana.search("Postgres")] == [None]


async def test_no_active_fact_is_put_under_one_that_is_over(bench: Bench):
    ana, ben = await bench.agent("ana"), await bench.agent("ben")
    await ana.propose("Postgres 14 runs the workspace.", topic="db")
    await ben.propose("Postgres 15 runs the workspace.", topic="db", valid_until="2027-03-02")
    bench.pass_time(days=3)
    assert "holds no more" in await ben.refused("resolve_memory_conflict", conflict_id="C1", keep="new")
    await ben.call("resolve_memory_conflict", conflict_id="C1", keep="old")
    assert await bench.active() == ["F1"]


async def test_stale_facts_do_not_crowd_out_one_that_holds(bench: Bench):
    ana = await bench.agent("ana")
    (old,) = await ana.observe("Seen.", source="src/db.py", revision="v1")
    for number in range(55):
        await ana.propose(f"The Postgres upgrade {number}.", topic=f"t{number}", source_observation_ids=[old])
    await ana.propose("One day, among many other things that we do, Postgres matters.", topic="other")
    await bench.version("src/db.py", "v2")
    lines = [line for line in (await ana.preamble(TASK)).split("\n") if line.startswith("- [")]
    assert len(lines) == 1
    assert "(F56, 0.7)" in lines[0]


async def test_the_challenger_of_an_open_conflict_does_not_vote(bench: Bench):
    ana, ben = await bench.agent("ana"), await bench.agent("ben")
    options = [{"name": "helix", "keywords": ["Helix"]}, {"name": "zed", "keywords": ["Zed"]}]
    likes = {"topic": "editor", "memory_type": "preference", "veracity": "stated"}
    await ana.propose("The user's favourite editor is Helix.", **likes)
    asked = await ben.propose("The user's favourite editor is Zed.", **likes)
    assert asked["outcome"] == "needs_confirmation"
    decided = await ana.call("decide", question="Which editor?", options=options, default="zed")
    assert (decided["choice"], decided["facts"]) == ("helix", ["F1"])


async def test_a_hit_says_why_a_fact_is_retired(bench: Bench):
    ana = await bench.agent("ana")
    await ana.propose("Postgres 13 runs.", topic="a")
    await ana.call("supersede_fact", fact_id="F1", reason="wrong")
    await ana.propose("Postgres 14 runs.", topic="b", valid_until="2027-03-02")
    await ana.propose("Postgres 15 runs.", topic="c")
    bench.pass_time(days=3)
    hits = await ana.search("Postgres", include_retired=True)
    assert {hit["id"]: hit["retired"] for hit in hits} == {"F1": "deleted, wrong", "F2": "expired", "F3": None}


async def test_an_answer_says_that_more_match_than_were_ranked(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(voices, "CANDIDATES", 4)
    monkeypatch.setattr(search_tools, "CANDIDATES", 4)
    ana = await bench.agent("ana")
    for number in range(6):
        await ana.propose(f"Postgres {number} was tried.", topic=f"try {number}")
    found = await ana.call("search_memory", query="Postgres", limit=2)
    assert "At least 4 match" in found["hint"]


async def test_facts_and_observations_are_not_too_many_only_because_both_are_found(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(voices, "CANDIDATES", 4)
    monkeypatch.setattr(search_tools, "CANDIDATES", 4)
    ana = await bench.agent("ana")
    await ana.observe("Postgres was seen.", count=3)
    for number in range(3):
        await ana.propose(f"Postgres {number} was tried.", topic=f"try {number}")
    found = await ana.call("search_memory", query="Postgres", limit=6, include_observations=True)
    assert len(found["hits"]) == 6
    assert "hint" not in found
