"""The places of a process: who enters one keeps it, and who makes one free has it; a bad end is nobody else's harm."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from palimpsest.server import rooms as rooms_module
from palimpsest.server.rooms import Room, Rooms
from palimpsest.server.workspace_store import WorkspaceStore
from palimpsest.store.errors import StoreClosed
from palimpsest.tools.embedding import Embedding
from palimpsest.tools.models import NO_MODELS

SINCE_EVER = -1.0


class House:
    """Rooms, and who entered them in which order."""

    def __init__(self, folder: Path, most: int) -> None:
        self.rooms = Rooms(most, 5.0)
        self.entered: list[str] = []
        self._folder = folder
        self._named: dict[str, Room] = {}

    def room(self, name: str) -> Room:
        return self._named.setdefault(name, Room(self._folder / f"{name}.db", Embedding(NO_MODELS)))

    async def use(self, name: str) -> None:
        """Read twice."""
        await self.rooms.enter(self.room(name), self)
        with self.room(name).in_use() as store:
            self.entered.append(name)
            for _ in range(2):
                await store.read(lambda tx: tx.settings.all())
        self.rooms.freed()


@asynccontextmanager
async def house_of(folder: Path, most: int) -> AsyncGenerator[House]:
    house = House(folder, most)
    try:
        yield house
    finally:
        await house.rooms.close()


async def test_a_room_that_is_entered_while_idle_ones_are_sought_stays_open(tmp_path: Path):
    async with house_of(tmp_path, 1) as house:
        await house.use("a")
        for _ in range(5):
            await asyncio.gather(house.rooms.close_idle(SINCE_EVER), house.use("a"))


async def test_places_are_had_in_the_order_in_which_they_were_wanted(tmp_path: Path):
    async with house_of(tmp_path, 1) as house:
        await house.use("a")
        await asyncio.gather(*(house.use(name) for name in "bcde"))
        assert house.entered == list("abcde")


async def test_a_place_that_was_made_for_one_who_gave_up_is_had_by_the_next(tmp_path: Path):
    async with house_of(tmp_path, 1) as house:
        await house.use("a")
        giving_up = asyncio.create_task(house.use("b"))
        waiting = asyncio.create_task(house.use("c"))
        await asyncio.sleep(0)
        assert not house.room("a").is_open
        giving_up.cancel()
        await waiting
        assert house.entered == ["a", "c"]


async def test_the_end_sends_away_whoever_waits_for_a_place(tmp_path: Path):
    async with house_of(tmp_path, 1) as house:
        await house.use("a")
        with house.room("a").in_use():
            waiting = asyncio.create_task(house.use("b"))
            await asyncio.sleep(0)
            await house.rooms.close()
        with pytest.raises(StoreClosed, match="ending"):
            await waiting
        assert not house.room("b").is_open


async def test_a_store_that_cannot_be_closed_is_told_to_the_log_and_to_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    class Stuck(WorkspaceStore):
        async def close(self) -> None:
            await super().close()
            raise OSError("the disk is gone")

    monkeypatch.setattr(rooms_module, "WorkspaceStore", Stuck)
    async with house_of(tmp_path, 1) as house:
        await house.use("a")
        await house.use("b")
        await house.rooms.close_idle(SINCE_EVER)
        await house.use("a")
    assert "a.db could not be closed well" in caplog.text
