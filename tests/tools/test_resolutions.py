"""A person confirms or overturns what a rule settled by itself; overturning really reverses it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from memory_bench import PERSON, Agent, Bench
from palimpsest.store.errors import NotFound, Refused
from palimpsest.store.model import Finding, Keep, LossReason, NewConflict, Resolution
from palimpsest.store.protocol import Transaction
from palimpsest.tools import resolutions
from palimpsest.tools.conflict_records import record
from palimpsest.tools.fact_changes import supersede
from palimpsest.tools.review_report import report
from palimpsest.tools.undoing import undo

T = TypeVar("T")
OLD, NEW = "The API uses Postgres 14.", "The API uses Postgres 15."


async def write(bench: Bench, work: Callable[[Transaction], T]) -> T:
    return await bench.store.write(work)


async def confirm(bench: Bench, number: int = 1) -> Resolution:
    return await write(bench, lambda tx: resolutions.confirm(tx, PERSON, number))


async def overturn(bench: Bench, number: int = 1, **how: Any) -> Resolution:
    return await write(bench, lambda tx: resolutions.overturn(tx, PERSON, number, **how))


async def counted(bench: Bench) -> tuple[int, int, int]:
    found = (await bench.store.read(report))["resolutions"]
    return found["settled"], found["confirmed"], found["overturned"]


async def answers(bench: Bench) -> list[dict[str, Any]]:
    return await bench.store.read(lambda tx: resolutions.resolution_answers(tx, tx.resolutions.latest(9)))


@pytest.fixture
async def settled(bench: Bench, ana: Agent, bob: Agent) -> None:
    """F2 superseded F1, because a user stated it (C1)."""
    await ana.propose(OLD)
    bench.pass_time(days=1)
    await bob.propose(NEW, veracity="stated")
    bench.pass_time(days=1)


@pytest.mark.usefixtures("settled")
async def test_confirming_changes_nothing_but_the_measure(bench: Bench):
    assert await counted(bench) == (1, 0, 0)
    facts = bench.dump()["fact"]
    found = await confirm(bench)
    assert (found.finding, found.found_by, found.found_at) == (Finding.CONFIRMED, "person", bench.now)
    assert (await counted(bench), bench.dump()["fact"]) == ((1, 1, 0), facts)
    before = bench.dump()
    await confirm(bench)
    assert bench.dump() == before


@pytest.mark.usefixtures("settled")
async def test_overturning_lets_the_loser_stand_and_puts_the_winner_under_it(bench: Bench):
    found = await overturn(bench)
    assert (found.finding, found.found_by) == (Finding.OVERTURNED, "person")
    assert await bench.active() == ["F1"]
    loser = await bench.fact("F2")
    assert (loser.superseded_by, loser.superseded_at, loser.loss_reason) == (1, bench.now, LossReason.WRONG)
    assert await counted(bench) == (1, 0, 1)
    restored = await bench.fact("F1")
    assert (restored.superseded_by, restored.superseded_at, restored.loss_reason) == (None, None, None)
    assert restored.veracity == "stated", "it stands on the word of the one who overturned"


@pytest.mark.usefixtures("settled")
async def test_overturning_is_told_by_history_and_by_the_audit_log(bench: Bench, ana: Agent):
    await overturn(bench)
    told = await ana.read("memory://fact/F1")
    assert "person (person): restored" in told
    assert "superseded by F1 (wrong; C2, rule user" in told
    assert [one.action for one in await bench.audit("C1")] == ["create", "find"]
    assert [one.agent for one in await bench.audit("F2")] == ["bob", "person"]


@pytest.mark.usefixtures("settled")
async def test_what_was_believed_in_between_is_read_as_of_then_unless_it_was_wrong(bench: Bench, ana: Agent):
    between = f"{bench.now:%Y-%m-%dT%H:%MZ}"
    bench.pass_time(days=1)
    await overturn(bench, loss=LossReason.OUTDATED)
    assert await ana.found("Postgres", as_of=between) == ["F2"]
    assert await ana.found("Postgres") == ["F1"]


@pytest.mark.usefixtures("settled")
async def test_both_can_be_found_to_hold(bench: Bench, ana: Agent):
    await overturn(bench, keep=Keep.BOTH)
    assert await bench.active() == ["F1", "F2"]
    assert await counted(bench) == (1, 0, 1)
    await ana.call("harmonize_memory")
    assert await bench.active() == ["F1", "F2"]  # it isn't taken up again


@pytest.mark.usefixtures("settled")
async def test_what_was_overturned_is_neither_overturned_nor_confirmed_again(bench: Bench):
    await overturn(bench)
    before = bench.dump()
    with pytest.raises(Refused, match="person overturned it already"):
        await overturn(bench)
    with pytest.raises(Refused, match="was overturned by person"):
        await confirm(bench)
    assert bench.dump() == before


@pytest.mark.usefixtures("settled")
async def test_what_was_confirmed_can_be_overturned_after_all(bench: Bench):
    await confirm(bench)
    await overturn(bench)
    assert await counted(bench) == (1, 0, 1)


@pytest.mark.usefixtures("settled")
async def test_after_later_changes_it_is_refused_with_the_reason(bench: Bench, ana: Agent):
    await ana.call("supersede_fact", fact_id="F2", content="The API uses MySQL 8.", veracity="stated")
    before = bench.dump()
    with pytest.raises(Refused, match="F2, which won, is under F3 since"):
        await overturn(bench)
    assert bench.dump() == before
    (answer,) = await answers(bench)
    assert (answer["may_overturn"], answer["hindrance"]) == (False, "F2, which won, is under F3 since.")
    await ana.call("supersede_fact", fact_id="F3")
    with pytest.raises(Refused, match="can't be overturned"):
        await overturn(bench)


async def test_a_loser_whose_time_has_passed_does_not_stand_again(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose(OLD, valid_until="2027-03-05")
    await bob.propose(NEW, veracity="stated")
    bench.pass_time(days=9)
    with pytest.raises(Refused, match="F1 would hold no more"):
        await overturn(bench)


async def test_only_what_a_rule_settled_is_found_right_or_wrong(bench: Bench, ana: Agent, bob: Agent):
    with pytest.raises(NotFound):
        await confirm(bench)
    await ana.propose(OLD)
    await bob.propose(NEW)
    with pytest.raises(Refused, match="C1 is open"):
        await confirm(bench)
    await ana.call("resolve_memory_conflict", conflict_id="C1", keep="new")
    for act in (confirm, overturn):
        with pytest.raises(Refused, match="settled by 'user'"):
            await act(bench)
    assert await counted(bench) == (0, 0, 0)


async def test_a_new_fact_that_lost_at_once_is_put_above_the_old_one(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose(OLD, veracity="stated")
    lost = await bob.propose(NEW, veracity="tool")
    assert lost["outcome"] == "superseded_by_existing"
    await overturn(bench)
    assert await bench.active() == ["F2"]
    assert (await bench.fact("F1")).superseded_by == 2


async def test_what_went_under_the_same_winner_stays_under_it(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose(OLD)
    await bob.propose(NEW)
    eve = await bench.agent("eve")
    await eve.propose("The API uses Postgres 16.", veracity="stated")
    assert await bench.active() == ["F3"]
    listed = (await ana.call("list_memory_conflicts"))["conflicts"]
    by_pair = {(one["old"]["id"], one["new"]["id"]): one for one in listed}
    settled = by_pair["F1", "F3"]
    await overturn(bench, int(settled["id"][1:]))
    assert await bench.active() == ["F1"]
    # F2 went under F3, which went under F1: nothing is open between two that hold.
    assert (await ana.call("list_memory_conflicts", status="open"))["conflicts"] == []


async def test_an_open_conflict_of_the_loser_is_taken_up_again(bench: Bench, ana: Agent, bob: Agent):
    await ana.propose(OLD)
    await bob.propose(NEW)  # C1, open
    await ana.propose("MySQL is what the API uses.", topic="engine")
    fact = (await ana.propose("The API uses Oracle.", topic="vendor", veracity="stated"))["fact_id"]

    def lose(tx: Transaction) -> int:
        loser = tx.facts.get(2)
        assert loser is not None
        new = NewConflict(2, int(fact[1:]), "name", "Postgres -> Oracle", "stated", Keep.NEW)
        conflict = record(tx, PERSON, new)
        supersede(tx, PERSON, loser, int(fact[1:]), LossReason.OUTDATED)
        return conflict.id

    conflict = await write(bench, lose)
    assert (await ana.call("list_memory_conflicts", status="open"))["conflicts"] == []
    await overturn(bench, conflict)
    (opened,) = (await ana.call("list_memory_conflicts", status="open"))["conflicts"]
    assert (opened["old"]["id"], opened["new"]["id"]) == ("F1", "F2")


@pytest.mark.usefixtures("settled")
async def test_a_user_who_settles_the_same_texts_the_other_way_overturns_it(bench: Bench, ana: Agent):
    back = await ana.propose(OLD, veracity="stated", on_conflict="ask")
    assert back["outcome"] == "needs_confirmation"
    await ana.call("resolve_memory_conflict", conflict_id=back["conflicts"][0]["id"], keep="new")
    assert await counted(bench) == (1, 0, 1)
    (answer,) = await answers(bench)
    assert (answer["id"], answer["finding"], answer["found_by"]) == ("C1", "overturned", "ana")


@pytest.mark.usefixtures("settled")
async def test_an_answer_shows_both_sides_the_rule_and_the_evidence(bench: Bench):
    (answer,) = await answers(bench)
    assert (answer["old"]["content"], answer["new"]["content"]) == (OLD, NEW)
    assert (answer["rule"], answer["winner"], answer["settled_by"]) == ("stated", "new", "bob")
    assert "14" in answer["evidence"]
    assert answer["may_overturn"]


@pytest.mark.parametrize("how", [{}, {"keep": Keep.BOTH}, {"loss": LossReason.OUTDATED}])
@pytest.mark.usefixtures("settled")
async def test_undoing_an_overturning_restores_facts_conflicts_edges_and_findings(bench: Bench, how: dict[str, Any]):
    tables = ("fact", "conflict", "edge", "conflict_finding", "fact_mention")
    before = bench.dump()

    def overturned(tx: Transaction) -> int:
        resolutions.overturn(tx, PERSON, 1, **how)
        assert tx.batches.at_hand is not None
        return tx.batches.at_hand

    batch = await write(bench, overturned)
    after = bench.dump()
    assert after["conflict_finding"] != before["conflict_finding"]
    await write(bench, lambda tx: undo(tx, PERSON, batch))
    assert {table: bench.dump()[table] for table in tables} == {table: before[table] for table in tables}
    await overturn(bench, **how)
    assert bench.dump()["fact"] == after["fact"]


@pytest.mark.usefixtures("settled")
async def test_what_stands_again_and_contradicts_what_came_in_meanwhile_is_left_to_the_user(bench: Bench, bob: Agent):
    later = await bob.propose("The API uses Postgres 16.")
    assert later["outcome"] == "superseded_by_existing" or later["conflicts"]
    beside = await bob.propose("The API uses Postgres 17.", veracity="stated", on_conflict="coexist")
    await overturn(bench)
    open_ones = (await bob.call("list_memory_conflicts", status="open"))["conflicts"]
    assert {(one["old"]["id"], one["new"]["id"]) for one in open_ones} >= {("F1", beside["fact_id"])}
