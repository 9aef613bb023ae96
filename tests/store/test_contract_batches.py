"""Batches and what they did to each row, whatever store keeps them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from palimpsest.store.model import Batch, Grant, Level, RowChange, RowKind
from palimpsest.store.protocol import Transaction
from store_builders import START, Memory, add_fact, new_observation


def grant(tx: Transaction, level: Level = Level.READ, role: str = "*") -> None:
    tx.grants.set(Grant(role, "style", level))


async def test_a_transaction_that_changes_nothing_has_no_batch(memory: Memory) -> None:
    await memory.write(grant)
    found = await memory.write(lambda tx: (grant(tx), tx.batches.at_hand)[1])
    assert found is None
    assert len(await memory.read(lambda tx: tx.batches.latest(10))) == 1


async def test_all_that_a_transaction_changes_is_one_batch_and_finished(memory: Memory) -> None:
    def work(tx: Transaction) -> int | None:
        tx.batches.describe("change", "ada")
        grant(tx)
        add_fact(tx)
        return tx.batches.at_hand

    number = await memory.write(work)
    assert number is not None
    assert await memory.read(lambda tx: tx.batches.latest(10)) == [
        Batch(number, "change", "ada", START, START, undoes=None, undone_by=None)
    ]


async def test_an_open_batch_goes_on_in_other_transactions_until_it_is_finished(memory: Memory) -> None:
    def begin(tx: Transaction) -> int | None:
        tx.batches.describe("consolidation", "ada", is_open=True)
        grant(tx)
        return tx.batches.at_hand

    number = await memory.write(begin) or 0

    def go_on(tx: Transaction) -> None:
        tx.batches.resume(number)
        grant(tx, role="reviewer")

    await memory.write(go_on)
    assert [one.id for one in await memory.read(lambda tx: tx.batches.unfinished())] == [number]
    await memory.write(lambda tx: tx.batches.finish(number))
    assert await memory.read(lambda tx: tx.batches.unfinished()) == []
    assert [one.key["role"] for one in await memory.read(lambda tx: tx.batches.rows(number))] == ["*", "reviewer"]


async def test_a_batch_that_was_never_begun_is_none(memory: Memory) -> None:
    assert await memory.read(lambda tx: (tx.batches.get(7), tx.batches.facts(7), tx.batches.rows(7))) == (None, [], [])


async def test_a_row_s_changes_count_as_one_and_none_when_it_is_as_it_was(memory: Memory) -> None:
    await memory.write(grant)

    def there_and_back(tx: Transaction) -> int:
        grant(tx, Level.WRITE)
        grant(tx, Level.NONE)
        grant(tx, Level.NONE, "reviewer")
        tx.grants.delete("reviewer", "style")
        return tx.batches.at_hand or 0

    number = await memory.write(there_and_back)
    key = {"role": "*", "domain": "style"}
    expected = RowChange(RowKind.GRANT, key, key | {"level": "read"}, key | {"level": "none"})
    assert await memory.read(lambda tx: tx.batches.rows(number)) == [expected]


async def test_a_row_is_put_back_and_stands_no_more(memory: Memory) -> None:
    await memory.write(grant)
    number = await memory.write(lambda tx: (tx.grants.delete("*", "style"), tx.batches.at_hand)[1]) or 0

    def put_back(tx: Transaction) -> tuple[bool, bool]:
        changes = tx.batches.rows(number)
        before = tx.batches.stands(changes[0])
        tx.batches.put_back(changes)
        return before, tx.batches.stands(changes[0])

    assert await memory.write(put_back) == (True, False)
    assert await memory.read(lambda tx: tx.grants.list()) == [Grant("*", "style", Level.READ)]


async def test_a_fact_s_change_says_how_it_stood_and_whether_it_still_is_as_left(memory: Memory) -> None:
    made = await memory.write(add_fact)

    def fade(tx: Transaction) -> int:
        tx.facts.save(replace(made, confidence=0.2), "weakened")
        tx.facts.save(replace(made, confidence=0.1), "weakened")
        return tx.batches.at_hand or 0

    number = await memory.write(fade)
    (change,) = await memory.read(lambda tx: tx.batches.facts(number))
    assert (change.fact_id, change.before, change.stands) == (made.id, made, True)
    await memory.write(lambda tx: tx.facts.save(made, "undone"))
    (change,) = await memory.read(lambda tx: tx.batches.facts(number))
    assert not change.stands
    await memory.write(lambda tx: tx.facts.save(replace(made, confidence=0.1), "weakened"))
    (change,) = await memory.read(lambda tx: tx.batches.facts(number))
    assert change.stands
    (created,) = await memory.read(lambda tx: tx.batches.facts(1))
    assert created.before is None


async def test_what_failed_in_a_part_begins_no_batch(memory: Memory) -> None:
    def work(tx: Transaction) -> int | None:
        def part() -> None:
            grant(tx)
            raise KeyError

        with pytest.raises(KeyError):
            tx.attempt(part)
        tx.observations.insert(new_observation())
        return tx.batches.at_hand

    number = await memory.write(work)
    assert [one.id for one in await memory.read(lambda tx: tx.batches.latest(10))] == [number]
    assert [one.kind for one in await memory.read(lambda tx: tx.batches.rows(number or 0))] == [RowKind.OBSERVATION]


async def test_batches_are_listed_newest_first_and_page_by_page(memory: Memory) -> None:
    for role in ("a", "b", "c"):
        await memory.write(lambda tx, role=role: grant(tx, role=role))
    assert [one.id for one in await memory.read(lambda tx: tx.batches.latest(2))] == [3, 2]
    assert [one.id for one in await memory.read(lambda tx: tx.batches.latest(2, before_id=2))] == [1]


async def test_entries_of_a_batch_are_found_by_it(memory: Memory) -> None:
    from palimpsest.store.model import AuditEntry

    def work(tx: Transaction) -> int:
        grant(tx)
        tx.audit.append(AuditEntry("set", "grant:*:style"))
        return tx.batches.at_hand or 0

    number = await memory.write(work)
    assert [one.subject for one in await memory.read(lambda tx: tx.audit.of_batch(number))] == ["grant:*:style"]
