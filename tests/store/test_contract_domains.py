"""Domains, grants and settings, whatever store stands behind them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from palimpsest.store.model import Grant, Level, LossReason, Scope, Validity
from palimpsest.store.protocol import Transaction
from store_builders import ARCHITECTURE, START, Memory, new_policy

IN_REPO = Scope("architecture", "owner-name")


async def test_a_domain_is_created_once(memory: Memory) -> None:
    created, is_new = await memory.write(lambda tx: tx.domains.ensure(ARCHITECTURE))
    memory.clock.forward(hours=1)
    again, is_new_again = await memory.write(lambda tx: tx.domains.ensure(ARCHITECTURE))
    assert (is_new, is_new_again) == (True, False)
    assert again == created
    assert created.created_at == START


async def test_a_domain_that_nobody_made_is_not_there(memory: Memory) -> None:
    assert await memory.read(lambda tx: tx.domains.get(ARCHITECTURE)) is None


async def test_the_same_name_in_two_scopes_is_two_domains(memory: Memory) -> None:
    def work(tx: Transaction) -> None:
        wide, narrow = tx.domains.ensure(ARCHITECTURE)[0], tx.domains.ensure(IN_REPO)[0]
        assert wide.id != narrow.id
        assert tx.domains.get(ARCHITECTURE) == wide
        assert tx.domains.get(IN_REPO) == narrow

    await memory.write(work)


async def test_domains_are_listed_by_name_then_repo_with_what_is_active_in_them(memory: Memory) -> None:
    kept = await memory.add_fact(IN_REPO)
    await memory.add_fact(IN_REPO, content="not yet", valid_from=START + timedelta(days=1))
    over = START + timedelta(hours=1)
    await memory.add_fact(IN_REPO, content="over", validity=Validity.UNTIL, valid_until=over)
    gone = await memory.add_fact(IN_REPO, content="gone")
    await memory.change(gone, superseded_by=kept.id, superseded_at=START, loss_reason=LossReason.OUTDATED)
    retired = await memory.add_fact(IN_REPO, content="retired")
    await memory.change(retired, retired_at=START)

    def fill(tx: Transaction) -> None:
        domain = tx.domains.ensure(ARCHITECTURE)[0]
        tx.policies.insert(new_policy(domain.id))
        ended = tx.policies.insert(new_policy(domain.id, rule_key="other"))
        tx.policies.end(ended.id, superseded_by=None, reason=None)
        tx.domains.ensure(Scope("aardvark"))

    await memory.write(fill)
    memory.clock.forward(hours=1)
    listed = await memory.read(lambda tx: tx.domains.list())
    scopes = await memory.read(lambda tx: tx.domains.scopes())
    assert list(scopes.items()) == [(one.id, one.scope) for one in listed]
    assert [(str(one.scope), one.facts, one.policies) for one in listed] == [
        ("aardvark", 0, 0),
        ("architecture", 0, 1),
        ("repo:owner-name/architecture", 1, 0),
    ]


async def test_a_new_domain_is_open_to_every_role(memory: Memory) -> None:
    await memory.write(lambda tx: tx.domains.ensure(IN_REPO))
    assert await memory.read(lambda tx: tx.grants.list()) == [Grant("*", str(IN_REPO), Level.WRITE)]


@pytest.mark.parametrize("said_of", ["architecture", "repo:owner-name/architecture"])
async def test_creating_a_domain_changes_nothing_that_was_said_of_it(memory: Memory, said_of: str) -> None:
    said = Grant("*", said_of, Level.NONE)
    await memory.write(lambda tx: tx.grants.set(said))
    await memory.write(lambda tx: tx.domains.ensure(IN_REPO))
    assert await memory.read(lambda tx: tx.grants.list()) == [said]


async def test_what_was_said_of_one_role_leaves_the_others_their_grant(memory: Memory) -> None:
    said = Grant("reviewer", "architecture", Level.READ)
    await memory.write(lambda tx: tx.grants.set(said))
    await memory.write(lambda tx: tx.domains.ensure(ARCHITECTURE))
    assert await memory.read(lambda tx: tx.grants.list()) == [Grant("*", "architecture", Level.WRITE), said]


async def test_a_grant_is_replaced_and_taken_back(memory: Memory) -> None:
    def work(tx: Transaction) -> None:
        tx.grants.set(Grant("reviewer", "architecture", Level.READ))
        tx.grants.set(Grant("reviewer", "architecture", Level.WRITE))
        assert tx.grants.list() == [Grant("reviewer", "architecture", Level.WRITE)]
        assert tx.grants.delete("reviewer", "architecture")
        assert not tx.grants.delete("reviewer", "architecture")
        assert tx.grants.list() == []

    await memory.write(work)


@pytest.mark.parametrize("value", [True, False, None, 0, 0.15, "warn", "", [1, "two"], {"a": {"b": None}}])
async def test_a_setting_keeps_its_value_and_type(memory: Memory, value: Any) -> None:
    await memory.write(lambda tx: tx.settings.set("some.setting", "before"))
    await memory.write(lambda tx: tx.settings.set("some.setting", value))
    kept = (await memory.read(lambda tx: tx.settings.all()))["some.setting"]
    assert kept == value
    assert type(kept) is type(value)


async def test_a_setting_that_was_deleted_is_at_its_default(memory: Memory) -> None:
    await memory.write(lambda tx: tx.settings.set("some.setting", 1))
    assert await memory.write(lambda tx: tx.settings.delete("some.setting"))
    assert not await memory.write(lambda tx: tx.settings.delete("some.setting"))
    assert await memory.read(lambda tx: tx.settings.all()) == {}
