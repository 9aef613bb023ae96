"""`none` hides a domain from search, lists and resources; `strict` honours it in the preamble and for writes too."""

from typing import Any

import pytest
from mcp.shared.exceptions import MCPError
from memory_bench import Agent, Bench
from palimpsest.store import rows

SECRET, OPEN = "The vault uses Postgres 14.", "The API uses Postgres 15."
TASK = "Upgrade the Postgres version of the vault"


async def hide(bench: Bench) -> Agent:
    """Ana's fact F1, policy P1 and observation O1 in a domain that interns may not see; F2 they may. An intern."""
    ana = await bench.agent("ana")
    (seen,) = await ana.observe("The vault was seen", source="vault.md")
    await ana.propose(SECRET, domain="vault", source_observation_ids=[seen])
    await ana.propose(OPEN)
    await ana.call("propose_policy", domain="vault", rule="Never open the vault.")
    await bench.grant("intern", "vault", "none")
    return await bench.agent("ida", role="intern")


async def test_search_finds_nothing_of_it_in_any_mode(both_eras: Bench):
    intern = await hide(both_eras)
    for mode in ("keyword", "semantic", "hybrid"):
        answer = await intern.call("search_memory", query="Postgres vault", mode=mode)
        assert [hit["id"] for hit in answer["hits"]] == ["F2"]
    for more in ({"domain": "vault"}, {"as_of": both_eras.now.isoformat()}, {"include_retired": True}):
        assert "F1" not in await intern.found("Postgres vault", **more)


async def test_an_empty_answer_does_not_name_it_as_near(both_eras: Bench):
    intern = await hide(both_eras)
    hint = (await intern.call("search_memory", query="unheard", domain="vault"))["hint"]
    assert "architecture (1)" in hint
    assert "vault" not in hint


async def test_observations_that_only_hidden_facts_cite_stay_private(bench: Bench):
    intern = await hide(bench)
    assert await intern.found("seen", include_observations=True) == []
    assert "no observation O1" in (await intern.refused("propose_fact", **_fact(source_observation_ids=["O1"])))
    reviewer = await bench.agent("rob", role="reviewer")
    assert await reviewer.found("seen", include_observations=True) == ["O1"]


def _fact(**more: Any) -> dict[str, Any]:
    return {"domain": "x", "topic": "y", "content": "Z holds."} | more


async def test_resources_leave_it_out(both_eras: Bench):
    intern = await hide(both_eras)
    assert await intern.read("memory://policies") == "No policies yet."
    assert "vault" not in await intern.read("memory://domains")
    with pytest.raises(MCPError, match="no fact F1"):
        await intern.read("memory://fact/F1")


async def test_what_is_hidden_is_asked_once_and_without_counting_facts(bench: Bench, monkeypatch: pytest.MonkeyPatch):
    intern = await hide(bench)
    await intern.propose("It rains.", topic="rain")
    asked: list[str] = []
    for name in ("select", "select_tuples"):
        run: Any = getattr(rows, name)

        def noted(connection: Any, sql: str, run: Any = run, **values: Any) -> Any:
            asked.append(sql)
            return run(connection, sql, **values)

        monkeypatch.setattr(rows, name, noted)
    await intern.read("memory://policies")
    await intern.found("Postgres")
    await intern.call("record_observation", content="Used.", used_fact_ids=["F2", "F3"])
    assert sum("FROM access_grant" in sql for sql in asked) == 3
    assert not any("count(*)" in sql for sql in asked)


async def test_a_chain_that_leads_into_it_is_shown_without_it(bench: Bench):
    intern = await hide(bench)
    ana = await bench.agent("ana", session="s2")
    await ana.call("supersede_fact", fact_id="F2", by_fact_id="F1")
    text = await intern.read("memory://fact/F2")
    assert OPEN in text
    assert SECRET not in text
    assert SECRET in await ana.read("memory://fact/F2")


async def test_its_conflicts_are_neither_listed_nor_settled(both_eras: Bench):
    intern = await hide(both_eras)
    bob = await both_eras.agent("bob")
    assert (await bob.propose("The vault uses Postgres 15.", domain="vault"))["outcome"] == "needs_confirmation"
    for status in (None, "open"):
        assert (await intern.call("list_memory_conflicts", status=status))["conflicts"] == []
    assert await intern.read("memory://conflicts") == "None open."
    before = both_eras.dump()
    assert "no conflict C1" in await intern.refused("resolve_memory_conflict", conflict_id="C1", keep="new")
    assert both_eras.dump() == before


async def test_a_conflict_with_a_hidden_side_is_hidden_too(bench: Bench):
    intern = await hide(bench)
    ana = await bench.agent("ana", session="s2")
    seen = await ana.observe("the vault", count=2)
    candidate = {"text": "The API uses MySQL.", "domain": "vault", "topic": "x", "sources": seen}
    await ana.call("consolidate_memory", candidates=[candidate | {"contradicts": ["F2"]}])
    assert len((await ana.call("list_memory_conflicts"))["conflicts"]) == 1
    assert (await intern.call("list_memory_conflicts"))["conflicts"] == []
    assert "no conflict C1" in await intern.refused("resolve_memory_conflict", conflict_id="C1", keep="old")


async def test_its_facts_can_be_neither_superseded_nor_cited_nor_used(bench: Bench):
    intern = await hide(bench)
    before = bench.dump()
    assert "no fact F1" in await intern.refused("supersede_fact", fact_id="F1", content="x")
    assert "no fact F1" in await intern.refused("supersede_fact", fact_id="F2", by_fact_id="F1")
    assert "no fact F1" in await intern.refused("record_observation", content="x", used_fact_ids=["F1"])
    assert "no fact F1" in await intern.refused("propose_policy", domain="p", rule="x", source_fact_ids=["F1"])
    assert "no policy P1" in await intern.refused("supersede_policy", policy_id="P1")
    assert bench.dump() == before


@pytest.mark.parametrize("part", ["supports", "weakens", "contradicts"])
async def test_consolidation_neither_touches_nor_tells_of_its_facts(bench: Bench, part: str):
    intern = await hide(bench)
    seen = await intern.observe(count=2)
    before = bench.dump()
    candidate = {"text": "It rains.", "domain": "weather", "topic": "rain", "sources": seen, part: ["F1"]}
    assert "no fact F1" in await intern.refused("consolidate_memory", candidates=[candidate])
    assert bench.dump() == before


async def test_upkeep_leaves_its_facts_alone(bench: Bench):
    intern = await hide(bench)
    ana, bob = await bench.agent("ana", session="s2"), await bench.agent("bob")
    await bob.propose("The vault is using Postgres 14.", domain="vault", on_conflict="coexist")
    await ana.propose("It rains.", domain="vault", topic="rain", memory_type="request")
    bench.pass_time(days=30)
    assert (await intern.call("harmonize_memory"))["beliefs"] == []
    assert (await intern.call("consolidate_memory"))["retired"] == []
    assert (await ana.call("consolidate_memory"))["retired"] == ["F4"]


async def test_refresh_does_not_name_its_stale_facts(bench: Bench):
    intern = await hide(bench)
    ana = await bench.agent("ana", session="s2")
    await ana.propose("Vault docs are short.", domain="vault", topic="docs", source_observation_ids=["O1"])
    bench.run("UPDATE observation SET revision = 'r1'")
    await bench.version("vault.md", "r2")
    assert (await ana.call("refresh_memory"))["stale"] == ["F1", "F3"]
    assert (await intern.call("refresh_memory"))["stale"] == []
    assert (await intern.call("refresh_memory", versions={"vault.md": "r3"}))["stale"] == []


async def test_its_preferences_do_not_vote(bench: Bench):
    ana, intern = await bench.agent("ana"), await bench.agent("ida", role="intern")
    await ana.propose("We prefer tabs.", domain="vault", memory_type="preference", veracity="stated")
    choice = {"question": "How?", "options": [_option("tabs"), _option("spaces")], "default": "spaces"}
    assert (await intern.call("decide", **choice))["choice"] == "tabs"
    await bench.grant("intern", "vault", "none")
    assert (await intern.call("decide", **choice))["choice"] == "spaces"


def _option(name: str) -> dict[str, Any]:
    return {"name": name, "keywords": [name]}


async def test_the_preamble_is_open_in_mode_open_and_honours_none_in_mode_strict(both_eras: Bench):
    intern = await hide(both_eras)
    for part in (SECRET, "Never open the vault."):
        assert part in await intern.preamble(TASK)
    await both_eras.setting("access.mode", "strict")
    text = await intern.preamble(TASK)
    assert SECRET not in text
    assert "vault" not in text
    assert OPEN in text


async def test_fact_writes_are_open_in_mode_open_even_without_write(bench: Bench):
    await bench.grant("*", "architecture", "read")
    ana = await bench.agent("ana")
    assert (await ana.propose(OPEN))["outcome"] == "created"


async def test_strict_mode_gates_every_fact_write(both_eras: Bench):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob")
    await ana.propose("The API uses Postgres 14.")
    await bob.propose("The API uses Postgres 15.")
    await bob.propose("The API is using Postgres 14.", on_conflict="coexist")
    seen = await ana.observe(count=2)
    await both_eras.setting("access.mode", "strict")
    await both_eras.grant("engineer", "architecture", "read")
    before = both_eras.dump()
    candidate = {"text": "It rains.", "domain": "architecture", "topic": "rain", "sources": seen}
    for tool, arguments in (
        ("propose_fact", _fact(domain="architecture")),
        ("supersede_fact", {"fact_id": "F1", "content": "x"}),
        ("supersede_fact", {"fact_id": "F1"}),
        ("resolve_memory_conflict", {"conflict_id": "C1", "keep": "new"}),
        ("consolidate_memory", {"candidates": [candidate]}),
        ("consolidate_memory", {"candidates": [candidate | {"domain": "weather", "supports": ["F1"]}]}),
    ):
        assert "InsufficientMemoryPermission" in await ana.refused(tool, **arguments)
    await ana.call("harmonize_memory")
    assert both_eras.dump() == before
    both_eras.pass_time(days=4000)
    assert (await ana.call("consolidate_memory"))["retired"] == []


async def test_strict_mode_lets_a_new_domain_be_created(bench: Bench, ana: Agent):
    await bench.setting("access.mode", "strict")
    assert (await ana.propose(OPEN, domain="new"))["outcome"] == "created"
