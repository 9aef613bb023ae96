"""One connection to a workspace's file: its settings, and how a piece of work becomes one transaction.

Nothing here knows asyncio. `connection.Database` runs the same object on a thread; `opening` gives it to callers that
have no event loop.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from .driver import BUSY, Connection, Driver, error_code, translate
from .errors import StoreUnavailable

T = TypeVar("T")
Work = Callable[[Connection], T]
"""A function of the connection that finishes without waiting for anything but the database."""

# SQLite's own busy handler backs off up to 100 ms, so that whoever waited longest asks least often and starves.
# A constant pause gives every waiter the same chance, and lets an abandoned call stop waiting.
RETRY_PAUSE_S = 0.002

# Whoever writes without a break frees the lock for microseconds only, which the others' attempts would rarely meet,
# the less so the slower the disk. So each leaves a gap of half the time it held the lock, up to this.
LONGEST_GAP_S = 0.01

# A statement that nobody waits for any more ends at the next look: some tenths of a millisecond.
STEPS_BETWEEN_LOOKS = 10_000

COMMON_PRAGMAS = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
    "PRAGMA temp_store = MEMORY",
)
READER_PRAGMAS = (*COMMON_PRAGMAS, "PRAGMA query_only = ON", "PRAGMA cache_size = -4000")
WRITER_PRAGMAS = (
    *COMMON_PRAGMAS,
    "PRAGMA synchronous = FULL",
    "PRAGMA secure_delete = ON",
    "PRAGMA cache_size = -8000",
    "PRAGMA journal_size_limit = 16777216",
)


class Abandoned(Exception):
    """Nobody waits for the result any more; the transaction was rolled back."""


def never() -> bool:
    """For callers that can't go away."""
    return False


class WorkspaceFile:
    """A connection to an existing file, used by one thread at a time; `work` sees a transaction of its own."""

    def __init__(self, path: Path, connection: Connection, driver: Driver, busy_timeout_s: float) -> None:
        self.path = path
        self.connection = connection
        self.driver = driver
        self._busy_timeout_s = busy_timeout_s
        self._place = _place_of(path)
        self._next_turn = 0.0

    def read(self, work: Work[T], is_abandoned: Callable[[], bool] = never) -> T:
        """Run `work` on one snapshot of the file."""
        with self._transaction("BEGIN", is_abandoned):
            return work(self.connection)

    def write(self, work: Work[T], is_abandoned: Callable[[], bool] = never) -> T:
        """Run `work` and keep all of its changes, or none when it raises or is abandoned.

        Raises `StoreBusy` when another process keeps the write lock for longer than the busy timeout.
        """
        time.sleep(max(0.0, self._next_turn - time.monotonic()))
        with self._transaction("BEGIN IMMEDIATE", is_abandoned):
            began = time.monotonic()
            result = work(self.connection)
        ended = time.monotonic()
        self._next_turn = ended + min(LONGEST_GAP_S, (ended - began) / 2)
        return result

    def patiently(self, step: Callable[[], T], is_abandoned: Callable[[], bool] = never) -> T:
        """Repeat `step` while another process is in its way, within the busy timeout."""
        deadline = time.monotonic() + self._busy_timeout_s
        while True:
            try:
                return step()
            except self.driver.errors as error:
                if error_code(error) != BUSY or time.monotonic() >= deadline:
                    raise
            if is_abandoned():
                raise Abandoned
            time.sleep(RETRY_PAUSE_S)

    def use_wal(self) -> None:
        """Make readers and the writer independent of each other, for good: the file remembers it."""
        mode = self.patiently(lambda: self.connection.execute("PRAGMA journal_mode = WAL").fetchone()[0])
        if mode != "wal":
            raise StoreUnavailable(
                f"{self.path} can't use a write-ahead log (it got '{mode}'): keep it on a local disk."
            )

    def checkpoint(self) -> None:
        """Move what the log holds into the file as far as other connections allow; never waits for them."""
        try:
            self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except self.driver.errors as error:
            if error_code(error) != BUSY:
                raise translate(error, self.path) from error

    def close(self) -> None:
        """Close the connection; the last one to go removes the log."""
        self.connection.close()

    @contextmanager
    def snapshot(self) -> Generator[Connection]:
        """A read transaction for the length of a `with` block."""
        with self._transaction("BEGIN", never):
            yield self.connection

    @contextmanager
    def _transaction(self, begin: str, is_abandoned: Callable[[], bool]) -> Generator[None]:
        try:
            self._require_in_place()
            self.patiently(lambda: self.connection.execute(begin), is_abandoned)
            try:
                self.connection.set_progress_handler(is_abandoned, STEPS_BETWEEN_LOOKS)
                yield
                if is_abandoned():
                    raise Abandoned
                self.connection.execute("COMMIT")
            except BaseException:
                self._roll_back()
                raise
        except self.driver.errors as error:
            raise translate(error, self.path) from error

    def _require_in_place(self) -> None:
        # What is written to a file that was replaced or removed would be gone with the last connection to it.
        if _place_of(self.path) != self._place:
            raise StoreUnavailable(
                f"{self.path} was replaced or removed while it was in use. Nothing was changed: restart what uses it."
            )

    def _roll_back(self) -> None:
        self.connection.set_progress_handler(None, 0)
        if self.connection.in_transaction:
            self.connection.execute("ROLLBACK")


def _place_of(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
