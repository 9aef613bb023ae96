"""The SQLite store: `protocol.Store` over one workspace file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from . import clock, index, opening, protocol
from .audit import SqliteAudit, SqliteBatches, SqliteDecisions, SqliteVersions
from .conflicts import SqliteConflicts, SqliteEdges
from .connection import Database
from .domains import SqliteDomains, SqliteGrants, SqliteSettings
from .driver import DRIVER, Connection, translate
from .facts import SqliteFacts
from .hot_items import SqliteHotItems
from .observations import SqliteObservations
from .policies import SqliteNotes, SqlitePolicies
from .search import SqliteSearch

T = TypeVar("T")


class SqliteTransaction:
    """`protocol.Transaction` over one connection, at one moment."""

    def __init__(self, connection: Connection, now: datetime, path: Path) -> None:
        self._connection = connection
        self._path = path
        self.now = now

    @cached_property
    def domains(self) -> SqliteDomains:
        return SqliteDomains(self._connection, self.now)

    @cached_property
    def grants(self) -> SqliteGrants:
        return SqliteGrants(self._connection)

    @cached_property
    def settings(self) -> SqliteSettings:
        return SqliteSettings(self._connection)

    @cached_property
    def facts(self) -> SqliteFacts:
        return SqliteFacts(self._connection, self.now)

    @cached_property
    def policies(self) -> SqlitePolicies:
        return SqlitePolicies(self._connection, self.now)

    @cached_property
    def notes(self) -> SqliteNotes:
        return SqliteNotes(self._connection, self.now)

    @cached_property
    def observations(self) -> SqliteObservations:
        return SqliteObservations(self._connection, self.now)

    @cached_property
    def hot_items(self) -> SqliteHotItems:
        return SqliteHotItems(self._connection, self.now)

    @cached_property
    def conflicts(self) -> SqliteConflicts:
        return SqliteConflicts(self._connection, self.now)

    @cached_property
    def edges(self) -> SqliteEdges:
        return SqliteEdges(self._connection, self.now)

    @cached_property
    def versions(self) -> SqliteVersions:
        return SqliteVersions(self._connection, self.now)

    @cached_property
    def audit(self) -> SqliteAudit:
        return SqliteAudit(self._connection, self.now)

    @cached_property
    def batches(self) -> SqliteBatches:
        return SqliteBatches(self._connection, self.now)

    @cached_property
    def decisions(self) -> SqliteDecisions:
        return SqliteDecisions(self._connection, self.now)

    @cached_property
    def search(self) -> SqliteSearch:
        return SqliteSearch(self._connection)

    def attempt(self, part: Callable[[], T]) -> T:
        """`protocol.Transaction.attempt`."""
        try:
            return part()
        except DRIVER.errors as error:
            raise translate(error, self._path) from error


class SqliteStore:
    """One workspace's memory in one SQLite file."""

    def __init__(self, database: Database, path: Path, now: clock.Clock = clock.system) -> None:
        self._database = database
        self._path = path
        self._now = now

    @classmethod
    async def open(cls, path: Path, now: clock.Clock = clock.system) -> SqliteStore:
        """Open the file, made or migrated first where needed, with an index that fits the analyser."""
        store = cls(await Database.open(path), path, now)
        if not await store._database.read(index.is_current):
            await store._database.write(index.rebuild)
        return store

    async def read(self, work: Callable[[protocol.Transaction], T]) -> T:
        """`protocol.Store.read`."""
        return await self._database.read(lambda connection: work(self._begin(connection)))

    async def write(self, work: Callable[[protocol.Transaction], T]) -> T:
        """`protocol.Store.write`."""
        return await self._database.write(lambda connection: work(self._begin(connection)))

    def _begin(self, connection: Connection) -> SqliteTransaction:
        return SqliteTransaction(connection, self._now(), self._path)

    async def close(self) -> None:
        """Close the file; running work ends first."""
        await self._database.close()


@contextmanager
def read_only(path: Path, now: clock.Clock = clock.system) -> Iterator[protocol.Transaction]:
    """One reading transaction without an event loop, for commands that only look."""
    with opening.read_only(path) as connection:
        yield SqliteTransaction(connection, now(), path)
