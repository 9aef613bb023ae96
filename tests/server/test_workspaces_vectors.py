"""Vectors are made beside open workspaces: that keeps one open until it is done, and no longer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from pathlib import Path

import pytest
from fake_embedder import FakeEmbedder
from palimpsest.server import background, workspaces
from palimpsest.server.workspaces import LIVE, Workspace, Workspaces
from palimpsest.tools.models import LOADING, Models
from palimpsest.tools.voices import SEMANTIC
from processes import names_beside
from store_builders import add_fact

IDLE_SECONDS = 0.2


@pytest.fixture
def embedder(monkeypatch: pytest.MonkeyPatch) -> FakeEmbedder:
    """What every workspace's settings lead to, unless they switch it off."""
    made = FakeEmbedder()
    monkeypatch.setattr(workspaces, "Models", lambda: Models(lambda choice: None if choice.kind == "none" else made))
    return made


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the background work begin with the opening."""
    monkeypatch.setattr(background, "AFTER_S", 0.0)


@pytest.fixture
async def home(tmp_path: Path, embedder: FakeEmbedder) -> AsyncGenerator[Workspaces]:
    async with Workspaces(tmp_path, idle_seconds=IDLE_SECONDS) as opened:
        yield opened
        embedder.gate.set()


async def until(holds: Callable[[], bool], seconds: float = 5) -> None:
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110 (what is waited for tells nobody)
            await asyncio.sleep(0.01)


async def missing(one: Workspace) -> int:
    return (await one.census()).vectors_missing


@pytest.mark.usefixtures("at_once")
async def test_a_workspace_stays_open_while_its_vectors_are_made_and_is_closed_afterwards(
    home: Workspaces, embedder: FakeEmbedder
):
    embedder.gate.clear()
    shop = home.get("shop")
    await shop.write(lambda tx: add_fact(tx, content="The cache holds all orders."))
    await asyncio.sleep(IDLE_SECONDS * 4)
    assert shop.is_open
    assert await missing(shop) == 1
    embedder.gate.set()
    await until(lambda: not shop.is_open)
    await until(lambda: names_beside(shop.path) == ["shop.db"])
    assert await missing(shop) == 0


@pytest.mark.usefixtures("at_once")
async def test_closing_ends_a_backfill_and_what_it_left_is_made_at_the_next_opening(
    tmp_path: Path, embedder: FakeEmbedder
):
    embedder.gate.clear()
    async with Workspaces(tmp_path) as home:
        shop = home.get("shop")
        await shop.write(lambda tx: add_fact(tx, content="The cache holds all orders."))
        await asyncio.sleep(0.3)
        asyncio.get_running_loop().call_later(0.2, embedder.gate.set)  # a job that runs on a thread runs to its end
    assert asyncio.all_tasks() == {asyncio.current_task()}
    assert names_beside(shop.path) == ["shop.db"]
    async with Workspaces(tmp_path) as home:
        shop = home.get("shop")
        async with asyncio.timeout(5):
            while await missing(shop):  # noqa: ASYNC110 (what is waited for tells nobody)
                await asyncio.sleep(0.05)


async def test_the_first_look_at_a_workspace_names_the_model_that_its_settings_name(home: Workspaces):
    shop = home.get("shop")
    first = (await shop.census()).voices[SEMANTIC]
    assert first in (LOADING, LIVE)
    await asyncio.sleep(0.1)
    assert (await shop.census()).voices[SEMANTIC] == LIVE
