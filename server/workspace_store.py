"""The workspace's store as a server holds it: opened beside the handshake, and opened anew when that is the remedy.

A file that can't be used now (locked, foreign, on a full disk) fails each call with its reason, and is tried again by
the next one: what a person repairs works without a restart. A file that was deleted or replaced while it was open
would swallow every write; it is noticed before each call, because SQLite doesn't.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from ..store.errors import StoreError
from ..store.model import Embedded
from ..store.protocol import Store, Transaction
from ..store.sqlite import SqliteStore

T = TypeVar("T")

FileId = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Opened:
    store: SqliteStore
    file: FileId | None


class WorkspaceStore:
    """`Store` over a path whose file may still be opening, unusable for now, or another one tomorrow."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._opening = asyncio.create_task(self._open())

    async def read(self, work: Callable[[Transaction], T]) -> T:
        """`Store.read`."""
        return await (await self._usable()).read(work)

    async def write(self, work: Callable[[Transaction], T], embedded: Embedded | None = None) -> T:
        """`Store.write`."""
        return await (await self._usable()).write(work, embedded)

    @asynccontextmanager
    async def rehearsal(self) -> AsyncGenerator[Store]:
        """`Store.rehearsal`."""
        async with (await self._usable()).rehearsal() as copy:
            yield copy

    async def close(self) -> None:
        """`Store.close`; a store that couldn't be opened needs none."""
        try:
            opened = await self._opening
        except StoreError:
            return
        await opened.store.close()

    async def _usable(self) -> SqliteStore:
        """The store of the file that is there now; whoever needs it waits for it, nobody else does."""
        if self._opening.done() and self._must_open_anew(self._opening):
            self._opening = asyncio.create_task(self._open_anew(self._opening))
        return (await asyncio.shield(self._opening)).store

    def _must_open_anew(self, opening: asyncio.Task[_Opened]) -> bool:
        return opening.exception() is not None or opening.result().file != _file_id(self._path)

    async def _open_anew(self, before: asyncio.Task[_Opened]) -> _Opened:
        if before.exception() is None:
            # Closed first: the last connection to go removes the log by its name, and the new file's has the same.
            await before.result().store.close()
            print(f"palimpsest: {self._path} was deleted or replaced; it is opened anew.", file=sys.stderr)  # noqa: T201
        return await self._open()

    async def _open(self) -> _Opened:
        store = await SqliteStore.open(self._path)
        # What keeps it from this now is tried again in the background, and by every run.
        with suppress(StoreError):
            if await store.read(lambda tx: bool(tx.batches.unfinished())):
                from ..tools.runs import recover_at_once  # seldom needed, and every start would wait for it

                await recover_at_once(store)
        return _Opened(store, _file_id(self._path))


def _file_id(path: Path) -> FileId | None:
    """What tells one file from another at the same path; None when there is none that can be seen."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
