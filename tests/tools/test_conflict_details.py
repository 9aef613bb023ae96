"""A person is told a contradiction whole, by its topic, and how each fact of a review's sample is marked."""

from __future__ import annotations

import pytest
from memory_bench import Agent, Bench
from palimpsest.store.model import Caller
from person import ANN, Person

BOB = Caller(agent="bo", role="person", session="page", is_person=True)


@pytest.fixture
def ann(bench: Bench) -> Person:
    return Person(bench, ANN)


@pytest.fixture
async def contested(bench: Bench, ana: Agent, bob: Agent) -> None:
    """C1 to C3 open between the ports, C4 settled by a rule between the caches."""
    await ana.propose("The port is 1.", topic="port", veracity="stated")
    await bob.propose("The port is 2.", topic="port", veracity="stated")
    await bob.propose("The port is 3.", topic="port", veracity="stated", domain="architecture")
    await ana.propose("The cache is Redis 5.", topic="cache", domain="ops")
    bench.pass_time(days=1)
    await bob.propose("The cache is Redis 6.", topic="cache", domain="ops", veracity="stated")


@pytest.mark.usefixtures("contested")
async def test_contradictions_about_one_topic_come_together_and_are_counted_on_every_page(ann: Person):
    everything = await ann.call("memory_conflict.topics")
    assert [(one["domain"], one["topic"], one["open"], one["total"]) for one in everything["topics"]] == [
        ("architecture", "port", len(everything["topics"][0]["conflicts"]), len(everything["topics"][0]["conflicts"])),
        ("ops", "cache", 0, 1),
    ]
    assert (everything["open"], everything["resolved"]) == (everything["topics"][0]["open"], 1)
    first = await ann.call("memory_conflict.topics", limit=1)
    assert [one["total"] for one in first["topics"]] == [everything["topics"][0]["total"]]
    seen: list[str] = []
    cursor = None
    for _ in range(everything["open"] + 1):
        page = await ann.call("memory_conflict.topics", limit=1, cursor=cursor)
        seen += [one["id"] for topic in page["topics"] for one in topic["conflicts"]]
        cursor = page["next_cursor"]
    assert cursor is None
    assert seen == [one["id"] for topic in everything["topics"] for one in topic["conflicts"]]
    ops = await ann.call("memory_conflict.topics", domain="ops", status="resolved")
    assert ([one["topic"] for one in ops["topics"]], ops["open"], ops["resolved"]) == (["cache"], 0, 1)
    assert (await ann.call("memory_conflict.topics", domain="ops", status="open"))["topics"] == []
    assert (await ann.refused("memory_conflict.topics", cursor=first["next_cursor"], domain="ops"))[0] == -32602


@pytest.mark.usefixtures("contested")
async def test_one_is_told_whole_with_who_settled_it_and_in_which_batch(bench: Bench, ann: Person):
    before = (await ann.call("memory_conflict.get", conflict_id="C1"))["conflict"]
    assert (before["status"], before["is_automatic"]) == ("open", False)
    assert (before["settled_by"], before["batch_id"]) == (None, None)
    assert (before["old"]["content"], before["new"]["content"]) == ("The port is 1.", "The port is 2.")
    bench.pass_time(hours=1)
    done = await ann.call("memory_conflict.resolve", conflict_id="C1", keep="old", reason="asked Eve")
    whole = await ann.call("memory_conflict.get", conflict_id="C1")
    after = whole["conflict"]
    assert (after["winner"], after["rule"], after["reason"], after["settled_by"]) == ("old", "user", "asked Eve", "ann")
    assert after["batch_id"] == done["batch_id"]
    assert after["new"]["superseded_by"] == after["old"]["id"]
    assert all({one["old"]["id"], one["new"]["id"]} & {"F1", "F2"} for one in whole["others"])
    await ann.call("memory_audit.undo", batch_id=done["batch_id"])
    again = (await ann.call("memory_conflict.get", conflict_id="C1"))["conflict"]
    assert (again["status"], again["settled_by"], again["batch_id"]) == ("open", None, None)


@pytest.mark.usefixtures("contested")
async def test_what_a_rule_settled_says_what_was_found_of_it_and_what_hinders(ann: Person):
    (cache,) = (await ann.call("memory_conflict.topics", domain="ops"))["topics"][0]["conflicts"]
    assert (cache["is_automatic"], cache["may_overturn"], cache["finding"]) == (True, True, None)
    await ann.call("memory_review.confirm", conflict_id=cache["id"])
    await ann.call("memory_fact.delete", fact_ids=[cache["new"]["id"]])
    after = (await ann.call("memory_conflict.get", conflict_id=cache["id"]))["conflict"]
    assert (after["finding"], after["found_by"], after["may_overturn"]) == ("confirmed", "ann", False)
    assert "out of use" in after["hindrance"]
    listed = (await ann.call("memory_review.resolutions"))["resolutions"]
    assert listed == [after]


@pytest.mark.usefixtures("contested")
async def test_one_with_an_erased_side_is_not_there(ann: Person):
    await ann.call("memory_fact.purge", fact_ids=["F1"])
    assert (await ann.refused("memory_conflict.get", conflict_id="C1"))[0] == -32001
    assert (await ann.refused("memory_conflict.get", conflict_id="C99"))[0] == -32001


@pytest.mark.usefixtures("contested")
@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"loss": "wrong"}, "wrong"),
        ({"loss": "outdated", "reason": "wrong port"}, "outdated"),
        ({"reason": "wrong port"}, "wrong"),
    ],
)
async def test_what_becomes_of_the_loser_is_what_is_said_outright_else_what_the_reason_begins_with(
    ann: Person, said: dict[str, str], reason: str
):
    await ann.call("memory_conflict.resolve", conflict_id="C1", keep="new", **said)
    assert (await ann.call("memory_fact.get", fact_id="F1"))["fact"]["reason"] == reason


@pytest.mark.usefixtures("contested")
async def test_who_comes_too_late_to_settle_it_is_told_who_did(bench: Bench, ann: Person):
    await Person(bench, BOB).call("memory_conflict.resolve", conflict_id="C1", keep="new")
    code, message = await ann.refused("memory_conflict.resolve", conflict_id="C1", keep="old")
    assert (code, "'new' was kept, by bo." in message) == (-32002, True)


async def test_the_marks_of_two_people_are_both_kept_and_whose_gave_way_is_told(bench: Bench, ana: Agent, ann: Person):
    assert await ann.call("memory_review.get") == {"review": None, "unmarked": 0, "erased": 0, "facts": []}
    for number in range(3):
        await ana.propose(f"Lamp {number} is on.", topic=f"lamp {number}")
    await ann.call("memory_review.sample", seed=1)
    bo = Person(bench, BOB)
    first = await bo.call("memory_review.mark", marks={"F1": "correct", "F2": "wrong"})
    assert first["replaced"] == []
    bench.pass_time(minutes=1)
    second = await ann.call("memory_review.mark", marks={"F1": "wrong", "F2": "wrong", "F3": "outdated"}, number=1)
    (gone,) = second["replaced"]
    assert (gone["id"], gone["mark"], gone["by"]) == ("F1", "correct", "bo")
    marks = {one["id"]: (one["mark"], one["by"]) for one in (await bo.call("memory_review.get"))["facts"]}
    assert marks == {"F1": ("wrong", "ann"), "F2": ("wrong", "bo"), "F3": ("outdated", "ann")}
    own = await ann.call("memory_review.mark", marks={"F1": "none"})
    assert (own["replaced"], own["unmarked"]) == ([], 1)


async def test_a_mark_is_for_the_review_that_it_names(ana: Agent, ann: Person):
    await ana.propose("The lamp is on.", topic="lamp")
    await ann.call("memory_review.sample")
    await ann.call("memory_review.sample", is_new=True)
    code, message = await ann.refused("memory_review.mark", marks={"F1": "wrong"}, number=1)
    assert (code, "Review 1 is closed: review 2 has begun" in message) == (-32002, True)
    assert (await ann.call("memory_review.get", number=1))["review"]["closed"]
    assert (await ann.refused("memory_review.get", number=3))[0] == -32001
    await ann.call("memory_fact.purge", fact_ids=["F1"])
    after = await ann.call("memory_review.get")
    assert (after["erased"], after["facts"], after["unmarked"]) == (1, [], 0)


async def test_only_those_that_are_named_are_taken_back(bench: Bench, ana: Agent, ann: Person):
    for number in range(3):
        await ana.propose(f"Lamp {number} is on.", topic=f"lamp {number}")
    await ann.call("memory_review.sample")
    await ann.call("memory_review.mark", marks={"F1": "wrong", "F2": "outdated", "F3": "correct"})
    done = await ann.call("memory_review.retire", fact_ids=["F2", "F3"])
    assert done["retired"] == ["F2"]
    assert await bench.active() == ["F1", "F3"]
    assert (await ann.call("memory_review.retire"))["retired"] == ["F1"]
