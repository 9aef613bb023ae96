"""Many workspaces in one process: opened once and on use, closed when idle, and nothing is lost by either."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from palimpsest.server import rooms
from palimpsest.server.workspace_census import LIVE
from palimpsest.server.workspace_store import WorkspaceStore
from palimpsest.server.workspaces import Workspace, Workspaces
from palimpsest.store.errors import InvalidInput, StoreBusy, StoreClosed, StoreError
from palimpsest.store.model import Caller
from palimpsest.store.protocol import Transaction
from processes import names_beside, write_lock
from store_kit import names_in


def setting(name: str, value: str) -> Callable[[Transaction], None]:
    return lambda tx: tx.settings.set(name, value)


def read_all(tx: Transaction) -> dict[str, str]:
    return dict(tx.settings.all())


async def until(holds: Callable[[], bool], seconds: float = 5) -> None:
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110 (a file system has no event for it)
            await asyncio.sleep(0.01)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that were opened, in order."""
    paths: list[Path] = []

    class Noted(WorkspaceStore):
        def __init__(self, path: Path) -> None:
            paths.append(path)
            super().__init__(path)

    monkeypatch.setattr(rooms, "WorkspaceStore", Noted)
    return paths


async def test_a_workspace_is_opened_by_its_first_use_and_once(tmp_path: Path, opened: list[Path]):
    async with Workspaces(tmp_path) as home:
        shop = home.get("shop")
        desk = shop.desk(Caller(workspace="shop"))
        assert opened == []
        assert not shop.exists()
        await asyncio.gather(*(desk.read(read_all) for _ in range(5)), home.get("shop").read(read_all))
        assert opened == [tmp_path / "workspaces" / "shop.db"]
        assert home.get("shop") is shop
        assert list(home.open_ones()) == [shop]
    assert names_beside(opened[0]) == ["shop.db"]


async def test_an_idle_one_is_closed_and_opens_again_by_itself(tmp_path: Path, opened: list[Path]):
    async with Workspaces(tmp_path, idle_seconds=0.2) as home:
        shop = home.get("shop")
        await shop.write(setting("limit", "7"))
        await until(lambda: not shop.is_open)
        await until(lambda: names_beside(shop.path) == ["shop.db"])
        assert (await shop.read(read_all))["limit"] == "7"
        assert len(opened) == 2


async def test_a_look_opens_it_and_does_not_keep_it_open(tmp_path: Path):
    async with Workspaces(tmp_path, idle_seconds=0.3) as home:
        shop = home.get("shop")
        census = await shop.census()
        assert (census.facts, census.open_conflicts, census.vectors_missing) == (0, 0, 0)
        assert census.voices["lexical"] == LIVE
        for _ in range(4):
            await asyncio.sleep(0.2)
            if shop.is_open:
                await shop.census()
        assert not shop.is_open


async def test_a_hundred_workspaces_share_four_places_and_lose_nothing(tmp_path: Path):
    async def use(home: Workspaces, number: int) -> dict[str, str]:
        one = home.get(f"w{number}")
        for turn in range(3):
            await one.write(setting(f"s{turn}", str(number)))
            assert len(list(home.open_ones())) <= 4
        return await one.read(read_all)

    async with Workspaces(tmp_path, most_open=4) as home:
        found = await asyncio.gather(*(use(home, number) for number in range(100)))
        gc.collect()
        assert len(list(home.open_ones())) <= 4
        kept = (one for one in gc.get_objects() if isinstance(one, Workspace))
        assert sum(one.path.is_relative_to(tmp_path) for one in kept) <= 4
    assert found == [{f"s{turn}": str(number) for turn in range(3)} for number in range(100)]
    assert names_beside(tmp_path / "workspaces" / "w0.db") == sorted(f"w{number}.db" for number in range(100))


async def test_what_runs_is_never_cut_by_closing(tmp_path: Path):
    async def slow_write(home: Workspaces) -> None:
        import time

        def work(tx: Transaction) -> None:
            time.sleep(0.4)
            tx.settings.set("slow", "done")

        await home.get("shop").write(work)

    async with Workspaces(tmp_path, most_open=1, idle_seconds=0.05) as home:
        writing = asyncio.create_task(slow_write(home))
        await until(lambda: home.get("shop").writes_waiting == 1)
        await home.get("other").write(setting("a", "b"))
        await writing
        assert (await home.get("shop").read(read_all))["slow"] == "done"


async def test_a_place_that_does_not_become_free_is_said_in_time(tmp_path: Path):
    async with Workspaces(tmp_path, most_open=1, wait_seconds=0.2) as home:
        async with home.get("shop").rehearsal():
            with pytest.raises(StoreBusy, match="All 1 workspaces"):
                await home.get("other").read(read_all)
        assert await home.get("other").read(read_all) == {}


async def test_closing_ends_everything_and_nothing_opens_after_it(tmp_path: Path):
    home = Workspaces(tmp_path)
    async with home:
        shop = home.get("shop")
        running = [asyncio.create_task(shop.write(setting(f"s{n}", "x"))) for n in range(20)]
        await asyncio.sleep(0.01)
    done = await asyncio.gather(*running, return_exceptions=True)
    kept = sum(one is None for one in done)
    assert all(one is None or isinstance(one, StoreError) for one in done)
    with pytest.raises(StoreClosed):
        await shop.read(read_all)
    assert names_beside(shop.path) == ["shop.db"]
    async with Workspaces(tmp_path) as again:
        assert len(await again.get("shop").read(read_all)) == kept


async def test_closing_waits_for_a_write_that_waits_for_another_process(tmp_path: Path):
    async with Workspaces(tmp_path) as home:
        shop = home.get("shop")
        await shop.write(setting("a", "b"))
        with write_lock(shop.path):
            writing = asyncio.create_task(shop.write(setting("c", "d")))
            await asyncio.sleep(0.05)
            closing = asyncio.create_task(home.close())
            await asyncio.sleep(0.2)
            assert not closing.done()
        await closing
        await writing
    async with Workspaces(tmp_path) as again:
        assert await again.get("shop").read(read_all) == {"a": "b", "c": "d"}


async def test_a_file_that_cannot_be_used_is_told_to_each_and_repaired_without_a_restart(tmp_path: Path):
    path = tmp_path / "workspaces" / "shop.db"
    path.parent.mkdir()
    path.write_bytes(b"not a database, but long enough to be looked at" * 30)
    async with Workspaces(tmp_path) as home:
        for _ in range(2):
            with pytest.raises(StoreError):
                await home.get("shop").read(read_all)
        assert await home.get("other").read(read_all) == {}
        path.unlink()
        await home.get("shop").write(setting("a", "b"))
        assert await home.get("shop").read(read_all) == {"a": "b"}


async def test_a_deleted_file_is_noticed_by_the_next_call(tmp_path: Path):
    async with Workspaces(tmp_path) as home:
        shop = home.get("shop")
        await shop.write(setting("a", "b"))
        shop.path.unlink()
        assert await shop.read(read_all) == {}


@pytest.mark.parametrize("odd", ["", "..", "../shop", "Shop", "a/b", "-a", "ä", "a" * 64, "a\0", "con.db"])
async def test_what_cannot_be_a_workspace_is_refused_before_anything_is_touched(tmp_path: Path, odd: str):
    async with Workspaces(tmp_path) as home:
        with pytest.raises(InvalidInput, match="workspace"):
            home.get(odd)
    assert names_in(tmp_path) == []


async def test_what_awaits_a_caller_is_told_in_time_though_another_process_keeps_the_file(tmp_path: Path):
    caller = Caller(workspace="shop")
    async with Workspaces(tmp_path) as home:
        shop = home.get("shop")
        assert await shop.awaiting(caller) == 0
        assert not shop.exists()
        await shop.write(setting("a", "b"))
        assert await shop.awaiting(caller) == 0
    holder = sqlite3.connect(tmp_path / "workspaces" / "shop.db", isolation_level=None)
    try:
        holder.execute("PRAGMA locking_mode = EXCLUSIVE")
        holder.execute("BEGIN EXCLUSIVE")
        async with Workspaces(tmp_path) as home:
            began = asyncio.get_running_loop().time()
            await home.get("shop").awaiting(caller)
            assert asyncio.get_running_loop().time() - began < 2
            holder.execute("COMMIT")
            holder.close()
    finally:
        holder.close()
