"""What a person looks at over JSON-RPC: lists with filters, orders and pages, now and as of a past moment."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from memory_bench import Agent, Bench
from palimpsest.store.model import FactOrder
from person import Person


@pytest.fixture
async def ann(bench: Bench, ana: Agent, bob: Agent) -> Person:
    """A memory of five facts: F2 replaced F1, F4 challenges F3, and F5 is bob's of another repository."""
    await ana.propose("The API listens on port 8080.", topic="port")
    bench.pass_time(hours=1)
    await ana.propose("The API listens on port 9090.", topic="port", veracity="stated")
    await ana.propose("Tokens live an hour.", topic="tokens", domain="security", veracity="stated")
    await bob.propose("Tokens live a day.", topic="tokens", domain="security", veracity="stated", on_conflict="ask")
    await bob.propose("Buttons are round.", topic="buttons", repo="acme/web", memory_type="preference")
    return Person(bench)


async def ids(ann: Person, **params: Any) -> list[str]:
    return [fact["id"] for fact in (await ann.call("memory_fact.list", **params))["facts"]]


async def test_a_list_shows_what_is_active_unless_it_is_asked_for_more(ann: Person) -> None:
    assert await ids(ann) == ["F5", "F4", "F3", "F2"]
    assert await ids(ann, state="superseded") == ["F1"]
    assert await ids(ann, state="retired") == []
    assert await ids(ann, state="contested") == ["F4", "F3"]
    assert await ids(ann, state="any") == ["F5", "F4", "F3", "F2", "F1"]
    assert await ids(ann, state="") == await ids(ann)
    assert (await ann.refused("memory_fact.list", state="gone"))[0] == -32602


async def test_a_list_is_narrowed(ann: Person) -> None:
    assert await ids(ann, domain="security") == ["F4", "F3"]
    assert await ids(ann, domain="repo:acme-web/architecture") == ["F5"]
    assert await ids(ann, repo="acme/web") == ["F5"]
    assert await ids(ann, agent="bob") == ["F5", "F4"]
    assert await ids(ann, veracity="inferred", state="any") == ["F5", "F1"]
    assert await ids(ann, memory_type="preference") == ["F5"]
    assert (await ann.refused("memory_fact.list", repo="not a repo"))[0] == -32602


async def test_stale_facts_are_listed(bench: Bench, ana: Agent, ann: Person) -> None:
    seen = await ana.observe("seen", source="api.yaml", revision="v1")
    await ana.propose("The API has ten routes.", topic="routes", source_observation_ids=seen)
    assert await ids(ann, state="stale") == []
    await ann.call("memory_source.set", source="api.yaml", revision="v2")
    assert await ids(ann, state="stale") == ["F6"]
    (fact,) = (await ann.call("memory_fact.list", state="stale"))["facts"]
    assert (fact["stale"], fact["state"]) == (True, "active")
    assert (await ann.refused("memory_fact.list", state="stale", as_of="2027-03-01"))[0] == -32602
    await ann.call("memory_source.import", versions={"api.yaml": "v1"})
    assert await ids(ann, state="stale") == []


async def test_the_past_is_listed_found_and_read_as_it_was_believed(bench: Bench, ann: Person) -> None:
    then = "2027-03-01T09:30Z"
    assert await ids(ann, as_of=then) == ["F1"]
    assert [hit["id"] for hit in (await ann.call("memory_fact.search", query="port", as_of=then))["hits"]] == ["F1"]
    fact = await ann.call("memory_fact.get", fact_id="F1", as_of=then)
    assert (fact["fact"]["state"], fact["fact"]["superseded_by"]) == ("active", None)
    assert [change["change"] for change in fact["changes"]] == ["created"]
    assert fact["conflicts"] == []
    assert (await ann.refused("memory_fact.get", fact_id="F2", as_of=then))[0] == -32001
    await ann.call("memory_fact.delete", fact_ids=["F1"], reason="wrong")
    assert await ids(ann, as_of=then) == []
    assert (await ann.refused("memory_fact.get", fact_id="F1", as_of=then))[0] == -32001


@pytest.mark.parametrize("order", FactOrder)
async def test_pages_hold_every_fact_once_in_every_order(bench: Bench, ana: Agent, ann: Person, order: str) -> None:
    whole = await ids(ann, state="any", order=order)
    paged: list[str] = []
    cursor: str | None = None
    while True:
        page = await ann.call("memory_fact.list", state="any", order=order, limit=2, cursor=cursor)
        paged += [fact["id"] for fact in page["facts"]]
        cursor = page["next_cursor"]
        bench.pass_time(days=30)
        if cursor is None:
            break
    assert paged == whole
    assert len(whole) == 5


@pytest.mark.parametrize(
    "cursor", ["x", "W10.00000000", "bnVsbA.00000000", "\u00e9.x", "A" * 5000, "1.1", "WzEsMiwiMjAyNy0wMy0wMSJd"]
)
async def test_a_cursor_of_another_list_is_refused(ann: Person, cursor: str) -> None:
    for name, more in (("memory_fact.list", {}), ("memory_policy.list", {}), ("memory_audit.list", {})):
        assert (await ann.refused(name, cursor=cursor, **more))[0] == -32602


@pytest.mark.parametrize(
    "content",
    [
        "[1,2]",
        '[true,2,"2027-03-01"]',
        '["x",2,"2027-03-01"]',
        '[1,-2,"2027-03-01"]',
        '[1e999,2,"2027-03-01"]',
        '[1,2,"yesterday"]',
        '[99999999999999999999,2,"2027-03-01"]',
        "{}",
        "\x00",
    ],
)
async def test_a_forged_cursor_is_refused(ann: Person, content: str) -> None:
    page = await ann.call("memory_fact.list", limit=1)
    mark = page["next_cursor"].partition(".")[2]
    forged = base64.urlsafe_b64encode(content.encode()).decode().rstrip("=")
    assert (await ann.refused("memory_fact.list", limit=1, cursor=f"{forged}.{mark}"))[0] == -32602


async def test_one_fact_is_told_with_all_that_became_of_it(ana: Agent, bob: Agent, ann: Person) -> None:
    seen = await ana.observe("port 9090 answers")
    await bob.propose("The API listens on port 9090.", topic="port", source_observation_ids=[])
    await ana.propose("The API listens on port 9090.", topic="port", source_observation_ids=seen)
    detail = await ann.call("memory_fact.get", fact_id="F2")
    assert detail["replaces"] == ["F1"]
    assert detail["supporters"] == ["ana", "bob"]
    assert [source["content"] for source in detail["sources"]] == ["port 9090 answers 0"]
    assert [(change["change"], change["agent"]) for change in detail["changes"]] == [
        ("created", "ana"),
        ("mentioned", "bob"),
        ("mentioned", "ana"),
    ]
    assert all(change["batch_id"] for change in detail["changes"])
    assert [(one["new_id"], one["winner"]) for one in detail["conflicts"]] == [("F2", "new")]


async def test_what_a_person_looks_for_is_no_recall(bench: Bench, ann: Person) -> None:
    found = await ann.call("memory_fact.search", query="tokens live", limit=1)
    assert found["voices"].keys() == {"lexical"}
    more = await ann.call("memory_fact.search", query="tokens live", limit=1, cursor=found["next_cursor"])
    assert {hit["id"] for hit in [*found["hits"], *more["hits"]]} == {"F3", "F4"}
    await ann.desk.close()
    assert (await bench.fact("F3")).recall_count == 0


async def test_domains_are_listed_with_what_they_hold(ann: Person) -> None:
    found = (await ann.call("memory_domain.list"))["domains"]
    assert [(one["domain"], one["repo"], one["facts"]) for one in found] == [
        ("architecture", None, 1),
        ("architecture", "acme-web", 1),
        ("security", None, 2),
    ]


async def test_a_facts_neighbourhood_is_what_is_two_links_away(ann: Person) -> None:
    graph = await ann.call("memory_graph.get", fact_id="F2", include_superseded=True)
    assert graph["focus"] == "F2"
    assert graph["nodes"][0]["id"] == "F2"
    assert {"from_id": "F2", "to_id": "F1", "kind": "supersedes", "weight": 1.0} in graph["edges"]
    shown = {node["id"] for node in graph["nodes"]}
    assert all({edge["from_id"], edge["to_id"]} <= shown for edge in graph["edges"])
    alone = await ann.call("memory_graph.get", fact_id="F2", limit=1)
    assert (len(alone["nodes"]), alone["edges"]) == (1, [])
    assert alone["left_out"] > 0
    assert (await ann.refused("memory_graph.get", fact_id="F99"))[0] == -32001


async def test_a_superseded_fact_can_be_the_focus_and_the_past_has_its_own_graph(ann: Person) -> None:
    graph = await ann.call("memory_graph.get", fact_id="F1")
    assert [node["id"] for node in graph["nodes"]][:2] == ["F1", "F2"]
    then = await ann.call("memory_graph.get", fact_id="F1", as_of="2027-03-01T09:30Z")
    assert ([node["id"] for node in then["nodes"]], then["edges"]) == (["F1"], [])


async def test_without_a_focus_the_graph_shows_the_surest(ann: Person) -> None:
    graph = await ann.call("memory_graph.get", limit=3)
    assert [node["id"] for node in graph["nodes"]] == ["F4", "F3", "F2"]
    assert [node["id"] for node in (await ann.call("memory_graph.get", repo="acme-web"))["nodes"]] == ["F5"]


async def test_a_person_reads_what_agents_keep_to_themselves(bench: Bench, ana: Agent, ann: Person) -> None:
    assert (await ann.call("agent_working_memory.list"))["notebooks"] == []
    await ana.call("update_my_notes", notes="Ask before deploying.")
    await ana.observe("The build took an hour.")
    (notebook,) = (await ann.call("agent_working_memory.list"))["notebooks"]
    assert (notebook["agent"], notebook["characters"], notebook["version"]) == ("ana", 21, 1)
    found = await ann.call("agent_working_memory.get", agent="ana")
    assert found["notes"] == "Ask before deploying."
    assert [one["content"] for one in found["observations"]] == ["The build took an hour. 0"]
    assert (await ann.refused("agent_working_memory.get", agent="nobody"))[0] == -32001


async def test_what_happened_is_listed_as_batches_and_as_entries(ann: Person) -> None:
    batches = (await ann.call("memory_audit.list"))["batches"]
    assert [batch["id"] for batch in batches] == ["B5", "B4", "B3", "B2", "B1"]
    assert "F5" in batches[0]["subjects"]
    ours = await ann.call("memory_audit.list", agent="bob")
    assert [batch["id"] for batch in ours["batches"]] == ["B5", "B4"]
    of_fact = await ann.call("memory_audit.list", subject="F1")
    assert [(one["action"], one["batch_id"]) for one in of_fact["entries"]] == [("supersede", "B2"), ("create", "B1")]
    assert [batch["id"] for batch in of_fact["batches"]] == ["B2", "B1"]
    of_batch = await ann.call("memory_audit.list", batch_id="B2")
    assert {one["batch_id"] for one in of_batch["entries"]} == {"B2"}
    created = await ann.call("memory_audit.list", of="entries", action="create", agent="bob")
    assert {one["agent"] for one in created["entries"]} == {"bob"}
    assert (await ann.call("memory_audit.list", kind="undo"))["batches"] == []
    assert (await ann.refused("memory_audit.list", kind="undo", subject="F1"))[0] == -32602


async def test_the_log_is_read_page_by_page(ann: Person) -> None:
    for of, part in (("batches", "batches"), ("entries", "entries")):
        whole = [one["id"] for one in (await ann.call("memory_audit.list", of=of, limit=200))[part]]
        paged: list[object] = []
        cursor: str | None = None
        while cursor is not None or not paged:
            page = await ann.call("memory_audit.list", of=of, limit=2, cursor=cursor)
            paged += [one["id"] for one in page[part]]
            cursor = page["next_cursor"]
            if cursor is None:
                break
        assert paged == whole
