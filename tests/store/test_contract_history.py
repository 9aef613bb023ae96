"""What was believed at a past moment, and held to be valid then: every change kept, nothing found wrong shown again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import count, pairwise
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from palimpsest.store.model import Fact, FactFilter, LossReason, RetiredReason, Scope, Validity
from palimpsest.store.protocol import Transaction
from store_builders import START, Memory, add_fact, change_fact, existing, new_observation

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


async def supersede(memory: Memory, old: Fact, new: Fact, reason: LossReason) -> None:
    now = memory.clock.now
    await memory.change(old, "superseded", superseded_by=new.id, superseded_at=now, loss_reason=reason)


async def retract(memory: Memory, fact: Fact, reason: LossReason | None) -> None:
    gone = {"retired_at": memory.clock.now, "retired_reason": RetiredReason.DELETED, "loss_reason": reason}
    await memory.change(fact, "retired", **gone)


async def test_a_fact_was_not_believed_before_it_was_said(memory: Memory) -> None:
    memory.clock.forward(hours=1)
    fact = await memory.add_fact()
    assert await memory.believed(memory.clock.now - MINUTE) == {}
    assert await memory.believed(memory.clock.now) == {fact.id: fact}


async def test_what_became_outdated_is_shown_for_the_time_it_was_believed(memory: Memory) -> None:
    old = await memory.add_fact()
    replaced_at = memory.clock.forward(hours=1)
    new = await memory.add_fact(content="The cache is Valkey.")
    await supersede(memory, old, new, LossReason.OUTDATED)
    memory.clock.forward(hours=1)
    assert await memory.believed(START) == {old.id: old}
    assert set(await memory.believed(replaced_at)) == {new.id}
    assert set(await memory.believed()) == {new.id}
    assert set(await memory.believed(START, include_superseded=True)) == {old.id}
    assert set(await memory.believed(replaced_at, include_superseded=True)) == {old.id, new.id}


async def test_what_was_found_wrong_is_shown_for_no_past_moment(memory: Memory) -> None:
    superseded, retracted = await memory.add_fact(), await memory.add_fact()
    memory.clock.forward(hours=1)
    new = await memory.add_fact()
    await supersede(memory, superseded, new, LossReason.WRONG)
    await retract(memory, retracted, LossReason.WRONG)
    everything: dict[str, Any] = {"include_superseded": True, "include_retired": True}
    assert await memory.believed(START, **everything) == {}
    assert set(await memory.believed(memory.clock.now, **everything)) == {new.id}
    assert set(await memory.believed(**everything)) == {superseded.id, retracted.id, new.id}


async def test_what_was_restored_was_never_wrong(memory: Memory) -> None:
    fact = await memory.add_fact()
    gone_at = memory.clock.forward(hours=1)
    await retract(memory, fact, LossReason.WRONG)
    back_at = memory.clock.forward(hours=1)
    await memory.change(fact, "restored", retired_at=None, retired_reason=None, loss_reason=None)
    assert await memory.believed(START) == {fact.id: fact}
    assert await memory.believed(gone_at) == {}
    assert set(await memory.believed(gone_at, include_retired=True)) == {fact.id}
    assert await memory.believed(back_at) == {fact.id: fact}


async def test_each_mention_is_kept_with_the_support_of_then(memory: Memory) -> None:
    first = await memory.add_fact(confidence=0.5)
    for number in (1, 2):
        at = memory.clock.forward(hours=1)
        await memory.change(first, "mentioned", confidence=0.5 + number / 5, supported_at=at, mention_count=number)
    believed = [(await memory.believed(START + HOUR * n))[first.id] for n in range(3)]
    assert [(fact.confidence, fact.supported_at, fact.mention_count) for fact in believed] == [
        (0.5, START, 0),
        (0.7, START + HOUR, 1),
        (0.9, START + 2 * HOUR, 2),
    ]
    states = await memory.read(lambda tx: tx.facts.states(first.id))
    assert [state.change for state in states] == ["created", "mentioned", "mentioned"]
    assert [state.recorded_at for state in states] == [START, START + HOUR, START + 2 * HOUR]
    assert [state.fact for state in states] == believed


async def test_a_source_counts_from_when_it_was_added(memory: Memory) -> None:
    one, two = await memory.add_observation(), await memory.add_observation()
    fact = await memory.add_fact(source_ids=(one.id,))
    memory.clock.forward(hours=1)

    def mention(tx: Transaction) -> None:
        tx.facts.add_sources(fact.id, [one.id, two.id])
        change_fact(tx, fact.id, "mentioned", mention_count=1)

    await memory.write(mention)
    assert (await memory.believed(START))[fact.id].source_ids == (one.id,)
    assert (await memory.believed())[fact.id].source_ids == (one.id, two.id)
    states = await memory.read(lambda tx: tx.facts.states(fact.id))
    assert [state.fact.source_ids for state in states] == [(one.id,), (one.id, two.id)]


async def test_validity_is_that_of_the_past_moment(memory: Memory) -> None:
    fact = await memory.add_fact(validity=Validity.UNTIL, valid_until=START + 3 * HOUR)
    memory.clock.forward(hours=1)
    await memory.change(fact, "mentioned", valid_until=START + 2 * HOUR)
    memory.clock.forward(hours=9)
    shown = {n: fact.id in await memory.believed(START + HOUR * n) for n in range(4)}
    assert shown == {0: True, 1: True, 2: False, 3: False}
    assert (await memory.believed(START))[fact.id].valid_until == START + 3 * HOUR
    assert fact.id in await memory.believed(START + 3 * HOUR, include_retired=True)


async def test_a_moment_to_come_is_answered_with_what_is_believed_now(memory: Memory) -> None:
    lasting = await memory.add_fact()
    await memory.add_fact(validity=Validity.UNTIL, valid_until=START + HOUR)
    later = await memory.add_fact(valid_from=START + 2 * HOUR)
    assert set(await memory.believed(START + 3 * HOUR)) == {lasting.id, later.id}


async def test_full_text_finds_in_the_past_what_was_believed_then(memory: Memory) -> None:
    old = await memory.add_fact(content="The cache is Redis.")
    memory.clock.forward(hours=1)
    new = await memory.add_fact(content="The cache is Valkey.")
    await supersede(memory, old, new, LossReason.OUTDATED)

    async def found(at: datetime, *, past: bool) -> list[int]:
        where = FactFilter(at, past=past)
        return [one.id for one in await memory.read(lambda tx: tx.search.facts("cache", where, 10))]

    assert await found(START, past=True) == [old.id]
    assert await found(memory.clock.now, past=True) == [new.id]
    assert await found(memory.clock.now, past=False) == [new.id]


async def test_a_clock_that_was_set_back_reorders_no_changes(memory: Memory) -> None:
    fact = await memory.add_fact()
    memory.clock.forward(hours=2)
    await memory.change(fact, "first", confidence=0.1)
    memory.clock.forward(hours=-1)
    await memory.change(fact, "second", confidence=0.9)
    states = await memory.read(lambda tx: tx.facts.states(fact.id))
    assert [state.change for state in states] == ["created", "first", "second"]
    assert (await memory.believed(START + 3 * HOUR))[fact.id].confidence == 0.9
    assert (await memory.fact(fact.id)).confidence == 0.9


async def test_reading_at_another_time_stores_nothing(memory: Memory) -> None:
    fact = await memory.add_fact(confidence=0.7)
    memory.clock.forward(days=3650)
    assert (await memory.believed())[fact.id] == fact
    assert await memory.fact(fact.id) == fact
    assert len(await memory.read(lambda tx: tx.facts.states(fact.id))) == 1


# Random lives of facts, against a model that simply keeps every state.


@dataclass(slots=True)
class Believer:
    """Remembers how each fact stood after each change."""

    lives: dict[int, list[tuple[datetime, Fact]]] = field(default_factory=dict[int, list[tuple[datetime, Fact]]])

    def note(self, at: datetime, fact: Fact) -> None:
        self.lives.setdefault(fact.id, []).append((at, fact))

    def believed(self, at: datetime, *, superseded: bool, retired: bool) -> dict[int, Fact]:
        then = {number: fact for number, life in self.lives.items() if (fact := _last(life, at)) is not None}
        return {
            number: fact
            for number, fact in then.items()
            if self.lives[number][-1][1].loss_reason is not LossReason.WRONG
            and (superseded or fact.superseded_by is None)
            and (retired or (fact.retired_at is None and fact.is_valid(at)))
        }


def _last(life: Iterable[tuple[datetime, Fact]], at: datetime) -> Fact | None:
    return next((fact for moment, fact in reversed([*life]) if moment <= at), None)


STEP = st.tuples(
    st.sampled_from(["insert", "insert", "mention", "source", "supersede", "retire", "restore", "recall"]),
    st.integers(0, 180),  # minutes since the last step
    st.integers(0, 5),  # which fact
    st.integers(0, 5),  # which other fact, or how many hours
    st.sampled_from(LossReason),
)
DOMAINS = count()


def take_step(tx: Transaction, believer: Believer, scope: Scope, step: tuple[str, int, int, int, LossReason]) -> None:
    action, _, first, second, reason = step
    ids = list(believer.lives)
    if action == "insert" or not ids:
        until = tx.now + timedelta(hours=second) if second else None
        validity = Validity.UNTIL if until else Validity.OPEN
        begin = tx.now + timedelta(hours=1) if first == 0 else None
        believer.note(tx.now, add_fact(tx, scope, valid_from=begin, valid_until=until, validity=validity))
        return
    fact = existing(tx, ids[first % len(ids)])
    other = ids[second % len(ids)]
    match action:
        case "mention":
            fact = change_fact(tx, fact.id, supported_at=tx.now, mention_count=fact.mention_count + 1, confidence=0.9)
        case "source":
            seen = tx.observations.insert(new_observation())
            tx.facts.add_sources(fact.id, [seen.id])
            change_fact(tx, fact.id)
            fact = existing(tx, fact.id)
        case "supersede" if other != fact.id:
            fact = change_fact(tx, fact.id, superseded_by=other, superseded_at=tx.now, loss_reason=reason)
        case "retire":
            why = RetiredReason.FORGOTTEN
            fact = change_fact(tx, fact.id, retired_at=tx.now, retired_reason=why, loss_reason=reason)
        case "restore":
            gone = dict.fromkeys(("superseded_by", "superseded_at", "loss_reason", "retired_at", "retired_reason"))
            fact = change_fact(tx, fact.id, **gone)
        case _:
            tx.facts.count_recalls({fact.id: 1}, tx.now)
            return
    believer.note(tx.now, fact)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(steps=st.lists(STEP, min_size=1, max_size=14))
async def test_every_past_moment_is_answered_with_what_was_believed_then(
    memory: Memory, steps: list[tuple[str, int, int, int, LossReason]]
) -> None:
    believer = Believer()
    scope = Scope(f"domain-{next(DOMAINS)}")
    moments = [memory.clock.now - MINUTE]
    for step in steps:
        moments.append(memory.clock.forward(minutes=step[1]))
        await memory.write(lambda tx, step=step: take_step(tx, believer, scope, step))
    between = [early + (late - early) / 2 for early, late in pairwise(moments)]

    def check(tx: Transaction) -> None:
        for at in (*moments, *between, memory.clock.now + timedelta(days=1)):
            for superseded, retired in ((False, False), (True, False), (True, True)):
                where = FactFilter(at, True, scope.name, include_superseded=superseded, include_retired=retired)
                shown = {fact.id: _unrecalled(fact) for fact in tx.facts.active(where, 100)}
                expected = believer.believed(at, superseded=superseded, retired=retired)
                assert shown == {number: _unrecalled(fact) for number, fact in expected.items()}
                assert tx.facts.get_many(list(believer.lives), where).keys() == expected.keys()
        for number, life in believer.lives.items():
            assert [_unrecalled(state.fact) for state in tx.facts.states(number)][-1] == _unrecalled(life[-1][1])

    await memory.read(check)


def _unrecalled(fact: Fact) -> Fact:
    return replace(fact, recall_count=0, last_recalled_at=None)
