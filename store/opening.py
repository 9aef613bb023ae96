"""Ways to open a workspace's file; `connection.Database` and callers without an event loop share them."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from .driver import DRIVER, Connection, Driver, translate
from .errors import StoreError, StoreUnavailable
from .identity import WORKSPACE, FileKind, read_identity, refuse_others, require_own
from .migrations import Migration, load_migrations, migrate
from .private_files import ensure_private_file, require_plain_file
from .workspace_file import READER_PRAGMAS, WRITER_PRAGMAS, WorkspaceFile

BUSY_TIMEOUT_S = 5.0

PAUSES_S = (0.005, 0.02, 0.05)
"""How long to be out of the way of others that close the same file, before each look at what they left."""


def open_sync(
    path: Path,
    *,
    busy_timeout_s: float = BUSY_TIMEOUT_S,
    driver: Driver = DRIVER,
    migrations: Sequence[Migration] | None = None,
    kind: FileKind = WORKSPACE,
) -> WorkspaceFile:
    """Open the file for reading and writing at the newest version; create it where there is none.

    Raises `ForeignDatabase` or `NewerDatabase` and leaves such a file byte for byte as it was; `StoreBusy`,
    `StoreCorrupt` or `StoreUnavailable` when it can't be used.
    """
    known = load_migrations() if migrations is None else migrations
    ensure_private_file(path)
    refuse_others(path, driver, len(known), busy_timeout_s, kind)
    file = _connect(path, driver, busy_timeout_s, waits_itself=True)
    try:
        _prepare_writer(file, known, kind)
    except driver.errors as error:
        file.close()
        raise translate(error, path) from error
    except BaseException:
        file.close()
        raise
    return file


def open_reader(path: Path, *, busy_timeout_s: float = BUSY_TIMEOUT_S, driver: Driver = DRIVER) -> WorkspaceFile:
    """Open an existing, current file for reading only."""
    file = _connect(path, driver, busy_timeout_s, waits_itself=False)
    try:
        _set(file, READER_PRAGMAS)
    except driver.errors as error:
        file.close()
        raise translate(error, path) from error
    return file


def open_as_found(path: Path, *, driver: Driver = DRIVER) -> WorkspaceFile:
    """Open an existing file without locks and without its log, which can't be read in a folder that is read-only.

    What others change meanwhile is not seen, or seen half: open it anew for every look.
    """
    try:
        return WorkspaceFile(path, driver.connect(path, mode="as-is", timeout_s=0.0), driver, 0.0)
    except driver.errors as error:
        raise translate(error, path) from error


@contextmanager
def read_only(
    path: Path,
    *,
    busy_timeout_s: float = BUSY_TIMEOUT_S,
    driver: Driver = DRIVER,
    migrations: Sequence[Migration] | None = None,
) -> Generator[Connection]:
    """One snapshot of an existing file, which is migrated first when it is of an older version.

    Raises `StoreUnavailable` when there is no file; it is not created.
    """
    known = load_migrations() if migrations is None else migrations
    if not os.path.lexists(path):
        raise StoreUnavailable(f"There is no memory at {path} yet: it is created by the first write.")
    require_plain_file(path)
    found = refuse_others(path, driver, len(known), busy_timeout_s)
    if found is None or found.version < len(known):
        open_sync(path, busy_timeout_s=busy_timeout_s, driver=driver, migrations=known).close()
    file = open_reader(path, busy_timeout_s=busy_timeout_s, driver=driver)
    try:
        with file.snapshot() as connection:
            yield connection
    finally:
        file.close()


@contextmanager
def as_it_is(path: Path, *, busy_timeout_s: float = BUSY_TIMEOUT_S, driver: Driver = DRIVER) -> Generator[Connection]:
    """One snapshot of an existing file of the newest version; raises `StoreUnavailable` for an older one."""
    require_plain_file(path)
    latest = len(load_migrations())
    refuse_others(path, driver, latest, busy_timeout_s)
    file = open_reader(path, busy_timeout_s=busy_timeout_s, driver=driver)
    try:
        with file.snapshot() as connection:
            version = read_identity(connection).version
            if version < latest:
                raise StoreUnavailable(f"{path} is of version {version}; any other command migrates it to {latest}.")
            yield connection
    finally:
        file.close()


def remove_left_log(path: Path, *, driver: Driver = DRIVER) -> None:
    """Remove the log of a file that nobody uses any more.

    Two that close at the same moment each take the other for a user and both leave it. While somebody does use the
    file, it stays: SQLite removes it with the last connection only.
    """
    log = path.with_name(f"{path.name}-wal")
    for longest_s in PAUSES_S:
        if not log.exists():
            return
        time.sleep(random.uniform(longest_s / 2, longest_s))  # noqa: S311 (only to be out of step with the others)
        with suppress(StoreError), closing(open_reader(path, busy_timeout_s=0.0, driver=driver)) as file:
            file.read(read_identity)  # only who has read the log removes it


def _connect(path: Path, driver: Driver, busy_timeout_s: float, *, waits_itself: bool) -> WorkspaceFile:
    timeout_s = 0.0 if waits_itself else busy_timeout_s
    try:
        connection = driver.connect(path, mode="rw", timeout_s=timeout_s)
    except driver.errors as error:
        raise translate(error, path) from error
    return WorkspaceFile(path, connection, driver, busy_timeout_s)


def _prepare_writer(file: WorkspaceFile, migrations: Sequence[Migration], kind: FileKind) -> None:
    file.patiently(lambda: file.driver.require_features(file.connection))
    # The file may have become another program's since it was judged from outside.
    require_own(file.path, file.patiently(lambda: read_identity(file.connection)), len(migrations), kind)
    file.use_wal()
    file.patiently(lambda: _set(file, WRITER_PRAGMAS))
    migrate(file, migrations, kind)


def _set(file: WorkspaceFile, pragmas: Sequence[str]) -> None:
    for pragma in pragmas:
        file.connection.execute(pragma)
