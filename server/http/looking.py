"""Looks at a workspace for health and metrics: within a bounded time, and never twice at once.

A database that is locked or being migrated holds up one look, which those who ask meanwhile share: probes that come
every second never take the readers from those who have something to find.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from ...store.errors import PalimpsestError

LOOK_SECONDS = 1.5
TOO_SLOW = (
    "the database did not answer within {seconds:g} s: another process keeps it to itself, it is being brought to "
    "a new version, or there is more to do than this machine can"
)


class Census(Protocol):
    """How a workspace is, in one read of its database."""

    @property
    def facts(self) -> int: ...
    @property
    def open_conflicts(self) -> int: ...
    @property
    def vectors_missing(self) -> int: ...
    @property
    def backfill(self) -> str:
        """How far the making of vectors is: `off`, `done`, `at work`, `waiting`."""
        ...

    @property
    def voices(self) -> Mapping[str, str]:
        """Each voice's name with `live`, or with why it is silent."""
        ...


class Watched(Protocol):
    """A workspace as it is looked at; to look opens it, and doesn't keep it open."""

    @property
    def id(self) -> str: ...
    @property
    def writes_waiting(self) -> int: ...
    def exists(self) -> bool: ...
    async def census(self) -> Census: ...


class Watchable(Protocol):
    """The workspaces of a process."""

    def get(self, workspace: str, /) -> Watched: ...
    def open_ones(self) -> Iterable[Watched]:
        """Those whose database is open."""
        ...


@dataclass(frozen=True, slots=True)
class Answers:
    """Its database answers."""

    census: Census
    writes_waiting: int


@dataclass(frozen=True, slots=True)
class Absent:
    """Nobody has written to it yet: there is no file, and none is made by looking."""


@dataclass(frozen=True, slots=True)
class Silent:
    """Its database doesn't answer."""

    reason: str


Look = Answers | Absent | Silent


class Looking:
    """The looks of a process."""

    def __init__(self, seconds: float = LOOK_SECONDS) -> None:
        self._seconds = seconds
        self._running: dict[str, asyncio.Task[Look]] = {}

    async def look(self, workspace: Watched) -> Look:
        """How the workspace is, within a bounded time."""
        task = self._running.get(workspace.id)
        if task is None:
            task = self._running[workspace.id] = asyncio.create_task(_look(workspace))
            task.add_done_callback(lambda _: self._running.pop(workspace.id))
        await asyncio.wait([task], timeout=self._seconds)
        return task.result() if task.done() else Silent(TOO_SLOW.format(seconds=self._seconds))

    async def close(self) -> None:
        """Give up what still waits for a database."""
        running = list(self._running.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def _look(workspace: Watched) -> Look:
    try:
        if not await asyncio.to_thread(workspace.exists):
            return Absent()
        return Answers(await workspace.census(), workspace.writes_waiting)
    except (PalimpsestError, OSError) as error:
        return Silent(str(error))
