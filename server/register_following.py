"""A store that takes the host's versions file over when it changed, before anything else is asked of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

from ..store.errors import InvalidInput
from ..store.model import Embedded
from ..store.protocol import Store, Transaction
from .register_file import apply_register, complain, read_register

T = TypeVar("T")

Stamp = tuple[int, int, int]


class RegisterFollowing:
    """A store whose version register follows a file."""

    def __init__(self, store: Store, path: Path) -> None:
        self._store = store
        self._path = path
        self._following = asyncio.Lock()
        self._seen: Stamp | str | None = "not looked at yet"

    async def read(self, work: Callable[[Transaction], T]) -> T:
        """`Store.read`."""
        await self._follow()
        return await self._store.read(work)

    async def write(self, work: Callable[[Transaction], T], embedded: Embedded | None = None) -> T:
        """`Store.write`."""
        await self._follow()
        return await self._store.write(work, embedded)

    @asynccontextmanager
    async def rehearsal(self) -> AsyncGenerator[Store]:
        """`Store.rehearsal`."""
        await self._follow()
        async with self._store.rehearsal() as copy:
            yield copy

    async def close(self) -> None:
        """`Store.close`."""
        await self._store.close()

    async def _follow(self) -> None:
        """Take the file's register over when it changed; nobody goes on with the old one meanwhile."""
        if self._stamp() == self._seen:
            return
        async with self._following:
            stamp = self._stamp()
            if stamp != self._seen:
                await self._take_over()
                self._seen = stamp

    async def _take_over(self) -> None:
        """A busy store raises and is tried again by the next call; a file that doesn't fit is not looked at again."""
        try:
            versions = await asyncio.to_thread(read_register, self._path)
            await self._store.write(lambda tx: apply_register(tx, versions))
        except InvalidInput as error:
            complain(error)

    def _stamp(self) -> Stamp | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino
