"""Desks of one workspace count what they recall together, and lose nothing when one of them leaves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from palimpsest.server.workspaces import Workspace, Workspaces
from palimpsest.store.model import Caller
from palimpsest.tools import desk as desks
from palimpsest.tools.desk import Desk
from palimpsest.tools.toolbox import declarations

MANY = 12


@pytest.fixture
async def workspace(tmp_path: Path) -> AsyncGenerator[Workspace]:
    async with Workspaces(tmp_path) as workspaces:
        yield workspaces.get("shop")


def desk_of(workspace: Workspace, number: int) -> Desk:
    return workspace.desk(Caller(agent=f"agent-{number}", session=str(number)))


async def call(desk: Desk, tool: str, **arguments: Any) -> Any:
    declared = next(one for one in declarations(desk) if one.name == tool)
    return await declared.function(**declared.signature.take(arguments))


async def propose_and_search(workspace: Workspace, searchers: int) -> list[Desk]:
    opened = [desk_of(workspace, number) for number in range(searchers)]
    await call(opened[0], "propose_fact", domain="infra", topic="port", content="The port is 8080.")
    for desk in opened:
        assert (await call(desk, "search_memory", query="port", mode="keyword"))["hits"]
    return opened


async def recall_count(workspace: Workspace) -> int:
    fact = await workspace.read(lambda tx: tx.facts.get(1))
    assert fact is not None
    return fact.recall_count


async def test_many_who_search_are_counted_in_one_write(workspace: Workspace, monkeypatch: pytest.MonkeyPatch):
    writes: list[object] = []
    write = Workspace.write

    async def counted(of: Workspace, *arguments: Any) -> Any:
        writes.append(arguments)
        return await write(of, *arguments)

    monkeypatch.setattr(desks, "FLUSH_SECONDS", 0.5)
    await propose_and_search(workspace, MANY)
    monkeypatch.setattr(Workspace, "write", counted)
    async with asyncio.timeout(10):
        while await recall_count(workspace) < MANY:  # noqa: ASYNC110 (only the store knows)
            await asyncio.sleep(0.05)
    assert len(writes) == 1


async def test_one_that_leaves_has_what_all_recalled_counted_and_stops_nobody(workspace: Workspace):
    first, second, *_ = await propose_and_search(workspace, MANY)
    await first.close()
    assert await recall_count(workspace) == MANY
    await call(second, "search_memory", query="port", mode="keyword")
    await second.close()
    assert await recall_count(workspace) == MANY + 1


async def test_a_count_that_is_given_up_in_the_middle_is_made_by_the_next(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
):
    async def wait(*_: Any) -> None:
        await asyncio.sleep(60)

    desk, *_ = await propose_and_search(workspace, 1)
    with monkeypatch.context() as patched:
        patched.setattr(Workspace, "write", wait)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await desk.close()
    await desk.close()
    assert await recall_count(workspace) == 1
