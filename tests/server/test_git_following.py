"""A server looks before it answers: each call sees the files as they are, and none waits for long."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TypeVar

import pytest
from git_repository import AN_HOUR_NS, Repository
from palimpsest.server import git_following
from palimpsest.server.git_blob import blob_id
from palimpsest.server.git_following import TreeFollowing
from palimpsest.server.git_look import Followed, Look
from palimpsest.server.git_tree import GitTree
from palimpsest.store.errors import StoreBusy
from palimpsest.store.model import Caller, Embedded
from palimpsest.store.protocol import Store, Transaction
from palimpsest.store.sqlite import SqliteStore
from palimpsest.tools.sources import note_file

T = TypeVar("T")

FIRST, SECOND = blob_id(b"first\n", "sha1"), blob_id(b"second\n", "sha1")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "web", "git@github.com:acme/web.git")
    made.write("a.py")
    return made


@pytest.fixture
async def store(tmp_path: Path) -> AsyncGenerator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path / "memory.db")
    await opened.write(lambda tx: note_file(tx, Caller(), "acme-web", "a.py", FIRST))
    yield opened
    await opened.close()


@pytest.fixture
def following(store: SqliteStore, repository: Repository) -> TreeFollowing:
    return TreeFollowing(store, repository.root)


async def entry(store: SqliteStore | TreeFollowing) -> str | None:
    """What the register says of the file."""
    return (await store.read(lambda tx: tx.versions.of_files("acme-web", ["a.py"])))["a.py"]


def count_looks(monkeypatch: pytest.MonkeyPatch, pause_s: float = 0.0) -> list[float]:
    """When each look began from here on."""
    looks: list[float] = []
    really = git_following.look_at

    def look(tree: GitTree, followed: Followed, now_ns: int, reading_s: float) -> Look:
        looks.append(time.monotonic())
        time.sleep(pause_s)
        return really(tree, followed, now_ns, reading_s)

    monkeypatch.setattr(git_following, "look_at", look)
    return looks


async def test_every_read_sees_the_files_as_they_are(following: TreeFollowing, repository: Repository):
    for text, blob in (("second\n", SECOND), ("first\n", FIRST), ("second\n", SECOND)):
        repository.write("a.py", text)
        assert await entry(following) == blob
    (repository.root / "a.py").unlink()
    assert await entry(following) is None


async def test_a_write_looks_at_nothing(following: TreeFollowing, repository: Repository, store: SqliteStore):
    repository.write("a.py", "second\n")
    await following.write(lambda tx: tx.versions.set("api", "v1"))
    assert await entry(store) == FIRST


async def test_reads_at_once_share_a_look(following: TreeFollowing, monkeypatch: pytest.MonkeyPatch):
    looks = count_looks(monkeypatch, pause_s=0.05)
    await asyncio.gather(*(entry(following) for _ in range(20)))
    assert len(looks) <= 2


async def test_a_read_that_came_during_a_look_has_one_of_its_own(
    following: TreeFollowing, repository: Repository, monkeypatch: pytest.MonkeyPatch
):
    count_looks(monkeypatch, pause_s=0.05)
    first = asyncio.create_task(entry(following))
    await asyncio.sleep(0.02)
    repository.write("a.py", "second\n")
    assert await entry(following) == SECOND
    await first


async def test_a_read_that_is_given_up_costs_the_next_one_no_look(
    following: TreeFollowing, repository: Repository, monkeypatch: pytest.MonkeyPatch
):
    repository.write("a.py", "second\n")
    looks = count_looks(monkeypatch, pause_s=0.05)
    given_up = asyncio.create_task(entry(following))
    waiting = asyncio.create_task(entry(following))
    await asyncio.sleep(0.02)
    given_up.cancel()
    assert await waiting == SECOND
    assert looks


async def test_many_files_are_looked_at_less_often(
    following: TreeFollowing, store: SqliteStore, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(git_following, "FILES_AT_ONCE", 3)
    monkeypatch.setattr(git_following, "FILES_A_SECOND", 50)
    for number in range(9):
        await store.write(lambda tx, n=number: note_file(tx, Caller(), "acme-web", f"{n}.py", FIRST))
    looks = count_looks(monkeypatch)
    for _ in range(5):
        await entry(following)
    assert len(looks) == 1
    await asyncio.sleep(0.25)
    await entry(following)
    assert len(looks) == 2


async def test_a_folder_that_hangs_holds_a_read_up_once(
    following: TreeFollowing, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    release = threading.Event()

    def hang(*_: object) -> Look:
        release.wait(5)
        return Look()

    monkeypatch.setattr(git_following, "look_at", hang)
    monkeypatch.setattr(git_following, "LOOK_SECONDS", 0.05)
    began = time.monotonic()
    assert [await entry(following) for _ in range(3)] == [FIRST] * 3
    assert time.monotonic() - began < 2
    release.set()
    assert capsys.readouterr().err.count("\n") == 1


async def test_trouble_is_told_once_and_costs_no_read(
    following: TreeFollowing, repository: Repository, capsys: pytest.CaptureFixture[str]
):
    (repository.root / ".git/config").unlink()
    assert [await entry(following) for _ in range(3)] == [FIRST] * 3
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "The register stays as it was." in told


async def test_outside_of_a_working_tree_nothing_is_followed(store: SqliteStore, tmp_path: Path):
    following = TreeFollowing(store, tmp_path)
    assert await entry(following) == FIRST


class BusyStore:
    """A store that another process writes to all the time."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store

    async def read(self, work: Callable[[Transaction], T]) -> T:
        return await self._store.read(work)

    async def write(self, work: Callable[[Transaction], T], embedded: Embedded | None = None) -> T:
        raise StoreBusy(f"Another process is writing: {work} with {embedded} has to wait.")

    def rehearsal(self) -> AbstractAsyncContextManager[Store]:
        return self._store.rehearsal()

    async def close(self) -> None:
        await self._store.close()


async def test_busy_store_keeps_a_change_back_and_the_read_with_it(store: SqliteStore, repository: Repository):
    following = TreeFollowing(BusyStore(store), repository.root)
    assert await entry(following) == FIRST
    repository.write("a.py", "second\n")
    with pytest.raises(StoreBusy):
        await entry(following)


async def test_busy_store_keeps_no_read_back_for_what_only_spares_reading(store: SqliteStore, repository: Repository):
    following = TreeFollowing(BusyStore(store), repository.root, lambda: time.time_ns() + AN_HOUR_NS)
    assert await entry(following) == FIRST
    followed = await store.read(lambda tx: tx.versions.followed("acme-web", str(repository.root)))
    assert followed == [("a.py", FIRST, None, None)]
    settled = TreeFollowing(store, repository.root, lambda: time.time_ns() + AN_HOUR_NS)
    assert await entry(settled) == FIRST
    [(_, _, stamp, _)] = await store.read(lambda tx: tx.versions.followed("acme-web", str(repository.root)))
    assert stamp is not None
