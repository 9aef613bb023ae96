"""Where this home's servers over HTTP listen, for whoever opens a page: each says it in the home while it does so.

A server that was killed says nothing: its lock went with it. So no link is ever made for whoever has its port now.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

from ...store.private_files import FILE_MODE, ensure_private_folder
from ..file_lock import take_lock

FOLDER = "serving"
CONNECT_SECONDS = 1.0
MOST_BYTES = 10_000


@contextmanager
def announced(home: Path, address: str) -> Generator[None]:
    """While inside, `find_running` finds the address."""
    folder = home / FOLDER
    name = os.urandom(6).hex()
    lock = None
    try:
        ensure_private_folder(folder)
        lock = take_lock(folder / f"{name}.lock")
        _write_privately(folder / f"{name}.json", json.dumps({"address": address, "pid": os.getpid()}))
    except OSError as error:
        print(f"palimpsest: `palimpsest open` won't find this server: {error}", file=sys.stderr)  # noqa: T201
    try:
        yield
    finally:
        with suppress(OSError):
            _remove(folder / f"{name}.json")
        if lock is not None:
            os.close(lock)


def find_running(home: Path) -> str | None:
    """The address of a server of this home that listens, the one that began last; None where there is none."""
    with suppress(OSError):
        known = [(file.stat().st_mtime_ns, file) for file in (home / FOLDER).glob("*.json")]
        for _, file in sorted(known, reverse=True):
            address = _read(file)
            if _is_held(file) and address is not None and _listens(address):
                return address
    return None


def _is_held(file: Path) -> bool:
    """Whether its server lives; what a dead one left is removed."""
    lock = take_lock(file.with_suffix(".lock"))
    if lock is None:
        return True
    _remove(file)
    os.close(lock)
    return False


def _remove(file: Path) -> None:
    file.unlink(missing_ok=True)
    file.with_suffix(".lock").unlink(missing_ok=True)


def _read(file: Path) -> str | None:
    try:
        said = json.loads(file.read_bytes()[:MOST_BYTES])
        address = said["address"]
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return address if isinstance(address, str) else None


def _listens(address: str) -> bool:
    try:
        parts = urlsplit(address)
        with socket.create_connection((parts.hostname or "", parts.port or 0), CONNECT_SECONDS):
            return True
    except (OSError, ValueError):
        return False


def _write_privately(file: Path, text: str) -> None:
    """The whole text or none of it, for this user's eyes."""
    new = file.with_suffix(".new")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
    with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
        opened.write(text)
    new.replace(file)
