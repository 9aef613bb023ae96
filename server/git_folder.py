"""Where git keeps a working tree, and what its configuration says, read from git's own files without a git process."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

_MAX_CONFIG_BYTES = 1_000_000
_SECTION = re.compile(r'\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)', re.DOTALL)
_ENTRY = re.compile(r"\s*([a-z][a-z0-9-]*)\s*=\s*(.*)", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class GitFolder:
    """A working tree's root, and the git folder that all working trees of its repository share."""

    root: Path
    common: Path


class Entry(NamedTuple):
    """One line of a configuration; section and key in lower case."""

    section: str
    subsection: str
    key: str
    value: str


def find_git_folder(folder: Path) -> GitFolder | None:
    """The nearest `.git` above, through the pointers of worktrees and submodules; None when there is none.

    Raises `OSError`, `RuntimeError` or `ValueError` where git's files can't be read as such.
    """
    folder = folder.resolve()
    if not folder.is_dir():
        raise NotADirectoryError(f"there is no folder {folder}")
    for parent in (folder, *folder.parents):
        entry = parent / ".git"
        if entry.is_dir():
            return GitFolder(parent, entry)
        if entry.is_file():
            return GitFolder(parent, _common_folder(parent / _pointer(entry, "gitdir:")))
    return None


def read_config(common: Path) -> list[Entry]:
    """The entries of a repository's configuration, in file order."""
    with (common / "config").open("rb") as file:
        return list(_entries(file.read(_MAX_CONFIG_BYTES).decode(errors="replace")))


def _common_folder(git_folder: Path) -> Path:
    common = git_folder / "commondir"
    return git_folder / _pointer(common, "") if common.is_file() else git_folder


def _pointer(file: Path, prefix: str) -> str:
    with file.open(encoding="utf-8") as handle:
        line = handle.readline(4096).strip()
    if not line.startswith(prefix):
        raise ValueError("not a pointer to a git folder")
    return line.removeprefix(prefix).strip()


def _entries(text: str) -> Iterator[Entry]:
    section, subsection = "", ""
    for raw in text.splitlines():
        line = raw
        header = _SECTION.match(line)
        if header:
            section, subsection, line = header[1].lower(), header[2] or "", header[3]
        entry = _ENTRY.match(line)
        if entry:
            yield Entry(section, subsection, entry[1].lower(), _value(entry[2]))


def _value(text: str) -> str:
    """A value without its quotes and comment."""
    text = text.strip()
    if text.startswith('"'):
        return text[1:].split('"', 1)[0]
    return re.split(r"\s[#;]", text)[0].strip()
