"""The version register as a file of the host's: read when it changed, before anything else is asked of the store."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

from ..store.errors import InvalidInput
from ..store.model import Caller
from ..store.protocol import Store, Transaction
from ..tools.administration import replace_register

T = TypeVar("T")
HOST = Caller(agent="host", role="host")


def read_register(path: Path) -> dict[str, str]:
    """Source to revision as a JSON object in the file; `InvalidInput` when it isn't one."""
    try:
        content: object = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidInput(f"The versions file {path} can't be read: {error}.") from None
    if not isinstance(content, dict):
        raise InvalidInput(f"The versions file {path} must hold one JSON object of source to revision.")
    versions = cast("dict[str, object]", content)
    if not all(isinstance(revision, str) for revision in versions.values()):
        raise InvalidInput(f"The versions file {path} must give each source its revision as text.")
    return cast("dict[str, str]", versions)


def apply_register(tx: Transaction, versions: dict[str, str]) -> bool:
    """Make the workspace's register say what the host's file says."""
    return replace_register(tx, HOST, versions)


class RegisterFollowing:
    """A store whose version register follows a file."""

    def __init__(self, store: Store, path: Path) -> None:
        self._store = store
        self._path = path
        self._seen: tuple[int, int] | None = None

    async def read(self, work: Callable[[Transaction], T]) -> T:
        """`Store.read`."""
        await self._follow()
        return await self._store.read(work)

    async def write(self, work: Callable[[Transaction], T]) -> T:
        """`Store.write`."""
        await self._follow()
        return await self._store.write(work)

    async def close(self) -> None:
        """`Store.close`."""
        await self._store.close()

    async def _follow(self) -> None:
        """Take the file's register over when it changed; one that can't be read leaves the last in force."""
        stamp = self._stamp()
        if stamp == self._seen:
            return
        self._seen = stamp
        try:
            versions = read_register(self._path)
        except InvalidInput as error:
            print(f"palimpsest: {error} The register stays as it was.", file=sys.stderr)  # noqa: T201
            return
        await self._store.write(lambda tx: apply_register(tx, versions))

    def _stamp(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size
