"""Many workspaces in one process: each opened once, on first use, and closed when nobody has used it for a while.

async with Workspaces(home) as workspaces:
    desk = workspaces.get("shop").desk(caller)      # nothing is opened yet
"""

from __future__ import annotations

import asyncio
import os
import weakref
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self, TypeVar

from ..store.errors import InvalidInput
from ..store.model import Caller, Embedded
from ..store.protocol import Store, Transaction
from ..tools.desk import Desk, Recalls
from ..tools.embedding import Embedding
from ..tools.models import Models
from ..tools.settings import Settings
from .app import count_awaiting
from .config import workspace_id
from .git_following import TreeFollowing
from .git_tree import CallersFiles
from .register_following import RegisterFollowing
from .rooms import WAIT_S, Room, Rooms
from .workspace_census import WorkspaceCensus, take_census
from .workspace_store import WorkspaceStore

T = TypeVar("T")

MOST_OPEN = 32
IDLE_SECONDS = 300.0

LOAD_SECONDS = 0.2
"""How long a look waits for a model: enough to find that there is none."""


class Workspace:
    """One workspace: a `Store` whose file is opened when it is used, and opened again after it was closed."""

    def __init__(self, workspace: str, path: Path, embedding: Embedding, rooms: Rooms) -> None:
        self.id = workspace
        self.path = path
        self.embedding = embedding
        self.writes_waiting = 0
        """How many writes have been asked for and not ended."""
        self._rooms = rooms
        self._room = Room(path, embedding)
        self._recalls = Recalls(self)

    @property
    def store(self) -> Store:
        """What desks work on."""
        return self

    @property
    def is_open(self) -> bool:
        """Whether its file is open."""
        return self._room.is_open

    @property
    def home(self) -> Path:
        """Where it is kept with the others, and with the tokens of all of them."""
        return self.path.parent.parent

    def exists(self) -> bool:
        """Whether anything was ever written to it."""
        return os.path.lexists(self.path)

    def desk(self, caller: Caller, folder: Path | None = None, versions: Path | None = None) -> Desk:
        """A caller's desk; `folder` is in the working tree whose files are followed, `versions` the host's register."""
        store: Store = self if folder is None else TreeFollowing(self, folder)
        if versions is not None:
            store = RegisterFollowing(store, versions)
        files = None if folder is None else CallersFiles(folder)
        return Desk(store, caller, self.embedding, files, self._recalls)

    async def awaiting(self, caller: Caller) -> int | None:
        """How much awaits the caller's consolidation; None where that can't be said at once."""
        return await count_awaiting(self, self.path, caller)

    async def read(self, work: Callable[[Transaction], T]) -> T:
        """`Store.read`."""
        async with self._in_use() as store:
            return await store.read(work)

    async def write(self, work: Callable[[Transaction], T], embedded: Embedded | None = None) -> T:
        """`Store.write`."""
        self.writes_waiting += 1
        try:
            async with self._in_use() as store:
                return await store.write(work, embedded)
        finally:
            self.writes_waiting -= 1

    @asynccontextmanager
    async def rehearsal(self) -> AsyncGenerator[Store]:
        """`Store.rehearsal`."""
        async with self._in_use() as store, store.rehearsal() as copy:
            yield copy

    async def close(self) -> None:
        """Nothing: the workspace belongs to all of its callers, and is closed when none has used it for a while."""

    async def census(self) -> WorkspaceCensus:
        """How it is now; asking opens the file and doesn't keep it open."""
        async with self._in_use(is_look=True) as store:
            # Nobody may have asked for vectors since the file was opened, or since a person chose another model.
            self.embedding.follow(Settings(await store.read(lambda tx: tx.settings.all())))
            model = self.embedding.model
            embedder = await model.embedder(LOAD_SECONDS)
            return await store.read(lambda tx: take_census(tx, model, embedder))

    @asynccontextmanager
    async def _in_use(self, *, is_look: bool = False) -> AsyncGenerator[WorkspaceStore]:
        await self._rooms.enter(self._room, self)
        try:
            with self._room.in_use(is_look=is_look) as store:
                yield store
        finally:
            self._rooms.freed()


class Workspaces:
    """The workspaces of a home, as one process serves them."""

    def __init__(
        self,
        home: Path,
        *,
        embedder_key: str = "",
        most_open: int = MOST_OPEN,
        idle_seconds: float = IDLE_SECONDS,
        wait_seconds: float = WAIT_S,
        models: Models | None = None,
    ) -> None:
        """At most `most_open` files are open at once; one that nobody used for `idle_seconds` is closed.

        A call that finds all of them in use waits `wait_seconds` for one. `models` that are given are the giver's to
        close; without them there are own ones.
        """
        self._home, self._key, self._idle_seconds = home, embedder_key, idle_seconds
        self._models = models or Models()
        self._has_own_models = models is None
        self._rooms = Rooms(most_open, wait_seconds)
        self._known: weakref.WeakValueDictionary[str, Workspace] = weakref.WeakValueDictionary()
        self._sweeping: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._sweeping = asyncio.create_task(self._sweep())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def get(self, workspace: str) -> Workspace:
        """The workspace, which need not exist; `InvalidInput` for what can't be a workspace's id."""
        known = self._known.get(workspace)
        if known is not None:
            return known
        try:
            workspace_id(workspace)
        except ValueError as error:
            raise InvalidInput(f"workspace: {error}") from None
        path = self._home / "workspaces" / f"{workspace}.db"
        made = Workspace(workspace, path, Embedding(self._models, self._key), self._rooms)
        self._known[workspace] = made
        return made

    def open_ones(self) -> Iterable[Workspace]:
        """Those whose file is open."""
        return [one for one in self._known.values() if one.is_open]

    async def close(self) -> None:
        """Close every file once what runs on it has ended."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        await asyncio.gather(self._rooms.close(), *([self._models.close()] if self._has_own_models else []))

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(self._idle_seconds / 4)
            await self._rooms.close_idle(self._idle_seconds)
