"""What files still hold of what was erased: pages that were moved about, the log, copies from before a migration.

The rows are gone by then, and a mark in the file says that this is left to do. So it may be cut off anywhere, and be
done again by whoever opens the file.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from contextlib import closing, suppress
from pathlib import Path
from typing import LiteralString

from . import rows
from .backup import backups
from .driver import Connection, Driver, translate
from .errors import StoreError
from .workspace_file import WorkspaceFile

ERASED = "SELECT coalesce(max(batch_id), 0) FROM erased"
REASON = "SELECT reason FROM unclean"
UUIDS = "SELECT uuid FROM erased WHERE uuid IS NOT NULL"
# Not what another process erased meanwhile.
DONE = "DELETE FROM unclean WHERE (SELECT coalesce(max(batch_id), 0) FROM erased) = :newest"
NOT_DONE = """
UPDATE unclean SET reason = :reason WHERE (SELECT coalesce(max(batch_id), 0) FROM erased) = :newest
"""
HOLDING: tuple[LiteralString, ...] = (
    "SELECT 1 FROM fact WHERE uuid IN (SELECT value FROM json_each(:uuids)) LIMIT 1",
    "SELECT 1 FROM observation WHERE uuid IN (SELECT value FROM json_each(:uuids)) LIMIT 1",
    "SELECT 1 FROM hot_item WHERE uuid IN (SELECT value FROM json_each(:uuids)) LIMIT 1",
)

LOG_IS_READ = "another process is reading and keeps the old log"

WAIT_S = 2.0
"""How long it is tried to empty the log while others read from it."""
PAUSE_S = 0.02


def clean(file: WorkspaceFile) -> None:
    """Clean the files as far as others let it; what is left to do, and why, is noted in the file."""
    # What was erased is erased: that the rest can't even be begun is no reason to say otherwise.
    with suppress(StoreError):
        _clean(file)


def _clean(file: WorkspaceFile) -> None:
    newest, uuids, reason = file.read(_left)
    # Whoever reads for long is waited for often: the rest needn't be done each time.
    steps = (_empty_log,) if reason == LOG_IS_READ else (_remove_copies, _rebuild, _empty_log)
    reasons = [why for step in steps if (why := step(file, uuids))]
    told = NOT_DONE if reasons else DONE
    file.write(lambda connection: rows.change(connection, told, newest=newest, reason="; ".join(reasons)))


def copies_holding(path: Path, uuids: Collection[str], driver: Driver) -> list[Path]:
    """The copies beside the file that hold one of the rows. One that can't be read counts as holding them."""
    return [copy for copy in backups(path) if _holds(copy, uuids, driver)] if uuids else []


def _left(connection: Connection) -> tuple[int, list[str], str | None]:
    """The newest batch that erased something, all that was erased, and why the last try didn't clean it."""
    uuids = [uuid for (uuid,) in rows.select_tuples(connection, UUIDS)]
    reason = rows.select_one(connection, REASON)
    return rows.select_tuples(connection, ERASED)[0][0], uuids, reason["reason"] if reason else None


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


def _rebuild(file: WorkspaceFile, _: Collection[str]) -> str | None:
    """Write every page anew: what rows left behind as they moved from page to page is in none of them."""
    try:
        file.connection.set_progress_handler(None, 0)
        file.patiently(lambda: file.connection.execute("VACUUM"))
    except file.driver.errors as error:
        return f"the file can't be written anew: {translate(error, file.path)}"
    return None


def _empty_log(file: WorkspaceFile, _: Collection[str]) -> str | None:
    deadline = time.monotonic() + WAIT_S
    try:
        while file.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
            if time.monotonic() >= deadline:
                return LOG_IS_READ
            time.sleep(PAUSE_S)
    except file.driver.errors as error:
        return f"the log can't be emptied: {translate(error, file.path)}"
    return None
