"""What a background server says where nobody listens: `<home>/shared.log`, which never grows for long."""

from __future__ import annotations

import os
from pathlib import Path

from ...store.private_files import FILE_MODE

MOST_BYTES = 512 * 1024
KEPT_BYTES = 128 * 1024


class BoundedLog:
    """A file for stdout and stderr, cut to its end now and then."""

    def __init__(self, path: Path) -> None:
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
        self._descriptor = os.open(path, flags, FILE_MODE)
        self.trim()

    def take_output(self) -> None:
        """From here on this process's stdout and stderr go here."""
        os.dup2(self._descriptor, 1)
        os.dup2(self._descriptor, 2)

    def trim(self) -> None:
        """Keep the last lines of a file that has grown too long."""
        size = os.fstat(self._descriptor).st_size
        if size <= MOST_BYTES:
            return
        os.lseek(self._descriptor, size - KEPT_BYTES, os.SEEK_SET)
        kept = os.read(self._descriptor, KEPT_BYTES)
        os.ftruncate(self._descriptor, 0)
        os.write(self._descriptor, kept[kept.find(b"\n") + 1 :])
