"""The home's workspaces as the background server opens them: each once, however many clients it has.

The key of an embedder's endpoint belongs to the client that brought it: clients with another one, or with none, have
their workspaces opened apart, so that nobody's key is used for somebody else.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Self

from ...tools.desk import Desk
from ...tools.models import Models
from ..app import leave
from ..config import Options
from ..workspaces import Workspaces


class Memories:
    """Desks over shared workspaces."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._models = Models()
        """One for all, whatever their keys: what is loaded is loaded once."""
        self._of_key: dict[str, Workspaces] = {}
        self._opened = AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(self._opened.aclose(), self._models.close())

    @asynccontextmanager
    async def open(self, options: Options) -> AsyncGenerator[tuple[Desk, int | None]]:
        """One client's desk, and how much awaits its consolidation; None where that can't be said at once."""
        workspaces = await self._workspaces(options.embedder_key)
        workspace = workspaces.get(options.caller.workspace)
        desk = workspace.desk(options.caller, options.folder, options.versions)
        try:
            yield desk, await workspace.awaiting(options.caller)
        finally:
            await leave(desk)

    async def _workspaces(self, key: str) -> Workspaces:
        known = self._of_key.get(key)
        if known is None:
            known = self._of_key[key] = Workspaces(self._home, embedder_key=key, models=self._models)
            await self._opened.enter_async_context(known)
        return known
