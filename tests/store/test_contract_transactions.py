"""What one transaction promises: all of it or none, one snapshot, one moment, and errors of the error tree."""

from __future__ import annotations

import asyncio
import threading
from datetime import timedelta, timezone

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from palimpsest.store.errors import StoreClosed, StoreError
from palimpsest.store.model import AuditEntry, FactFilter, Scope
from palimpsest.store.protocol import Transaction
from store_builders import (
    ARCHITECTURE,
    MISSING,
    START,
    Memory,
    add_fact,
    existing,
    new_conflict,
    new_hot_item,
    new_observation,
    new_policy,
)

# A gate before the store refuses NUL and what is no Unicode.
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=40)


def fact_count(tx: Transaction) -> int:
    return len(tx.facts.active(FactFilter(tx.now, include_superseded=True, include_retired=True), 100))


async def test_what_was_written_is_read_by_another_store_of_the_same_memory(memory: Memory) -> None:
    fact = await memory.add_fact()
    other = await memory.another()
    assert await other.read(lambda tx: tx.facts.get(fact.id)) == fact


async def test_two_stores_of_one_memory_see_each_others_writes(memory: Memory) -> None:
    other = await memory.another()
    first = await memory.add_fact(content="one")
    second = await other.write(lambda tx: add_fact(tx, content="two"))
    assert set(await memory.believed()) == {first.id, second.id}
    found = await memory.read(lambda tx: tx.search.facts("two", memory.filter(), 10))
    assert [one.id for one in found] == [second.id]


async def test_work_that_fails_leaves_no_row_no_audit_entry_and_no_index_entry(memory: Memory) -> None:
    def work(tx: Transaction) -> None:
        fact = add_fact(tx, content="the zeppelin lands")
        observation = tx.observations.insert(new_observation(content="a zeppelin"))
        tx.facts.add_sources(fact.id, [observation.id])
        tx.policies.insert(new_policy(fact.domain_id))
        tx.notes.put("ada", "zeppelin", 1)
        tx.hot_items.insert(new_hot_item())
        tx.settings.set("secrets", "warn")
        tx.versions.set("guide", "v1")
        tx.audit.append(AuditEntry("create", f"F{fact.id}"))
        raise LookupError("no")

    with pytest.raises(LookupError):
        await memory.write(work)

    def look(tx: Transaction) -> None:
        assert fact_count(tx) == 0
        assert tx.domains.list() == []
        assert tx.grants.list() == []
        assert tx.observations.pending(None) == []
        assert tx.policies.active() == []
        assert tx.notes.get("ada").version == 0
        assert tx.hot_items.pending(None) == []
        assert tx.settings.all() == {}
        assert tx.versions.all() == {}
        assert tx.audit.latest(10) == []
        assert tx.search.facts("zeppelin", memory.filter(), 10) == []
        assert (
            tx.search.observations("zeppelin", agent="ada", at=memory.clock.now, hidden_domain_ids=(), limit=10) == []
        )

    await memory.read(look)


async def test_a_read_can_not_write(memory: Memory) -> None:
    await memory.add_fact()
    with pytest.raises(StoreError):
        await memory.read(lambda tx: add_fact(tx, content="another"))
    assert len(await memory.believed()) == 1


async def test_a_write_sees_what_it_wrote(memory: Memory) -> None:
    def work(tx: Transaction) -> bool:
        fact = add_fact(tx, content="the zeppelin lands")
        return [one.id for one in tx.search.facts("zeppelin", memory.filter(), 10)] == [fact.id]

    assert await memory.write(work)


async def test_a_reader_sees_one_snapshot_while_others_write(memory: Memory) -> None:
    first = await memory.add_fact(content="one")
    has_looked, may_go_on = threading.Event(), threading.Event()

    def look_twice(tx: Transaction) -> tuple[list[int], list[int], str]:
        before = [fact.id for fact in tx.facts.active(memory.filter(), 10)]
        has_looked.set()
        assert may_go_on.wait(20)
        after = [fact.id for fact in tx.facts.active(memory.filter(), 10)]
        return before, after, existing(tx, first.id).topic

    reading = asyncio.create_task(memory.read(look_twice))
    try:
        assert await asyncio.to_thread(has_looked.wait, 20)
        await memory.add_fact(content="two")
        await memory.change(first, "retired", retired_at=memory.clock.now)
    finally:
        may_go_on.set()
    before, after, _ = await reading
    assert before == after == [first.id]
    assert [fact.content for fact in (await memory.believed()).values()] == ["two"]


async def test_writes_at_once_are_taken_one_after_the_other(memory: Memory) -> None:
    other = await memory.another()

    def count(tx: Transaction) -> None:
        tx.settings.set("count", tx.settings.all().get("count", 0) + 1)

    await asyncio.gather(*(store.write(count) for store in (memory.store, other) * 10))
    assert await memory.read(lambda tx: tx.settings.all()) == {"count": 20}


async def test_a_transaction_has_one_moment_and_the_next_one_its_own(memory: Memory) -> None:
    assert await memory.read(lambda tx: tx.now) == START
    memory.clock.forward(hours=1)
    fact = await memory.add_fact()
    assert fact.created_at == fact.supported_at == memory.clock.now
    assert fact.created_at.utcoffset() is not None


async def test_a_moment_is_kept_to_the_microsecond(memory: Memory) -> None:
    for microseconds in (0, 1, 999_999):
        memory.clock.now = START.replace(microsecond=microseconds)
        fact = await memory.add_fact(valid_until=memory.clock.now + timedelta(microseconds=1))
        assert (fact.created_at.microsecond, fact.id in await memory.believed()) == (microseconds, True)
        memory.clock.forward(microseconds=1)
        assert fact.id not in await memory.believed()


async def test_a_moment_of_another_zone_is_the_same_moment(memory: Memory) -> None:
    there = timezone(timedelta(hours=9))
    fact = await memory.add_fact(valid_until=(START + timedelta(hours=1)).astimezone(there))
    assert fact.valid_until == START + timedelta(hours=1)
    assert fact.valid_until is not None
    assert fact.valid_until.utcoffset() == timedelta(0)
    assert await memory.believed(START.astimezone(there)) == {fact.id: fact}


async def test_a_part_that_fails_is_undone_and_the_rest_is_kept(memory: Memory) -> None:
    def part(tx: Transaction) -> None:
        add_fact(tx, content="the part")
        raise LookupError("no")

    def work(tx: Transaction) -> None:
        add_fact(tx, content="before")
        with pytest.raises(LookupError):
            tx.attempt(lambda: part(tx))
        tx.attempt(lambda: add_fact(tx, content="after"))

    await memory.write(work)
    assert sorted(fact.content for fact in (await memory.believed()).values()) == ["after", "before"]


async def test_what_the_database_refuses_comes_out_of_a_part_as_a_store_error(memory: Memory) -> None:
    def work(tx: Transaction) -> None:
        fact = add_fact(tx)
        with pytest.raises(StoreError) as caught:
            tx.attempt(lambda: tx.facts.add_sources(fact.id, [MISSING]))
        assert type(caught.value).__module__ == StoreError.__module__

    await memory.write(work)
    assert len(await memory.believed()) == 1


async def test_parts_of_a_read_give_their_results(memory: Memory) -> None:
    fact = await memory.add_fact()
    assert await memory.read(lambda tx: tx.attempt(lambda: tx.attempt(lambda: tx.facts.get(fact.id)))) == fact


async def test_what_the_database_refuses_comes_out_of_a_write_as_a_store_error(memory: Memory) -> None:
    with pytest.raises(StoreError):
        await memory.add_fact(source_ids=(MISSING,))
    assert await memory.believed() == {}


async def test_a_closed_store_says_so(memory: Memory) -> None:
    await memory.store.close()
    await memory.store.close()
    with pytest.raises(StoreClosed):
        await memory.believed()
    with pytest.raises(StoreClosed):
        await memory.add_fact()


async def test_ids_grow_and_are_never_given_out_again(memory: Memory) -> None:
    def add_all(tx: Transaction) -> list[int]:
        old, new = add_fact(tx, content="old"), add_fact(tx, content="new")
        return [
            new.id,
            tx.observations.insert(new_observation()).id,
            tx.policies.insert(new_policy(old.domain_id)).id,
            tx.hot_items.insert(new_hot_item()).id,
            tx.conflicts.insert(new_conflict(old, new)).id,
            tx.batches.at_hand or 0,
            tx.audit.append(AuditEntry("create", "F1")),
        ]

    first = await memory.write(add_all)
    second = await (await memory.another()).write(add_all)
    assert all(late > early > 0 for early, late in zip(first, second, strict=True))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(text=TEXTS, name=TEXTS)
async def test_any_text_comes_back_as_it_was(memory: Memory, text: str, name: str) -> None:
    def work(tx: Transaction) -> None:
        domain, _ = tx.domains.ensure(Scope(name, text))
        assert tx.domains.get(Scope(name, text)) == domain
        fact = add_fact(tx, domain.scope, topic=name, content=text, agent=name, role=text, session=name)
        assert (fact.topic, fact.content, fact.agent, fact.role, fact.session) == (name, text, name, text, name)
        assert fact in tx.facts.active_of_topic(domain.id, fact.topic_key, 10)
        seen = tx.observations.insert(new_observation(content=text, source=name, revision=text, task=name))
        assert (seen.content, seen.source, seen.revision, seen.task) == (text, name, text, name)
        policy = tx.policies.insert(new_policy(domain.id, rule=text, required_role=name))
        assert (policy.rule, policy.required_role) == (text, name)
        item = tx.hot_items.insert(new_hot_item(content=text, topic=name))
        assert (item.content, item.topic) == (text, name)
        assert tx.notes.put(name, text, 1) == tx.notes.get(name)
        tx.settings.set(name, {text: [text, None, 1.5]})
        assert tx.settings.all()[name] == {text: [text, None, 1.5]}
        entry = tx.audit.append(AuditEntry(name, text, {"content": text}, {name: text}, agent=text))
        logged = tx.audit.of_subject(text)[-1]
        assert (logged.id, logged.action, logged.before, logged.after) == (entry, name, {"content": text}, {name: text})
        tx.versions.set(name, text)
        assert tx.versions.all()[name] == text

    await memory.write(work)


@pytest.mark.parametrize("size", [4_000, 300_000])
async def test_large_texts_are_kept_whole_and_found(memory: Memory, size: int) -> None:
    content = ("filler " * (size // 7))[:size] + " zeppelin"
    fact = await memory.add_fact(content=content)
    assert (await memory.fact(fact.id)).content == content
    found = await memory.read(lambda tx: tx.search.facts("zeppelin", memory.filter(), 10))
    assert [one.id for one in found] == [fact.id]


async def test_a_fact_may_rest_on_thousands_of_observations(memory: Memory) -> None:
    ids = await memory.write(lambda tx: [tx.observations.insert(new_observation(content="x")).id for _ in range(2_000)])
    fact = await memory.add_fact(source_ids=tuple(ids))
    assert (await memory.fact(fact.id)).source_ids == tuple(ids)
    assert await memory.read(lambda tx: tx.observations.cited(ids)) == set(ids)
    assert len(await memory.read(lambda tx: tx.observations.get_many(ids))) == 2_000


async def test_the_scope_of_a_fact_is_the_one_it_was_written_to(memory: Memory) -> None:
    wide = await memory.add_fact(ARCHITECTURE)
    narrow = await memory.add_fact(Scope("architecture", "owner-name"))
    assert (wide.scope, narrow.scope) == (ARCHITECTURE, Scope("architecture", "owner-name"))
    assert wide.domain_id != narrow.domain_id
