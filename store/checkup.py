"""Whether a workspace's file is sound: looked at without changing it, whatever is wrong with it."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from . import agreement
from .driver import DRIVER, Connection, Driver
from .errors import StoreError
from .findings import Finding, Soundness
from .identity import read_identity, refuse_others
from .migrations import load_migrations
from .opening import BUSY_TIMEOUT_S, open_reader
from .private_files import FILE_MODE, FOLDER_MODE, require_plain_file
from .workspace_file import Work, WorkspaceFile

# From here on two processes that reset the log at the same moment can't lose what one of them wrote.
SAFE_LOG = (3, 51, 3)
INTEGRITY = "PRAGMA integrity_check(10)"
QUICK = "PRAGMA quick_check(10)"

LITTLE_BYTES = 200 * 2**20
TOO_LITTLE_BYTES = 10 * 2**20


def check_sqlite(driver: Driver = DRIVER) -> Finding:
    """Whether this SQLite is one to trust a shared file to."""
    version = ".".join(map(str, driver.sqlite_version))
    if driver.sqlite_version >= SAFE_LOG:
        return Finding("sqlite", Soundness.OK, f"{version} of {driver.name}")
    safe = ".".join(map(str, SAFE_LOG))
    return Finding(
        "sqlite",
        Soundness.WARNING,
        f"{version} of {driver.name} has a rare fault: resetting the write-ahead log while several processes write can "
        f"damage the file. {safe} doesn't: pip install pysqlite3, or use a Python with a newer SQLite",
    )


def check_file(path: Path, *, is_thorough: bool = False) -> list[Finding]:
    """Everything about the file; what can't be looked at for another finding's sake is left out.

    A file that isn't there is not a problem: the first write makes it. Nothing is created or migrated.
    """
    if not os.path.lexists(path):
        return [Finding("file", Soundness.OK, f"{path} isn't there yet: the first write makes it"), _room(path)]
    try:
        return [*_privacy(path), _room(path), *_contents(path, is_thorough=is_thorough)]
    except OSError as error:
        return [Finding("file", Soundness.PROBLEM, f"{path} can't be read ({error.strerror})")]


def _contents(path: Path, *, is_thorough: bool) -> list[Finding]:
    latest = len(load_migrations())
    try:
        require_plain_file(path)
        refuse_others(path, DRIVER, latest, BUSY_TIMEOUT_S)
        with closing(open_reader(path)) as file:
            version = file.read(read_identity).version
            looks: dict[str, Work[list[Finding]]] = {
                "pages": lambda connection: [_pages(connection, is_thorough=is_thorough)],
                "references": lambda connection: [agreement.check_keys(connection)],
                "erased": lambda connection: [agreement.check_erased(connection)],
                "full text": lambda connection: [agreement.check_full_text(connection, is_thorough=is_thorough)],
                "vectors": agreement.check_vectors,
            }
            names = list(looks) if version == latest else ["pages", "references"]
            found = [_look(file, name, looks[name]) for name in names]
    except StoreError as error:
        return [Finding("file", Soundness.PROBLEM, str(error))]
    return [_version(version, latest), *(finding for part in found for finding in part)]


def _look(file: WorkspaceFile, name: str, look: Work[list[Finding]]) -> list[Finding]:
    """What a part finds; one that can't be read is a finding itself, and the others go on."""
    try:
        return file.read(look)
    except StoreError as error:
        return [Finding(name, Soundness.PROBLEM, str(error))]


def _version(version: int, latest: int) -> Finding:
    if version == latest:
        return Finding("schema", Soundness.OK, f"version {version}, the newest")
    advice = f"version {version}: the next command that opens it makes a copy and migrates it to {latest}"
    return Finding("schema", Soundness.WARNING, advice)


def _pages(connection: Connection, *, is_thorough: bool) -> Finding:
    check = INTEGRITY if is_thorough else QUICK
    found = [" ".join(str(line).split()) for (line,) in connection.execute(check).fetchall()]
    if found == ["ok"]:
        return Finding("pages", Soundness.OK, f"{'every' if is_thorough else 'a quick'} check finds nothing wrong")
    damage = f"the file is damaged ({'; '.join(found[:3])})"
    advice = "stop what uses it, keep a copy of it and of the -wal file beside it, then put a backup in place of both"
    return Finding("pages", Soundness.PROBLEM, f"{damage}: {advice}")


def _privacy(path: Path) -> Iterator[Finding]:
    """Whether others on this machine can read the memory."""
    if os.name == "nt":
        return
    beside = sorted(path.parent.glob(f"{path.stem}.*"))
    files = [file for file in (*beside, *sorted(path.parent.glob(f"{path.name}-*"))) if _is_open(file, FILE_MODE)]
    folders = [path.parent] if _is_open(path.parent, FOLDER_MODE) else []
    for mode, places in ((FILE_MODE, files), (FOLDER_MODE, folders)):
        for place in dict.fromkeys(places):
            yield Finding("privacy", Soundness.WARNING, f"others may look into {place}: chmod {mode:o} '{place}'")
    if not files and not folders:
        yield Finding("privacy", Soundness.OK, "only you can read the file and its folder")


def _is_open(place: Path, mode: int) -> bool:
    return bool(stat.S_IMODE(place.stat().st_mode) & ~mode & 0o077)


def _room(path: Path) -> Finding:
    """Whether the disk has room for the file to grow, and for a copy before a migration."""
    place = path
    while not place.exists():
        place = place.parent
    free = shutil.disk_usage(place).free
    size = path.stat().st_size if path.exists() else 0
    told = f"{free / 2**20:,.0f} MB free"
    if free < TOO_LITTLE_BYTES:
        return Finding("disk", Soundness.PROBLEM, f"{told}: writing will fail soon, make room")
    if free < max(LITTLE_BYTES, 2 * size):
        return Finding("disk", Soundness.WARNING, f"{told}: too little for a copy of the memory beside it, make room")
    return Finding("disk", Soundness.OK, told)
