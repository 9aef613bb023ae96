"""Whether a workspace was changed, by whatever process: its files are looked at and, were they written, its log."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from pathlib import Path

from ...store.errors import PalimpsestError
from ...store.model import AuditEntry
from ..workspaces import Workspace

LOOK_SECONDS = 0.5
SETTLED_SECONDS = 2.0
"""A file that was written less long ago may be written again without a sign of it: its time has a coarse grain."""

NANOSECONDS = 1_000_000_000

logger = logging.getLogger(__name__)


class Files:
    """A database and its log, as the file system shows them."""

    def __init__(self, path: Path) -> None:
        self._paths = (path, path.with_name(f"{path.name}-wal"))
        self._seen = self._look()

    def have_changed(self) -> bool:
        """Whether they look otherwise than when they were looked at last."""
        before, self._seen = self._seen, self._look()
        return self._seen != before

    def may_have_changed(self) -> bool:
        """Whether they do, or might without a sign of it."""
        newest = max((written for written, _ in self._look()), default=0)
        return self.have_changed() or time.time() - newest / NANOSECONDS < SETTLED_SECONDS

    def _look(self) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        for path in self._paths:
            try:
                stat = path.stat()
            except OSError:
                continue
            found.append((stat.st_mtime_ns, stat.st_size))
        return found


class Watch:
    """Looks at one workspace, and at who may come in, until it is ended."""

    def __init__(self, workspace: Workspace, access: Path, seconds: float) -> None:
        self.listeners: set[Callable[[], None]] = set()
        self._workspace, self._access, self._seconds = workspace, access, seconds
        self._looking = asyncio.create_task(self._look())

    def end(self) -> None:
        """Look no more."""
        self._looking.cancel()

    async def _look(self) -> None:
        memory, access = Files(self._workspace.path), Files(self._access)
        known = await self._last_number(0)
        while True:
            await asyncio.sleep(self._seconds)
            try:
                last = await self._last_number(known) if memory.may_have_changed() else known
                if access.have_changed() or last != known:
                    known = last
                    self._tell()
            except Exception:  # a watch that ended would let every page grow old
                logger.exception("a workspace can't be watched")

    async def _last_number(self, known: int) -> int:
        try:
            entry = await last_entry(self._workspace)
        except PalimpsestError:  # the pages say so when they are asked for
            return known
        return 0 if entry is None else entry.id

    def _tell(self) -> None:
        for tell in list(self.listeners):
            tell()


async def last_entry(workspace: Workspace) -> AuditEntry | None:
    """The last thing that was changed; looking makes no file."""
    if not workspace.exists():
        return None
    found = await workspace.read(lambda tx: tx.audit.latest(1))
    return found[0] if found else None
