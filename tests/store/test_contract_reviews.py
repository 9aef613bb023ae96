"""Reviews, decisions and findings on conflicts, whatever store keeps them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from palimpsest.store.errors import StoreError
from palimpsest.store.model import (
    Conflict,
    Decision,
    DecisionCounts,
    Fact,
    Finding,
    Keep,
    Mark,
    NewReview,
    Resolution,
    ResolutionCount,
    Review,
    SampledFact,
)
from palimpsest.store.protocol import Transaction
from store_builders import MISSING, START, Memory, add_fact, new_conflict


def sampled(number: int, **changes: Any) -> SampledFact:
    fields: dict[str, Any] = {"confidence": 0.5, "support": 2, "needs_support": True, "may_fade": False}
    return SampledFact(number, **(fields | changes))


def new_review(*facts: SampledFact) -> NewReview:
    return NewReview("ada", 7, 40, 2, 0.3, facts)


@pytest.fixture
async def facts(memory: Memory) -> list[Fact]:
    return await memory.write(lambda tx: [add_fact(tx, content=f"fact {n}") for n in range(6)])


async def begin(memory: Memory, *facts: SampledFact) -> Review:
    return await memory.write(lambda tx: tx.reviews.begin(new_review(*facts)))


async def review(memory: Memory, number: int) -> Review:
    found = await memory.read(lambda tx: tx.reviews.get(number))
    assert found is not None
    return found


async def mark(memory: Memory, at: Review, fact: Fact, what: Mark | None, by: str = "ben") -> None:
    await memory.write(lambda tx: tx.reviews.mark(at.id, fact.id, what, by))


async def test_a_review_keeps_its_sample_in_order_with_what_it_was_drawn_from(memory: Memory, facts: list[Fact]):
    drawn = sampled(facts[3].id), sampled(facts[0].id, needs_support=False, may_fade=True, confidence=0.25)
    begun = await begin(memory, *drawn)
    assert begun == await review(memory, begun.id)
    assert (begun.agent, begun.seed, begun.population, begun.started_at) == ("ada", 7, 40, START)
    assert (begun.min_support, begun.min_confidence, begun.closed_at) == (2, 0.3, None)
    assert begun.facts == drawn
    assert await memory.read(lambda tx: tx.reviews.get(MISSING)) is None


async def test_a_sample_grows_behind_what_it_has(memory: Memory, facts: list[Fact]):
    begun = await begin(memory, sampled(facts[3].id))
    await memory.write(lambda tx: tx.reviews.extend(begun.id, [sampled(facts[0].id), sampled(facts[1].id)]))
    grown = await review(memory, begun.id)
    assert [fact.fact_id for fact in grown.facts] == [facts[3].id, facts[0].id, facts[1].id]
    with pytest.raises(StoreError):
        await memory.write(lambda tx: tx.reviews.extend(begun.id, [sampled(facts[0].id)]))


async def test_a_mark_says_by_whom_and_when_and_can_be_changed_and_taken_back(memory: Memory, facts: list[Fact]):
    begun = await begin(memory, sampled(facts[0].id), sampled(facts[1].id))
    await mark(memory, begun, facts[0], Mark.WRONG)
    at = memory.clock.forward(hours=1)
    await mark(memory, begun, facts[0], Mark.OUTDATED, "eve")
    first, second = (await review(memory, begun.id)).facts
    assert (first.mark, first.marked_by, first.marked_at) == (Mark.OUTDATED, "eve", at)
    assert (second.mark, second.marked_by, second.marked_at) == (None, None, None)
    await mark(memory, begun, facts[0], None)
    assert (await review(memory, begun.id)).facts == begun.facts


async def test_marks_of_other_facts_and_of_closed_reviews_are_passed_over(memory: Memory, facts: list[Fact]):
    begun = await begin(memory, sampled(facts[0].id))
    await mark(memory, begun, facts[1], Mark.WRONG)
    assert (await review(memory, begun.id)).facts == begun.facts
    at = memory.clock.forward(hours=1)
    await memory.write(lambda tx: tx.reviews.close(begun.id))
    memory.clock.forward(hours=1)
    await memory.write(lambda tx: tx.reviews.close(begun.id))
    await mark(memory, begun, facts[0], Mark.WRONG)
    assert await review(memory, begun.id) == replace(begun, closed_at=at)


async def test_one_review_is_open_at_most_and_all_are_listed_newest_first(memory: Memory, facts: list[Fact]):
    first = await begin(memory, sampled(facts[0].id))
    with pytest.raises(StoreError):
        await begin(memory, sampled(facts[1].id))
    await memory.write(lambda tx: tx.reviews.close(first.id))
    second = await begin(memory, sampled(facts[0].id))
    third = await memory.write(lambda tx: [tx.reviews.close(second.id), tx.reviews.begin(new_review())][1])
    assert third is not None
    assert [one.id for one in await memory.read(lambda tx: tx.reviews.latest(9))] == [third.id, second.id, first.id]
    assert [one.id for one in await memory.read(lambda tx: tx.reviews.latest(1))] == [third.id]


DECISION = Decision("Which?", ("a", "b"), "a", "b", (1, 2), "ada", "s1")


async def decide(memory: Memory, **changes: Any) -> Decision:
    decision = replace(DECISION, **changes)
    number = await memory.write(lambda tx: tx.decisions.insert(decision))
    return replace(decision, id=number, at=memory.clock.now)


async def test_decisions_are_read_back_newest_first(memory: Memory):
    assert await memory.read(lambda tx: tx.decisions.counts()) == DecisionCounts(0, 0, 0)
    changed = await decide(memory)
    memory.clock.forward(hours=1)
    confirmed = await decide(memory, choice="a")
    fell = await decide(memory, choice="a", fact_ids=(), question="¿Cuál?")
    read = memory.read
    assert await read(lambda tx: tx.decisions.latest(9)) == [fell, confirmed, changed]
    assert await read(lambda tx: tx.decisions.latest(1)) == [fell]
    assert await read(lambda tx: tx.decisions.latest(9, fell.id)) == [confirmed, changed]
    assert await read(lambda tx: tx.decisions.latest(9, changed_only=True)) == [changed]
    assert await read(lambda tx: tx.decisions.counts()) == DecisionCounts(3, 2, 1)


async def settle(memory: Memory, old: Fact, new: Fact, rule: str, winner: Keep | None = Keep.NEW) -> Conflict:
    memory.clock.forward(minutes=1)
    return await memory.write(lambda tx: tx.conflicts.insert(new_conflict(old, new, winner, rule=rule), "ana"))


async def resolution(memory: Memory, conflict: Conflict) -> Resolution | None:
    return await memory.read(lambda tx: tx.resolutions.get(conflict.id))


async def find(memory: Memory, conflict: Conflict, finding: Finding) -> None:
    await memory.write(lambda tx: tx.resolutions.find(conflict.id, finding, "ben"))


async def counts(memory: Memory) -> list[ResolutionCount]:
    return await memory.read(lambda tx: tx.resolutions.counts())


async def test_conflicts_that_a_rule_settled_are_listed_newest_first(memory: Memory, facts: list[Fact]):
    stronger = await settle(memory, facts[0], facts[1], "stronger")
    weaker = await settle(memory, facts[1], facts[2], "weaker", Keep.OLD)
    for rule, winner in [("user", Keep.NEW), ("caller", Keep.BOTH), ("moot", Keep.OLD), ("undecided", None)]:
        other = await settle(memory, facts[3], facts[4], rule, winner)
        assert await resolution(memory, other) is None
    listed = await memory.read(lambda tx: tx.resolutions.latest(9))
    assert listed == [Resolution(weaker, None, None, None, None), Resolution(stronger, None, None, None, None)]
    assert listed[0] == await resolution(memory, weaker)
    assert await memory.read(lambda tx: tx.resolutions.latest(1)) == listed[:1]
    assert await memory.read(lambda tx: tx.resolutions.latest(9, weaker.id)) == listed[1:]
    assert await counts(memory) == [ResolutionCount("stronger", 1, 0, 0), ResolutionCount("weaker", 1, 0, 0)]


async def test_what_a_person_finds_is_kept_until_they_find_otherwise(memory: Memory, facts: list[Fact]):
    one = await settle(memory, facts[0], facts[1], "stated")
    two = await settle(memory, facts[1], facts[2], "stated")
    await find(memory, one, Finding.CONFIRMED)
    at = memory.clock.forward(hours=1)
    await find(memory, one, Finding.OVERTURNED)
    found = Resolution(one, Finding.OVERTURNED, "ben", at, "review")
    assert await resolution(memory, one) == found
    assert await memory.read(lambda tx: tx.resolutions.latest(9, is_found=True)) == [found]
    assert [one.conflict for one in await memory.read(lambda tx: tx.resolutions.latest(9, is_found=False))] == [two]
    assert await counts(memory) == [ResolutionCount("stated", 2, 0, 1)]


@pytest.mark.parametrize(
    ("sides", "winner", "finding"),
    [
        ((0, 1), Keep.OLD, Finding.OVERTURNED),
        ((1, 0), Keep.NEW, Finding.OVERTURNED),
        ((0, 1), Keep.BOTH, Finding.OVERTURNED),
        ((0, 1), Keep.NEW, Finding.CONFIRMED),
        ((1, 0), Keep.OLD, Finding.CONFIRMED),
        ((0, 2), Keep.OLD, None),
    ],
)
async def test_settling_the_same_texts_again_as_the_user_says_is_a_finding(
    memory: Memory, sides: tuple[int, int], winner: Keep, finding: Finding | None
):
    facts = await memory.write(lambda tx: [add_fact(tx, content=text) for text in ("old", "new", "other")])
    conflict = await settle(memory, facts[0], facts[1], "fresher")
    again = await memory.write(lambda tx: [add_fact(tx, content=facts[place].content) for place in sides])
    await settle(memory, again[0], again[1], "user", winner)
    found = await resolution(memory, conflict)
    assert found is not None
    assert (found.finding, found.how) == (finding, "later" if finding else None)
    assert await counts(memory) == [
        ResolutionCount("fresher", 1, int(finding is Finding.CONFIRMED), int(finding is Finding.OVERTURNED))
    ]


async def test_the_user_s_last_word_counts_and_an_earlier_one_says_nothing(memory: Memory, facts: list[Fact]):
    await settle(memory, facts[0], facts[1], "user", Keep.OLD)
    conflict = await settle(memory, facts[0], facts[1], "fresher")
    found = await resolution(memory, conflict)
    assert found
    assert found.finding is None
    await settle(memory, facts[0], facts[1], "user", Keep.OLD)
    await settle(memory, facts[0], facts[1], "user", Keep.NEW)
    found = await resolution(memory, conflict)
    assert found
    assert found.finding is Finding.CONFIRMED


@pytest.mark.parametrize("is_whole", [True, False])
async def test_undoing_the_batch_that_settled_it_overturns_a_conflict(
    memory: Memory, facts: list[Fact], is_whole: bool
):
    def settle_in_batch(tx: Transaction) -> int:
        tx.conflicts.insert(new_conflict(facts[0], facts[1], Keep.NEW, rule="stronger"), "ana")
        tx.conflicts.insert(new_conflict(facts[2], facts[3], None), "ana")
        assert tx.batches.at_hand is not None
        return tx.batches.at_hand

    def undo(tx: Transaction) -> None:
        tx.batches.describe("undo", "ann", undoes=batch)
        tx.batches.put_back(tx.batches.rows(batch))
        assert tx.batches.at_hand is not None
        if is_whole:
            tx.batches.mark_undone(batch, tx.batches.at_hand)

    batch = await memory.write(settle_in_batch)
    await settle(memory, facts[4], facts[5], "stronger")
    await memory.write(undo)
    assert len(await memory.read(lambda tx: tx.resolutions.latest(9))) == 1
    assert await counts(memory) == [ResolutionCount("stronger", 2, 0, 1)]


async def test_undoing_a_finding_takes_it_back(memory: Memory, facts: list[Fact]):
    conflict = await settle(memory, facts[0], facts[1], "stated")

    def find_in_batch(tx: Transaction) -> int:
        tx.resolutions.find(conflict.id, Finding.CONFIRMED, "ben")
        assert tx.batches.at_hand is not None
        return tx.batches.at_hand

    batch = await memory.write(find_in_batch)
    await memory.write(lambda tx: tx.batches.put_back(tx.batches.rows(batch)))
    found = await resolution(memory, conflict)
    assert found
    assert found.finding is None
