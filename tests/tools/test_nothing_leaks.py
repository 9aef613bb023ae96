"""Whatever happens in a domain that a role may not see, and whatever others keep to themselves, changes no answer."""

from __future__ import annotations

import json
from typing import Any

import pytest
from memory_bench import Agent, Bench
from palimpsest.store.model.access import TokenScope
from palimpsest.tools.toolbox import declarations
from person import Person

MARK = "zyx"
"""Stands in everything that the intern may not see."""

TASK = "Upgrade the database of the API and its port"
RESOURCES = ("preamble", "notes", "fact/F1", "fact/F2", "policies", "domains", "conflicts")
QUERIES = ("database of the API", f"{MARK} API", "ask about the port", "unheard")
READS: dict[str, list[dict[str, Any]]] = {
    "search_memory": [
        {
            "query": query,
            "mode": mode,
            "include_superseded": more,
            "include_retired": more,
            "include_observations": more,
        }
        for query in QUERIES
        for mode in ("keyword", "hybrid")
        for more in (False, True)
    ],
    "list_memory_conflicts": [{}, {"status": "open"}, {"domain": "vault"}],
    "decide": [
        {
            "question": "How to indent?",
            "options": [{"name": "tabs", "keywords": ["tab"]}, {"name": "spaces", "keywords": ["space"]}],
            "default": "spaces",
        }
    ],
    "get_preamble": [{"task": TASK}, {}],
    "select_memory": [{"task_id": "t1"}, {}],
    "refresh_memory": [{"versions": {}}],
    "consolidate_memory": [{"dry_run": True}],
    "harmonize_memory": [{"dry_run": True}],
}
OVER_RPC: dict[str, list[dict[str, Any]]] = {
    "memory_fact.list": [{}, {"state": "any", "order": "topic"}, {"state": "contested"}, {"domain": "vault"}],
    "memory_fact.get": [{"fact_id": "F1"}],
    "memory_fact.search": [{"query": query, "include_retired": True} for query in QUERIES[:2]],
    "memory_policy.list": [{}],
    "memory_policy.get": [{"policy_id": "P2"}],
    "memory_conflict.list": [{}, {"status": "open"}],
    "memory_domain.list": [{}],
    "memory_graph.get": [{}, {"fact_id": "F1"}, {"fact_id": "F2", "include_superseded": True}],
    "agent_working_memory.get": [{"agent": "ana"}],
}
WRITES: list[tuple[str, dict[str, Any]]] = [
    ("propose_fact", {"domain": "vault", "topic": "port", "content": "The port of the API is 5."}),
    ("propose_fact", {"domain": "api", "topic": "the port", "content": "The port of the API is 6."}),
    ("propose_fact", {"domain": "api", "topic": "port", "content": "The port of the API is 7.", "on_conflict": "ask"}),
    ("supersede_fact", {"fact_id": "F2", "content": "The API has a database of its own."}),
    ("supersede_fact", {"fact_id": "F1", "reason": "wrong"}),
    ("propose_policy", {"domain": "vault", "rule": "Lock the door."}),
    ("propose_policy", {"domain": "api", "rule": "Lock the API."}),
    ("supersede_policy", {"policy_id": "P1", "rule": "Test twice."}),
    ("remember", {"content": "The port of the API was asked about.", "domain": "vault", "topic": "port"}),
    ("record_observation", {"content": "The port was seen."}),
    ("update_my_notes", {"notes": "On it."}),
    ("consolidate_memory", {}),
    ("harmonize_memory", {}),
    ("resolve_memory_conflict", {"conflict_id": "C1", "keep": "new"}),
]


@pytest.fixture
async def ana(bench: Bench) -> Agent:
    """F1, F2 and P1 are everybody's, and interns may not see the domain 'vault'; grants hold in the preamble too."""
    ana = await bench.agent("ana")
    await ana.propose("The port of the API is 1.", topic="port", domain="api", veracity="stated")
    await ana.propose("The API uses a database of its own.", topic="store", domain="api")
    await ana.call("propose_policy", domain="api", rule="Test first.", source_fact_ids=["F1"])
    await ana.propose(f"{MARK} begins.", topic=f"{MARK} start", domain="vault")
    await bench.setting("access.mode", "strict")
    await bench.grant("intern", "vault", "none")
    return ana


async def fill(bench: Bench, ana: Agent) -> None:
    """Everything that can happen where interns may not look."""
    bob = await bench.agent("bob")
    seen = await ana.observe(f"{MARK} seen", count=3, source=f"{MARK}.md", task_id="t1")
    for one, text in ((ana, "is 2"), (bob, "is 3")):
        await one.propose(f"The port of the {MARK} API {text}.", topic="port", domain="vault", on_conflict="ask")
    await ana.propose(
        f"The {MARK} API uses a database.", topic="store", domain="vault", source_observation_ids=seen[:1]
    )
    await ana.propose(f"The {MARK} API uses a database!", topic=f"{MARK} store", domain="vault", veracity="stated")
    await ana.propose(f"We prefer tabs in {MARK}.", domain="vault", memory_type="preference", veracity="stated")
    candidate = {"text": f"The port is {MARK}.", "domain": "vault", "topic": "port", "sources": seen[1:]}
    await ana.call("consolidate_memory", candidates=[candidate | {"contradicts": ["F1"], "supports": ["F3"]}])
    await ana.call("propose_policy", domain="vault", rule=f"Never say {MARK}.", source_fact_ids=["F1", "F3"])
    await ana.call("remember", content=f"{MARK} was asked about.", domain="vault", topic=f"{MARK}")
    await ana.call("update_my_notes", notes=f"{MARK} is on my mind.")
    await ana.call("supersede_fact", fact_id="F3", content=f"{MARK} goes on.")


async def everything_read(bench: Bench, intern: Agent) -> dict[str, Any]:
    """What each call that reads answers, by the call."""
    told: dict[str, Any] = {}
    for tool, calls in READS.items():
        for arguments in calls:
            told[f"{tool} {arguments}"] = await intern.call(tool, **arguments)
    for uri in RESOURCES:
        told[uri] = await intern.read(f"memory://{uri}")
    over_rpc = Person(bench, intern.desk.caller, TokenScope.AGENT)
    for name, calls in OVER_RPC.items():
        for params in calls:
            told[f"{name} {params}"] = await over_rpc.ask(_request(name, params))
    return told


def _request(name: str, params: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": name, "params": params}


async def test_what_happens_out_of_sight_changes_no_answer(bench: Bench, ana: Agent) -> None:
    intern = await bench.agent("ida", role="intern")
    before = await everything_read(bench, intern)
    await fill(bench, ana)
    after = await everything_read(bench, intern)
    assert {call: told for call, told in after.items() if told != before[call]} == {}
    assert MARK not in json.dumps(list(after.values()))


async def test_those_who_may_look_are_told_of_all_of_it(bench: Bench, ana: Agent) -> None:
    await fill(bench, ana)
    sides = [(one["old"]["id"], one["new"]["id"]) for one in (await ana.call("list_memory_conflicts"))["conflicts"]]
    assert any("F1" in pair for pair in sides)
    assert any("F1" not in pair for pair in sides)
    told = await everything_read(bench, ana)
    hidden = await everything_read(bench, await bench.agent("ida", role="intern"))
    alike = [call for call in told if told[call] == hidden[call]]
    assert alike == ["refresh_memory {'versions': {}}", "fact/F2"]  # nothing is stale, and F2 is nobody's business


@pytest.mark.parametrize("number", range(len(WRITES)), ids=[f"{tool}-{one}" for one, (tool, _) in enumerate(WRITES)])
async def test_no_answer_to_a_write_tells_of_what_is_out_of_sight(bench: Bench, ana: Agent, number: int) -> None:
    await fill(bench, ana)
    intern = await bench.agent("ida", role="intern")
    tool, arguments = WRITES[number]
    told = (await intern.result(tool, **arguments)).model_dump_json()
    assert MARK not in told


async def test_every_tool_is_tried_and_every_method_of_an_agent(bench: Bench, ana: Agent) -> None:
    over_rpc = Person(bench, ana.desk.caller, TokenScope.AGENT)
    assert OVER_RPC.keys() == {name for name, one in over_rpc.methods.items() if one.scope is TokenScope.AGENT}
    assert READS.keys() | {tool for tool, _ in WRITES} == {one.name for one in declarations(ana.desk)}
