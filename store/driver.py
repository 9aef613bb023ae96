"""The SQLite driver: the one module that knows which it is and how it reports errors.

pysqlite3 brings a current SQLite where it has a wheel; the standard library's sqlite3 stands in elsewhere. Their
exceptions are not related, so everything outside this module goes by `Driver.errors` and `translate`.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Literal, TypeAlias

from .errors import ForeignDatabase, StoreBusy, StoreCorrupt, StoreError, StoreUnavailable

if TYPE_CHECKING:
    import sqlite3

Connection: TypeAlias = "sqlite3.Connection"
Cursor: TypeAlias = "sqlite3.Cursor"
Mode: TypeAlias = Literal["rw", "ro", "as-is"]

PREFERRED = ("pysqlite3.dbapi2", "sqlite3")
# RETURNING came with 3.35.
OLDEST_VERSION = (3, 35, 0)

QUERY_OF_MODE: dict[Mode, str] = {"rw": "mode=rw", "ro": "mode=ro", "as-is": "mode=ro&immutable=1"}

BUSY = 5
CORRUPT = 11
NOT_A_DATABASE = 26
ADVICE_OF_CODE = {
    3: "Check that this user may read and write the file and its folder.",
    8: "The file or its folder is read-only: make both writable for this user.",
    10: "The disk reported an error: keep a copy of the file, then check the disk.",
    13: "The disk is full: free some space and try again. Nothing was changed.",
    14: "Check that the folder exists and that this user may read and write it.",
    15: "The file's locks can't be used: keep it on a local disk.",
    22: "The file is too large for this system.",
}


@dataclass(frozen=True, slots=True)
class Driver:
    """One DB-API module and the SQLite it carries."""

    module: ModuleType

    @property
    def name(self) -> str:
        """`pysqlite3` or `sqlite3`."""
        return self.module.__name__.partition(".")[0]

    @property
    def sqlite_version(self) -> tuple[int, int, int]:
        return self.module.sqlite_version_info

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """What to catch, and hand to `translate`."""
        # What SQLite says of a damaged file quotes it, in bytes that may be no text.
        return (self.module.Error, UnicodeDecodeError)

    def connect(self, path: Path, *, mode: Mode, timeout_s: float) -> Connection:
        """Open an existing file, never create one; transactions are begun and ended by explicit statements.

        `as-is` reads the main file alone and takes no lock, so it neither creates nor changes a file.
        """
        uri = f"{path.absolute().as_uri()}?{QUERY_OF_MODE[mode]}"
        return self.module.connect(uri, uri=True, timeout=timeout_s, isolation_level=None, cached_statements=256)

    def is_complete(self, sql: str) -> bool:
        """Whether the text ends with the end of a statement (a trigger's inner semicolons end nothing)."""
        return bool(self.module.complete_statement(sql))

    def require_features(self, connection: Connection) -> None:
        """Raise `StoreUnavailable` when this SQLite can't hold a memory."""
        version = ".".join(map(str, self.sqlite_version))
        if self.sqlite_version < OLDEST_VERSION:
            oldest = ".".join(map(str, OLDEST_VERSION))
            raise StoreUnavailable(f"SQLite {oldest} or newer is needed, {self.name} has {version}. {INSTEAD}")
        found = connection.execute("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'").fetchone()
        if found is None:
            raise StoreUnavailable(f"SQLite {version} of {self.name} was built without FTS5 (full text). {INSTEAD}")


INSTEAD = "Install pysqlite3 (pip install pysqlite3), or use a Python whose sqlite3 has it."


def load_driver(names: Iterable[str] = PREFERRED) -> Driver:
    """The first of the named modules that can be imported."""
    missing: list[str] = []
    for name in names:
        try:
            return Driver(importlib.import_module(name))
        except ImportError as error:
            missing.append(str(error))
    raise StoreUnavailable(f"No SQLite driver can be imported ({'; '.join(missing)}). {INSTEAD}")


DRIVER = load_driver()


def error_code(error: Exception) -> int:
    """SQLite's primary result code, 0 when the driver raised the error by itself."""
    if isinstance(error, UnicodeDecodeError):
        return CORRUPT
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def not_a_database(path: Path) -> ForeignDatabase:
    return ForeignDatabase(
        f"{path} is not a database. It was left as it was: move it away, or choose another workspace or home."
    )


def translate(error: Exception, path: Path) -> StoreError:
    """The driver's error in the words of the error tree, with what a person can do about it."""
    code = error_code(error)
    if code == BUSY:
        return StoreBusy(f"Another process is writing to {path}. Nothing was changed: try again in a moment.")
    if code == CORRUPT:
        return StoreCorrupt(
            f"{path} is damaged ({error}). Stop what uses it, keep a copy of it and of the -wal file beside it, "
            "then put a backup in place of both."
        )
    if code == NOT_A_DATABASE:
        return not_a_database(path)
    if code in ADVICE_OF_CODE:
        return StoreUnavailable(f"{path} can't be used ({error}). {ADVICE_OF_CODE[code]}")
    return StoreError(f"The store could not do it ({type(error).__name__}: {error}). Nothing was changed.")
