"""What a person looks for: by words, or as agents recall; narrowed in every voice, and never counted as a recall."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest
from memory_bench import Agent, Bench
from palimpsest.store import search
from palimpsest.store.driver import DRIVER
from person import Person

PORT = {"domain": "infrastructure", "topic": "orders api port"}


@pytest.fixture
def ann(bench: Bench) -> Person:
    return Person(bench)


def ids(found: dict[str, Any]) -> list[str]:
    return [hit["id"] for hit in found["hits"]]


async def test_a_person_recalls_as_agents_do_and_is_told_why(bench: Bench, ana: Agent, ann: Person) -> None:
    await ana.propose("The orders API listens on port 8080.", **PORT)
    await ana.propose("Lamps are on.", topic="lamps")
    asked = {"query": "which port"}
    found = await ann.call("memory_fact.recall", **asked)
    agents = await ana.call("search_memory", **asked, limit=20, explain=True)
    assert found["hits"] == agents["hits"]
    assert found["voices"] == agents["voices"]
    assert found["hits"][0]["why"]["lexical_rank"] == 1


async def test_looking_for_facts_is_no_recall(bench: Bench, ana: Agent, ann: Person) -> None:
    await ana.propose("The orders API listens on port 8080.", **PORT)
    for name in ("memory_fact.recall", "memory_fact.search"):
        await ann.call(name, query="port")
    await ann.desk.close()
    assert (await bench.fact("F1")).recall_count == 0


CROWD = 400
COPY = """
INSERT INTO fact (
    id, uuid, domain_id, topic, topic_key, content, content_key, memory_type, agent, role, session, origin, created_at,
    veracity, confidence, supported_at, validity
)
SELECT
    :id, 'u' || :id, domain_id, topic, topic_key || :id, content, content_key, memory_type, agent, role, session,
    origin, created_at, veracity, confidence, supported_at, validity
FROM fact
WHERE id = 1
"""
NARROWED: list[tuple[dict[str, str], list[str]]] = [
    ({"veracity": "tool"}, ["F401"]),
    ({"agent": "bob"}, ["F401"]),
    ({"state": "superseded"}, ["F402"]),
    ({"in_repo": "acme/web"}, ["F404"]),
    ({"state": "contested"}, []),
]


async def test_a_filter_holds_before_the_best_are_cut(bench: Bench, ana: Agent, bob: Agent, ann: Person) -> None:
    """More facts match than a voice gives, and better than the few that the filters ask for."""
    await ana.propose("lamp on", topic="lamp on", domain="lamps")
    with closing(DRIVER.connect(bench.path, mode="rw", timeout_s=5)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        for number in range(2, CROWD + 1):
            connection.execute(COPY, {"id": number})
            search.index_fact(connection, number, "lamp on", "lamp on")
        connection.execute("COMMIT")
    text = "Somewhere in the long hall behind the stairs stands a lamp which is on, as far as anybody has seen."
    await bob.propose(text, topic="hall", domain="lamps", veracity="tool")
    await ana.propose(f"{text} Once more.", topic="stairs", domain="lamps")
    await ana.call("supersede_fact", fact_id="F402", content="The stairs are dark.")
    await ana.propose(f"{text} Upstairs.", topic="attic", domain="repo:acme/web/lamps")
    for name in ("memory_fact.recall", "memory_fact.search"):
        found = [(narrowing, ids(await ann.call(name, query="lamp on", **narrowing))) for narrowing, _ in NARROWED]
        assert found == NARROWED
        assert len(ids(await ann.call(name, query="lamp on", limit=200))) == 200


async def test_rows_of_hits_come_whole_and_in_their_order(bench: Bench, ana: Agent, ann: Person) -> None:
    text = "The orders API listens on port 8080. " * 50
    await ana.propose(text.strip(), **PORT)
    await ana.propose("Ports are closed at night.", topic="ports")
    found = await ann.call("memory_fact.search", query="port", with_facts=True, explain=True)
    assert [row["id"] for row in found["facts"]] == ids(found)
    assert {row["id"]: row["content"] for row in found["facts"]}["F1"] == text.strip()
    assert all("why" in hit for hit in found["hits"])
    assert "facts" not in await ann.call("memory_fact.search", query="port")


async def test_a_cursor_of_a_search_belongs_to_its_filters(bench: Bench, ana: Agent, ann: Person) -> None:
    for number in range(4):
        await ana.propose(f"Lamp {number} is on.", topic=f"lamp {number}")
    for name in ("memory_fact.recall", "memory_fact.search"):
        first = await ann.call(name, query="lamp", limit=2, agent="ana")
        rest = await ann.call(name, query="lamp", limit=2, agent="ana", cursor=first["next_cursor"])
        assert set(ids(first) + ids(rest)) == {"F1", "F2", "F3", "F4"}
        _, told = await ann.refused(name, query="lamp", limit=2, agent="bob", cursor=first["next_cursor"])
        assert "cursor" in told


async def test_what_was_stale_then_is_not_searched(bench: Bench, ana: Agent, ann: Person) -> None:
    for name in ("memory_fact.recall", "memory_fact.search"):
        _, told = await ann.refused(name, query="lamp", state="stale", as_of="2027-03-01")
        assert "isn't kept" in told


async def test_a_row_names_the_newest_that_it_took_the_place_of(bench: Bench, ana: Agent, ann: Person) -> None:
    await ana.propose("Port 0.", **PORT)
    for number in range(1, 3):
        await ana.call("supersede_fact", fact_id=f"F{number}", content=f"Port {number}.\nFor good.")
    row = (await ann.call("memory_fact.list"))["facts"][0]
    assert (row["id"], row["replaces"]) == ("F3", 1)
    assert row["beneath"] == [{"id": "F2", "content": "Port 1. For good."}]
    then = (await ann.call("memory_fact.list", as_of=bench.now.isoformat()))["facts"][0]
    assert then["beneath"] == row["beneath"]


async def test_one_look_says_what_waits_and_how_facts_stand(bench: Bench, ana: Agent, bob: Agent, ann: Person) -> None:
    await ana.propose("The port is 1.", topic="port", veracity="stated")
    await bob.propose("The port is 2.", topic="port", veracity="stated", on_conflict="ask")
    seen = await ana.call("record_observation", content="The door is open.", source="door", revision="v1")
    await ana.propose("The door is open.", topic="door", source_observation_ids=[seen["observation_id"]])
    await ana.propose("Old.", topic="old")
    await ana.call("supersede_fact", fact_id="F4", content="Brand new.")
    await ana.propose("Gone.", topic="gone")
    await ann.call("memory_fact.delete", fact_ids=["F6"])
    for rule in ("Close doors.", "Open windows."):
        await ana.call("propose_policy", domain="process", rule=rule)
    bench.run("UPDATE policy SET status = iif(id = 1, 'pending', 'flagged')")
    await bench.version("door", "v2")
    await bench.setting("forgetting.min_confidence", 0.2)
    told = await ann.call("memory_overview.get")
    assert told == {
        "conflicts": 1,
        "stale": 1,
        "policies": 2,
        "facts": {"active": 4, "superseded": 1, "retired": 1, "not_valid_yet": 0},
        "authors": ["ana", "bob"],
        "forgets_below": 0.2,
    }


async def test_many_facts_come_back_in_one_batch_as_the_plan_said(bench: Bench, ana: Agent, ann: Person) -> None:
    for number in range(1, 4):
        await ana.propose(f"Lamp {number} is on.", topic=f"lamp {number}")
    await ann.call("memory_fact.delete", fact_ids=["F1", "F2"])
    await ana.propose("Lamp 1 is off.", topic="lamp 1")
    asked = {"fact_ids": ["F1", "F2", "F3"]}
    before = bench.dump()
    plan = await ann.call("memory_fact.restore_many", **asked, dry_run=True)
    assert bench.dump() == before
    assert plan["restored"] == ["F1", "F2"]
    assert plan["meets"] == [{"id": "F1", "against": ["F4"]}]
    assert [one["id"] for one in plan["kept"]] == ["F3"]
    assert [row["id"] for row in plan["facts"]] == ["F1", "F2", "F3"]
    done = await ann.call("memory_fact.restore_many", **asked)
    assert (done["restored"], done["kept"]) == (plan["restored"], plan["kept"])
    assert [(one["old_id"], one["new_id"]) for one in done["conflicts"]] == [("F1", "F4")]
    await ann.call("memory_audit.undo", batch_id=done["batch_id"])
    assert await bench.active() == ["F3", "F4"]


async def test_of_two_that_would_stand_in_each_others_way_the_first_comes_back(
    bench: Bench, ana: Agent, ann: Person
) -> None:
    await ana.propose("The lamp is on.", topic="lamp")
    await ana.call("supersede_fact", fact_id="F1", content="The lamp is off.", reason="outdated")
    await ann.call("memory_fact.delete", fact_ids=["F2"])
    plan = await ann.call("memory_fact.restore_many", fact_ids=["F2", "F1"], dry_run=True)
    assert plan["restored"] == ["F2"]
    assert "F2 stands in its place" in plan["kept"][0]["why"]
    assert (await ann.call("memory_fact.restore_many", fact_ids=["F1", "F2"], dry_run=True))["restored"] == ["F1", "F2"]


async def test_the_same_text_twice_comes_back_once(bench: Bench, ana: Agent, ann: Person) -> None:
    for _ in range(2):
        await ana.propose("The lamp is on.", topic="lamp", veracity="stated")
        await ann.call("memory_fact.delete", fact_ids=[(await bench.active())[-1]])
    done = await ann.call("memory_fact.restore_many", fact_ids=["F1", "F2"])
    assert done["restored"] == ["F1"]
    assert done["kept"] == [{"id": "F2", "why": "F1 says the same as F2 already."}]


async def test_a_plan_of_deleting_says_what_follows_and_changes_nothing(bench: Bench, ana: Agent, ann: Person) -> None:
    await ana.propose("The port is 1.", topic="port", veracity="stated")
    await ana.propose("The port is 2.", topic="port", veracity="stated", on_conflict="ask")
    await ana.propose("Old.", topic="old")
    await ana.call("supersede_fact", fact_id="F3", content="Brand new.")
    await ana.call("propose_policy", domain="process", rule="Use port 1.", source_fact_ids=["F1"])
    before = bench.dump()
    plan = await ann.call("memory_fact.delete", fact_ids=["F1", "F4"], dry_run=True)
    assert bench.dump() == before
    assert (plan["deleted"], plan["policies"], plan["conflicts"], plan["restorable"]) == (
        ["F1", "F4"],
        ["P1"],
        ["C1"],
        ["F3"],
    )
    assert plan["batch_id"] is None
    done = await ann.call("memory_fact.delete", fact_ids=["F1", "F4"])
    same = ("deleted", "kept", "policies", "conflicts", "restorable", "note")
    assert {name: done[name] for name in same} == {name: plan[name] for name in same}
