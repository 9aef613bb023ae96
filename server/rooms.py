"""Which of a process's stores are open: each once, at most so many, the longest unused closed first."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from ..store.errors import StoreBusy, StoreClosed
from ..tools.embedding import Embedding
from .background import Background
from .workspace_store import WorkspaceStore

logger = logging.getLogger(__name__)

WAIT_S = 10.0
"""How long a call waits for a place when every open workspace is in use."""

FULL = "All {most} workspaces that this server keeps open at once are in use. Try again."


class Room:
    """A place for one store, in use or not; its file is opened by the first use."""

    def __init__(self, path: Path, embedding: Embedding) -> None:
        self._path, self._embedding = path, embedding
        self._store: WorkspaceStore | None = None
        self._background: Background | None = None
        self._closing: asyncio.Task[None] | None = None
        self._users = 0
        self.used_at = 0.0

    @property
    def is_open(self) -> bool:
        """Whether the file is open, or on its way."""
        return self._store is not None

    @property
    def is_free(self) -> bool:
        """Whether nobody uses the store just now."""
        return self._users == 0

    @property
    def is_at_work(self) -> bool:
        """Whether vectors are being made in the background."""
        return self._background is not None and self._background.is_at_work

    def open(self) -> None:
        """Begin to open the file; what goes wrong with it is told by each use."""
        self._store = WorkspaceStore(self._path)
        self._background = Background(self._store, self._embedding)

    @contextmanager
    def in_use(self, *, is_look: bool = False) -> Generator[WorkspaceStore]:
        """The open store, which isn't closed meanwhile; to look at it doesn't make it used."""
        if self._store is None:
            raise StoreClosed("This memory was closed: open it again.")
        self._users += 1
        try:
            yield self._store
        finally:
            self._users -= 1
            if not is_look:
                self.used_at = time.monotonic()

    async def close(self, on_end: Callable[[], None]) -> None:
        """Close the file once what runs on it has ended; whoever comes meanwhile opens it anew afterwards."""
        if self._closing is None:
            store, background = self._store, self._background
            self._store = self._background = None  # at once: nobody may enter what is about to be closed
            self._closing = asyncio.create_task(self._close(store, background, on_end))
        await asyncio.shield(self._closing)

    async def closed(self) -> None:
        """Wait for a closing that has begun."""
        if self._closing is not None:
            await asyncio.shield(self._closing)

    async def _close(
        self, store: WorkspaceStore | None, background: Background | None, on_end: Callable[[], None]
    ) -> None:
        try:
            if background is not None:
                await background.end()
            if store is not None:
                await store.close()
        except Exception:  # whoever has it closed wants a place, and isn't to hear of a store that is another's
            logger.exception("%s could not be closed well", self._path)
        finally:
            self._closing = None
            on_end()


class Rooms:
    """The open rooms of a process."""

    def __init__(self, most: int, wait_s: float) -> None:
        self._most, self._wait_s = most, wait_s
        self._taken: dict[Room, object] = {}
        self._promised = 0
        """Places that are being made free, each for the call that has a room closed for it."""
        self._changed = asyncio.Event()
        self._is_over = False

    async def enter(self, room: Room, owner: object) -> None:
        """Have the room's file opened; on return it is open, for as long as nothing else is awaited.

        `owner` is kept alive while it is open.
        """
        if self._is_over:
            raise StoreClosed("The server is ending.")
        if room.is_open:
            return
        try:
            async with asyncio.timeout(self._wait_s):
                await self._open(room, owner)
        except TimeoutError:
            raise StoreBusy(FULL.format(most=self._most)) from None

    def freed(self) -> None:
        """Tell those who wait that a room may be free now."""
        self._changed.set()

    async def close_idle(self, seconds: float) -> None:
        """Close what nobody has used for so long and nothing works on."""
        before = time.monotonic() - seconds
        await asyncio.gather(*(self._close_unused(room, before) for room in list(self._taken)))

    async def close(self) -> None:
        """Close all of them, for good."""
        self._is_over = True
        await asyncio.gather(*(self._close(room) for room in list(self._taken)))

    async def _open(self, room: Room, owner: object) -> None:
        while True:
            await room.closed()
            if self._is_over:
                raise StoreClosed("The server is ending.")
            if room.is_open:
                return
            if len(self._taken) + self._promised < self._most:
                self._taken[room] = owner
                room.used_at = time.monotonic()
                room.open()
                return
            await self._make_room()

    async def _make_room(self) -> None:
        free = [one for one in self._taken if one.is_free and one.is_open]
        if free:
            self._promised += 1  # or others would take the place, and who made it might never have one
            try:
                await self._close(min(free, key=lambda one: one.used_at))
            finally:
                self._promised -= 1
                self._changed.set()
            return
        self._changed.clear()
        await self._changed.wait()

    async def _close_unused(self, room: Room, before: float) -> None:
        # Looked at where it is closed: it may have been entered since the list was made.
        if room.is_open and room.is_free and not room.is_at_work and room.used_at <= before:
            await self._close(room)

    async def _close(self, room: Room) -> None:
        def forget() -> None:
            self._taken.pop(room, None)
            self._changed.set()

        await room.close(forget)
