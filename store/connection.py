"""The workspace's file for an event loop: one writer, a small pool of readers, each on a thread of its own.

A piece of work is one call on such a thread, transaction and all. Whoever awaits it may be cancelled at any moment:
the transaction is then rolled back, or was already kept, and the connection returns to its pool only when its thread
is done with it.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar, cast

import aiosqlite

from .driver import DRIVER, Driver
from .errors import StoreClosed, StoreError
from .migrations import Migration
from .opening import BUSY_TIMEOUT_S, open_reader, open_sync, remove_left_log
from .workspace_file import Work, WorkspaceFile

T = TypeVar("T")
Job = Callable[[WorkspaceFile], T]


class Lane:
    """One connection and its thread, opened on first use; runs one job at a time."""

    def __init__(self, opener: Callable[[], WorkspaceFile]) -> None:
        self._opener = opener
        self._connection: aiosqlite.Connection | None = None
        self._file: WorkspaceFile | None = None

    async def run(self, job: Job[T]) -> T:
        """Run the job on the connection's thread, from its begin to its end in one call."""
        if self._connection is None:
            self._connection = await self._connect()
        # Each public method of aiosqlite is one round trip between threads; `_execute` alone takes a whole function.
        execute = cast("Any", self._connection)._execute  # noqa: SLF001
        return await execute(_carriable(job), self._file)

    async def close(self, last_job: Job[None] | None = None) -> None:
        """Run `last_job`, close the connection and end its thread; nothing when it was never opened."""
        if self._connection is None:
            return
        try:
            if last_job is not None:
                await self.run(last_job)
        finally:
            connection, self._connection = self._connection, None
            await connection.close()

    async def _connect(self) -> aiosqlite.Connection:
        failure: BaseException | None = None

        def open_file() -> Any:
            nonlocal failure
            try:
                self._file = self._opener()
            except BaseException as error:  # noqa: BLE001 -- raised again below, on the caller's side
                failure = error
                return _NoConnection()
            return self._file.connection

        connection = await aiosqlite.Connection(open_file, iter_chunk_size=64)
        if failure is not None:
            # Left to aiosqlite, a failed thread would report to a loop that may be closed by then.
            await connection.close()
            raise failure
        return connection


class _NoConnection:
    """What aiosqlite gets to close when there is nothing to close."""

    def close(self) -> None: ...


def _carriable(job: Job[T]) -> Job[T]:
    """The job, with the one exception that a future can't carry (its caller would wait for ever) made another."""

    def carried(file: WorkspaceFile) -> T:
        try:
            return job(file)
        except StopIteration as error:
            raise RuntimeError("the work raised StopIteration") from error

    return carried


class Pool:
    """Lanes of one kind; the most recently used goes first, waiters are served in order."""

    def __init__(self, opener: Callable[[], WorkspaceFile], size: int) -> None:
        self._lanes = tuple(Lane(opener) for _ in range(size))
        self._idle: asyncio.LifoQueue[Lane] = asyncio.LifoQueue()
        for lane in self._lanes:
            self._idle.put_nowait(lane)

    async def take(self) -> Lane:
        return await self._idle.get()

    def give(self, lane: Lane) -> None:
        self._idle.put_nowait(lane)

    async def close(self, last_job: Job[None] | None = None) -> None:
        """Wait for running jobs, then close every lane."""
        taken: list[Lane] = []
        try:
            while len(taken) < len(self._lanes):
                taken.append(await self.take())
        finally:
            for lane in taken:
                self.give(lane)
        for lane in self._lanes:
            await lane.close(last_job)


class Database:
    """A workspace's file; belongs to the event loop it was opened on."""

    def __init__(
        self, open_writer: Callable[[], WorkspaceFile], open_one_reader: Callable[[], WorkspaceFile], readers: int
    ) -> None:
        self._writer = Pool(open_writer, 1)
        self._readers = Pool(open_one_reader, readers)
        self._jobs: set[asyncio.Task[Any]] = set()
        self._closing: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        readers: int = 2,
        busy_timeout_s: float = BUSY_TIMEOUT_S,
        driver: Driver = DRIVER,
        migrations: Sequence[Migration] | None = None,
    ) -> Self:
        """Open the file at its newest version, creating it where there is none; raises what `open_sync` raises."""
        database = cls(
            partial(open_sync, path, busy_timeout_s=busy_timeout_s, driver=driver, migrations=migrations),
            partial(open_reader, path, busy_timeout_s=busy_timeout_s, driver=driver),
            readers,
        )
        try:
            await database._run(database._writer, lambda _file, _is_abandoned: None)
        except BaseException:
            await database.close()
            raise
        return database

    async def read(self, work: Work[T]) -> T:
        """Run `work` on one snapshot of the file; it sees no change made meanwhile."""
        return await self._run(self._readers, lambda file, is_abandoned: file.read(work, is_abandoned))

    async def write(self, work: Work[T]) -> T:
        """Run `work` and keep all of its changes, or none when it raises or the caller is cancelled before the end.

        Raises `StoreBusy` when another process keeps the write lock for longer than the busy timeout.
        """
        return await self._run(self._writer, lambda file, is_abandoned: file.write(work, is_abandoned))

    async def look_after(self, job: Job[T]) -> T:
        """Run a job on the writer's connection that is no transaction, or several."""
        return await self._run(self._writer, lambda file, _is_abandoned: job(file))

    async def close(self) -> None:
        """Wait for running work, close every connection; calling it again does no harm."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await asyncio.wait([self._closing])
        self._closing.result()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _run(self, pool: Pool, job: Callable[[WorkspaceFile, Callable[[], bool]], T]) -> T:
        self._require_open()
        lane = await pool.take()
        if self._closing is not None:
            pool.give(lane)
            self._require_open()
        abandoned = threading.Event()
        task = asyncio.create_task(lane.run(lambda file: job(file, abandoned.is_set)))
        self._jobs.add(task)
        task.add_done_callback(lambda done: self._end(done, pool, lane))
        try:
            # Unlike `shield`, which from Python 3.14 on reports the error of a task that nobody awaits any more.
            await asyncio.wait([task])
        except asyncio.CancelledError:
            abandoned.set()
            raise
        return task.result()

    def _end(self, done: asyncio.Task[Any], pool: Pool, lane: Lane) -> None:
        self._jobs.discard(done)
        pool.give(lane)
        if not done.cancelled():
            # An abandoned job's error has nobody to go to.
            done.exception()

    def _require_open(self) -> None:
        if self._closing is not None:
            raise StoreClosed("This memory was closed: open it again.")

    async def _close(self) -> None:
        try:
            await self._close_pools()
        except asyncio.CancelledError:
            # Only a loop that is ending cancels this task; it still waits for it, and the threads must end.
            await self._close_pools()

    async def _close_pools(self) -> None:
        # The writer goes last: the last connection of all moves the log into the file and removes it.
        await self._readers.close()
        await self._writer.close(_leave)


def _leave(file: WorkspaceFile) -> None:
    # What can't be moved out of the log now is read from there next time: no reason to fail a shutdown.
    with suppress(StoreError):
        file.checkpoint()
    file.close()
    remove_left_log(file.path, driver=file.driver)
