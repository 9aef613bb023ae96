"""What files still hold of what was erased: pages that were moved about, the log, copies from before a migration.

The rows are gone by then, and a mark in the file says that this is left to do. So it may be cut off anywhere, and be
done again by whoever opens the file.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import LiteralString

from . import rows
from .backup import backup_path
from .driver import Connection, Driver, translate
from .errors import StoreError
from .workspace_file import WorkspaceFile

ERASED = "SELECT coalesce(max(batch_id), 0) FROM erased"
UUIDS = "SELECT uuid FROM erased WHERE uuid IS NOT NULL"
# Not what another process erased meanwhile.
DONE = "DELETE FROM unclean WHERE (SELECT coalesce(max(batch_id), 0) FROM erased) = :newest"
NOT_DONE = "UPDATE unclean SET reason = :reason"
HOLDING: tuple[LiteralString, ...] = (
    "SELECT 1 FROM fact WHERE uuid IN (SELECT value FROM json_each(:uuids)) LIMIT 1",
    "SELECT 1 FROM observation WHERE uuid IN (SELECT value FROM json_each(:uuids)) LIMIT 1",
    "SELECT 1 FROM hot_item WHERE uuid IN (SELECT value FROM json_each(:uuids)) LIMIT 1",
)

WAIT_S = 2.0
"""How long it is tried to empty the log while others read from it."""
PAUSE_S = 0.02


def clean(file: WorkspaceFile) -> None:
    """Clean the files as far as others let it; what is left to do, and why, is noted in the file."""
    # What was erased is erased: that the rest can't even be begun is no reason to say otherwise.
    with suppress(StoreError):
        _clean(file)


def _clean(file: WorkspaceFile) -> None:
    newest, uuids = file.read(_erased)
    reasons = [reason for reason in (_remove_copies(file, uuids), _rebuild(file), _empty_log(file)) if reason]
    if reasons:
        file.write(lambda connection: rows.change(connection, NOT_DONE, reason="; ".join(reasons)))
    else:
        file.write(lambda connection: rows.change(connection, DONE, newest=newest))


def copies_holding(path: Path, uuids: Collection[str], driver: Driver) -> list[Path]:
    """The copies beside the file that hold one of the rows. One that can't be read counts as holding them."""
    return [copy for copy in _copies(path) if _holds(copy, uuids, driver)] if uuids else []


def _erased(connection: Connection) -> tuple[int, list[str]]:
    uuids = [uuid for (uuid,) in rows.select_tuples(connection, UUIDS)]
    return rows.select_tuples(connection, ERASED)[0][0], uuids


def _copies(path: Path) -> Iterator[Path]:
    """Also what a copying that was cut off left behind."""
    pattern = backup_path(path, 0).name.replace("-v0", "-v*")
    for found in sorted(path.parent.glob(f"{pattern}*")):
        if found.is_file() and not found.is_symlink():
            yield found


def _holds(copy: Path, uuids: Collection[str], driver: Driver) -> bool:
    try:
        with closing(driver.connect(copy, mode="as-is", timeout_s=0.0)) as connection:
            asked = rows.text_list(uuids)
            return any(rows.select_tuples(connection, sql, uuids=asked) for sql in HOLDING)
    except driver.errors:
        return True


def _remove_copies(file: WorkspaceFile, uuids: Collection[str]) -> str | None:
    left: list[str] = []
    for copy in copies_holding(file.path, uuids, file.driver):
        try:
            copy.unlink(missing_ok=True)
        except OSError as error:
            left.append(f"{copy.name} can't be removed ({error.strerror})")
    return ", ".join(left) or None


def _rebuild(file: WorkspaceFile) -> str | None:
    """Write every page anew: what rows left behind as they moved from page to page is in none of them."""
    try:
        file.connection.set_progress_handler(None, 0)
        file.patiently(lambda: file.connection.execute("VACUUM"))
    except file.driver.errors as error:
        return f"the file can't be written anew: {translate(error, file.path)}"
    return None


def _empty_log(file: WorkspaceFile) -> str | None:
    deadline = time.monotonic() + WAIT_S
    try:
        while file.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
            if time.monotonic() >= deadline:
                return "another process is reading and keeps the old log"
            time.sleep(PAUSE_S)
    except file.driver.errors as error:
        return f"the log can't be emptied: {translate(error, file.path)}"
    return None
