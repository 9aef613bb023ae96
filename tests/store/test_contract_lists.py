"""Lists for a person: policies, notebooks, audit entries and batches, whatever store keeps them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from palimpsest.store.model import (
    AuditEntry,
    AuditFilter,
    BatchFilter,
    Place,
    Policy,
    PolicyListing,
    PolicyStatus,
    Scope,
)
from palimpsest.store.protocol import Transaction
from palimpsest.store.rules.normal_forms import normalise_content
from store_builders import ARCHITECTURE, Memory, new_policy


async def add_policy(memory: Memory, scope: Scope = ARCHITECTURE, **changes: Any) -> Policy:
    return await memory.write(
        lambda tx: tx.policies.insert(new_policy(tx.domains.ensure(scope)[0].id, **changes)),
    )


async def policies(memory: Memory, behind: Place | None = None, limit: int = 10, **where: Any) -> list[int]:
    found = await memory.read(lambda tx: tx.policies.page(PolicyListing(**where), behind, limit))
    return [policy.id for policy in found]


async def test_policies_are_listed_newest_first_and_narrowed(memory: Memory) -> None:
    first = await add_policy(memory)
    second = await add_policy(memory, Scope("style", "web"), required_role="reviewer")
    third = await add_policy(memory, Scope("style"))
    await memory.write(lambda tx: tx.policies.end(first.id, superseded_by=None, reason=None))
    assert await policies(memory) == [third.id, second.id, first.id]
    assert await policies(memory, limit=1) == [third.id]
    assert await policies(memory, (0, third.id), 1) == [second.id]
    assert await policies(memory, status=PolicyStatus.INACTIVE) == [first.id]
    assert await policies(memory, domain_name="style") == [third.id, second.id]
    assert await policies(memory, repo="") == [third.id, first.id]
    assert await policies(memory, repo="web") == [second.id]
    assert await policies(memory, required_role="reviewer") == [second.id]


async def test_policies_are_found_by_parts_of_their_words_in_any_script_and_case(memory: Memory) -> None:
    texts = ("Review every CHANGE twice.", "Тестируй каждое изменение.", "Ship 100% of /srv/App_all.")
    first, second, third = [await add_policy(memory, rule=text, rule_key=normalise_content(text)) for text in texts]
    assert await policies(memory, words=("chang", "review")) == [first.id]
    assert await policies(memory, words=("review", "nothing")) == []
    assert await policies(memory, words=("изменен",)) == [second.id]
    assert await policies(memory, words=("100%",)) == [third.id]
    assert await policies(memory, words=("/app_",)) == [third.id]


async def test_policies_by_standing_are_those_in_force_then_those_that_wait_then_the_rest(memory: Memory) -> None:
    made = [(await add_policy(memory)).id for _ in range(5)]
    await memory.write(lambda tx: tx.policies.end(made[4], superseded_by=None, reason=None))
    await memory.write(lambda tx: tx.policies.end(made[2], superseded_by=made[3], reason=None))
    expected = [made[3], made[1], made[0], made[4], made[2]]
    assert await policies(memory, by_standing=True) == expected
    behind: Place | None = None
    for number in expected:
        (found,) = await memory.read(
            lambda tx, behind=behind: tx.policies.page(PolicyListing(by_standing=True), behind, 1)
        )
        assert found.id == number
        behind = (PolicyListing(by_standing=True).rank(found.status), found.id)
    assert await policies(memory, behind, by_standing=True) == []


async def test_a_policy_that_ended_holds_again_as_it_was(memory: Memory) -> None:
    policy, successor = await add_policy(memory), await add_policy(memory)
    await memory.write(lambda tx: tx.policies.end(policy.id, superseded_by=successor.id, reason="stricter"))
    await memory.write(lambda tx: tx.policies.resume(policy.id))
    assert await memory.read(lambda tx: tx.policies.get(policy.id)) == policy


async def test_every_notebook_is_listed_by_its_agent(memory: Memory) -> None:
    assert await memory.read(lambda tx: tx.notes.all()) == []
    for agent in ("ben", "ada"):
        await memory.write(lambda tx, agent=agent: tx.notes.put(agent, f"{agent}'s", 1))
    found = await memory.read(lambda tx: tx.notes.all())
    assert [(notes.agent, notes.text, notes.version) for notes in found] == [("ada", "ada's", 1), ("ben", "ben's", 1)]
    assert found[0].updated_at == memory.clock.now


async def test_audit_entries_are_listed_newest_first_and_narrowed(memory: Memory) -> None:
    def work(tx: Transaction) -> int | None:
        tx.notes.put("ada", "x", 1)
        for action, subject, agent in (("create", "F1", "ada"), ("create", "F2", "ben"), ("retire", "F1", "ben")):
            tx.audit.append(AuditEntry(action, subject, agent=agent))
        return tx.batches.at_hand

    batch = await memory.write(work)
    await memory.write(lambda tx: tx.audit.append(AuditEntry("create", "F3", agent="ada")))

    async def entries(before_id: int | None = None, limit: int = 10, **where: Any) -> list[int]:
        found = await memory.read(lambda tx: tx.audit.page(AuditFilter(**where), before_id, limit))
        return [entry.id for entry in found]

    assert await entries() == [4, 3, 2, 1]
    assert await entries(4, 2) == [3, 2]
    assert await entries(subject="F1") == [3, 1]
    assert await entries(batch_id=batch) == [3, 2, 1]
    assert await entries(agent="ben") == [3, 2]
    assert await entries(action="create", agent="ada") == [4, 1]


async def test_batches_are_listed_by_kind_and_by_agent(memory: Memory) -> None:
    async def begin(kind: str, agent: str) -> None:
        def work(tx: Transaction) -> None:
            tx.batches.describe(kind, agent)
            tx.notes.put(agent, kind, 1)

        await memory.write(work)

    for kind, agent in (("change", "ada"), ("undo", "ann"), ("change", "ann")):
        await begin(kind, agent)

    async def batches(before_id: int | None = None, **where: Any) -> list[int]:
        found = await memory.read(lambda tx: tx.batches.latest(10, before_id, BatchFilter(**where)))
        return [batch.id for batch in found]

    assert await batches(kind="change") == [3, 1]
    assert await batches(agent="ann") == [3, 2]
    assert await batches(kind="change", agent="ann", before_id=3) == []


async def test_batches_and_entries_are_listed_from_a_moment_up_to_another(memory: Memory) -> None:
    moments: list[datetime] = []

    def work(tx: Transaction) -> None:
        moments.append(tx.now)
        tx.notes.put("ada", f"{len(moments)}", len(moments))
        tx.audit.append(AuditEntry("write", "notes:ada"))

    for _ in range(3):
        await memory.write(work)
        memory.clock.forward(days=1)

    def listed(tx: Transaction, **span: Any) -> tuple[list[int], list[int]]:
        batches = tx.batches.latest(10, None, BatchFilter(**span))
        return [one.id for one in batches], [one.id for one in tx.audit.page(AuditFilter(**span), None, 10)]

    assert await memory.read(lambda tx: listed(tx, since=moments[1])) == ([3, 2], [3, 2])
    assert await memory.read(lambda tx: listed(tx, until=moments[1])) == ([1], [1])
    assert await memory.read(lambda tx: listed(tx, since=moments[1], until=moments[2])) == ([2], [2])


async def test_a_batch_knows_what_puts_it_back(memory: Memory) -> None:
    def change(tx: Transaction, undoes: int | None, text: str) -> int:
        tx.batches.describe("undo" if undoes else "change", "ann", undoes=undoes)
        tx.notes.put("ada", text, 1)
        return tx.batches.at_hand or 0

    first = await memory.write(lambda tx: change(tx, None, "one"))
    parts = [await memory.write(lambda tx, text=text: change(tx, first, text)) for text in ("two", "three")]
    await memory.write(lambda tx: tx.batches.mark_undone(parts[0], 1))
    assert [one.id for one in await memory.read(lambda tx: tx.batches.undoing(first))] == [parts[1]]


async def test_a_batch_is_summed_up_by_its_count_and_first_subjects(memory: Memory) -> None:
    def work(tx: Transaction) -> int:
        tx.notes.put("ada", "x", 1)
        for subject in ("F2", "F1", "F2", "F3"):
            tx.audit.append(AuditEntry("create", subject))
        return tx.batches.at_hand or 0

    batch = await memory.write(work)
    assert await memory.read(lambda tx: tx.audit.summary(batch, 2)) == (4, ["F2", "F1"])
    assert await memory.read(lambda tx: tx.audit.summary(batch + 1, 2)) == (0, [])
