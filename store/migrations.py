"""The schema's history: numbered `.sql` files in `sql/`, each applied whole in one transaction or not at all.

Foreign keys rest while a migration runs, so that it can rebuild a table; they are checked before it is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from .backup import back_up
from .driver import Connection, Driver, translate
from .errors import StoreError
from .identity import APPLICATION_ID, read_identity, require_own
from .workspace_file import WorkspaceFile

# Not importlib.resources: it would cost every launch 4 ms, and the package is never run from an archive.
SOURCES = Path(__file__).with_name("sql")


@dataclass(frozen=True, slots=True)
class Migration:
    """What takes a file from version `number - 1` to `number`."""

    number: int
    sql: str


def load_migrations() -> tuple[Migration, ...]:
    """The migrations that come with the package, `0001_name.sql` and on, in order and without a gap."""
    sources = sorted(SOURCES.glob("*.sql"))
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


def migrate(file: WorkspaceFile, migrations: Sequence[Migration]) -> None:
    """Bring the file to the newest version. Of several processes that try at once, each step is taken by one.

    An existing file is copied first (`back_up`). A step that fails leaves the file at the version before it.
    """
    latest = len(migrations)
    version = file.patiently(lambda: read_identity(file.connection)).version
    if version >= latest:
        return
    oldest = version
    file.connection.execute("PRAGMA foreign_keys = OFF")
    try:
        while version < latest:
            version = file.write(lambda connection: _take_step(file, connection, migrations, oldest))
    finally:
        file.connection.execute("PRAGMA foreign_keys = ON")


def _take_step(
    file: WorkspaceFile, connection: Connection, migrations: Sequence[Migration], backed_up_from: int
) -> int:
    found = read_identity(connection)
    require_own(file.path, found, len(migrations))
    if found.version >= len(migrations):
        return found.version
    if found.version > 0 and found.version == backed_up_from:
        back_up(file.path, file.driver, found.version)
    migration = migrations[found.version]
    try:
        _apply(connection, migration, file.driver)
    except file.driver.errors as error:
        reason = translate(error, file.path)
        raise type(reason)(f"Step {migration.number} of the schema failed, nothing was changed. {reason}") from error
    return migration.number


def _apply(connection: Connection, migration: Migration, driver: Driver) -> None:
    for statement in split_statements(migration.sql, driver):
        connection.execute(statement)
        if not connection.in_transaction:
            raise AssertionError(f"migration {migration.number} ends its own transaction: {statement[:60]}")
    if broken := connection.execute("PRAGMA foreign_key_check").fetchone():
        raise StoreError(f"Step {migration.number} of the schema leaves {broken[0]} without what it refers to.")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {migration.number}")
