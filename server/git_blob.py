"""What a file holds, as git names it: the id of its blob, made without git."""

from __future__ import annotations

import os
import stat
from typing import NamedTuple

LARGEST_BYTES = 64 * 1024 * 1024
TOO_LARGE = f"over {LARGEST_BYTES // (1024 * 1024)} MiB"
"""Stands for the id of a file that is too large to be read before an answer."""

TICK_NS = 2_000_000_000
"""The coarsest step in which a file system counts time (FAT's). Within one step a change can't be told by the time."""

_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
)


class Blob(NamedTuple):
    """A file's blob id, and the stamp that it has as long as it isn't touched.

    No stamp where the file may change again without getting another one.
    """

    id: str
    stamp: int | None


def stamp_of(found: os.stat_result) -> int:
    """What is another number whenever a file was written to: of its size, times of change and inode."""
    return hash((found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino))


def read_blob(path: str, algorithm: str, now_ns: int = 0) -> Blob:
    """The blob of a regular file, which is no symbolic link.

    `now_ns` is the time before it is read, without which there is no stamp. Raises `OSError` where it can't be read, or
    isn't such a file.
    """
    descriptor = os.open(path, _FLAGS)
    with os.fdopen(descriptor, "rb") as file:
        before = os.fstat(descriptor)
        if not stat.S_ISREG(before.st_mode):
            raise FileNotFoundError(f"{path} is not a regular file")
        content = file.read(LARGEST_BYTES + 1)
        after = os.fstat(descriptor)
    is_settled = stamp_of(before) == stamp_of(after) and max(after.st_mtime_ns, after.st_ctime_ns) < now_ns - TICK_NS
    return Blob(blob_id(content, algorithm), stamp_of(after) if is_settled else None)


def blob_id(content: bytes, algorithm: str) -> str:
    """The id that `git hash-object --no-filters` gives the content in a repository of that hash."""
    if len(content) > LARGEST_BYTES:
        return TOO_LARGE
    from hashlib import new  # a launch at which nothing changed hashes nothing

    digest = new(algorithm, usedforsecurity=False)
    digest.update(b"blob %d\0" % len(content))
    digest.update(content)
    return digest.hexdigest()
