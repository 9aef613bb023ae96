"""Whose file is it, and of which version? Asked before anything in it or beside it is touched."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from .driver import CORRUPT, Connection, Driver, Mode, error_code, not_a_database, translate
from .errors import ForeignDatabase, NewerDatabase

SMALLEST_PAGE = 512

LOOK = """
SELECT
    (SELECT application_id FROM pragma_application_id),
    (SELECT user_version FROM pragma_user_version),
    EXISTS (SELECT 1 FROM sqlite_master)
"""


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file that is ours: the mark it bears, and what it is called."""

    application_id: int
    word: str


# "PALP" and "PALA"
WORKSPACE = FileKind(0x50414C50, "a workspace's memory")
ACCESS = FileKind(0x50414C41, "the list of access tokens")
APPLICATION_ID = WORKSPACE.application_id


@dataclass(frozen=True, slots=True)
class Identity:
    """What the file says about itself; all zero when it is empty."""

    application_id: int
    version: int
    has_content: bool

    @property
    def is_fresh(self) -> bool:
        return self == Identity(0, 0, has_content=False)


def read_identity(connection: Connection) -> Identity:
    """The identity as this connection sees it."""
    application_id, version, has_content = connection.execute(LOOK).fetchone()
    return Identity(application_id, version, bool(has_content))


def require_own(path: Path, identity: Identity, latest: int, kind: FileKind = WORKSPACE) -> None:
    """Raise `ForeignDatabase` or `NewerDatabase` unless the file is empty or of that kind and not from the future."""
    if identity.is_fresh:
        return
    if identity.application_id != kind.application_id:
        own = {known.application_id: f"{known.word}, not {kind.word}" for known in (WORKSPACE, ACCESS)}
        raise ForeignDatabase(
            f"{path} is {own.get(identity.application_id, 'the database of another program')}. It was left as it was: "
            "move it away, or choose another workspace or home."
        )
    if identity.version > latest:
        raise NewerDatabase(
            f"{path} has version {identity.version}, this Palimpsest knows versions up to {latest}. "
            "It was left as it was: upgrade with pip install --upgrade palimpsest-memory."
        )


def refuse_others(
    path: Path, driver: Driver, latest: int, busy_timeout_s: float, kind: FileKind = WORKSPACE
) -> Identity | None:
    """Judge the file without changing it or leaving anything beside it; None when only opening it can tell.

    The main file is read as it is, without locks or log. Only when a log stands beside it, which may hide a newer
    state, the two are read together through a connection that can't write.
    """
    found = _look(path, driver, "as-is", busy_timeout_s)
    if found is not None:
        # SQLite takes a file of one byte for an empty one.
        if found.is_fresh and 0 < path.stat().st_size < SMALLEST_PAGE:
            raise not_a_database(path)
        require_own(path, found, latest, kind)
    if has_log(path):
        found = _look(path, driver, "ro", busy_timeout_s)
        if found is not None:
            require_own(path, found, latest, kind)
    return found


def has_log(path: Path) -> bool:
    """Whether there is anything in a log beside the file; whoever closes it last may take the log away meanwhile."""
    try:
        return path.with_name(f"{path.name}-wal").stat().st_size > 0
    except FileNotFoundError:
        return False


def _look(path: Path, driver: Driver, mode: Mode, busy_timeout_s: float) -> Identity | None:
    try:
        with closing(driver.connect(path, mode=mode, timeout_s=busy_timeout_s)) as connection:
            return read_identity(connection)
    except driver.errors as error:
        # A file that another process is writing to may look torn from outside the locks.
        if error_code(error) == CORRUPT and mode == "as-is":
            return None
        raise translate(error, path) from error
