"""Facts as they stand, whatever store holds them; how they stood is in `test_contract_history.py`."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from palimpsest.store.errors import StoreError
from palimpsest.store.model import (
    Fact,
    LossReason,
    MemoryType,
    Origin,
    RetiredReason,
    Scope,
    Validity,
    Veracity,
)
from store_builders import ARCHITECTURE, MISSING, START, Memory, add_fact, existing, new_fact

HOUR = timedelta(hours=1)
IN_REPO = Scope("architecture", "owner-name")
SUPERSEDED: dict[str, Any] = {"superseded_by": 1, "superseded_at": START, "loss_reason": LossReason.OUTDATED}
RETRACTED: dict[str, Any] = {
    "retired_at": START,
    "retired_reason": RetiredReason.DELETED,
    "loss_reason": LossReason.WRONG,
}


def superseded_by(fact: Fact) -> dict[str, Any]:
    return SUPERSEDED | {"superseded_by": fact.id}


async def test_a_fact_is_stored_as_it_was_said(memory: Memory) -> None:
    source = await memory.add_observation()
    fact = await memory.add_fact(
        topic="Release date",
        content="It ships in May.",
        memory_type=MemoryType.COMMITMENT,
        veracity=Veracity.STATED,
        confidence=1.0,
        validity=Validity.UNTIL,
        valid_from=START + HOUR,
        valid_until=START + 2 * HOUR,
        origin=Origin.IMPORTED,
        source_ids=(source.id,),
    )
    assert fact == await memory.fact(fact.id)
    assert (fact.topic, fact.content, fact.scope) == ("Release date", "It ships in May.", ARCHITECTURE)
    assert (fact.memory_type, fact.veracity, fact.origin) == (
        MemoryType.COMMITMENT,
        Veracity.STATED,
        Origin.IMPORTED,
    )
    assert (fact.validity, fact.valid_from, fact.valid_until) == (Validity.UNTIL, START + HOUR, START + 2 * HOUR)
    assert (fact.confidence, fact.supported_at, fact.created_at) == (1.0, START, START)
    assert (fact.mention_count, fact.recall_count, fact.last_recalled_at) == (0, 0, None)
    assert (fact.superseded_by, fact.retired_at, fact.loss_reason, fact.source_ids) == (None, None, None, (source.id,))


async def test_every_fact_has_a_uuid_of_its_own(memory: Memory) -> None:
    assert (await memory.add_fact()).uuid != (await memory.add_fact()).uuid


async def test_a_fact_that_is_not_there_is_none(memory: Memory) -> None:
    assert await memory.read(lambda tx: tx.facts.get(MISSING)) is None
    assert await memory.read(lambda tx: tx.facts.states(MISSING)) == []
    assert await memory.read(lambda tx: tx.facts.get_many([MISSING], memory.filter())) == {}
    assert await memory.read(lambda tx: tx.facts.predecessors(MISSING)) == []


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({}, {"wide", "narrow", "typed"}),
        ({"repo": ""}, {"wide", "typed"}),
        ({"repo": "owner-name"}, {"narrow"}),
        ({"domain_name": "architecture"}, {"wide", "narrow"}),
        ({"domain_name": "architecture", "repo": ""}, {"wide"}),
        ({"domain_name": "nowhere"}, set[str]()),
        ({"memory_type": MemoryType.GOAL}, {"typed"}),
        ({"include_superseded": True}, {"wide", "narrow", "typed", "superseded"}),
        ({"include_retired": True}, {"wide", "narrow", "typed", "retired", "over", "early"}),
        (
            {"include_superseded": True, "include_retired": True},
            {"wide", "narrow", "typed", "superseded", "retired", "over", "early"},
        ),
    ],
)
async def test_a_filter_shows_what_it_asks_for(memory: Memory, asked: dict[str, Any], expected: set[str]) -> None:
    added = {
        "wide": await memory.add_fact(),
        "narrow": await memory.add_fact(IN_REPO),
        "typed": await memory.add_fact(Scope("plans"), memory_type=MemoryType.GOAL),
        "superseded": await memory.add_fact(Scope("other")),
        "retired": await memory.add_fact(Scope("other")),
        "over": await memory.add_fact(Scope("other"), validity=Validity.UNTIL, valid_until=START),
        "early": await memory.add_fact(Scope("other"), valid_from=START + HOUR),
    }
    await memory.change(added["superseded"], **superseded_by(added["wide"]))
    await memory.change(added["retired"], retired_at=START, retired_reason=RetiredReason.FORGOTTEN)
    names = {fact.id: name for name, fact in added.items()}
    assert {names[number] for number in await memory.believed(**asked)} == expected
    where = memory.filter(**asked)
    chosen = await memory.read(lambda tx: tx.facts.get_many([*names, MISSING], where))
    assert {names[number] for number in chosen} == expected


async def test_facts_of_a_hidden_domain_are_not_shown(memory: Memory) -> None:
    shown, hidden = await memory.add_fact(), await memory.add_fact(IN_REPO)
    out = (hidden.domain_id, MISSING)
    assert set(await memory.believed(hidden_domain_ids=out)) == {shown.id}
    assert set(await memory.believed(START, hidden_domain_ids=out)) == {shown.id}


async def test_a_fact_is_valid_from_its_first_moment_until_before_its_last(memory: Memory) -> None:
    fact = await memory.add_fact(validity=Validity.UNTIL, valid_from=START + HOUR, valid_until=START + 2 * HOUR)
    shown = [fact.id in await memory.believed()]
    for _ in range(4):
        memory.clock.forward(minutes=30)
        shown.append(fact.id in await memory.believed())
    assert shown == [False, False, True, True, False]
    assert [fact.is_active(START + HOUR * n / 2) for n in range(5)] == shown


async def test_active_facts_come_newest_first_and_no_more_than_asked_for(memory: Memory) -> None:
    ids = [(await memory.add_fact()).id for _ in range(4)]
    assert len(await memory.read(lambda tx: tx.facts.active(memory.filter()))) >= 3
    found = await memory.read(lambda tx: tx.facts.active(memory.filter(), 3))
    assert [fact.id for fact in found] == ids[:0:-1]


async def test_the_active_facts_of_a_topic_come_oldest_first(memory: Memory) -> None:
    first, second = await memory.add_fact(), await memory.add_fact(content="another")
    await memory.add_fact(topic="Queue")
    await memory.add_fact(IN_REPO)
    await memory.add_fact(valid_from=START + HOUR)
    await memory.add_fact(validity=Validity.UNTIL, valid_until=START)
    await memory.change(await memory.add_fact(), **SUPERSEDED)
    await memory.change(await memory.add_fact(), **RETRACTED)
    found = await memory.read(lambda tx: tx.facts.active_of_topic(first.domain_id, "cache", 10))
    assert found == [first, second]
    assert await memory.read(lambda tx: tx.facts.active_of_topic(first.domain_id, "cache", 1)) == [second]


async def test_a_text_is_found_among_the_active_facts_of_its_topic_only(memory: Memory) -> None:
    async def same(fact: Fact) -> Fact | None:
        return await memory.read(lambda tx: tx.facts.same_of_topic(fact.domain_id, "cache", fact.content_key))

    first = await memory.add_fact(topic="Queue")
    assert await same(first) is None
    kept, _ = await memory.add_fact(), await memory.add_fact()
    await memory.add_fact(content="another")
    assert await same(kept) == kept
    for fact in await memory.read(lambda tx: tx.facts.active_of_topic(kept.domain_id, "cache", 10)):
        await memory.change(fact, **RETRACTED)
    assert await same(kept) is None


REJECTING: list[dict[str, Any]] = [
    RETRACTED,
    SUPERSEDED | {"loss_reason": LossReason.WRONG},
    {"retired_at": START, "retired_reason": RetiredReason.DELETED},
]


@pytest.mark.parametrize("how", REJECTING)
async def test_a_text_that_was_taken_back_is_known(memory: Memory, how: dict[str, Any]) -> None:
    await memory.add_fact(content="The successor.")
    fact = await memory.add_fact()
    taken_back = await memory.change(fact, **how)
    look = memory.read(lambda tx: tx.facts.rejected(fact.domain_id, fact.content_key))
    assert await look == taken_back


@pytest.mark.parametrize(
    "how",
    [
        SUPERSEDED,
        {"retired_at": START, "retired_reason": RetiredReason.FORGOTTEN},
        {"retired_at": START, "retired_reason": RetiredReason.EXPIRED},
        {"retired_at": START, "retired_reason": RetiredReason.DELETED, "loss_reason": LossReason.OUTDATED},
    ],
)
async def test_a_text_that_held_once_was_not_taken_back(memory: Memory, how: dict[str, Any]) -> None:
    await memory.add_fact(content="The successor.")
    fact = await memory.change(await memory.add_fact(), **how)
    assert await memory.read(lambda tx: tx.facts.rejected(fact.domain_id, fact.content_key)) is None


async def test_a_fact_that_stands_is_not_rejected_whatever_is_said_of_its_loss(memory: Memory) -> None:
    fact = await memory.change(await memory.add_fact(), loss_reason=LossReason.WRONG)
    assert await memory.read(lambda tx: tx.facts.rejected(fact.domain_id, fact.content_key)) is None


@pytest.mark.parametrize("how", REJECTING)
async def test_a_text_that_stands_again_is_not_rejected_any_more(memory: Memory, how: dict[str, Any]) -> None:
    await memory.add_fact(content="The successor.")
    fact = await memory.change(await memory.add_fact(), **how)
    elsewhere = await memory.add_fact(IN_REPO)
    assert await memory.read(lambda tx: tx.facts.rejected(fact.domain_id, fact.content_key)) is not None
    again = await memory.add_fact(topic="Another topic")
    assert await memory.read(lambda tx: tx.facts.rejected(fact.domain_id, fact.content_key)) is None
    await memory.change(again, **how)
    found = await memory.read(lambda tx: tx.facts.rejected(fact.domain_id, fact.content_key))
    assert found is not None
    assert found.id == again.id
    assert await memory.read(lambda tx: tx.facts.rejected(elsewhere.domain_id, fact.content_key)) is None


async def test_saving_changes_how_a_fact_stands_and_not_what_it_says(memory: Memory) -> None:
    fact = await memory.add_fact()
    changed = await memory.change(
        fact,
        "weakened",
        content="Something else.",
        content_key="something else",
        topic="Other",
        agent="mallory",
        memory_type=MemoryType.EVENT,
        confidence=0.2,
        veracity=Veracity.TOOL,
        mention_count=3,
    )
    stored = await memory.fact(fact.id)
    assert (stored.content, stored.topic, stored.agent, stored.memory_type) == (
        fact.content,
        fact.topic,
        fact.agent,
        fact.memory_type,
    )
    assert (stored.confidence, stored.veracity, stored.mention_count) == (0.2, Veracity.TOOL, 3)
    assert changed.content != stored.content


async def test_a_retired_fact_can_stand_again(memory: Memory) -> None:
    fact = await memory.add_fact()
    await memory.change(fact, "retired", **RETRACTED)
    assert await memory.believed() == {}
    await memory.change(fact, "restored", retired_at=None, retired_reason=None, loss_reason=None)
    assert await memory.believed() == {fact.id: fact}


async def test_a_session_lends_a_fact_its_support_once(memory: Memory) -> None:
    fact = await memory.add_fact(agent="ada", session="s1")

    async def note(agent: str, session: str) -> bool:
        return await memory.write(lambda tx: tx.facts.note_mention(fact.id, agent, session))

    assert not await note("ada", "s1")
    assert await note("ada", "s2")
    assert await note("ben", "s1")
    assert not await note("ben", "s1")


async def test_sources_are_united_and_in_order(memory: Memory) -> None:
    ids = [(await memory.add_observation()).id for _ in range(3)]
    fact = await memory.add_fact(source_ids=(ids[2], ids[0]))
    await memory.write(lambda tx: tx.facts.add_sources(fact.id, [ids[0], ids[1], ids[1]]))
    assert (await memory.fact(fact.id)).source_ids == tuple(ids)


async def test_one_observation_is_one_doubt(memory: Memory) -> None:
    seen, other = await memory.add_observation(), await memory.add_observation()
    fact = await memory.add_fact()
    assert await memory.write(lambda tx: tx.facts.note_doubts(fact.id, [seen.id])) is True
    assert await memory.write(lambda tx: tx.facts.note_doubts(fact.id, [seen.id])) is False
    assert await memory.write(lambda tx: tx.facts.note_doubts(fact.id, [seen.id, other.id])) is True


async def test_a_fact_knows_what_it_superseded(memory: Memory) -> None:
    old, older, new = [await memory.add_fact() for _ in range(3)]
    for loser in (older, old):
        await memory.change(loser, **superseded_by(new))
    assert await memory.read(lambda tx: tx.facts.predecessors(new.id)) == [old.id, older.id]
    assert await memory.read(lambda tx: tx.facts.predecessors(old.id)) == []


async def test_the_sources_of_active_facts_are_told_for_those_that_have_any(memory: Memory) -> None:
    one, two = [(await memory.add_observation()).id for _ in range(2)]
    await memory.add_fact()
    sourced = await memory.add_fact(source_ids=(two, one))
    await memory.add_fact(source_ids=(one,), valid_from=START + HOUR)
    await memory.change(await memory.add_fact(source_ids=(one,)), **RETRACTED)
    await memory.change(await memory.add_fact(source_ids=(one,)), **SUPERSEDED)
    assert await memory.read(lambda tx: tx.facts.active_sources()) == {sourced.id: (one, two)}


async def test_recalls_add_up_and_are_no_part_of_the_history(memory: Memory) -> None:
    fact, other = await memory.add_fact(), await memory.add_fact()
    at = memory.clock.forward(hours=1)
    await memory.write(lambda tx: tx.facts.count_recalls({fact.id: 2, MISSING: 1}, at))
    await memory.write(lambda tx: tx.facts.count_recalls({fact.id: 3}, at - HOUR))
    recalled = await memory.fact(fact.id)
    assert (recalled.recall_count, recalled.last_recalled_at) == (5, at)
    assert await memory.fact(other.id) == other
    assert len(await memory.read(lambda tx: tx.facts.states(fact.id))) == 1


async def test_facts_of_one_transaction_are_numbered_in_their_order(memory: Memory) -> None:
    ids = await memory.write(lambda tx: [add_fact(tx, content=f"fact {n}").id for n in range(50)])
    found = await memory.read(lambda tx: [existing(tx, number).content for number in ids])
    assert ids == sorted(ids)
    assert found == [f"fact {n}" for n in range(50)]


async def test_a_fact_needs_a_domain_that_exists(memory: Memory) -> None:
    with pytest.raises(StoreError):
        await memory.write(lambda tx: tx.facts.insert(new_fact(MISSING)))
    assert await memory.believed() == {}
