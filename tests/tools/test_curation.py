"""What a person does to facts: deleting, restoring, correcting, in batches that can be undone."""

from __future__ import annotations

from typing import Any

import pytest
from memory_bench import Agent, Bench
from person import Person

PORT = {"domain": "infrastructure", "topic": "orders api port"}
OLD, NEW = "The orders API listens on port 8080.", "The orders API listens on port 9090."


@pytest.fixture
def ann(bench: Bench) -> Person:
    return Person(bench)


async def consolidate(agent: Agent, text: str, **place: Any) -> dict[str, Any]:
    seen = await agent.observe(text, count=2)
    candidate = {"text": text, "sources": seen} | place
    return await agent.call("consolidate_memory", candidates=[candidate])


async def test_a_deleted_fact_is_out_of_use_and_stays_readable(bench: Bench, ana: Agent, ann: Person) -> None:
    await ana.propose(OLD, **PORT)
    done = await ann.call("memory_fact.delete", fact_ids=["F1"])
    assert (done["deleted"], done["kept"]) == (["F1"], [])
    assert await ana.found("8080") == []
    assert await ana.found("8080", include_retired=True) == ["F1"]
    fact = (await ann.call("memory_fact.get", fact_id="F1"))["fact"]
    assert (fact["state"], fact["retired"], fact["reason"]) == ("retired", "deleted", "wrong")


async def test_a_text_that_a_person_deleted_as_wrong_is_not_taken_again_in_silence(
    bench: Bench, ana: Agent, bob: Agent, ann: Person
) -> None:
    await ana.propose(OLD, **PORT)
    await ann.call("memory_fact.delete", fact_ids=["F1"])
    told = await bob.propose(OLD.upper(), **PORT)
    assert told["outcome"] == "needs_confirmation"
    assert "taken back as wrong" in told["question"]
    consolidated = await consolidate(bob, OLD, **PORT)
    assert (consolidated["created"], consolidated["reinforced"]) == ([], [])
    assert "taken back as wrong" in str(consolidated["waiting"])
    assert await bench.active() == []
    assert (await bob.propose(OLD, **PORT, veracity="stated"))["outcome"] == "created"


async def test_clustering_does_not_bring_back_what_a_person_deleted_as_wrong(
    bench: Bench, ana: Agent, ann: Person
) -> None:
    await ana.propose(OLD, **PORT)
    await ann.call("memory_fact.delete", fact_ids=["F1"])
    for text, topic in ((OLD, PORT["topic"]), ("The shelf holds paint.", "shelf")):
        for _ in range(2):
            await ana.call("remember", content=text, domain="infrastructure", topic=topic)
    told = await ana.call("consolidate_memory")
    assert told["created"] == ["F2"]
    assert "taken back as wrong" in str(told["waiting"])
    assert [(await bench.fact(name)).content for name in await bench.active()] == ["The shelf holds paint."]


async def test_a_text_deleted_as_outdated_may_come_again(bench: Bench, ana: Agent, ann: Person) -> None:
    await ana.propose(OLD, **PORT)
    before = bench.now.isoformat()
    bench.pass_time(days=1)
    await ann.call("memory_fact.delete", fact_ids=["F1"], reason="outdated")
    assert await ana.found("8080", as_of=before) == ["F1"]
    assert (await ana.propose(OLD, **PORT))["outcome"] == "created"


async def test_many_facts_are_deleted_in_one_batch_and_come_back_together(
    bench: Bench, ana: Agent, ann: Person
) -> None:
    for number in range(4):
        await ana.propose(f"Shelf {number} holds paint.", topic=f"shelf {number}")
    await ann.call("memory_fact.delete", fact_ids=["F4"])
    done = await ann.call("memory_fact.delete", fact_ids=["F1", "F2", "F4", "F1"])
    assert done["deleted"] == ["F1", "F2"]
    assert [one["id"] for one in done["kept"]] == ["F4"]
    assert await bench.active() == ["F3"]
    undone = await ann.call("memory_audit.undo", batch_id=done["batch_id"])
    assert (sorted(undone["restored"]), undone["kept"]) == (["F1", "F2"], [])
    assert await bench.active() == ["F1", "F2", "F3"]


async def test_nothing_is_deleted_when_one_id_is_unknown(bench: Bench, ana: Agent, ann: Person) -> None:
    await ana.propose(OLD, **PORT)
    code, message = await ann.refused("memory_fact.delete", fact_ids=["F1", "F9"])
    assert (code, "F9" in message) == (-32001, True)
    assert await bench.active() == ["F1"]


async def test_deleting_again_changes_nothing_and_has_no_batch(ana: Agent, ann: Person) -> None:
    await ana.propose(OLD, **PORT)
    await ann.call("memory_fact.delete", fact_ids=["F1"])
    again = await ann.call("memory_fact.delete", fact_ids=["F1"])
    assert (again["deleted"], again["batch_id"]) == ([], None)
    other = await ann.call("memory_fact.delete", fact_ids=["F1"], reason="outdated")
    assert other["deleted"] == ["F1"]


async def test_undoing_twice_is_a_clear_error(ana: Agent, ann: Person) -> None:
    await ana.propose(OLD, **PORT)
    batch = (await ann.call("memory_fact.delete", fact_ids=["F1"]))["batch_id"]
    undone = await ann.call("memory_audit.undo", batch_id=batch)
    code, message = await ann.refused("memory_audit.undo", batch_id=batch)
    assert code == -32002
    assert f"by {undone['batch_id']}" in message
    assert (await ann.refused("memory_audit.undo", batch_id="B999"))[0] == -32001


async def test_undoing_after_later_changes_says_what_stays(bench: Bench, ana: Agent, ann: Person) -> None:
    await ana.propose(OLD, **PORT)
    await ana.propose("The shelf holds paint.", topic="shelf")
    batch = (await ann.call("memory_fact.delete", fact_ids=["F1", "F2"]))["batch_id"]
    await ann.call("memory_fact.restore", fact_id="F1")
    undone = await ann.call("memory_audit.undo", batch_id=batch)
    assert undone["restored"] == ["F2"]
    assert undone["kept"] == [{"id": "F1", "why": "it was changed since"}]
    assert await bench.active() == ["F1", "F2"]


async def test_a_deletion_tells_what_rested_on_the_fact(bench: Bench, ana: Agent, ann: Person) -> None:
    await ana.propose(OLD, **PORT)
    await ana.propose(NEW, **PORT, veracity="stated")
    await ana.call("propose_policy", domain="infrastructure", rule="Call port 9090.", source_fact_ids=["F2"])
    note = (await ann.call("memory_fact.delete", fact_ids=["F2"]))["note"]
    assert "F1" in note
    assert "P1" in note
    assert (await ann.call("memory_fact.restore", fact_id="F1"))["fact"]["state"] == "active"


async def test_a_restored_fact_stands_as_it_did_and_its_text_is_taken_again(
    bench: Bench, ana: Agent, bob: Agent, ann: Person
) -> None:
    await ana.propose(OLD, **PORT)
    await ann.call("memory_fact.delete", fact_ids=["F1"])
    done = await ann.call("memory_fact.restore", fact_id="F1")
    fact = await bench.fact("F1")
    assert (done["vouched"], done["conflicts"]) == (False, [])
    assert (fact.veracity, fact.confidence, fact.loss_reason, fact.retired_at) == ("inferred", 0.7, None, None)
    assert (await bob.propose(OLD, **PORT))["outcome"] == "mentioned"
    assert (await bob.propose(OLD, domain="infrastructure", topic="ports"))["outcome"] == "created"


async def test_what_is_in_use_has_nothing_to_restore(ana: Agent, ann: Person) -> None:
    await ana.propose(OLD, **PORT)
    assert (await ann.refused("memory_fact.restore", fact_id="F1"))[0] == -32002
    assert (await ann.refused("memory_fact.restore", fact_id="F2"))[0] == -32001


async def test_a_superseded_fact_is_not_restored_while_its_successor_stands(
    bench: Bench, ana: Agent, ann: Person
) -> None:
    for port in (8080, 8081, 8082):
        await ana.propose(f"The orders API listens on port {port}.", **PORT, veracity="stated", on_conflict="supersede")
    code, message = await ann.refused("memory_fact.restore", fact_id="F1")
    assert (code, "F3 stands in its place" in message, "memory_audit.list" in message) == (-32002, True, True)
    await ann.call("memory_fact.delete", fact_ids=["F3"])
    await ann.call("memory_fact.restore", fact_id="F1")
    assert await bench.active() == ["F1"]


async def test_two_that_stood_one_under_the_other_contradict_each_other_once_both_hold(
    bench: Bench, ana: Agent, ann: Person
) -> None:
    await ana.propose(OLD, **PORT)
    await ana.propose(NEW, **PORT, veracity="stated")
    await ann.call("memory_fact.delete", fact_ids=["F2"])
    await ann.call("memory_fact.restore", fact_id="F1")
    done = await ann.call("memory_fact.restore", fact_id="F2")
    assert [(one["old_id"], one["new_id"], one["winner"]) for one in done["conflicts"]] == [("F1", "F2", None)]
    settled = await ann.call("memory_conflict.resolve", conflict_id=done["conflicts"][0]["id"], keep="old")
    assert settled["winner"] == "old"
    assert await bench.active() == ["F1"]


async def test_what_came_in_meanwhile_is_contradicted_openly(bench: Bench, ana: Agent, ann: Person) -> None:
    await ana.propose(OLD, **PORT)
    await ann.call("memory_fact.delete", fact_ids=["F1"])
    await ana.propose(NEW, **PORT)
    done = await ann.call("memory_fact.restore", fact_id="F1")
    assert [(one["old_id"], one["new_id"], one["rule"]) for one in done["conflicts"]] == [("F1", "F2", "undecided")]
    listed = await ann.call("memory_fact.list", state="contested")
    assert [fact["id"] for fact in listed["facts"]] == ["F2", "F1"]
    undone = await ann.call("memory_audit.undo", batch_id=done["batch_id"])
    assert "F1" in undone["restored"]
    assert await bench.active() == ["F2"]
    assert (await ann.call("memory_conflict.list", status="open"))["conflicts"] == []


async def test_a_conflict_that_was_moot_while_a_side_was_deleted_is_open_again(
    bench: Bench, ana: Agent, bob: Agent, ann: Person
) -> None:
    await ana.propose(OLD, **PORT, veracity="stated")
    assert (await bob.propose(NEW, **PORT, veracity="stated", on_conflict="ask"))["outcome"] == "needs_confirmation"
    await ann.call("memory_fact.delete", fact_ids=["F1"])
    assert (await ann.call("memory_conflict.list", status="open"))["conflicts"] == []
    await ann.call("memory_fact.restore", fact_id="F1")
    (conflict,) = (await ann.call("memory_conflict.list", status="open"))["conflicts"]
    assert {conflict["old"]["id"], conflict["new"]["id"]} == {"F1", "F2"}


async def test_two_that_were_kept_beside_each_other_stay_so(bench: Bench, ana: Agent, ann: Person) -> None:
    await ana.propose(OLD, **PORT)
    await ana.propose(NEW, **PORT, on_conflict="coexist")
    await ann.call("memory_fact.delete", fact_ids=["F1"])
    assert (await ann.call("memory_fact.restore", fact_id="F1"))["conflicts"] == []
    assert await bench.active() == ["F1", "F2"]


async def test_what_another_fact_says_by_now_is_not_restored_beside_it(bench: Bench, ana: Agent, ann: Person) -> None:
    await ana.propose(OLD, **PORT)
    await ann.call("memory_fact.delete", fact_ids=["F1"], reason="outdated")
    await ana.propose(OLD, **PORT)
    assert "F2 says the same" in (await ann.refused("memory_fact.restore", fact_id="F1"))[1]
    assert await bench.active() == ["F2"]


async def test_a_forgotten_fact_is_restored_on_the_persons_word_and_not_forgotten_at_once(
    bench: Bench, ana: Agent, ann: Person
) -> None:
    await ana.propose("The build is slow today.", topic="build", memory_type="transient")
    bench.pass_time(days=60)
    assert (await ana.call("consolidate_memory"))["retired"] == ["F1"]
    done = await ann.call("memory_fact.restore", fact_id="F1")
    assert done["vouched"] is True
    fact = await bench.fact("F1")
    assert (fact.veracity, fact.confidence, fact.supported_at) == ("stated", 1.0, bench.now)
    assert (await ana.call("consolidate_memory"))["retired"] == []
    assert await bench.active() == ["F1"]


async def test_a_faded_fact_that_was_deleted_is_not_forgotten_right_after_it_is_restored(
    bench: Bench, ana: Agent, ann: Person
) -> None:
    await ana.propose("The build is slow today.", topic="build", memory_type="transient")
    await ann.call("memory_fact.delete", fact_ids=["F1"])
    bench.pass_time(days=60)
    assert (await ann.call("memory_fact.restore", fact_id="F1"))["vouched"] is True
    assert (await ana.call("consolidate_memory"))["retired"] == []


async def test_an_expired_fact_needs_a_new_end(bench: Bench, ana: Agent, ann: Person) -> None:
    await ana.propose("The freeze holds.", topic="freeze", valid_until="2027-03-05", veracity="stated")
    bench.pass_time(days=10)
    assert (await ana.call("consolidate_memory"))["retired"] == ["F1"]
    code, message = await ann.refused("memory_fact.restore", fact_id="F1")
    assert (code, "2027-03-06T00:00:00Z" in message, "valid_until" in message) == (-32002, True, True)
    assert (await ann.refused("memory_fact.restore", fact_id="F1", valid_until="2027-03-05"))[0] == -32602
    done = await ann.call("memory_fact.restore", fact_id="F1", valid_until="2027-04-30")
    assert done["fact"]["valid_until"] == "2027-05-01T00:00:00Z"
    assert await bench.active() == ["F1"]


@pytest.mark.parametrize("validity", ["open", "permanent"])
async def test_an_expired_fact_may_hold_without_an_end(bench: Bench, ana: Agent, ann: Person, validity: str) -> None:
    await ana.propose("The freeze holds.", topic="freeze", valid_until="2027-03-05", veracity="stated")
    bench.pass_time(days=10)
    done = await ann.call("memory_fact.restore", fact_id="F1", validity=validity)
    assert (done["fact"]["validity"], done["fact"]["valid_until"]) == (validity, None)


async def test_an_update_is_a_new_version_that_the_person_states(bench: Bench, ana: Agent, ann: Person) -> None:
    await ana.propose(OLD, **PORT, memory_type="decision", validity="permanent")
    done = await ann.call("memory_fact.update", fact_id="F1", content=NEW)
    assert (done["old_id"], done["new_id"], done["outcome"]) == ("F1", "F2", "superseded_existing")
    fact = await bench.fact("F2")
    assert (fact.agent, fact.role, fact.veracity, fact.confidence) == ("ann", "person", "stated", 1.0)
    assert (fact.topic, str(fact.scope), fact.memory_type) == ("orders api port", "infrastructure", "decision")
    assert fact.validity == "permanent"
    assert await bench.active() == ["F2"]
    detail = await ann.call("memory_fact.get", fact_id="F2")
    assert detail["replaces"] == ["F1"]
    undone = await ann.call("memory_audit.undo", batch_id=done["batch_id"])
    assert undone["kept"] == []
    assert await bench.active() == ["F1"]


async def test_an_update_keeps_until_when_the_fact_holds(bench: Bench, ana: Agent, ann: Person) -> None:
    await ana.propose("The freeze holds.", topic="freeze", valid_until="2027-03-31")
    await ann.call("memory_fact.update", fact_id="F1", content="The code freeze holds for all teams.")
    assert (await bench.fact("F2")).valid_until == (await bench.fact("F1")).valid_until


async def test_a_fact_is_moved_to_another_domain(bench: Bench, ana: Agent, ann: Person) -> None:
    await ana.propose(OLD, **PORT)
    done = await ann.call("memory_fact.update", fact_id="F1", domain="repo:acme/web/ports")
    assert str((await bench.fact(done["new_id"])).scope) == "repo:acme-web/ports"
    assert await bench.active() == ["F2"]


async def test_how_long_a_fact_holds_changes_in_place(bench: Bench, ana: Agent, ann: Person) -> None:
    await ana.propose("The freeze holds.", topic="freeze")
    done = await ann.call("memory_fact.update", fact_id="F1", valid_until="2027-03-31")
    assert (done["new_id"], done["outcome"]) == ("F1", "extended")
    fact = await bench.fact("F1")
    assert (fact.validity, fact.veracity, fact.valid_until and fact.valid_until.isoformat()) == (
        "until",
        "stated",
        "2027-04-01T00:00:00+00:00",
    )
    await ann.call("memory_fact.update", fact_id="F1", validity="open")
    assert (await bench.fact("F1")).valid_until is None
    assert "so long already" in (await ann.refused("memory_fact.update", fact_id="F1", validity="open"))[1]


async def test_an_update_that_says_nothing_is_refused(ana: Agent, ann: Person) -> None:
    await ana.propose(OLD, **PORT)
    assert (await ann.refused("memory_fact.update", fact_id="F1"))[0] == -32602
    assert (await ann.refused("memory_fact.update", fact_id="F1", content=OLD))[0] == -32002
    assert (await ann.refused("memory_fact.update", fact_id="F1", content="key AKIA" + "IOSFODNN7EXAMPLE"))[0] == -32602
    assert (await ann.refused("memory_fact.update", fact_id="F1", content=NEW, valid_until="2020-01-01"))[0] == -32602


async def test_what_is_out_of_use_is_not_updated(ana: Agent, ann: Person) -> None:
    await ana.propose(OLD, **PORT)
    await ann.call("memory_fact.delete", fact_ids=["F1"])
    assert (await ann.refused("memory_fact.update", fact_id="F1", content=NEW))[0] == -32002
    assert (await ann.refused("memory_fact.update", fact_id="F1", validity="permanent"))[0] == -32002


async def test_a_person_stands_above_every_grant(bench: Bench, ana: Agent, ann: Person) -> None:
    await ana.propose(OLD, **PORT)
    await bench.grant("*", "infrastructure", "none")
    await bench.setting("access.mode", "strict")
    assert [hit["id"] for hit in (await ann.call("memory_fact.search", query="8080"))["hits"]] == ["F1"]
    await ann.call("memory_fact.update", fact_id="F1", content=NEW)
    assert [fact["id"] for fact in (await ann.call("memory_fact.list"))["facts"]] == ["F2"]
    assert await ana.found("9090") == []


async def test_a_superseded_fact_that_is_deleted_as_wrong_was_never_believed(
    bench: Bench, ana: Agent, ann: Person
) -> None:
    await ana.propose(OLD, **PORT)
    before = bench.now.isoformat()
    bench.pass_time(days=1)
    await ana.propose(NEW, **PORT, veracity="stated")
    done = await ann.call("memory_fact.delete", fact_ids=["F1"])
    assert await ana.found("8080", as_of=before) == []
    assert "F2 stands" in (await ann.refused("memory_fact.restore", fact_id="F1"))[1]
    await ann.call("memory_audit.undo", batch_id=done["batch_id"])
    assert await ana.found("8080", as_of=before) == ["F1"]
    assert await bench.active() == ["F2"]


async def test_a_facts_history_tells_who_restored_and_extended_it(ana: Agent, ann: Person) -> None:
    await ana.propose(OLD, **PORT)
    await ann.call("memory_fact.delete", fact_ids=["F1"])
    await ann.call("memory_fact.restore", fact_id="F1")
    await ann.call("memory_fact.update", fact_id="F1", valid_until="2027-03-31")
    told = (await ana.read("memory://fact/F1")).splitlines()
    assert [line.split("  ")[-1] for line in told[-4:]] == [
        "ana (engineer): created, inferred, confidence 0.70, in B1",
        "ann (person): retired: deleted (wrong), in B2",
        "ann (person): restored, inferred, confidence 0.70, in B3",
        "ann (person): extended, stated, confidence 1.00, valid until 2027-04-01T00:00:00Z, in B4",
    ]
