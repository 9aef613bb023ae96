"""A person erases facts for good: what goes, what stays, and what they are told of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from memory_bench import Agent, Bench
from palimpsest.store.model.access import TokenScope
from person import Person
from residue import holding

PORT = {"domain": "infrastructure", "topic": "orders port"}


@pytest.fixture
def ann(bench: Bench) -> Person:
    return Person(bench)


async def purge(ann: Person, *ids: str, **more: Any) -> dict[str, Any]:
    return await ann.call("memory_fact.purge", fact_ids=list(ids), **more)


async def undo(ann: Person, batch: str) -> dict[str, Any]:
    return await ann.call("memory_audit.undo", batch_id=batch)


async def batch_of(ann: Person, subject: str, action: str) -> str:
    found = (await ann.call("memory_audit.list", subject=subject, action=action))["entries"]
    return found[0]["batch_id"]


async def test_no_byte_of_a_purged_fact_is_left_in_any_file(bench: Bench, ana: Agent, ann: Person, tmp_path: Path):
    await ana.propose("The vault code is 4711.", topic="vault code")
    await ana.propose("Tokens live an hour.", topic="tokens")
    assert holding(tmp_path, "4711")
    done = await purge(ann, "F1")
    assert (done["purged"], done["is_clean"], done["batch_id"]) == (["F1"], True, "B3")
    assert holding(tmp_path, "4711", "vault") == []
    assert await ana.found("vault code") == []
    assert await ana.found("tokens") == ["F2"]
    assert "erased for good, in B3" in (await ann.refused("memory_fact.get", fact_id="F1"))[1]


async def test_a_dry_run_says_what_would_be_erased_and_changes_nothing(bench: Bench, ana: Agent, ann: Person):
    seen = await ana.observe("The port was seen", count=2)
    await ana.propose("The port is 1.", **PORT, source_observation_ids=seen)
    await ana.propose("The gateway listens too.", topic="gateway", source_observation_ids=seen[:1])
    await ana.propose("The port is 2.", **PORT, on_conflict="ask")
    before = bench.dump()
    plan = await purge(ann, "F1", dry_run=True)
    assert bench.dump() == before
    assert (plan["purged"], plan["observations"], plan["conflicts"]) == (["F1"], ["O2"], ["C1"])
    assert plan["kept"] == [{"id": "O1", "why": "F2 rests on it"}]
    assert (plan["is_clean"], plan["batch_id"]) == (None, None)
    assert plan["counts"]["states"] == 1
    assert plan["counts"]["links"] >= 2
    done = await purge(ann, "F1")
    told = ("purged", "observations", "items", "conflicts", "kept", "beneath", "counts", "quoted_in")
    assert {name: done[name] for name in told} == {name: plan[name] for name in told}


async def test_notes_whose_beginning_was_undone_stand_in_no_erasure_s_way(ana: Agent, ann: Person):
    await ana.propose("Carla's number is 555 0199.")
    await ana.call("update_my_notes", notes="Carla's number is 555 0199.")
    await undo(ann, await batch_of(ann, "notes:ana", "write"))
    assert [one["id"] for one in (await purge(ann, "F1", dry_run=True))["quoted_in"]] == ["notes:ana"]
    assert (await purge(ann, "F1"))["purged"] == ["F1"]


async def test_what_quotes_an_erased_fact_is_named_and_stays(bench: Bench, ana: Agent, ann: Person):
    await ana.propose("Carla's number is 555 0199.", topic="carla")
    await ana.propose("Call Carla: carla's number is 555 0199, after nine.", topic="calls", domain="office")
    await ana.call("update_my_notes", notes="CARLA'S NUMBER IS 555 0199 (private)")
    await ana.call("update_my_notes", notes="Nothing.")
    await ana.call("update_my_notes", notes="Nothing at all.")
    await ana.observe("Carla's number is 555 0199; seen")
    await ana.call("propose_policy", domain="office", rule="Say that Carla's number is 555 0199.")
    plan = await purge(ann, "F1", dry_run=True)
    assert sorted(one["id"] for one in plan["quoted_in"]) == ["F2", "O1", "P1", "notes:ana"]
    assert all(one["quotes"] == ["F1"] for one in plan["quoted_in"])
    await purge(ann, "F1")
    assert await ana.found("carla") == ["F2"]


async def test_what_only_the_fact_rested_on_goes_along_unless_it_is_to_stay(bench: Bench, ana: Agent, ann: Person):
    for number in (1, 2):
        seen = await ana.observe(f"The safe {number} opens with 4711", count=2)
        await ana.propose(f"The safe {number} is open.", topic=f"safe {number}", source_observation_ids=seen)
    done = await purge(ann, "F1", with_observations=False)
    assert (done["observations"], done["kept"]) == ([], [])
    assert len(await ana.found("safe opens", include_observations=True)) == 5
    done = await purge(ann, "F2")
    assert done["observations"] == ["O3", "O4"]
    assert await ana.found("safe opens", include_observations=True) == ["O2", "O1"]
    assert await ana.found("4711", include_observations=True) == ["O2", "O1"]


async def test_the_words_of_an_erased_observation_are_no_context_of_its_neighbours(
    bench: Bench, ana: Agent, ann: Person, tmp_path: Path
):
    for text in ("We went out", "Zanzibar was warm", "We came home"):
        await ana.observe(text)
    await ana.propose("It was warm.", topic="weather", source_observation_ids=["O2"])
    assert sorted(await ana.found("zanzibar", include_observations=True)) == ["O1", "O2", "O3"]
    await purge(ann, "F1")
    assert await ana.found("zanzibar", include_observations=True) == []
    assert holding(tmp_path, "anzibar") == []
    assert sorted(await ana.found("came home", include_observations=True)) == ["O1", "O3"]


async def test_a_summed_up_observation_stays_with_its_summary(bench: Bench, ana: Agent, ann: Person):
    seen = await ana.observe("The port was seen", count=2)
    await ana.call("record_observation", content="Ports were seen.", kind="summary", refs=seen)
    await ana.propose("The port is 1.", **PORT, source_observation_ids=seen[:1])
    await ana.propose("The ports are known.", topic="ports", source_observation_ids=["O3"])
    assert (await purge(ann, "F1", dry_run=True))["kept"] == [{"id": "O1", "why": "O3 sums it up"}]
    done = await purge(ann, "F1", "F2")
    assert (done["observations"], done["kept"]) == (["O1", "O3"], [])
    assert await ana.found("seen", include_observations=True) == ["O2"]


async def test_a_remembered_item_that_became_the_fact_goes_and_never_becomes_it_again(
    bench: Bench, ana: Agent, ann: Person, tmp_path: Path
):
    await ana.call("remember", content="My user's pin is 8152.", veracity="stated")
    draft = {"text": "The user's pin is 8152.", "domain": "office", "topic": "pin", "sources": ["H1"]}
    await ana.call("consolidate_memory", candidates=[draft])
    assert (await purge(ann, "F1", dry_run=True, with_observations=False))["items"] == []
    done = await purge(ann, "F1")
    assert done["items"] == ["H1"]
    assert holding(tmp_path, "8152") == []
    assert (await ana.call("consolidate_memory"))["pending"] == []


async def test_a_remembered_item_that_stays_waits_no_more(bench: Bench, ana: Agent, ann: Person):
    await ana.call("remember", content="My user's pin is 8152.", veracity="stated")
    draft = {"text": "The user's pin is 8152.", "domain": "office", "topic": "pin", "sources": ["H1"]}
    batch = (await ana.call("consolidate_memory", candidates=[draft]))["batch_id"]
    await purge(ann, "F1", with_observations=False)
    assert (await ana.call("consolidate_memory"))["pending"] == []
    undone = await undo(ann, batch)
    assert {"id": "F1", "why": "it was erased"} in undone["kept"]
    assert await bench.active() == []


async def test_what_an_erased_fact_had_replaced_stays_out_of_use_and_can_be_restored(
    bench: Bench, ana: Agent, ann: Person
):
    await ana.propose("The port is 1.", **PORT)
    await ann.call("memory_fact.update", fact_id="F1", content="The port is 2.")
    done = await purge(ann, "F2")
    assert done["beneath"] == [{"id": "F1", "superseded_by": None}]
    row = (await ann.call("memory_fact.get", fact_id="F1"))["fact"]
    assert (row["state"], row["retired"], row["superseded_by"]) == ("retired", "deleted", None)
    assert await bench.active() == []
    assert (await ann.call("memory_fact.restore", fact_id="F1"))["fact"]["state"] == "active"


async def test_a_chain_closes_over_an_erased_link(bench: Bench, ana: Agent, ann: Person):
    await ana.propose("The port is 1.", **PORT)
    for number in (2, 3, 4):
        await ann.call("memory_fact.update", fact_id=f"F{number - 1}", content=f"The port is {number}.")
    done = await purge(ann, "F2", "F3")
    assert done["beneath"] == [{"id": "F1", "superseded_by": "F4"}]
    assert (await ann.call("memory_fact.get", fact_id="F1"))["fact"]["superseded_by"] == "F4"
    assert (await ann.call("memory_fact.get", fact_id="F4"))["replaces"] == ["F1"]
    assert await bench.active() == ["F4"]


async def test_a_derived_policy_and_a_decision_stay_and_are_named(bench: Bench, ana: Agent, ann: Person):
    await ana.propose("We prefer tabs.", topic="style", memory_type="preference", veracity="stated")
    await ana.call("propose_policy", domain="style", rule="Indent as agreed.", source_fact_ids=["F1"])
    options = [{"name": "a", "keywords": ["tabs"]}, {"name": "b", "keywords": ["spaces"]}]
    await ana.call("decide", question="How?", options=options, default="b")
    done = await purge(ann, "F1")
    assert (done["policies"], done["decisions"]) == (["P1"], ["decision:1"])
    (policy,) = (await ann.call("memory_policy.list"))["policies"]
    assert (policy["status"], policy["source_facts"]) == ("active", [])
    (decision,) = (await ann.call("memory_review.decisions"))["decisions"]
    assert decision["choice"] == "a"


async def test_one_entry_of_ids_remains_in_the_log(bench: Bench, ana: Agent, ann: Person):
    await ana.propose("The port is 1.", **PORT)
    await ana.propose("The port is 2.", **PORT, on_conflict="ask")
    done = await purge(ann, "F1")
    (entry,) = (await ann.call("memory_audit.list", batch_id=done["batch_id"]))["entries"]
    gone = {"count": 1, "facts": ["F1"], "observations": [], "items": [], "conflicts": ["C1"]}
    assert (entry["action"], entry["subject"], entry["agent"], entry["after"]) == ("purge", "facts", "ann", gone)
    for subject in ("F1", "C1"):
        entries = (await ann.call("memory_audit.list", subject=subject))["entries"]
        assert [(one["before"], one["after"]) for one in entries] == [(None, {"erased": True})]


async def test_a_purge_is_not_undone(bench: Bench, ana: Agent, ann: Person):
    await ana.propose("The port is 1.", **PORT)
    done = await purge(ann, "F1")
    _, why = await ann.refused("memory_audit.undo", batch_id=done["batch_id"])
    assert why == "B2 erased facts for good: it can't be undone."


async def test_undoing_what_made_an_erased_fact_leaves_it_erased_and_puts_back_the_rest(
    bench: Bench, ana: Agent, ann: Person, tmp_path: Path
):
    await ana.propose("The port is 1.", **PORT)
    await ana.propose("The port is 2222.", **PORT, veracity="stated")
    batch = await batch_of(ann, "F2", "create")
    await purge(ann, "F2")
    undone = await undo(ann, batch)
    assert undone["kept"] == [{"id": "C1", "why": "it was erased"}, {"id": "F2", "why": "it was erased"}]
    assert undone["restored"] == ["F1"]
    assert await bench.active() == ["F1"]
    assert holding(tmp_path, "2222") == []


async def test_undoing_an_undoing_never_leads_to_an_erased_fact(bench: Bench, ana: Agent, ann: Person):
    await ana.propose("The port is 1.", **PORT)
    await ana.propose("The port is 2.", **PORT, veracity="stated")
    undone = await undo(ann, await batch_of(ann, "F2", "create"))
    await purge(ann, "F2")
    assert await bench.active() == ["F1"]
    again = await undo(ann, undone["batch_id"])
    assert {"id": "F2", "why": "it was erased"} in again["kept"]
    (row,) = (await ann.call("memory_fact.list", state="any"))["facts"]
    assert (row["id"], row["superseded_by"]) == ("F1", None)


async def test_the_text_of_an_erased_fact_may_come_in_again(bench: Bench, ana: Agent, ann: Person):
    await ana.propose("The port is 1.", **PORT)
    await ann.call("memory_fact.delete", fact_ids=["F1"])
    assert (await ana.propose("The port is 1.", **PORT))["outcome"] == "needs_confirmation"
    await purge(ann, "F1")
    assert (await ana.propose("The port is 1.", **PORT))["outcome"] == "created"


async def test_an_erased_fact_is_told_and_an_unknown_one_erases_nothing(bench: Bench, ana: Agent, ann: Person):
    await ana.propose("The port is 1.", **PORT)
    await ana.propose("Tokens live an hour.", topic="tokens")
    await purge(ann, "F1")
    done = await purge(ann, "F1")
    assert (done["purged"], done["batch_id"]) == ([], None)
    assert done["kept"] == [{"id": "F1", "why": "it was erased before, in B3"}]
    assert (await ann.refused("memory_fact.purge", fact_ids=["F2", "F9"]))[0] == -32001
    assert (await ann.refused("memory_fact.purge", fact_ids=[]))[0] == -32602
    assert await bench.active() == ["F2"]


async def test_nothing_is_erased_while_a_run_tidies_the_memory(bench: Bench, ana: Agent, ann: Person):
    await ana.propose("The port is 1.", **PORT)
    await bench.store.write(lambda tx: tx.leases.take("upkeep", "1 another elsewhere", 60))
    assert "call again" in (await ann.refused("memory_fact.purge", fact_ids=["F1"]))[1]
    assert await bench.active() == ["F1"]


async def test_only_the_person_in_charge_erases(bench: Bench, ana: Agent):
    await ana.propose("The port is 1.", **PORT)
    reviewer = Person(bench, scope=TokenScope.REVIEWER)
    assert (await reviewer.refused("memory_fact.purge", fact_ids=["F1"]))[0] == -32008
    assert await bench.active() == ["F1"]


async def test_what_was_found_of_an_erased_fact_stays_counted(bench: Bench, ana: Agent, ann: Person):
    for number in range(4):
        await ana.propose(f"Lamp {number} is on.", topic=f"lamp {number}")
    await ann.call("memory_review.sample", seed=1)
    await ann.call("memory_review.mark", marks={"F1": "wrong", "F2": "correct"})
    done = await purge(ann, "F1", "F3")
    assert done["counts"]["review_marks"] == 1
    report = await ann.call("memory_review.report")
    assert "F1" not in str(report)
