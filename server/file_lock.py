"""A lock that a process holds until it ends, however it ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from ..store.private_files import FILE_MODE


def take_lock(path: Path) -> int | None:
    """The descriptor that holds the lock until it is closed or the process dies; None when another process has it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), FILE_MODE)
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        os.close(descriptor)
        return None
    return descriptor
