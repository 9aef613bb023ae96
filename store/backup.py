"""A verified copy of a workspace's file, made while others use it."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path

from .driver import Connection, Driver, translate
from .errors import StoreCorrupt, StoreUnavailable
from .identity import read_identity
from .private_files import create_private_file


def backup_path(path: Path, version: int) -> Path:
    """Where the copy that precedes a migration stands: `default.db` of version 1 -> `default.backup-v1.db`."""
    return path.with_name(f"{path.stem}.backup-v{version}{path.suffix or '.db'}")


def backups(path: Path) -> list[Path]:
    """Every such copy that is there, and what a copying that was cut off left behind."""
    from glob import escape  # seldom needed, and every start would wait for it

    name, _, ending = backup_path(path, 0).name.rpartition("0")
    found = path.parent.glob(f"{escape(name)}[0-9]*{escape(ending)}*")
    return sorted(copy for copy in found if copy.is_file() and not copy.is_symlink())


def back_up(path: Path, driver: Driver, version: int) -> Path:
    """Copy the file's committed state beside it, 0600, replacing an older copy only when this one is proved good."""
    target = backup_path(path, version)
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        create_private_file(part)
        _copy(path, part, driver)
        part.replace(target)
    except OSError as error:
        raise StoreUnavailable(
            f"The copy {target} can't be made ({error.strerror}). Nothing was changed: "
            "check that the folder is writable and has room."
        ) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return target


def _copy(path: Path, part: Path, driver: Driver) -> None:
    try:
        with (
            closing(driver.connect(path, mode="ro", timeout_s=5.0)) as source,
            closing(driver.connect(part, mode="rw", timeout_s=5.0)) as target,
        ):
            source.backup(target)
            # A file on its own, without a log beside it.
            target.execute("PRAGMA journal_mode = DELETE").fetchone()
            _verify(source, target, path)
    except driver.errors as error:
        raise translate(error, path) from error


def _verify(source: Connection, copy: Connection, path: Path) -> None:
    verdict = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if verdict != "ok":
        raise StoreCorrupt(
            f"{path} is damaged ({verdict}). Nothing was changed: stop what uses it, keep a copy of it and of the -wal "
            "file beside it, then put a backup in place of both."
        )
    if read_identity(source) != read_identity(copy):
        raise StoreUnavailable(f"The copy of {path} differs from it. Nothing was changed: try again.")
