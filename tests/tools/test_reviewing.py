"""A person marks a random sample of the facts; the report says what that means, and what can be done about it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from contextlib import closing
from typing import Any, TypeVar

import pytest
from memory_bench import PERSON, Agent, Bench
from palimpsest.store.driver import DRIVER
from palimpsest.store.errors import InvalidInput, NotFound, Refused
from palimpsest.store.model import LossReason, RetiredReason, Review
from palimpsest.store.protocol import Transaction
from palimpsest.tools import review_acts, review_report, review_views, reviewing
from source_tree import sources

T = TypeVar("T")
NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


async def write(bench: Bench, work: Callable[[Transaction], T]) -> T:
    return await bench.store.write(work)


async def sample(bench: Bench, seed: int | None = 7, size: int | None = None, *, is_new: bool = False) -> Review:
    return await write(bench, lambda tx: reviewing.sample(tx, PERSON, seed, size, is_new=is_new))


async def mark(bench: Bench, **marks: str) -> Review:
    return await write(bench, lambda tx: reviewing.mark(tx, PERSON, marks))


async def report(bench: Bench, number: int | None = None) -> dict[str, Any]:
    return await bench.store.read(lambda tx: review_report.report(tx, number))


async def fill(agent: Agent, count: int = 12) -> list[str]:
    proposed = [await agent.propose(f"Gate {word} is open.", topic=f"gate {word}") for word in NUMBERS[:count]]
    return [one["fact_id"] for one in proposed]


async def consolidated(agent: Agent, count: int, support: int, word: str) -> list[str]:
    """Facts of consolidation on so many observations each."""
    candidates: list[dict[str, Any]] = []
    for number in NUMBERS[:count]:
        sources = await agent.observe(f"{word} {number}", support)
        text = f"{word} {number} is painted."
        candidates.append({"text": text, "domain": "paint", "topic": f"{word} {number}", "sources": sources})
    return (await agent.call("consolidate_memory", candidates=candidates))["created"]


async def test_a_sample_is_of_active_facts_alone_each_once(bench: Bench, ana: Agent):
    ids = await fill(ana)
    await ana.call("supersede_fact", fact_id=ids[0])
    await ana.call("supersede_fact", fact_id=ids[1], content="Gate two is shut.")
    review = await sample(bench)
    drawn = [fact.fact_id for fact in review.facts]
    assert sorted(f"F{number}" for number in drawn) == sorted(await bench.active())
    assert (review.population, len(set(drawn))) == (11, 11)
    assert drawn != sorted(drawn, key=lambda number: number or 0)


async def test_a_seed_draws_the_same_sample_again_and_another_one_another(bench: Bench, ana: Agent):
    await fill(ana)
    first = await sample(bench, 7, 5)
    again = await sample(bench, 7, 5, is_new=True)
    other = await sample(bench, 8, 5, is_new=True)
    drawn = [[fact.fact_id for fact in one.facts] for one in (first, again, other)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert (await sample(bench, None, 5, is_new=True)).seed not in (7, 8)


async def test_a_fact_is_sampled_with_what_thresholds_look_at(bench: Bench, ana: Agent):
    (made,) = await consolidated(ana, 1, 3, "Door")
    await ana.propose("The bell is loud.", topic="bell", validity="permanent", veracity="stated")
    bench.pass_time(days=365)
    review = await sample(bench)
    facts = {f"F{fact.fact_id}": fact for fact in review.facts}
    assert (facts[made].support, facts[made].needs_support, facts[made].may_fade) == (3, True, True)
    assert facts[made].confidence == pytest.approx(0.25)
    assert (facts["F2"].support, facts["F2"].needs_support, facts["F2"].may_fade) == (0, False, False)
    assert facts["F2"].confidence == 1.0


async def test_a_review_is_continued_until_all_is_marked(bench: Bench, ana: Agent):
    ids = await fill(ana, 3)
    first = await sample(bench)
    await mark(bench, **dict.fromkeys(ids[:2], "correct"))
    assert (await sample(bench, None)).id == first.id
    await mark(bench, **{ids[2]: "correct"})
    second = await sample(bench, None)
    assert second.id != first.id
    with pytest.raises(NotFound, match="not among"):
        await mark(bench, F99="wrong")
    assert [one.closed_at is None for one in await bench.store.read(lambda tx: tx.reviews.latest(9))] == [True, False]


async def test_a_sample_can_be_made_longer_and_keeps_its_marks(bench: Bench, ana: Agent):
    await fill(ana)
    short = await sample(bench, 7, 4)
    first = f"F{short.facts[0].fact_id}"
    await mark(bench, **{first: "wrong"})
    longer = await sample(bench, None, 9)
    assert [fact.fact_id for fact in longer.facts[:4]] == [fact.fact_id for fact in short.facts]
    assert len({fact.fact_id for fact in longer.facts}) == 9
    assert longer.facts[0].mark == "wrong"
    assert len((await sample(bench, None, 500)).facts) == 12


async def test_an_open_review_keeps_its_seed(bench: Bench, ana: Agent):
    await fill(ana, 3)
    await sample(bench, 7)
    with pytest.raises(Refused, match="open with seed 7"):
        await sample(bench, 8)


@pytest.mark.parametrize(("seed", "size"), [(-1, None), (10**6, None), (None, 0), (None, 1001)])
async def test_a_seed_or_size_out_of_bounds_is_refused(bench: Bench, ana: Agent, seed: int | None, size: int | None):
    await fill(ana, 1)
    with pytest.raises(InvalidInput):
        await sample(bench, seed, size)


async def test_an_empty_memory_cannot_be_reviewed_and_none_is_begun(bench: Bench):
    before = bench.dump()
    with pytest.raises(Refused, match="no active fact"):
        await sample(bench)
    with pytest.raises(Refused, match="No review is open"):
        await mark(bench, F1="wrong")
    assert bench.dump() == before
    empty = await report(bench)
    assert (empty["review"], empty["precision"]["verdict"], empty["proposal"]) == (None, "unknown", None)


@pytest.mark.parametrize("marks", [{"F1": "wrong", "F2": "false"}, {"F1": "wrong", "C2": "wrong"}, {"F1": "", "x": ""}])
async def test_of_marks_that_cannot_all_be_taken_none_is(bench: Bench, ana: Agent, marks: dict[str, str]):
    await fill(ana, 3)
    await sample(bench)
    before = bench.dump()
    with pytest.raises(InvalidInput):
        await mark(bench, **marks)
    assert bench.dump() == before


async def test_a_mark_only_measures_is_logged_and_can_be_taken_back(bench: Bench, ana: Agent):
    await fill(ana, 2)
    review = await sample(bench)
    await mark(bench, F1="wrong", f2=" Outdated ")
    await mark(bench, F1="wrong")
    await mark(bench, F1="none")
    assert await bench.active() == ["F1", "F2"]
    entries = [entry for entry in await bench.audit(f"review:{review.id}") if entry.action == "mark"]
    assert [(one.before, one.after) for one in entries] == [
        ({"fact": "F1", "mark": None}, {"fact": "F1", "mark": "wrong"}),
        ({"fact": "F2", "mark": None}, {"fact": "F2", "mark": "outdated"}),
        ({"fact": "F1", "mark": "wrong"}, {"fact": "F1", "mark": None}),
    ]
    counts = (await report(bench))["review"]
    assert [counts[name] for name in ("marked", "correct", "wrong", "outdated")] == [1, 0, 0, 1]


async def harmful(bench: Bench, ana: Agent) -> list[str]:
    """Twenty facts: twelve on five observations are right, eight on two are wrong; the thin ones."""
    good = await consolidated(ana, 12, 5, "Door")
    thin = await consolidated(ana, 8, 2, "Wall")
    await sample(bench)
    await mark(bench, **dict.fromkeys(good, "correct"), **dict.fromkeys(thin, "wrong"))
    return thin


async def test_below_nine_in_ten_it_says_so_and_proposes_what_the_marks_speak_for(bench: Bench, ana: Agent):
    thin = await harmful(bench, ana)
    said = await report(bench)
    assert said["precision"] == {
        "verdict": "harmful", "is_sure": True, "share": 0.6, "low": 0.6, "high": 0.6, "needed": None
    }  # fmt: skip
    assert sorted(one["id"] for one in said["bad_facts"]) == sorted(thin)
    assert said["proposal"] == {
        "settings": [{"name": "consolidation.min_support", "now": 2.0, "proposed": 3, "holds": False}],
        "bad_kept_out": 8,
        "good_lost": 0,
        "precision_then": 1.0,
    }


async def test_good_enough_proposes_nothing(bench: Bench, ana: Agent):
    ids = await fill(ana, 10)
    await sample(bench)
    await mark(bench, **dict.fromkeys(ids[1:], "correct"), F1="wrong")
    said = await report(bench)
    assert (said["precision"]["verdict"], said["precision"]["is_sure"], said["proposal"]) == ("good", True, None)


async def test_applying_sets_what_is_proposed_once_and_is_audited(bench: Bench, ana: Agent):
    await harmful(bench, ana)
    name = "consolidation.min_support"
    first = await write(bench, lambda tx: review_acts.apply(tx, PERSON))
    assert first == [{"name": name, "before": 2, "after": 3}]
    logged = await bench.audit(f"setting:{name}")
    assert [(one.agent, one.before, one.after) for one in logged] == [("person", {"value": 2}, {"value": 3})]
    before = bench.dump()
    assert await write(bench, lambda tx: review_acts.apply(tx, PERSON)) == [{"name": name, "before": 3, "after": 3}]
    assert bench.dump() == before
    assert (await report(bench))["proposal"]["settings"][0]["holds"]
    waiting = await ana.call("consolidate_memory")
    sources = await ana.observe("Roof", 2)
    candidate = {"text": "The roof is new.", "domain": "paint", "topic": "roof", "sources": sources}
    waiting = await ana.call("consolidate_memory", candidates=[candidate])
    assert waiting["created"] == []


async def test_applying_never_lowers_a_setting(bench: Bench, ana: Agent):
    await harmful(bench, ana)
    await bench.setting("consolidation.min_support", 7)
    applied = await write(bench, lambda tx: review_acts.apply(tx, PERSON))
    assert applied == [{"name": "consolidation.min_support", "before": 7, "after": 7}]


async def test_bad_facts_are_taken_back_when_a_person_says_so(bench: Bench, ana: Agent):
    await fill(ana, 4)
    await sample(bench)
    await mark(bench, F1="wrong", F2="outdated", F3="correct", F4="wrong")
    await ana.call("supersede_fact", fact_id="F4", content="Gate four is shut.")
    assert sorted(await write(bench, lambda tx: review_acts.retire_marked(tx, PERSON))) == ["F1", "F2"]
    wrong, outdated = await bench.fact("F1"), await bench.fact("F2")
    assert (wrong.retired_reason, wrong.loss_reason) == (RetiredReason.DELETED, LossReason.WRONG)
    assert outdated.loss_reason is LossReason.OUTDATED
    assert await bench.active() == ["F3", "F5"]
    assert await write(bench, lambda tx: review_acts.retire_marked(tx, PERSON)) == []
    again = await ana.propose("Gate one is open.", topic="gate one")
    assert again["outcome"] == "needs_confirmation"  # a text found wrong isn't taken again in silence


async def test_the_report_speaks_of_the_last_review_with_marks_and_shows_the_earlier_ones(bench: Bench, ana: Agent):
    ids = await fill(ana, 2)
    first = await sample(bench)
    await mark(bench, **dict.fromkeys(ids, "correct"))
    bench.pass_time(days=30)
    second = await sample(bench, None)
    assert (await report(bench))["review"]["id"] == first.id
    await mark(bench, F1="wrong")
    said = await report(bench)
    assert (said["review"]["id"], [one["id"] for one in said["earlier"]]) == (second.id, [first.id])
    assert said["earlier"][0]["precision"]["share"] == 1.0
    assert (await report(bench, first.id))["review"]["correct"] == 2
    with pytest.raises(NotFound):
        await report(bench, 99)


async def test_decisions_are_counted_by_what_memory_had_to_do_with_them(bench: Bench, ana: Agent):
    options = [{"name": "tabs", "keywords": ["tabs"]}, {"name": "spaces", "keywords": ["spaces"]}]
    asked = {"question": "How to indent?", "options": options}
    await ana.call("decide", **asked, default="spaces")
    await ana.propose("We indent with tabs.", memory_type="preference", veracity="stated")
    await ana.call("decide", **asked, default="spaces")
    await ana.call("decide", **asked, default="tabs")
    assert (await report(bench))["decisions"] == {"total": 3, "carried": 2, "by_default": 1, "changed": 1}


async def test_what_was_found_of_an_erased_fact_stays_counted(bench: Bench, ana: Agent):
    await fill(ana, 3)
    review = await sample(bench)
    await mark(bench, F1="wrong", F2="correct")
    with closing(DRIVER.connect(bench.path, mode="rw", timeout_s=5)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("DELETE FROM fact WHERE id = 1")
    said = await report(bench)
    assert (said["review"]["marked"], said["review"]["wrong"], said["bad_facts"]) == (2, 1, [])
    shown = await bench.store.read(lambda tx: review_views.sample_answer(tx, reviewing.open_review(tx) or review))
    assert sorted(fact["id"] for fact in shown["facts"]) == ["F2", "F3"]
    assert shown["unmarked"] == 1


async def test_a_fact_is_shown_with_how_it_stands_by_now(bench: Bench, ana: Agent, bob: Agent):
    await fill(ana, 4)
    await ana.propose("The API uses Postgres 14.")
    review = await sample(bench)
    await ana.call("supersede_fact", fact_id="F1", content="Gate one is shut.")
    await ana.call("supersede_fact", fact_id="F2")
    await bob.propose("The API uses Postgres 15.")
    shown = await bench.store.read(lambda tx: review_views.sample_answer(tx, review))
    stands = {fact["id"]: fact["stands"] for fact in shown["facts"]}
    assert stands == {
        "F1": "superseded by F6", "F2": "retired (deleted)", "F3": "active", "F4": "active", "F5": "contested (C1)"
    }  # fmt: skip


def test_no_tool_of_an_agent_reaches_a_review():
    forbidden = {"reviewing", "review_acts", "review_report", "resolutions"}
    for source in sources("tools"):
        imported = {
            name
            for node in ast.walk(source.tree)
            if isinstance(node, ast.ImportFrom)
            for name in ((node.module or "").split(".")[-1], *(alias.name for alias in node.names))
        }
        if "declare" in imported:
            assert not imported & forbidden, source.path
