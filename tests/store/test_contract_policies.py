"""Policies and notebooks, whatever store keeps them."""

from __future__ import annotations

from datetime import timedelta

from palimpsest.store.model import Notes, Policy, PolicyStatus, Scope
from palimpsest.store.protocol import Transaction
from store_builders import ARCHITECTURE, MISSING, START, Memory, new_policy


async def add_policy(memory: Memory, scope: Scope = ARCHITECTURE, **changes: object) -> Policy:
    def work(tx: Transaction) -> Policy:
        return tx.policies.insert(new_policy(tx.domains.ensure(scope)[0].id, **changes))

    return await memory.write(work)


async def test_a_policy_is_stored_as_it_was_proposed(memory: Memory) -> None:
    facts = [(await memory.add_fact()).id for _ in range(2)]
    sources = (facts[1], facts[0], facts[0])
    policy = await add_policy(memory, rule="Test first.", required_role="developer", source_fact_ids=sources)
    assert policy == await memory.read(lambda tx: tx.policies.get(policy.id))
    assert (policy.rule, policy.required_role, policy.scope) == ("Test first.", "developer", ARCHITECTURE)
    assert (policy.status, policy.created_at, policy.ended_at) == (PolicyStatus.ACTIVE, START, None)
    assert policy.source_fact_ids == tuple(facts)
    assert await memory.read(lambda tx: tx.policies.get(MISSING)) is None


async def test_active_policies_come_oldest_first(memory: Memory) -> None:
    first = await add_policy(memory)
    gone = await add_policy(memory)
    last = await add_policy(memory, Scope("aardvark", "owner-name"))
    await memory.write(lambda tx: tx.policies.end(gone.id, superseded_by=None, reason="unused"))
    assert await memory.read(lambda tx: tx.policies.active()) == [first, last]


async def test_the_same_rule_is_known_in_its_own_domain_while_it_is_active(memory: Memory) -> None:
    first, _ = await add_policy(memory), await add_policy(memory)
    domain = await memory.write(lambda tx: tx.domains.ensure(Scope("other"))[0].id)
    home = await memory.write(lambda tx: tx.domains.ensure(ARCHITECTURE)[0].id)

    async def same(domain_id: int, key: str = "review every change") -> Policy | None:
        return await memory.read(lambda tx: tx.policies.same_active(domain_id, key))

    assert await same(home) == first
    assert await same(home, "another rule") is None
    assert await same(domain) is None
    await memory.write(lambda tx: tx.policies.end(first.id, superseded_by=None, reason=None))
    second = await same(home)
    assert second is not None
    assert second.id > first.id


async def test_a_policy_ends_once_and_says_how(memory: Memory) -> None:
    old, new = await add_policy(memory), await add_policy(memory, rule="Review by two.")
    ended_at = memory.clock.forward(hours=1)
    await memory.write(lambda tx: tx.policies.end(old.id, superseded_by=new.id, reason="stricter"))
    memory.clock.forward(hours=1)
    await memory.write(lambda tx: tx.policies.end(old.id, superseded_by=None, reason="again"))
    ended = await memory.read(lambda tx: tx.policies.get(old.id))
    assert ended is not None
    assert (ended.status, ended.superseded_by, ended.reason) == (PolicyStatus.SUPERSEDED, new.id, "stricter")
    assert ended.ended_at == ended_at
    assert ended.rule == old.rule


async def test_the_predecessors_of_a_policy_are_those_it_superseded(memory: Memory) -> None:
    first, last, other = await add_policy(memory), await add_policy(memory), await add_policy(memory)
    for policy in (last, first):
        await memory.write(lambda tx, old=policy.id: tx.policies.end(old, superseded_by=other.id, reason=None))
    assert await memory.read(lambda tx: tx.policies.predecessors(other.id)) == [first.id, last.id]
    assert await memory.read(lambda tx: tx.policies.predecessors(first.id)) == []


async def test_a_policy_without_a_successor_is_inactive(memory: Memory) -> None:
    policy = await add_policy(memory)
    await memory.write(lambda tx: tx.policies.end(policy.id, superseded_by=None, reason=None))
    ended = await memory.read(lambda tx: tx.policies.get(policy.id))
    assert ended is not None
    assert (ended.status, ended.superseded_by, ended.ended_at) == (PolicyStatus.INACTIVE, None, START)


async def test_a_notebook_that_was_never_written_is_empty(memory: Memory) -> None:
    assert await memory.read(lambda tx: tx.notes.get("ada")) == Notes("ada", "", 0, None)


async def test_each_agent_has_one_notebook(memory: Memory) -> None:
    await memory.write(lambda tx: tx.notes.put("ada", "first", 1))
    at = memory.clock.forward(hours=1)
    put = await memory.write(lambda tx: tx.notes.put("ada", "second\n", 2))
    await memory.write(lambda tx: tx.notes.put("ben", "mine", 1))
    assert put == Notes("ada", "second\n", 2, at)
    assert await memory.read(lambda tx: tx.notes.get("ada")) == put
    assert (await memory.read(lambda tx: tx.notes.get("ben"))).text == "mine"
    assert at - START == timedelta(hours=1)


async def test_a_notebook_can_be_cleared(memory: Memory) -> None:
    await memory.write(lambda tx: tx.notes.put("ada", "first", 1))
    await memory.write(lambda tx: tx.notes.put("ada", "", 2))
    notes = await memory.read(lambda tx: tx.notes.get("ada"))
    assert (notes.text, notes.version) == ("", 2)
