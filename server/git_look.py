"""A look at the files that observations were made of: which of them are no longer what the register says.

It is made before every launch, so that a file which wasn't touched costs little more than asking for its state.
"""

from __future__ import annotations

import math
import os
import stat
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeAlias

from ..store.model import FileStamp, FollowedFile
from .git_blob import read_blob, stamp_of
from .git_tree import GitTree, is_of_tree

GONE = (FileNotFoundError, NotADirectoryError)

Followed: TypeAlias = Mapping[str, Sequence[FollowedFile]]
"""Followed files by the name of the repository under which they are known."""


@dataclass(slots=True)
class Look:
    """What a look found.

    `changes`: files that hold something else than the register says, None for one that is gone, by repository and path.
    `stamps`: what needn't be read again. `trouble`: files that can't be read and keep their entry. `unread`: how many
    keep theirs because there was no time left to read them.
    """

    changes: dict[tuple[str, str], str | None] = field(default_factory=dict[tuple[str, str], str | None])
    stamps: list[FileStamp] = field(default_factory=list[FileStamp])
    trouble: list[str] = field(default_factory=list[str])
    unread: int = 0


def look_at(tree: GitTree, followed: Followed, now_ns: int, reading_s: float = math.inf) -> Look:
    """Compare the register's entries with the working tree; `now_ns` is the time before.

    No file is begun to be read after `reading_s` seconds; what was left out is read by the next looks.
    """
    look = Look()
    states = _States(tree)
    deadline = time.monotonic() + reading_s
    for repo, files in followed.items():
        for file in states.unsettled(files):
            source, revision, _, _ = file
            try:
                now = _blob_now(tree, states, file, now_ns, look, deadline)
            except _NoTimeLeft:
                look.unread += 1
                continue
            except OSError as error:
                look.trouble.append(f"{source}: {error.strerror}")
                continue
            if now != revision:
                look.changes[repo, source] = now
    return look


class _NoTimeLeft(Exception):
    """The file would have to be read, and may not be any more."""


def _blob_now(
    tree: GitTree, states: _States, file: FollowedFile, now_ns: int, look: Look, deadline: float
) -> str | None:
    """What a file holds, None if it is gone; read only if it was touched, when its new stamp goes to the others."""
    source, revision, stamp, blob = file
    try:
        found = states.of(source)
        if found is None:
            return None
        if stamp_of(found.state) == stamp:
            return blob or revision
        if time.monotonic() > deadline:
            raise _NoTimeLeft
        read = read_blob(found.place, tree.algorithm, now_ns)
    except GONE:
        return None
    if read.stamp is not None:
        look.stamps.append(FileStamp(source, read.stamp, read.id))
    return read.id


class _Found(NamedTuple):
    """Where a file really is, and its state."""

    place: str
    state: os.stat_result


class _States:
    """The states of regular files that are really in the tree: a link on the way could lead anywhere."""

    def __init__(self, tree: GitTree) -> None:
        self._root = tree.root
        self._real_folders: dict[str, str | None] = {"": str(tree.root)}

    def unsettled(self, files: Sequence[FollowedFile]) -> Iterator[FollowedFile]:
        """Those that aren't, by their state alone, what the register says. Of a look all but a little is this loop."""
        known, lstat, separator = self._real_folders, os.lstat, os.sep
        for file in files:
            source, _, stamp, blob = file
            if stamp is not None and blob is None:
                try:
                    folder, _, name = source.rpartition("/")
                    real = known.get(folder) or self._real_folder(folder)
                    if real and stamp_of(lstat(f"{real}{separator}{name}")) == stamp:
                        continue
                except OSError:
                    pass  # to be told apart when it is looked at by itself
            yield file

    def of(self, source: str) -> _Found | None:
        """Where the file is; None where there is none. Raises `OSError` where that can't be told."""
        try:
            folder, _, name = source.rpartition("/")
            found = self._behind(self._real_folder(folder), name)
        except GONE:
            return None
        return found if found and stat.S_ISREG(found.state.st_mode) else None

    def _real_folder(self, folder: str) -> str | None:
        """Where a folder of the tree really is; None where it is none, or is outside."""
        if folder not in self._real_folders:
            parent, _, name = folder.rpartition("/")
            found = self._behind(self._real_folder(parent), name)
            is_folder = found is not None and stat.S_ISDIR(found.state.st_mode)
            self._real_folders[folder] = found.place if found and is_folder else None
        return self._real_folders[folder]

    def _behind(self, real_folder: str | None, name: str) -> _Found | None:
        """What a name in a folder stands for, through links that stay in the tree."""
        if real_folder is None:
            return None
        found = _Found(f"{real_folder}{os.sep}{name}", os.lstat(f"{real_folder}{os.sep}{name}"))
        if not stat.S_ISLNK(found.state.st_mode):
            return found
        real = os.path.realpath(found.place)
        return _Found(real, os.lstat(real)) if is_of_tree(self._root, Path(real)) else None
