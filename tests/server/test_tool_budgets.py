"""What the tools cost a model before it has called one stays within the budgets that the benchmark counts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from memory_bench import ERAS
from palimpsest.server.app import build_server
from palimpsest.store.model import Caller
from palimpsest.store.sqlite import SqliteStore
from palimpsest.tools.desk import Desk
from tool_tokens import BUDGETS, Budget, report


async def listed_tools(path: Path, toolset: str, era: str) -> dict[str, Any]:
    """The result of tools/list as it goes over the wire."""
    store = await SqliteStore.open(path)
    try:
        server = build_server(Desk(store, Caller()), core_only=toolset == "core")
        async with Client(server, mode=era) as client:
            listed = await client.list_tools()
    finally:
        await store.close()
    return listed.model_dump(mode="json", by_alias=True, exclude_unset=True)


def test_budgets_are_those_of_the_design():
    assert (Budget("full", 2600, 4600), Budget("core", 1900, 3400)) == BUDGETS


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("budget", BUDGETS, ids=lambda budget: budget.toolset)
async def test_tools_stay_within_their_budget(tmp_path: Path, budget: Budget, era: str):
    text, holds = report(budget, await listed_tools(tmp_path / "w.db", budget.toolset, era), each=False)
    print(text)  # noqa: T201 (the figures, where pytest shows them)
    assert holds, text


@pytest.mark.parametrize("budget", [Budget("full", 100, 4600), Budget("full", 2600, 100)])
async def test_budget_that_is_exceeded_is_seen(tmp_path: Path, budget: Budget):
    _, holds = report(budget, await listed_tools(tmp_path / "w.db", "full", "auto"), each=False)
    assert not holds
