"""Laws of consolidation, whatever agents saw: doing it again changes nothing, the order of what came at once doesn't
matter, a rehearsal tells what comes, and undoing puts every row back.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from memory_bench import Answer, Bench, open_bench
from palimpsest.store.model import Caller, FactFilter, Kind, NewHotItem, NewObservation, Scope, Veracity
from palimpsest.tools.consolidating import Order, consolidate
from palimpsest.tools.desk import Desk
from palimpsest.tools.drafts import FactDraft
from palimpsest.tools.fact_writes import write_fact
from palimpsest.tools.settings import Settings
from palimpsest.tools.tidying import Reach
from palimpsest.tools.undoing import undo

T = TypeVar("T")

PERSON = Caller(agent="pat", role="person", session="cli", is_person=True)
TEXTS = (
    "The API uses Postgres 14.",
    "The API is using Postgres 14.",
    "The API uses Postgres 15.",
    "The API does not use Postgres 14.",
    "Backups run every night.",
    "Every night, backups run.",
    "Carla prefers mornings.",
)
HISTORY = ("audit", "batch", "fact_state", "row_change", "sqlite_sequence")


@dataclass(frozen=True, slots=True)
class Said:
    """One thing that an agent did: saw it, remembered it for a domain, or proposed it."""

    agent: str
    text: str
    veracity: Veracity
    how: str
    domain: str
    days: int = 0
    """How long after the one before."""


def said(most_days: int = 40) -> st.SearchStrategy[Said]:
    return st.builds(
        Said,
        agent=st.sampled_from(("ana", "bob")),
        text=st.sampled_from(TEXTS),
        veracity=st.sampled_from(Veracity),
        how=st.sampled_from(("see", "see", "see", "keep", "propose")),
        domain=st.sampled_from(("general", "infra")),
        days=st.integers(0, most_days),
    )


laws = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def with_bench(work: Callable[[Bench], Awaitable[T]]) -> T:
    """What the work gives, on a memory of its own."""

    async def run() -> T:
        with tempfile.TemporaryDirectory() as folder:
            async with open_bench(Path(folder)) as bench:
                return await work(bench)

    return asyncio.run(run())


async def say(bench: Bench, one: Said) -> None:
    bench.pass_time(days=one.days)
    caller = Caller(agent=one.agent, session="s")
    if one.how == "see":
        seen = NewObservation(
            one.agent, "r", "s", one.text, one.veracity, "agent", None, None, Kind.OBSERVATION, 0.5, None
        )
        await bench.store.write(lambda tx: tx.observations.insert(seen))
    elif one.how == "keep":
        await bench.store.write(
            lambda tx: tx.hot_items.insert(
                NewHotItem(
                    agent=one.agent,
                    role="r",
                    session="s",
                    scope=Scope(one.domain),
                    topic="",
                    content=one.text,
                    memory_type=FactDraft(Scope("x"), "", "").memory_type,
                    veracity=one.veracity,
                    valid_until=None,
                    expires_at=bench.now.replace(year=bench.now.year + 1),
                )
            )
        )
    else:
        draft = FactDraft(Scope(one.domain), "topic", one.text, veracity=one.veracity)
        await bench.store.write(lambda tx: write_fact(tx, caller, Settings({}), draft))


async def tidy(bench: Bench, **more: Any) -> Answer:
    desk = Desk(bench.store, PERSON)
    return dict(await consolidate(desk, Order(Reach(PERSON, await desk.settings(), None, None), None), **more))


async def beliefs(bench: Bench) -> list[tuple[Any, ...]]:
    """What is believed, without ids and times."""
    facts = await bench.store.read(lambda tx: tx.facts.active(FactFilter(tx.now)))
    return sorted(
        (str(one.scope), one.topic, one.content, one.veracity, round(one.confidence, 6), len(one.source_ids))
        for one in facts
    )


@laws
@given(st.lists(said(), max_size=14))
def test_doing_it_again_right_after_changes_nothing(sequence: Sequence[Said]):
    async def work(bench: Bench) -> None:
        for one in sequence:
            await say(bench, one)
        await tidy(bench)
        before = bench.dump()
        again = await tidy(bench)
        assert bench.dump() == before
        changes = [again[name] for name in ("created", "reinforced", "merged", "retired")]
        assert (again["batch_id"], changes) == (None, [[], [], [], []])

    with_bench(work)


@laws
@given(st.lists(said(0).filter(lambda one: one.how != "propose"), max_size=10), st.randoms(use_true_random=False))
def test_the_order_in_which_things_came_at_once_does_not_matter(sequence: list[Said], random: Any):
    async def work(bench: Bench, order: Sequence[Said]) -> list[tuple[Any, ...]]:
        for one in order:
            await say(bench, one)
        await tidy(bench)
        return await beliefs(bench)

    shuffled = random.sample(sequence, len(sequence))
    assert with_bench(lambda bench: work(bench, sequence)) == with_bench(lambda bench: work(bench, shuffled))


@laws
@given(st.lists(said(), max_size=14))
def test_a_rehearsal_tells_what_the_run_then_does(sequence: Sequence[Said]):
    async def work(bench: Bench) -> None:
        for one in sequence:
            await say(bench, one)
        before = bench.dump()
        rehearsed = await tidy(bench, dry_run=True)
        assert bench.dump() == before
        done = await tidy(bench)
        for answer in (rehearsed, done):
            answer.pop("batch_id")
            answer.pop("note", None)
        assert rehearsed == done

    with_bench(work)


@laws
@given(st.lists(said(), max_size=14))
def test_undoing_it_puts_back_every_row_that_was_there(sequence: Sequence[Said]):
    async def work(bench: Bench) -> None:
        for one in sequence:
            await say(bench, one)
        before = {name: rows for name, rows in bench.dump().items() if name not in HISTORY}
        if (batch := (await tidy(bench))["batch_id"]) is None:
            return
        await bench.store.write(lambda tx: undo(tx, PERSON, int(batch[1:])))
        after = bench.dump()
        missing = {name: set(rows) - set(after[name]) for name, rows in before.items()}
        assert {name: rows for name, rows in missing.items() if rows} == {}

    with_bench(work)


@laws
@given(st.lists(said(), max_size=14), st.integers(1, 4))
def test_confidence_stays_between_0_and_1_and_nothing_superseded_comes_back(sequence: Sequence[Said], every: int):
    async def work(bench: Bench) -> None:
        gone: set[str] = set()
        for number, one in enumerate(sequence, 1):
            await say(bench, one)
            if number % every == 0:
                await tidy(bench)
            facts = await bench.store.read(lambda tx: tx.facts.active(FactFilter(tx.now, include_superseded=True)))
            assert all(0 <= fact.confidence <= 1 for fact in facts)
            active = set(await bench.active())
            assert not gone & active
            gone |= {f"F{fact.id}" for fact in facts if fact.superseded_by is not None}

    with_bench(work)
