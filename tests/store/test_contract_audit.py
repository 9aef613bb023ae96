"""The audit log, batches and decisions, whatever store keeps them."""

from __future__ import annotations

from typing import Any

from palimpsest.store.model import AuditEntry, Decision, Grant, Level
from palimpsest.store.protocol import Transaction
from store_builders import START, Memory


async def log(memory: Memory, action: str, subject: str, **changes: Any) -> int:
    return await memory.write(lambda tx: tx.audit.append(AuditEntry(action, subject, **changes)))


async def test_an_entry_says_when_who_what_before_after_and_in_which_batch(memory: Memory) -> None:
    memory.clock.forward(hours=1)
    before: dict[str, Any] = {"content": "Redis", "sources": ["O1"]}
    after: dict[str, Any] = {"content": "Valkey", "confidence": 0.7, "none": None}

    def work(tx: Transaction) -> AuditEntry:
        tx.grants.set(Grant("*", "style", Level.READ))
        batch = tx.batches.at_hand
        entry = AuditEntry("create", "F1", before, after, agent="ada", role="developer", session="s1")
        number = tx.audit.append(entry)
        return AuditEntry("create", "F1", before, after, "ada", "developer", "s1", batch, memory.clock.now, number)

    expected = await memory.write(work)
    assert await memory.read(lambda tx: tx.audit.of_subject("F1")) == [expected]
    assert expected.at != START


async def test_an_empty_state_is_not_the_same_as_none(memory: Memory) -> None:
    await log(memory, "create", "F1", before=None, after={})
    entry = (await memory.read(lambda tx: tx.audit.of_subject("F1")))[0]
    assert (entry.before, entry.after) == (None, {})


async def test_a_subjects_entries_come_in_order_and_the_latest_newest_first(memory: Memory) -> None:
    ids = [await log(memory, action, subject) for action, subject in [("a", "F1"), ("b", "F11"), ("c", "F1")]]
    assert [entry.action for entry in await memory.read(lambda tx: tx.audit.of_subject("F1"))] == ["a", "c"]
    assert [entry.id for entry in await memory.read(lambda tx: tx.audit.latest(2))] == [ids[2], ids[1]]
    assert await memory.read(lambda tx: tx.audit.of_subject("F2")) == []


async def test_decisions_are_numbered(memory: Memory) -> None:
    decision = Decision("Which?", ("a", "b"), "a", "b", (1, 2), "ada", "s1")
    first = await memory.write(lambda tx: tx.decisions.insert(decision))
    second = await memory.write(lambda tx: tx.decisions.insert(decision))
    assert second > first
