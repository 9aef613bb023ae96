"""A part of a batch is put back alone, with all that goes with it; the rest of the batch stays in force."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from memory_bench import PERSON, Agent, Bench, open_bench
from palimpsest.store.model import Caller
from palimpsest.store.model.access import TokenScope
from palimpsest.tools.undoing import Undone, foresee, undo
from person import ANN, Person

HISTORY = ("audit", "batch", "fact_state", "row_change", "sqlite_sequence")
PORT = {"domain": "infrastructure", "topic": "orders api port"}


@pytest.fixture
def ann(bench: Bench) -> Person:
    return Person(bench)


async def three_deleted(ana: Agent, ann: Person) -> str:
    """A batch that took three facts out of use."""
    for number in range(1, 4):
        await ana.propose(f"Lamp {number} is on.", topic=f"lamp {number}")
    done = await ann.call("memory_fact.delete", fact_ids=["F1", "F2", "F3"])
    return done["batch_id"]


async def batch_of(ann: Person, name: str) -> dict[str, Any]:
    page = await ann.call("memory_audit.list")
    return next(one for one in page["batches"] if one["id"] == name)


async def test_one_change_is_put_back_and_the_others_stay(bench: Bench, ana: Agent, ann: Person) -> None:
    batch = await three_deleted(ana, ann)
    done = await ann.call("memory_audit.undo", batch_id=batch, subjects=["F2"])
    assert (done["restored"], done["taken_back"], done["kept"]) == (["F2"], [], [])
    assert await bench.active() == ["F2"]
    assert (await batch_of(ann, batch))["undone_by"] is None
    part = await batch_of(ann, done["batch_id"])
    assert (part["kind"], part["undoes"], part["subjects"]) == ("undo", batch, ["F2"])


async def test_the_part_can_be_undone_in_its_turn(bench: Bench, ana: Agent, ann: Person) -> None:
    batch = await three_deleted(ana, ann)
    done = await ann.call("memory_audit.undo", batch_id=batch, subjects=["F2"])
    await ann.call("memory_audit.undo", batch_id=done["batch_id"])
    assert await bench.active() == []
    assert (await batch_of(ann, batch))["undone_by"] is None
    whole = await ann.call("memory_audit.undo", batch_id=batch)
    assert (whole["restored"], whole["kept"]) == (["F1", "F2", "F3"], [])


async def test_what_was_put_back_before_is_named_with_the_batch_that_did_it(
    bench: Bench, ana: Agent, ann: Person
) -> None:
    batch = await three_deleted(ana, ann)
    part = await ann.call("memory_audit.undo", batch_id=batch, subjects=["F2"])
    whole = await ann.call("memory_audit.undo", batch_id=batch)
    assert whole["restored"] == ["F1", "F3"]
    assert whole["kept"] == [{"id": "F2", "why": f"it was undone already, by {part['batch_id']}"}]
    assert (await batch_of(ann, batch))["undone_by"] == whole["batch_id"]
    await ann.call("memory_audit.undo", batch_id=part["batch_id"])
    assert (await batch_of(ann, batch))["undone_by"] == whole["batch_id"]
    assert await bench.active() == ["F1", "F3"]


async def test_naming_everything_is_undoing_the_whole(bench: Bench, ana: Agent, ann: Person) -> None:
    batch = await three_deleted(ana, ann)
    done = await ann.call("memory_audit.undo", batch_id=batch, subjects=["F1", "F2", "F3"])
    assert (await batch_of(ann, batch))["undone_by"] == done["batch_id"]


async def test_a_fact_comes_back_with_its_successor_and_their_conflict_or_not_at_all(
    bench: Bench, ana: Agent, ann: Person
) -> None:
    await ana.propose("The orders API listens on port 8080.", **PORT)
    await ana.propose("The orders API listens on port 9090.", **PORT, veracity="stated")
    for name in ("F1", "F2", "C1"):
        seen = await ann.call("memory_audit.undo", batch_id="B2", subjects=[name], dry_run=True)
        assert (seen["restored"], sorted(seen["taken_back"])) == (["F1"], ["C1", "F2"]), name
    await ann.call("memory_fact.update", fact_id="F2", content="The orders API listens on port 9191.")
    done = await ann.call("memory_audit.undo", batch_id="B2", subjects=["F1"])
    assert (done["restored"], done["taken_back"], done["batch_id"]) == ([], [], None)
    assert {one["id"] for one in done["kept"]} >= {"F1", "F2"}


async def test_policies_that_replaced_each_other_go_together(bench: Bench, ana: Agent, ann: Person) -> None:
    await ana.call("propose_policy", domain="process", rule="Test first.")
    await ann.call("memory_policy.update", policy_id="P1", rule="Test before anything else.")
    batch = (await ann.call("memory_audit.list"))["batches"][0]["id"]
    done = await ann.call("memory_audit.undo", batch_id=batch, subjects=["P1"])
    assert (done["restored"], done["taken_back"]) == (["P1"], ["P2"])


async def test_a_subject_that_the_batch_never_changed_is_named(bench: Bench, ana: Agent, ann: Person) -> None:
    batch = await three_deleted(ana, ann)
    _, told = await ann.refused("memory_audit.undo", batch_id=batch, subjects=["F2", "F9", "setting:x"])
    assert told == f"{batch} changed nothing of F9, setting:x."
    assert await bench.active() == []


async def test_a_preview_says_what_will_be_and_changes_nothing(
    bench: Bench, ana: Agent, bob: Agent, ann: Person
) -> None:
    await ana.propose("The orders API listens on port 8080.", **PORT)
    deleted = await ann.call("memory_fact.delete", fact_ids=["F1"])
    await bob.propose("The orders API listens on port 9090.", **PORT)
    before = bench.dump()
    seen = await ann.call("memory_audit.undo", batch_id=deleted["batch_id"], dry_run=True)
    assert bench.dump() == before
    assert (seen["restored"], seen["contradicting"], seen["conflicts"]) == (["F1"], ["F2"], [])
    assert (seen["batch_id"], seen["dry_run"]) == (None, True)
    done = await ann.call("memory_audit.undo", batch_id=deleted["batch_id"])
    assert (done["restored"], done["contradicting"], done["conflicts"]) == (["F1"], ["F2"], ["C1"])


async def test_what_cant_be_undone_is_refused_in_the_preview_too(bench: Bench, ana: Agent, ann: Person) -> None:
    batch = await three_deleted(ana, ann)
    await ann.call("memory_audit.undo", batch_id=batch)
    _, told = await ann.refused("memory_audit.undo", batch_id=batch, dry_run=True)
    assert "undone already" in told


async def test_a_reviewer_undoes_the_part_that_a_reviewer_may_do(bench: Bench, ana: Agent, ann: Person) -> None:
    await ana.propose("It rains.")

    def work(tx: Any) -> None:
        tx.batches.describe("change", "ann")
        tx.settings.set("embedder", "none")
        tx.notes.put("ana", "On it.", 1)

    await bench.store.write(work)
    rita = Person(bench, Caller(agent="rita", role="person", session="page", is_person=True), TokenScope.REVIEWER)
    for more in ({}, {"subjects": ["setting:embedder"]}, {"dry_run": True}):
        code, _ = await rita.refused("memory_audit.undo", batch_id="B2", **more)
        assert code == -32008
    done = await rita.call("memory_audit.undo", batch_id="B2", subjects=["notes:ana"])
    assert done["taken_back"] == ["notes:ana"]


async def test_entries_and_batches_are_listed_by_time(bench: Bench, ana: Agent, ann: Person) -> None:
    for number in range(3):
        await ana.propose(f"Lamp {number} is on.", topic=f"lamp {number}")
        bench.pass_time(days=1)
    first = (bench.now.date()).isoformat()
    assert (await ann.call("memory_audit.list", since=first))["batches"] == []
    day = (await ann.call("memory_audit.list"))["batches"][1]["started"][:10]
    assert [one["id"] for one in (await ann.call("memory_audit.list", since=day, until=day))["batches"]] == ["B2"]
    entries = await ann.call("memory_audit.list", of="entries", action="create", since=day, until=day)
    assert [one["subject"] for one in entries["entries"]] == ["F2"]
    code, told = await ann.refused("memory_audit.list", since="yesterday")
    assert (code, "'since'" in told) == (-32602, True)


@given(seed=st.integers(0, 2**16), deleted=st.integers(2, 6))
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_part_by_part_in_any_order_comes_to_the_same_as_the_whole(
    tmp_path_factory: pytest.TempPathFactory, seed: int, deleted: int
) -> None:
    def state(bench: Bench) -> dict[str, Any]:
        return {name: found for name, found in bench.dump().items() if name not in HISTORY}

    async with open_bench(tmp_path_factory.mktemp("parts")) as bench:
        ana, ann = await bench.agent("ana"), Person(bench, ANN)
        for number in range(1, deleted + 1):
            await ana.propose(f"Lamp {number} is on.", topic=f"lamp {number}", veracity="stated")
        before = state(bench)
        batch = (await ann.call("memory_fact.delete", fact_ids=[f"F{one}" for one in range(1, deleted + 1)]))[
            "batch_id"
        ]
        number = int(batch[1:])
        for one in sorted(range(1, deleted + 1), key=lambda one: (one * 7919 + seed) % 101):
            seen: Undone = await bench.store.read(lambda tx, one=one: foresee(tx, PERSON, number, [f"F{one}"]))
            done: Undone = await bench.store.write(lambda tx, one=one: undo(tx, PERSON, number, [f"F{one}"]))
            assert (seen.restored, seen.kept) == (done.restored, done.kept) == ((f"F{one}",), ())
        assert state(bench) == before
