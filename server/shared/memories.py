"""The workspaces of the home as the background server opens them: each once, however many clients it has."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from ...store.errors import PalimpsestError
from ...tools.desk import Desk
from ...tools.embedding import Embedding
from ...tools.models import Models
from ..config import Options
from ..git_following import TreeFollowing
from ..git_tree import CallersFiles
from ..register_following import RegisterFollowing
from ..workspace_store import WorkspaceStore

PENDING_SECONDS = 1.0
LAST_WRITE_SECONDS = 0.3


class Memories:
    """Desks over shared stores."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._models = Models()
        self._stores: dict[str, WorkspaceStore] = {}

    async def __aenter__(self) -> Memories:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._models.close()
        for store in self._stores.values():
            await store.close()

    @asynccontextmanager
    async def open(self, options: Options) -> AsyncGenerator[tuple[Desk, int | None]]:
        """The desk of one client, and how much awaits consolidation; None where that can't be said at once."""
        store = self._stores.get(options.caller.workspace)
        if store is None:
            store = self._stores[options.caller.workspace] = WorkspaceStore(options.database)
        followed = TreeFollowing(store, options.folder)
        whole = followed if options.versions is None else RegisterFollowing(followed, options.versions)
        desk = Desk(whole, options.caller, Embedding(self._models, options.embedder_key), CallersFiles(options.folder))
        try:
            yield desk, 0
        finally:
            with suppress(TimeoutError, PalimpsestError):
                async with asyncio.timeout(LAST_WRITE_SECONDS):
                    await desk.close()
