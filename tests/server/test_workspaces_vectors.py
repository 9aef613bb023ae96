"""Vectors are made beside open workspaces: that keeps one open until it is done, and no longer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import numpy as np
import pytest
from fake_embedder import FakeEmbedder
from palimpsest.server import background, workspaces
from palimpsest.server.config import Options
from palimpsest.server.shared import memories
from palimpsest.server.shared.memories import Memories
from palimpsest.server.workspace_census import LIVE, BackfillState
from palimpsest.server.workspaces import Workspaces
from palimpsest.store.embedders.choose import EmbedderChoice
from palimpsest.store.errors import WrongDimension
from palimpsest.store.model import Caller, VectorModel
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


@pytest.mark.usefixtures("at_once")
async def test_a_workspace_stays_open_while_its_vectors_are_made_and_is_closed_afterwards(
    home: Workspaces, embedder: FakeEmbedder
):
    embedder.gate.clear()
    shop = home.get("shop")
    await shop.write(lambda tx: add_fact(tx, content="The cache holds all orders."))
    async with asyncio.timeout(5):
        while (await shop.census()).backfill is not BackfillState.AT_WORK:  # noqa: ASYNC110 (it tells nobody)
            await asyncio.sleep(0.01)
    await asyncio.sleep(IDLE_SECONDS * 3)
    assert shop.is_open
    assert (await shop.census()).vectors_missing == 1
    embedder.gate.set()
    await until(lambda: not shop.is_open)
    await until(lambda: names_beside(shop.path) == ["shop.db"])
    after = await shop.census()
    assert (after.vectors_missing, after.backfill) == (0, BackfillState.DONE)


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
            while (await shop.census()).vectors_missing:  # noqa: ASYNC110 (what is waited for tells nobody)
                await asyncio.sleep(0.05)


async def test_the_first_look_at_a_workspace_names_the_model_that_its_settings_name(home: Workspaces):
    shop = home.get("shop")
    first = (await shop.census()).voices[SEMANTIC]
    assert first in (LOADING, LIVE)
    await asyncio.sleep(0.1)
    assert (await shop.census()).voices[SEMANTIC] == LIVE


@pytest.mark.usefixtures("at_once")
async def test_what_a_broken_model_lacks_is_counted_and_a_model_that_nobody_wants_lacks_nothing(
    home: Workspaces, embedder: FakeEmbedder
):
    shop = home.get("shop")
    for content in ("The cache holds all orders.", "The queue is durable."):
        await shop.write(lambda tx, content=content: add_fact(tx, content=content))
    async with asyncio.timeout(5):
        while (await shop.census()).backfill is not BackfillState.DONE:  # noqa: ASYNC110 (it tells nobody)
            await asyncio.sleep(0.01)
    shop.embedding.model.note_trouble(WrongDimension(embedder.model, embedder.dimension, 3))
    embedder.is_down = True
    await shop.write(lambda tx: add_fact(tx, content="The port is 8080."))
    async with asyncio.timeout(5):
        while (broken := await shop.census()).backfill is not BackfillState.WAITING:  # noqa: ASYNC110 (it tells nobody)
            await asyncio.sleep(0.01)
    assert broken.vectors_missing == 1
    assert "dimension" in broken.voices[SEMANTIC]
    await shop.write(lambda tx: tx.settings.set("embedder", "none"))
    await shop.census()
    await asyncio.sleep(0.1)
    off = await shop.census()
    assert (off.vectors_missing, off.backfill) == (0, BackfillState.OFF)


async def test_a_model_that_has_another_dimension_now_leaves_the_rest_to_be_seen(
    home: Workspaces, embedder: FakeEmbedder
):
    embedder.is_down = True
    shop = home.get("shop")
    stored = VectorModel(embedder.model, 3)
    await shop.write(lambda tx: add_fact(tx, content="The cache holds all orders."))
    await shop.write(lambda tx: tx.vectors.add(stored, tx.vectors.without(stored, 9), np.eye(1, 3, dtype=np.float32)))
    await shop.census()
    await asyncio.sleep(0.1)
    assert (await shop.census()).facts == 1


async def test_a_model_is_loaded_once_for_clients_with_and_without_a_key(
    tmp_path: Path, embedder: FakeEmbedder, monkeypatch: pytest.MonkeyPatch
):
    loaded: list[EmbedderChoice] = []

    def load(choice: EmbedderChoice) -> FakeEmbedder:
        loaded.append(choice)
        return embedder

    monkeypatch.setattr(memories, "Models", lambda: Models(load))
    async with Memories(tmp_path) as shared, AsyncExitStack() as clients:
        for key in ("", "secret", "another"):
            options = Options(Caller(), tmp_path, "full", None, folder=tmp_path, embedder_key=key)
            desk, _ = await clients.enter_async_context(shared.open(options))
            await desk.settings()
            await desk.embedding.query("cache")
    assert len(loaded) == 1
