"""The schema's history: numbered `.sql` files in `sql/`, each applied whole or not at all.

Foreign keys rest while a migration runs, so that it can rebuild a table; they are checked before it is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from .backup import back_up
from .driver import Connection, Driver, translate
from .errors import StoreError
from .identity import WORKSPACE, FileKind, read_identity, require_own
from .workspace_file import WorkspaceFile

# Not importlib.resources: it would cost every launch 4 ms, and the package is never run from an archive.
SOURCES = Path(__file__).with_name("sql")


@dataclass(frozen=True, slots=True)
class Migration:
    """What takes a file from version `number - 1` to `number`."""

    number: int
    sql: str


def load_migrations(folder: Path = SOURCES) -> tuple[Migration, ...]:
    """The migrations that come with the package, `0001_name.sql` and on, in order and without a gap."""
    sources = sorted(folder.glob("*.sql"))
    found = tuple(Migration(int(source.name.partition("_")[0]), source.read_text("utf-8")) for source in sources)
    if not found or [migration.number for migration in found] != list(range(1, len(found) + 1)):
        raise StoreError("The migrations of this installation have a gap: install palimpsest-memory again.")
    return found


def split_statements(script: str, driver: Driver) -> Iterator[str]:
    """The statements of a script, one by one; semicolons in strings, comments and triggers end nothing."""
    start = end = 0
    while (end := script.find(";", end) + 1) > 0:
        if driver.is_complete(script[start:end]):
            yield script[start:end].strip()
            start = end
    if rest := script[start:].strip():
        yield rest


def migrate(file: WorkspaceFile, migrations: Sequence[Migration], kind: FileKind = WORKSPACE) -> None:
    """Bring the file to the newest version; of several processes that try at once, one does.

    A file that has a version is copied first (`back_up`). A step that fails leaves the file at the version before it.
    """
    if file.patiently(lambda: read_identity(file.connection)).version >= len(migrations):
        return
    file.connection.execute("PRAGMA foreign_keys = OFF")
    try:
        failure = file.write(lambda connection: _take_steps(file, connection, migrations, kind))
    finally:
        file.connection.execute("PRAGMA foreign_keys = ON")
    if failure:
        raise failure


def _take_steps(
    file: WorkspaceFile, connection: Connection, migrations: Sequence[Migration], kind: FileKind
) -> StoreError | None:
    """What ended the steps before the last one, as a value, so that the steps before it are kept."""
    # All under one lock: who came between two steps would take a file that is being made for an old one and copy it.
    found = read_identity(connection)
    require_own(file.path, found, len(migrations), kind)
    if 0 < found.version < len(migrations):
        back_up(file.path, file.driver, found.version)
    for migration in migrations[found.version :]:
        connection.execute("SAVEPOINT step")
        try:
            _take_step(file, connection, migration, kind)
        except StoreError as error:
            # A full disk may have ended the whole transaction, the earlier steps with it.
            if not connection.in_transaction:
                raise
            connection.execute("ROLLBACK TO step")
            return error
        connection.execute("RELEASE step")
    return None


def _take_step(file: WorkspaceFile, connection: Connection, migration: Migration, kind: FileKind) -> None:
    try:
        _apply(connection, migration, file.driver, kind)
    except file.driver.errors as error:
        reason = translate(error, file.path)
        raise type(reason)(f"Step {migration.number} of the schema failed, nothing was changed. {reason}") from error


def _apply(connection: Connection, migration: Migration, driver: Driver, kind: FileKind) -> None:
    for statement in split_statements(migration.sql, driver):
        connection.execute(statement)
        if not connection.in_transaction:
            raise AssertionError(f"migration {migration.number} ends its own transaction: {statement[:60]}")
    if broken := connection.execute("PRAGMA foreign_key_check").fetchone():
        raise StoreError(f"Step {migration.number} of the schema leaves {broken[0]} without what it refers to.")
    connection.execute(f"PRAGMA application_id = {kind.application_id}")
    connection.execute(f"PRAGMA user_version = {migration.number}")
