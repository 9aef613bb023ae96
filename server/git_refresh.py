"""The register brought up to what a working tree holds now: read what is followed, look, write what differs.

The files are looked at between two transactions, so that nobody waits for a disk.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ..store import sqlite
from ..store.model import Caller
from ..store.protocol import Transaction
from ..tools.sources import note_changes
from .git_look import Followed, Look, look_at
from .git_tree import GitTree, find_tree

GIT = Caller(agent="git", role="host")


class Refreshed(NamedTuple):
    """What a look came to: how many files are followed, have another entry now, and keep theirs without being read."""

    repo: str
    followed: int
    changed: int
    gone: int
    unread: int


def refresh_register(
    database: Path, folder: Path, now_ns: Callable[[], int] = time.time_ns, reading_s: float = math.inf
) -> Refreshed | None:
    """Bring the register up to the working tree around a folder; None where there is none.

    `now_ns` is the clock of the file system; `reading_s` as in `git_look.look_at`.
    Raises `OSError`, `RuntimeError` or `ValueError` where git's files can't be made out, `StoreError` as a store does.
    """
    tree = find_tree(folder)
    if tree is None:
        return None
    with sqlite.read_only(database) as tx:
        followed = read_followed(tx, tree)
    look = look_at(tree, followed, now_ns(), reading_s)
    if look.changes or look.stamps:
        write_plainly(database, lambda tx: keep(tx, tree, look))
    if trouble := told(look):
        complain(trouble)
    return summary(tree, followed, look)


def read_followed(tx: Transaction, tree: GitTree) -> Followed:
    """The files of the tree's repository that observations were made of, by each name that it has or had."""
    found = {repo: tx.versions.followed(repo, str(tree.root)) for repo in tree.names}
    return {repo: files for repo, files in found.items() if files}


def keep(tx: Transaction, tree: GitTree, look: Look) -> None:
    """Write down what a look found."""
    note_changes(tx, GIT, look.changes)
    if look.stamps:
        tx.versions.keep_stamps(str(tree.root), look.stamps)


def summary(tree: GitTree, followed: Followed, look: Look) -> Refreshed:
    """A look in numbers."""
    gone = sum(1 for revision in look.changes.values() if revision is None)
    return Refreshed(tree.repo, count(followed), len(look.changes) - gone, gone, len(look.trouble) + look.unread)


def count(followed: Followed) -> int:
    """How many files are followed."""
    return sum(map(len, followed.values()))


def told(look: Look) -> str | None:
    """The files that could not be read, in one line."""
    parts: list[str] = []
    if look.trouble:
        parts.append(look.trouble[0] + (f" and {len(look.trouble) - 1} more" if len(look.trouble) > 1 else ""))
    if look.unread:
        parts.append(f"{look.unread} files that changed are still to be read")
    return f"{'; '.join(parts)}. What was seen there counts as it did." if parts else None


def complain(reason: object) -> None:
    """Tell the host, in one line, that the working tree could not be looked at as a whole."""
    print(f"palimpsest: the working tree: {' '.join(str(reason).split())}", file=sys.stderr)  # noqa: T201


def write_plainly(database: Path, work: Callable[[Transaction], object]) -> None:
    """Run `work` as one transaction of a store that is opened for it."""
    store = sqlite.PlainStore(database)
    try:
        store.write(work)
    finally:
        store.close()
