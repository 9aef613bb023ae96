"""What lapses with its source, by the version register and by the clock, and what rests on it."""

from __future__ import annotations

from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from palimpsest.store.model import Fact, FactListing, FactOrder, Kind, LossReason, Observation, Standing
from palimpsest.store.protocol import Transaction
from palimpsest.store.rules.selection_core import find_inactive
from palimpsest.store.rules.selection_limits import Record
from store_builders import ARCHITECTURE, START, Memory, add_fact, new_observation

HOUR = timedelta(hours=1)


async def set_version(memory: Memory, source: str, revision: str) -> None:
    await memory.write(lambda tx: tx.versions.set(source, revision))


async def is_active(memory: Memory, observation: Observation) -> bool:
    found = await memory.read(lambda tx: tx.observations.get(observation.id))
    assert found is not None
    return found.is_active(memory.clock.now)


async def stale(memory: Memory, *facts: Fact) -> list[bool]:
    found = await memory.read(lambda tx: tx.facts.stale([fact.id for fact in facts]))
    return [fact.id in found for fact in facts]


async def test_without_a_register_nothing_is_outdated(memory: Memory) -> None:
    seen = await memory.add_observation(source="guide", revision="v1")
    assert await is_active(memory, seen)
    assert await stale(memory, await memory.add_fact(source_ids=(seen.id,))) == [False]


@pytest.mark.parametrize(
    ("register", "holds"),
    [
        ({"guide": "v1"}, True),
        ({"guide": "v2"}, False),
        ({"other": "v1"}, False),
        ({"guide": "V1"}, False),
        ({"guide": "v1", "other": "v9"}, True),
    ],
)
async def test_a_source_holds_at_the_revision_it_was_seen_at(
    memory: Memory, register: dict[str, str], *, holds: bool
) -> None:
    seen = await memory.add_observation(source="guide", revision="v1")
    fact = await memory.add_fact(source_ids=(seen.id,))
    for source, revision in register.items():
        await set_version(memory, source, revision)
    assert await is_active(memory, seen) is holds
    assert await stale(memory, fact) == [not holds]


async def test_without_a_revision_the_register_does_not_matter(memory: Memory) -> None:
    seen = await memory.add_observation(source="guide")
    await set_version(memory, "guide", "v2")
    assert await is_active(memory, seen)


async def test_a_register_that_was_emptied_outdates_nothing(memory: Memory) -> None:
    seen = await memory.add_observation(source="guide", revision="v1")
    await set_version(memory, "other", "v1")
    assert not await is_active(memory, seen)
    assert await memory.write(lambda tx: tx.versions.delete("other"))
    assert await is_active(memory, seen)


async def test_a_fact_is_stale_when_every_source_has_lapsed_and_fresh_again_with_one(memory: Memory) -> None:
    guide = await memory.add_observation(source="guide", revision="v1")
    log = await memory.add_observation(source="log", revision="v1")
    both = await memory.add_fact(source_ids=(guide.id, log.id))
    one = await memory.add_fact(source_ids=(guide.id,))
    bare = await memory.add_fact()
    await set_version(memory, "log", "v1")
    await set_version(memory, "guide", "v2")
    assert await stale(memory, both, one, bare) == [False, True, False]
    await set_version(memory, "log", "v2")
    assert await stale(memory, both, one, bare) == [True, True, False]
    await set_version(memory, "guide", "v1")
    assert await stale(memory, both, one, bare) == [False, False, False]


async def test_a_stale_fact_is_fresh_again_with_a_new_source(memory: Memory) -> None:
    old = await memory.add_observation(source="guide", revision="v1")
    fact = await memory.add_fact(source_ids=(old.id,))
    await set_version(memory, "guide", "v2")
    renewed = await memory.add_observation(source="guide", revision="v2")
    await memory.write(lambda tx: tx.facts.add_sources(fact.id, [renewed.id]))
    assert await stale(memory, fact) == [False]


async def test_a_fact_is_stale_when_its_sources_have_expired(memory: Memory) -> None:
    seen = await memory.add_observation(expires_at=START + HOUR)
    fact = await memory.add_fact(source_ids=(seen.id,))
    memory.clock.forward(minutes=59)
    assert await stale(memory, fact) == [False]
    memory.clock.forward(minutes=1)
    assert await stale(memory, fact) == [True]
    assert not await is_active(memory, seen)


async def test_a_summary_lapses_with_any_of_its_sources(memory: Memory) -> None:
    short = await memory.add_observation(expires_at=START + HOUR)
    guide = await memory.add_observation(source="guide", revision="v1")
    refs = {"kind": Kind.SUMMARY, "refs": (short.id, guide.id)}
    summary = await memory.add_observation(expires_at=START + 2 * HOUR, **refs)
    fact = await memory.add_fact(source_ids=(summary.id,))
    assert (summary.refs, summary.lapses_at) == ((short.id, guide.id), START + HOUR)
    await set_version(memory, "guide", "v2")
    assert not await is_active(memory, summary)
    assert await stale(memory, fact) == [True]
    await set_version(memory, "guide", "v1")
    assert await is_active(memory, summary)
    memory.clock.forward(hours=1)
    assert not await is_active(memory, summary)
    assert await stale(memory, fact) == [True]


async def test_a_summary_lapses_with_the_first_of_its_sources(memory: Memory) -> None:
    refs = tuple([(await memory.add_observation(expires_at=START + HOUR * n)).id for n in (2, 1, 3)])
    summary = await memory.add_observation(kind=Kind.SUMMARY, refs=refs)
    assert summary.lapses_at == START + HOUR


async def test_a_summary_lapses_by_itself_too(memory: Memory) -> None:
    seen = await memory.add_observation()
    rest: dict[str, Any] = {"kind": Kind.SUMMARY, "refs": (seen.id,)}
    short = await memory.add_observation(expires_at=START + HOUR, **rest)
    dated = await memory.add_observation(source="guide", revision="v1", **rest)
    await set_version(memory, "guide", "v2")
    memory.clock.forward(hours=1)
    assert [await is_active(memory, one) for one in (seen, short, dated)] == [True, False, False]


async def test_all_stale_facts_are_the_active_ones_in_order(memory: Memory) -> None:
    seen = await memory.add_observation(expires_at=START + HOUR)
    rest: dict[str, Any] = {"source_ids": (seen.id,)}
    first, second = await memory.add_fact(**rest), await memory.add_fact(**rest)
    await memory.add_fact()
    await memory.add_fact(valid_from=START + 9 * HOUR, **rest)
    await memory.add_fact(valid_until=START + HOUR, **rest)
    retired, lost = await memory.add_fact(**rest), await memory.add_fact(**rest)
    await memory.change(retired, retired_at=START)
    await memory.change(lost, superseded_by=first.id, superseded_at=START, loss_reason=LossReason.OUTDATED)
    assert await memory.read(lambda tx: tx.facts.all_stale()) == []
    memory.clock.forward(hours=1)
    assert await memory.read(lambda tx: tx.facts.all_stale()) == [first.id, second.id]
    assert await stale(memory, first, retired, lost) == [True, True, True]


async def test_the_register_is_kept_replaced_and_deleted(memory: Memory) -> None:
    await set_version(memory, "guide", "v1")
    await set_version(memory, "a/path.py", "3f2c")
    await set_version(memory, "guide", "v2")
    assert await memory.read(lambda tx: tx.versions.all()) == {"a/path.py": "3f2c", "guide": "v2"}
    assert await memory.write(lambda tx: tx.versions.delete("guide"))
    assert not await memory.write(lambda tx: tx.versions.delete("guide"))
    assert await memory.read(lambda tx: tx.versions.all()) == {"a/path.py": "3f2c"}


# The store and the rule of context selection judge the same things; they may not differ.

NAMES = st.sampled_from(["guide", "log", "plan"])
REVISIONS = st.sampled_from(["v1", "v2"])
SEEN = st.tuples(NAMES, st.none() | REVISIONS, st.none() | st.integers(1, 3), st.sets(st.integers(0, 5), max_size=3))
AGENTS = count()


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(entries=st.lists(SEEN, max_size=7), register=st.dictionaries(NAMES, REVISIONS), later=st.lists(SEEN, max_size=4))
async def test_the_store_and_the_rules_agree_on_what_holds(
    memory: Memory,
    entries: list[tuple[str, str | None, int | None, set[int]]],
    register: dict[str, str],
    later: list[tuple[str, str | None, int | None, set[int]]],
) -> None:
    agent = f"agent-{next(AGENTS)}"
    start = memory.clock.now

    def fill(tx: Transaction) -> list[int]:
        ids: list[int] = []
        for place, (source, revision, hours, refs) in enumerate([*entries, *later]):
            sums_up = tuple(ids[ref] for ref in sorted(refs) if ref < len(entries)) if place >= len(entries) else ()
            expires = start + HOUR * hours if hours else None
            kind = Kind.SUMMARY if sums_up else Kind.OBSERVATION
            rest: dict[str, Any] = {"source": source, "revision": revision, "expires_at": expires, "refs": sums_up}
            ids.append(tx.observations.insert(new_observation(agent=agent, kind=kind, **rest)).id)
        for source in tx.versions.all():
            tx.versions.delete(source)
        for source, revision in register.items():
            tx.versions.set(source, revision)
        return ids

    ids = await memory.write(fill)
    for _ in range(4):
        now = memory.clock.now
        seen = await memory.read(lambda tx: tx.observations.get_many(ids))
        lapsed = find_inactive([_record(one) for one in seen.values()], int(now.timestamp()), register)
        expected = [number for number in ids if str(number) not in lapsed]
        assert [number for number in ids if seen[number].is_active(now)] == expected
        last = await memory.read(lambda tx: tx.observations.last_active(agent, 100))
        assert [one.id for one in last] == expected
        assert await memory.read(lambda tx: tx.observations.count_pending(agent)) == len(expected)
        memory.clock.forward(hours=1)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    entries=st.lists(SEEN, max_size=5),
    later=st.lists(SEEN, max_size=3),
    register=st.dictionaries(NAMES, REVISIONS),
    resting=st.lists(st.sets(st.integers(0, 7), max_size=3), max_size=6),
)
async def test_every_stale_fact_is_found_at_once_as_one_by_one(
    memory: Memory,
    entries: list[tuple[str, str | None, int | None, set[int]]],
    later: list[tuple[str, str | None, int | None, set[int]]],
    register: dict[str, str],
    resting: list[set[int]],
) -> None:
    start = memory.clock.now

    def fill(tx: Transaction) -> list[int]:
        ids: list[int] = []
        for place, (source, revision, hours, refs) in enumerate([*entries, *later]):
            sums_up = tuple(ids[ref] for ref in sorted(refs) if ref < len(entries)) if place >= len(entries) else ()
            expires = start + HOUR * hours if hours else None
            kind = Kind.SUMMARY if sums_up else Kind.OBSERVATION
            rest: dict[str, Any] = {"source": source, "revision": revision, "expires_at": expires, "refs": sums_up}
            ids.append(tx.observations.insert(new_observation(kind=kind, **rest)).id)
        for source in tx.versions.all():
            tx.versions.delete(source)
        for source, revision in register.items():
            tx.versions.set(source, revision)
        cited = [tuple(ids[one] for one in sorted(some) if one < len(ids)) for some in resting]
        return [add_fact(tx, ARCHITECTURE, source_ids=numbers).id for numbers in cited]

    await memory.write(fill)
    for _ in range(2):
        at_once, listed, one_by_one = await memory.read(lambda tx: _stale_ones(tx, memory))
        assert at_once == listed == one_by_one
        memory.clock.forward(hours=2)


def _stale_ones(tx: Transaction, memory: Memory) -> tuple[list[int], list[int], list[int]]:
    listing = FactListing(memory.filter(state=Standing.STALE), FactOrder.OLDEST)
    listed = [one.fact.id for one in tx.fact_pages.page(listing, None, 10_000)]
    return tx.facts.all_stale(), listed, sorted(tx.facts.stale([one.id for one in tx.facts.active(memory.filter())]))


def _record(one: Observation) -> Record:
    return Record(
        id=str(one.id),
        task=one.task,
        source=one.source,
        revision=one.revision,
        created=int(one.created_at.timestamp()),
        expires=int(one.expires_at.timestamp()) if one.expires_at else None,
        score=one.score,
        kind=one.kind.value,
        refs=tuple(str(number) for number in one.refs),
        text=one.content,
    )
