"""Which installation this is: a server and its pumps have to be of the same code at the same place."""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Iterator

_FOLDERS = ("server", "tools", "store")
_KINDS = (".py", ".sql")


def installation() -> str:
    """A text that another version, an edited file or another environment changes; `OSError` when there are no files."""
    crc = zlib.crc32(f"{sys.prefix} {sys.version}".encode())
    for line in _files():
        crc = zlib.crc32(line.encode(errors="surrogateescape"), crc)
    return f"{crc:08x}"


def _files() -> Iterator[str]:
    """What tells one state of the code from another, a line a file, in a fixed order."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    for name in _FOLDERS:
        yield from sorted(_below(os.path.join(root, name)))


def _below(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _below(entry.path)
            elif entry.name.endswith(_KINDS):
                found = entry.stat()
                yield f"{entry.path} {found.st_size} {found.st_mtime_ns}"
