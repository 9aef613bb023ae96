"""A store that looks at the caller's working tree before it is read, so that no answer rests on files as they were."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import TypeVar

from ..store.errors import StoreError
from ..store.model import Embedded
from ..store.protocol import Store, Transaction
from .git_look import Look, look_at
from .git_refresh import complain, count, keep, read_followed, told
from .git_tree import GitTree, find_tree

T = TypeVar("T")

TREE_SECONDS = 2.0
"""How long a working tree, or that there is none, is taken for granted."""

FILES_AT_ONCE = 200
"""So many files are looked at before every read; of more, no more than `FILES_A_SECOND` are."""

FILES_A_SECOND = 5000

READING_SECONDS = 2.0
"""How long files that were touched are read before a read; the others' turn comes with the next."""

IDLE_SECONDS = 0.5
"""How long it is taken for granted that nothing rests on files, unless this process writes."""

LOOK_SECONDS = 5.0
"""How long a read waits for a look, as on a network folder that hangs."""

REST_SECONDS = 60.0
"""How long nothing is looked at after that."""


class TreeFollowing:
    """A store whose register follows the working tree around a folder."""

    def __init__(self, store: Store, folder: Path, now_ns: Callable[[], int] = time.time_ns) -> None:
        """`now_ns` is the clock of the file system."""
        self._store = store
        self._now_ns = now_ns
        self._folder = folder
        self._looking = asyncio.Lock()
        self._tree: GitTree | None = None
        self._tree_until = 0.0
        self._seen_at = 0.0
        self._rests_until = 0.0
        self._told = ""
        self._is_idle = False

    async def read(self, work: Callable[[Transaction], T]) -> T:
        """`Store.read`."""
        await self._follow()
        return await self._store.read(work)

    async def write(self, work: Callable[[Transaction], T], embedded: Embedded | None = None) -> T:
        """`Store.write`; what is written doesn't depend on the register, but may be the first to rest on a file."""
        result = await self._store.write(work, embedded)
        if self._is_idle:
            self._is_idle, self._rests_until = False, 0.0
        return result

    def rehearsal(self) -> AbstractAsyncContextManager[Store]:
        """`Store.rehearsal`."""
        return self._store.rehearsal()

    async def close(self) -> None:
        """`Store.close`."""
        await self._store.close()

    async def _follow(self) -> None:
        """Look, unless a look that began after this call has been made meanwhile."""
        asked = time.monotonic()
        if asked < self._rests_until:
            return
        async with self._looking:
            if self._seen_at < asked:
                began = time.monotonic()
                await self._look()
                self._seen_at = began

    async def _look(self) -> None:
        """A busy store raises, as the read itself would be of files as they were."""
        try:
            tree = await self._current_tree()
            if tree is not None:
                await self._compare(tree)
        except TimeoutError:
            self._rest(REST_SECONDS)
            self._complain(f"{self._folder} takes more than {LOOK_SECONDS:.0f} s to look at.")
        except (OSError, RuntimeError, ValueError) as error:
            self._complain(f"{error}. The register stays as it was.")

    async def _current_tree(self) -> GitTree | None:
        if time.monotonic() >= self._tree_until:
            self._tree = await _within_limit(lambda: find_tree(self._folder))
            self._tree_until = time.monotonic() + TREE_SECONDS
        if self._tree is None:
            self._rest(self._tree_until - time.monotonic())
        return self._tree

    async def _compare(self, tree: GitTree) -> None:
        followed = await self._store.read(lambda tx: read_followed(tx, tree))
        if not followed:
            self._rest(IDLE_SECONDS)
            self._is_idle = True
            return
        look = await _within_limit(lambda: look_at(tree, followed, self._now_ns(), READING_SECONDS))
        await self._keep(tree, look)
        if count(followed) > FILES_AT_ONCE:
            self._rest(count(followed) / FILES_A_SECOND)
        if trouble := told(look):
            self._complain(trouble)

    async def _keep(self, tree: GitTree, look: Look) -> None:
        if look.changes:
            await self._store.write(lambda tx: keep(tx, tree, look))
        elif look.stamps:
            try:
                await self._store.write(lambda tx: keep(tx, tree, look))
            except StoreError:
                return  # the next look reads these files once more

    def _rest(self, seconds: float) -> None:
        self._rests_until = time.monotonic() + seconds

    def _complain(self, reason: str) -> None:
        """Once until it is another one: reads are many."""
        if reason != self._told:
            self._told = reason
            complain(reason)


async def _within_limit(work: Callable[[], T]) -> T:
    """Run what reads files on a thread; `TimeoutError` when it takes too long."""
    async with asyncio.timeout(LOOK_SECONDS):
        return await asyncio.to_thread(work)
