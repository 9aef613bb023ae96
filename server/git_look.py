"""A look at the files that observations were made of: which of them are no longer what the register says.

It is made before every launch, so that a file which wasn't touched costs no more than asking for its state.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass, field

from ..store.model import FileStamp, TrackedFile
from .git_blob import read_blob, stamp_of
from .git_tree import GitTree

GONE = (FileNotFoundError, NotADirectoryError)


@dataclass(slots=True)
class Look:
    """What a look found.

    `changes`: files that hold something else than the register says, None for one that is gone, by repository and path.
    `stamps`: what needn't be read again. `trouble`: files that can't be read and keep their entry.
    """

    changes: dict[tuple[str, str], str | None] = field(default_factory=dict[tuple[str, str], str | None])
    stamps: list[FileStamp] = field(default_factory=list[FileStamp])
    trouble: list[str] = field(default_factory=list[str])


def look_at(tree: GitTree, tracked: Iterable[TrackedFile], now_ns: int) -> Look:
    """Compare the register's entries with the working tree; `now_ns` is the time before."""
    look = Look()
    states = _States(tree)
    for file in tracked:
        try:
            found = states.of(file.source)
            if found is not None and file.stamp is not None and stamp_of(found) == file.stamp:
                now = file.blob
            else:
                now = None if found is None else _read(tree, file.source, now_ns, look)
        except OSError as error:
            look.trouble.append(f"{file.source}: {error.strerror}")
            continue
        if now != file.revision:
            look.changes[file.repo, file.source] = now
    return look


def _read(tree: GitTree, source: str, now_ns: int, look: Look) -> str | None:
    """The file's blob id now, None if it has just gone; its stamp goes to the others."""
    try:
        blob = read_blob(str(tree.root / source), tree.algorithm, now_ns)
    except GONE:
        return None
    if blob.stamp is not None:
        look.stamps.append(FileStamp(source, blob.stamp, blob.id))
    return blob.id


class _States:
    """The states of regular files that are really in the tree: a link on the way could lead anywhere."""

    def __init__(self, tree: GitTree) -> None:
        self._prefix = f"{tree.root}{os.sep}"
        self._is_folder = {"": True}

    def of(self, source: str) -> os.stat_result | None:
        """The state of the file; None where there is none."""
        try:
            if not self._has_folder(source.rpartition("/")[0]):
                return None
            found = os.lstat(self._prefix + source)
        except GONE:
            return None
        return found if stat.S_ISREG(found.st_mode) else None

    def _has_folder(self, folder: str) -> bool:
        known = self._is_folder.get(folder)
        if known is None:
            known = self._has_folder(folder.rpartition("/")[0]) and stat.S_ISDIR(
                os.lstat(self._prefix + folder).st_mode
            )
            self._is_folder[folder] = known
        return known
