"""The SQLite store: `protocol.Store` over one workspace file."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from . import clock, index, opening, protocol, rows
from .audit import SqliteAudit
from .batches import SqliteBatches
from .census import SqliteCensus
from .conflicts import SqliteConflicts
from .decisions import SqliteDecisions
from .domains import SqliteDomains, SqliteGrants, SqliteSettings
from .driver import DRIVER, Connection, translate
from .edges import SqliteEdges
from .fact_pages import SqliteFactPages
from .facts import SqliteFacts
from .hot_items import SqliteHotItems
from .journal import Journal
from .kin import SqliteKin
from .lapses import SqliteLapses
from .leases import SqliteLeases
from .model import Embedded
from .observations import SqliteObservations
from .policies import SqliteNotes, SqlitePolicies
from .rehearsal import Copy
from .resolutions import SqliteResolutions
from .reviews import SqliteReviews
from .search import SqliteSearch
from .shared_index import SharedIndexes
from .upkeep import SqliteUpkeep
from .vectors import SqliteVectors
from .versions import SqliteVersions

if TYPE_CHECKING:
    from .connection import Database
    from .erasures import SqliteErasures

T = TypeVar("T")

IS_UNCLEAN = "SELECT 1 FROM unclean"


@contextmanager
def savepoint(connection: Connection) -> Generator[None]:
    """Undo what a `with` block wrote when it raises; the transaction around it goes on."""
    connection.execute("SAVEPOINT part")
    try:
        yield
    except BaseException:
        # A full disk and its like have ended the whole transaction already.
        if connection.in_transaction:
            connection.execute("ROLLBACK TO part")
            connection.execute("RELEASE part")
        raise
    connection.execute("RELEASE part")


class SqliteTransaction:
    """`protocol.Transaction` over one connection, at one moment."""

    def __init__(
        self,
        connection: Connection,
        now: datetime,
        path: Path,
        indexes: SharedIndexes,
        embedded: Embedded | None = None,
    ) -> None:
        self._connection = connection
        self._path = path
        self.now = now
        self._journal = journal = Journal(connection, now)
        self._erasures: SqliteErasures | None = None
        self.vectors = SqliteVectors(connection, indexes, embedded)
        self.leases = SqliteLeases(connection, now)
        self.upkeep = SqliteUpkeep(connection, now)
        self.census = SqliteCensus(connection, now)
        self.domains = SqliteDomains(connection, now, journal)
        self.grants = SqliteGrants(connection, journal)
        self.settings = SqliteSettings(connection, journal)
        self.facts = SqliteFacts(connection, now, self.vectors, journal)
        self.fact_pages = SqliteFactPages(connection)
        self.policies = SqlitePolicies(connection, now, journal)
        self.notes = SqliteNotes(connection, now, journal)
        self.observations = SqliteObservations(connection, now, self.vectors, journal)
        self.hot_items = SqliteHotItems(connection, now, journal)
        self.conflicts = SqliteConflicts(connection, now, journal)
        self.edges = SqliteEdges(connection, now, journal)
        self.kin = SqliteKin(connection)
        self.versions = SqliteVersions(connection, now, journal)
        self.lapses = SqliteLapses(connection, now)
        self.audit = SqliteAudit(connection, now, journal)
        self.batches = SqliteBatches(connection, now, journal)
        self.decisions = SqliteDecisions(connection, now)
        self.reviews = SqliteReviews(connection, now)
        self.resolutions = SqliteResolutions(connection, now, self.conflicts, journal)
        self.search = SqliteSearch(connection)

    @property
    def erasures(self) -> SqliteErasures:
        """`protocol.Transaction.erasures`; seldom asked for."""
        if self._erasures is None:
            from .erasures import SqliteErasures

            self._erasures = SqliteErasures(self._connection, self.now, self._path, self._journal)
        return self._erasures

    @property
    def must_clean(self) -> bool:
        """Whether the files are to be cleaned once this is kept."""
        return self._erasures is not None and self._erasures.must_clean

    def attempt(self, part: Callable[[], T]) -> T:
        """`protocol.Transaction.attempt`."""
        at_hand = self._journal.at_hand
        try:
            with savepoint(self._connection):
                return part()
        except BaseException as error:
            self._journal.undone(at_hand)
            if isinstance(error, DRIVER.errors):
                raise translate(error, self._path) from error
            raise


def _done(work: Callable[[protocol.Transaction], T], transaction: SqliteTransaction) -> tuple[T, bool]:
    """What the work came to, and whether the files are to be cleaned after it."""
    return work(transaction), transaction.must_clean


class SqliteStore:
    """One workspace's memory in one SQLite file."""

    def __init__(self, database: Database, path: Path, now: clock.Clock = clock.system) -> None:
        self._database = database
        self._path = path
        self._now = now
        self._indexes = SharedIndexes()

    @classmethod
    async def open(cls, path: Path, now: clock.Clock = clock.system) -> SqliteStore:
        """Open the file, made or migrated first where needed, with an index that fits the analyser."""
        from .connection import Database  # aiosqlite and asyncio, which the launch preamble goes without

        store = cls(await Database.open(path), path, now)
        try:
            prepared = await store._database.read(index.prepare)
            if prepared is not None:
                await store._database.write(lambda connection: index.rebuild(connection, prepared))
        except BaseException:
            await store.close()
            raise
        return store

    async def read(self, work: Callable[[protocol.Transaction], T]) -> T:
        """`protocol.Store.read`."""
        return await self._database.read(lambda connection: work(self._begin(connection)))

    async def write(self, work: Callable[[protocol.Transaction], T], embedded: Embedded | None = None) -> T:
        """`protocol.Store.write`."""
        result, must_clean = await self._database.write(
            lambda connection: _done(work, self._begin(connection, embedded))
        )
        if must_clean:
            from .cleaning import clean

            await self._database.look_after(clean)
        return result

    @asynccontextmanager
    async def rehearsal(self) -> AsyncGenerator[SqliteStore]:
        """`protocol.Store.rehearsal`."""
        import asyncio  # which the launch preamble goes without

        copy = await asyncio.to_thread(Copy, self._path.name)
        try:
            await self._database.read(lambda connection: copy.fill(connection, DRIVER))
            store = await SqliteStore.open(copy.path, self._now)
            try:
                yield store
            finally:
                await store.close()
        finally:
            await asyncio.to_thread(copy.close)

    def _begin(self, connection: Connection, embedded: Embedded | None = None) -> SqliteTransaction:
        return SqliteTransaction(connection, self._now(), self._path, self._indexes, embedded)

    async def close(self) -> None:
        """Close the file; running work ends first."""
        await self._database.close()


class PlainStore:
    """The same store without an event loop, for commands."""

    def __init__(self, path: Path, now: clock.Clock = clock.system) -> None:
        self._path = path
        self._now = now
        self._indexes = SharedIndexes()
        self._file = opening.open_sync(path)
        try:
            self.has_indexed = self._index_texts()
            if self._file.read(lambda connection: bool(rows.select_tuples(connection, IS_UNCLEAN))):
                self._clean()
        except BaseException:
            self._file.close()
            raise

    def index_anew(self) -> None:
        """Make the full text anew, though it fits the analyser."""
        self._file.write(index.outdate)
        self.has_indexed = self._index_texts()

    def _index_texts(self) -> bool:
        """Make the full text fit the analyser; whether it didn't."""
        prepared = self._file.read(index.prepare)
        if prepared is None:
            return False
        self._file.write(lambda connection: index.rebuild(connection, prepared))
        return True

    def read(self, work: Callable[[protocol.Transaction], T]) -> T:
        """Run `work` on one snapshot."""
        return self._file.read(lambda connection: work(self._begin(connection)))

    def write(self, work: Callable[[protocol.Transaction], T], embedded: Embedded | None = None) -> T:
        """Run `work` in one transaction, with the vectors of what it may write."""
        result, must_clean = self._file.write(lambda connection: _done(work, self._begin(connection, embedded)))
        if must_clean:
            self._clean()
        return result

    def _clean(self) -> None:
        from .cleaning import clean

        clean(self._file)

    def _begin(self, connection: Connection, embedded: Embedded | None = None) -> SqliteTransaction:
        return SqliteTransaction(connection, self._now(), self._path, self._indexes, embedded)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


@contextmanager
def as_it_is(path: Path, now: clock.Clock = clock.system) -> Generator[protocol.Transaction]:
    """One reading transaction of a file of the newest version, for looking whether all is well: nothing is made to fit.

    Raises `StoreUnavailable` for an older file.
    """
    with opening.as_it_is(path) as connection:
        yield SqliteTransaction(connection, now(), path, SharedIndexes())


@contextmanager
def read_only(path: Path, now: clock.Clock = clock.system) -> Generator[protocol.Transaction]:
    """One reading transaction without an event loop, for commands that only look; the index is made to fit first."""
    with opening.read_only(path) as connection:
        has_index = index.is_current(connection)
        if has_index:
            yield SqliteTransaction(connection, now(), path, SharedIndexes())
    if not has_index:
        PlainStore(path).close()
        with opening.read_only(path) as connection:
            yield SqliteTransaction(connection, now(), path, SharedIndexes())
