"""Policies by the fact that they were derived from, whatever store keeps them."""

from __future__ import annotations

from palimpsest.store.model import Policy, Scope
from palimpsest.store.protocol import Transaction
from store_builders import ARCHITECTURE, Memory, new_fact, new_policy


async def test_policies_of_a_fact_are_found_newest_first_whatever_became_of_them(memory: Memory) -> None:
    fact = await memory.write(lambda tx: tx.facts.insert(new_fact(tx.domains.ensure(ARCHITECTURE)[0].id)))
    first, second = [await _derive(memory, ARCHITECTURE, f"rule {number}", fact.id) for number in (1, 2)]
    await _derive(memory, ARCHITECTURE, "of nothing")
    await memory.write(lambda tx: tx.policies.end(first, superseded_by=None, reason=None))
    found = await memory.read(lambda tx: tx.policies.derived_from(fact.id))
    assert [policy.id for policy in found] == [second, first]
    assert await memory.read(lambda tx: tx.policies.derived_from(fact.id + 1)) == []


async def test_policies_of_hidden_domains_are_left_out(memory: Memory) -> None:
    fact = await memory.write(lambda tx: tx.facts.insert(new_fact(tx.domains.ensure(ARCHITECTURE)[0].id)))
    secret = Scope("secret")
    await _derive(memory, secret, "a rule", fact.id)
    hidden = (await memory.write(lambda tx: tx.domains.ensure(secret)[0].id),)
    assert await memory.read(lambda tx: tx.policies.derived_from(fact.id, hidden)) == []


async def _derive(memory: Memory, scope: Scope, rule: str, *fact_ids: int) -> int:
    def insert(tx: Transaction) -> Policy:
        domain = tx.domains.ensure(scope)[0]
        return tx.policies.insert(new_policy(domain.id, rule=rule, rule_key=rule, source_fact_ids=fact_ids))

    return (await memory.write(insert)).id
