"""One fact whole over JSON-RPC: its chain, links, policies and lapses; and changes that are refused as stale."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from memory_bench import Bench, open_bench
from palimpsest.server.rpc_errors import INVALID_PARAMS, STALE_VERSION
from person import Person


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncGenerator[Bench]:
    async with open_bench(tmp_path) as opened:
        yield opened


@pytest.fixture
def ann(bench: Bench) -> Person:
    return Person(bench)


async def test_the_chain_is_told_both_ways_to_its_ends(bench: Bench, ann: Person):
    await (await bench.agent()).propose("Redis 1.")
    for number in (2, 3, 4):
        await ann.call("memory_fact.update", fact_id=f"F{number - 1}", content=f"Redis {number}.")
    middle = await ann.call("memory_fact.get", fact_id="F2")
    assert [row["content"] for row in middle["above"]] == ["Redis 3.", "Redis 4."]
    assert [row["content"] for row in middle["beneath"]] == ["Redis 1."]
    assert [row["id"] for row in (await ann.call("memory_fact.get", fact_id="F4"))["beneath"]] == ["F3", "F2", "F1"]


async def test_everything_that_was_put_under_a_fact_is_beneath_it_by_depth(bench: Bench, ann: Person):
    ana = await bench.agent()
    for text, topic in (("Redis 1.", "a"), ("Redis 2.", "b"), ("Redis 3.", "c"), ("Redis 4.", "d")):
        await ana.propose(text, topic=topic)
    await ana.call("supersede_fact", fact_id="F1", by_fact_id="F2")
    await ana.call("supersede_fact", fact_id="F2", by_fact_id="F4")
    await ana.call("supersede_fact", fact_id="F3", by_fact_id="F4")
    found = await ann.call("memory_fact.get", fact_id="F4")
    assert [row["id"] for row in found["beneath"]] == ["F3", "F2", "F1"]


async def test_the_chain_of_the_past_is_that_of_the_past(bench: Bench, ann: Person):
    await (await bench.agent()).propose("Redis 1.")
    bench.pass_time(days=2)
    await ann.call("memory_fact.update", fact_id="F1", content="Redis 2.")
    then = await ann.call("memory_fact.get", fact_id="F1", as_of="2027-03-01")
    assert (then["fact"]["state"], then["above"], then["version"]) == ("active", [], 1)


async def test_a_hidden_domain_is_told_of_nowhere_in_a_chain(bench: Bench):
    ana = await bench.agent()
    await ana.propose("Redis 1.", topic="a")
    await ana.propose("Redis 2.", topic="b", domain="secret")
    await ana.call("supersede_fact", fact_id="F1", by_fact_id="F2")
    await ana.call("propose_policy", domain="secret", rule="Never say Redis.", source_fact_ids=["F1"])
    await bench.grant("engineer", "secret", "none")
    told = await Person(bench, ana.desk.caller).call("memory_fact.get", fact_id="F1")
    assert (told["above"], told["links"], told["policies"]) == ([], [], [])


async def test_links_and_policies_name_what_is_at_their_other_end(bench: Bench, ann: Person):
    ana = await bench.agent()
    await ana.propose("Orders live in PostgreSQL.", topic="orders")
    await ana.propose("Sessions live in Redis.", topic="sessions")
    await ana.call("propose_policy", domain="process", rule="Back up PostgreSQL.", source_fact_ids=["F1"])
    told = await ann.call("memory_fact.get", fact_id="F1")
    link = told["links"][0]
    assert (link["id"], link["kind"], link["forward"], link["content"]) == (
        "F2",
        "same_session",
        False,
        "Sessions live in Redis.",
    )
    assert [(one["id"], one["status"]) for one in told["policies"]] == [("P1", "active")]


async def test_a_source_says_why_it_lapsed(bench: Bench, ann: Person):
    ana = await bench.agent()
    seen = await ana.call("record_observation", content="It said 1.", source="api", revision="v1", task_id="t1")
    await ana.propose("The port is 1.", source_observation_ids=[seen["observation_id"]])
    await bench.version("api", "v2")
    (source,) = (await ann.call("memory_fact.get", fact_id="F1"))["sources"]
    (lapsed,) = source["lapsed"]
    assert (lapsed["reason"], lapsed["revision"], lapsed["current"]) == ("changed", "v1", "v2")
    assert (source["is_active"], source["task"]) == (False, "t1")


async def test_a_version_counts_how_the_fact_stands_and_not_who_supports_it(bench: Bench, ann: Person):
    await (await bench.agent()).propose("Redis 1.")
    await (await bench.agent("bob", session="s2")).propose("Redis 1.")
    assert await _version(ann, "F1") == 1
    await ann.call("memory_fact.update", fact_id="F1", validity="until", valid_until="2999-01-01")
    assert await _version(ann, "F1") == 2
    await ann.call("memory_fact.delete", fact_ids=["F1"])
    await ann.call("memory_fact.restore", fact_id="F1")
    assert await _version(ann, "F1") == 4


async def test_a_change_of_what_moved_on_is_refused_and_says_what_stands_now(bench: Bench, ann: Person):
    await (await bench.agent()).propose("Redis 1.")
    await ann.call("memory_fact.update", fact_id="F1", content="Redis 2.", expected=1)
    refused = await ann.ask(
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "memory_fact.update",
            "params": {"fact_id": "F1", "content": "Redis 3.", "expected": 1},
        }
    )
    assert refused["error"]["code"] == STALE_VERSION
    assert refused["error"]["data"] == {"error": "StaleVersion", "current": "Redis 2."}
    assert (
        "changed by ann since you read it (version 2, you name 1): F2 stands in its place"
        in refused["error"]["message"]
    )
    assert await bench.active() == ["F2"]


async def test_nothing_of_a_selection_is_deleted_when_one_of_it_moved_on(bench: Bench, ann: Person):
    ana = await bench.agent()
    await ana.propose("Redis 1.", topic="a")
    await ana.propose("Port 1.", topic="b")
    await ann.call("memory_fact.update", fact_id="F2", validity="permanent")
    code, said = await ann.refused("memory_fact.delete", fact_ids=["F1", "F2"], expected={"F1": 1, "F2": 1})
    assert (code, "how long it holds was changed" in said) == (STALE_VERSION, True)
    assert await bench.active() == ["F1", "F2"]
    await ann.call("memory_fact.delete", fact_ids=["F1", "F2"], expected={"F2": 2})
    assert await bench.active() == []


async def test_what_was_taken_out_of_use_is_stale_too(bench: Bench, ann: Person):
    await (await bench.agent()).propose("Redis 1.")
    await ann.call("memory_fact.delete", fact_ids=["F1"])
    code, said = await ann.refused("memory_fact.update", fact_id="F1", content="Redis 2.", expected=1)
    assert (code, "it is out of use (deleted)" in said) == (STALE_VERSION, True)


async def test_an_expected_version_names_facts(ann: Person, bench: Bench):
    await (await bench.agent()).propose("Redis 1.")
    code, _ = await ann.refused("memory_fact.delete", fact_ids=["F1"], expected={"P1": 1})
    assert code == INVALID_PARAMS


async def _version(ann: Person, name: str) -> int:
    return int((await ann.call("memory_fact.get", fact_id=name))["version"])
