"""What an agent's token reads over JSON-RPC: what that agent may see, and nothing of what it may not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from memory_bench import Agent, Bench
from palimpsest.server.rpc_examples import EVERY
from palimpsest.store.model import Caller, NewConflict
from palimpsest.store.model.access import TokenScope
from palimpsest.tools.conflict_records import record
from person import ANN, Person

SECRET, OPEN, LATER = "The vault uses Postgres 14.", "The API uses Postgres 15.", "The API uses Postgres 16."
READS = ("memory_fact.list", "memory_fact.get", "memory_fact.search", "memory_policy.list", "memory_conflict.list")


def over_rpc(bench: Bench, name: str = "ida", role: str = "intern") -> Person:
    """An agent's token."""
    return Person(bench, Caller(agent=name, role=role, session="rpc"), TokenScope.AGENT)


async def hide(bench: Bench) -> Agent:
    """F1, P1 and O1 are of a domain that interns may not see; F2 and P2, which rests on both facts, they may."""
    ana = await bench.agent("ana")
    (seen,) = await ana.observe("The vault was seen", source="vault.md")
    await ana.propose(SECRET, domain="vault", source_observation_ids=[seen])
    await ana.propose(OPEN, veracity="stated")
    await ana.call("propose_policy", domain="vault", rule="Never open the vault.")
    await ana.call("propose_policy", domain="api", rule="Upgrade in May.", source_fact_ids=["F1", "F2"])
    await bench.grant("intern", "vault", "none")
    return ana


async def contradict(bench: Bench) -> None:
    """C1, open: F1 of the hidden domain is said to contradict F2."""
    said = NewConflict(2, 1, "claimed", "the vault's Postgres", "undecided", None)
    await bench.store.write(lambda tx: record(tx, ANN, said))


def said(answer: Any) -> str:
    return json.dumps(answer)


@pytest.mark.parametrize("more", [{}, {"state": "any"}, {"domain": "vault"}, {"order": "surest"}, {"agent": "ana"}])
async def test_hidden_facts_are_in_no_list(bench: Bench, more: dict[str, Any]) -> None:
    await hide(bench)
    for params in (more, more | {"as_of": bench.now.isoformat()}):
        found = await over_rpc(bench).call("memory_fact.list", **params)
        assert [fact["id"] for fact in found["facts"]] == ([] if "domain" in more else ["F2"])
    everything = await Person(bench).call("memory_fact.list", **more)
    assert "F1" in [fact["id"] for fact in everything["facts"]]


async def test_no_search_finds_them_or_names_their_domain(bench: Bench) -> None:
    await hide(bench)
    ida = over_rpc(bench)
    for more in ({}, {"include_retired": True, "include_superseded": True}, {"as_of": bench.now.isoformat()}):
        found = await ida.call("memory_fact.search", query="Postgres vault", **more)
        assert [hit["id"] for hit in found["hits"]] == ["F2"]
    assert "vault (" not in said(await ida.call("memory_fact.search", query="unheard", domain="vault"))


async def test_one_that_is_hidden_is_told_like_one_that_is_not_there(bench: Bench) -> None:
    await hide(bench)
    ida = over_rpc(bench)
    for name, params in (("memory_fact.get", {}), ("memory_graph.get", {})):
        hidden = await ida.refused(name, fact_id="F1", **params)
        absent = await ida.refused(name, fact_id="F9", **params)
        assert (hidden[0], hidden[1].replace("F1", "F9")) == absent


async def test_policies_and_domains_are_listed_without_it(bench: Bench) -> None:
    await hide(bench)
    ida = over_rpc(bench)
    (policy,) = (await ida.call("memory_policy.list"))["policies"]
    assert (policy["id"], policy["source_facts"]) == ("P2", ["F2"])
    assert (await ida.call("memory_policy.list", domain="vault"))["policies"] == []
    domains = (await ida.call("memory_domain.list"))["domains"]
    assert [one["domain"] for one in domains] == ["api", "architecture"]
    (seen,) = [one for one in (await Person(bench).call("memory_policy.list"))["policies"] if one["id"] == "P2"]
    assert seen["source_facts"] == ["F1", "F2"]


async def test_a_page_of_policies_is_full_although_some_are_hidden(bench: Bench) -> None:
    ana = await hide(bench)
    for number in range(4):
        await ana.call("propose_policy", domain="vault", rule=f"Lock door {number}.")
    page = await over_rpc(bench).call("memory_policy.list", limit=1)
    assert ([one["id"] for one in page["policies"]], page["next_cursor"]) == (["P2"], None)


async def test_a_conflict_with_a_hidden_side_is_told_nowhere(bench: Bench) -> None:
    await hide(bench)
    await contradict(bench)
    assert (await Person(bench).call("memory_fact.get", fact_id="F2"))["fact"]["contested"] == "C1"
    ida = over_rpc(bench)
    assert (await ida.call("memory_conflict.list"))["conflicts"] == []
    assert (await ida.call("memory_fact.list", state="contested"))["facts"] == []
    assert (await ida.call("memory_fact.list", state="contested", as_of=bench.now.isoformat()))["facts"] == []
    detail = await ida.call("memory_fact.get", fact_id="F2")
    assert (detail["fact"]["contested"], detail["conflicts"]) == (None, [])
    (hit,) = (await ida.call("memory_fact.search", query="Postgres"))["hits"]
    assert hit["contested"] is None
    agent = await bench.agent("ida", role="intern")
    assert [one["contested"] for one in await agent.search("Postgres")] == [None]


async def test_what_a_hidden_fact_replaced_or_was_replaced_by_is_told_without_it(bench: Bench) -> None:
    ana = await hide(bench)
    await ana.propose(LATER, topic="version")
    await ana.call("supersede_fact", fact_id="F2", by_fact_id="F1")
    await ana.call("supersede_fact", fact_id="F1", by_fact_id="F3")
    ida = over_rpc(bench)
    replaced = await ida.call("memory_fact.get", fact_id="F2")
    assert (replaced["fact"]["state"], replaced["fact"]["superseded_by"]) == ("superseded", None)
    assert {change["superseded_by"] for change in replaced["changes"]} == {None}
    assert (await ida.call("memory_fact.get", fact_id="F3"))["replaces"] == []
    (listed,) = (await ida.call("memory_fact.list", state="superseded"))["facts"]
    assert (listed["id"], listed["superseded_by"]) == ("F2", None)
    found = await ida.call("memory_fact.search", query="Postgres", include_superseded=True)
    assert {hit["id"]: hit["superseded_by"] for hit in found["hits"]} == {"F2": None, "F3": None}
    assert (await Person(bench).call("memory_fact.get", fact_id="F3"))["replaces"] == ["F1"]
    assert (await Person(bench).call("memory_fact.get", fact_id="F2"))["fact"]["superseded_by"] == "F1"


async def test_no_edge_of_the_graph_leads_to_one(bench: Bench) -> None:
    ana = await hide(bench)
    await ana.propose(LATER, topic="version")
    await ana.call("supersede_fact", fact_id="F1", by_fact_id="F3")
    ida = over_rpc(bench)
    for params in ({}, {"fact_id": "F3"}, {"fact_id": "F3", "include_superseded": True}, {"include_retired": True}):
        graph = await ida.call("memory_graph.get", **params)
        assert "F1" not in said(graph)
    whole = await Person(bench).call("memory_graph.get", fact_id="F3", include_superseded=True)
    assert "F1" in [node["id"] for node in whole["nodes"]]


async def test_an_agent_reads_its_own_notebook_and_no_other(bench: Bench) -> None:
    for name in ("ana", "ida"):
        agent = await bench.agent(name, role="intern")
        await agent.call("update_my_notes", notes=f"{name} thinks")
        await agent.observe(f"{name} saw")
    ida = over_rpc(bench)
    own = await ida.call("agent_working_memory.get", agent="ida")
    assert (own["notes"], [one["content"] for one in own["observations"]]) == ("ida thinks", ["ida saw 0"])
    others = await ida.refused("agent_working_memory.get", agent="ana")
    absent = await ida.refused("agent_working_memory.get", agent="nobody")
    assert (others[0], others[1].replace("'ana'", "'nobody'")) == absent
    assert (await Person(bench).call("agent_working_memory.get", agent="ana"))["notes"] == "ana thinks"


async def test_observations_stay_private_until_a_fact_cites_them(bench: Bench) -> None:
    ana = await hide(bench)
    (own,) = await ana.observe("Only ana saw this")
    (cited,) = await ana.observe("Everybody may know this")
    await ana.propose("It rains.", topic="rain", source_observation_ids=[cited])
    ida = over_rpc(bench)
    sources = (await ida.call("memory_fact.get", fact_id="F3"))["sources"]
    assert [one["id"] for one in sources] == [cited]
    for name in READS:
        params = {"fact_id": "F3"} if name == "memory_fact.get" else {"query": "ana"} if "search" in name else {}
        assert own not in said(await ida.call(name, **params))


@pytest.mark.parametrize(
    ("grants", "sees"),
    [
        ([("*", "repo:web/vault", "none")], False),
        ([("*", "repo:web/vault", "none"), ("intern", "repo:web/vault", "read")], True),
        ([("*", "vault", "write"), ("intern", "vault", "none")], False),
        ([("intern", "vault", "none"), ("intern", "repo:web/vault", "read")], True),
        ([("intern", "vault", "read"), ("intern", "repo:web/vault", "none")], False),
        ([("*", "repo:web/vault", "none"), ("intern", "vault", "read")], True),
        ([("other", "vault", "none")], True),
    ],
)
async def test_the_exact_role_outranks_every_role_and_the_exact_scope_the_bare_name(
    bench: Bench, grants: list[tuple[str, str, str]], sees: bool
) -> None:
    ana = await bench.agent("ana")
    await ana.propose(SECRET, domain="vault", repo="web")
    await ana.call("propose_policy", domain="vault", repo="web", rule="Never open the vault.")
    for role, domain, level in grants:
        await bench.grant(role, domain, level)
    ida = over_rpc(bench)
    for name, part in (
        ("memory_fact.list", "facts"),
        ("memory_policy.list", "policies"),
        ("memory_domain.list", "domains"),
    ):
        assert bool((await ida.call(name))[part]) is sees, name
    agent = await bench.agent("ida", role="intern")
    assert (await agent.found("vault") == ["F1"]) is sees
    assert ("vault" in await agent.read("memory://domains")) is sees


async def test_a_cursor_of_somebody_else_opens_nothing(bench: Bench) -> None:
    ana = await hide(bench)
    for number in range(4):
        await ana.propose(f"Door {number} of the vault is locked.", topic=f"door {number}", domain="vault")
        await ana.propose(f"The API has route {number}.", topic=f"route {number}")
        await ana.call("propose_policy", domain="vault", rule=f"Lock door {number}.")
    ida, ann = over_rpc(bench), Person(bench)
    for name, params in (
        ("memory_fact.list", {"order": "topic"}),
        ("memory_fact.list", {"order": "surest"}),
        ("memory_fact.search", {"query": "vault API"}),
        ("memory_policy.list", {}),
    ):
        cursor = (await ann.call(name, **params, limit=1))["next_cursor"]
        assert cursor is not None
        told = said(await ida.call(name, **params, cursor=cursor))
        assert "oor" not in told
        assert "vault" not in told.replace("vault API", "")


async def test_reading_changes_nothing(bench: Bench) -> None:
    await hide(bench)
    before = bench.dump()
    ida = over_rpc(bench)
    for name, one in ida.methods.items():
        if one.scope is TokenScope.AGENT:
            await ida.ask({"jsonrpc": "2.0", "id": 1, "method": name, "params": EVERY[name]})
    assert bench.dump() == before


async def test_what_a_scope_does_not_reach_is_named_before_its_parameters_are_looked_at(bench: Bench) -> None:
    before = bench.dump()
    for scope in TokenScope:
        visitor = Person(bench, ANN if scope is not TokenScope.AGENT else Caller(), scope)
        for name, one in visitor.methods.items():
            if scope.covers(one.scope):
                continue
            answer = await visitor.ask({"jsonrpc": "2.0", "id": 1, "method": name, "params": {"odd": 1}})
            assert answer["error"]["code"] == -32008
            expected = {"error": "InsufficientTokenScope", "method": name, "scope": scope, "needed": one.scope}
            assert answer["error"]["data"] == expected
    assert bench.dump() == before


async def test_undoing_is_no_way_round_what_only_an_admin_may_do(bench: Bench) -> None:
    admin, reviewer = Person(bench), Person(bench, ANN, TokenScope.REVIEWER)
    batches = [
        (await admin.call("memory_access_grant.set", role="intern", domain="vault", level="none"))["batch_id"],
        (await admin.call("memory_settings.set", name="access.mode", value="strict"))["batch_id"],
        (await admin.call("memory_source.set", source="api", revision="v2"))["batch_id"],
    ]
    before = bench.dump()
    for batch in batches:
        code, message = await reviewer.refused("memory_audit.undo", batch_id=batch)
        assert (code, f"{batch} changed grants, settings" in message) == (-32008, True)
    assert bench.dump() == before
    ana = await bench.agent("ana")
    await ana.propose(OPEN)
    deleted = await reviewer.call("memory_fact.delete", fact_ids=["F1"])
    assert (await reviewer.call("memory_audit.undo", batch_id=deleted["batch_id"]))["restored"] == ["F1"]
    assert (await admin.call("memory_audit.undo", batch_id=batches[0]))["taken_back"] != []
