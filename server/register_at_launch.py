"""The register before a launch: the host's file and the working tree are followed first, and keep no launch back."""

from __future__ import annotations

from pathlib import Path

from ..store import sqlite
from ..store.errors import InvalidInput, StoreError
from .config import Options
from .git_refresh import complain as complain_of_tree
from .git_refresh import refresh_register, write_plainly

READING_SECONDS = 2.0
"""How long files that were touched are read at a launch; the others' turn comes with the next look."""


def bring_register_up(options: Options) -> None:
    """Let the register say what holds now, so that a handover hides no outdated source; trouble is a line on stderr.

    The workspace's file exists.
    """
    if options.versions is not None:
        _follow_file(options.database, options.versions)
    try:
        refresh_register(options.database, options.folder, reading_s=READING_SECONDS)
    except (OSError, RuntimeError, ValueError, StoreError) as error:
        complain_of_tree(f"{str(error).rstrip('.')}. The register stays as it was.")


def _follow_file(database: Path, versions: Path) -> None:
    from .register_file import apply_register, complain, read_register

    try:
        register = read_register(versions)
        with sqlite.read_only(database) as tx:
            is_current = tx.versions.all() == register
        if not is_current:
            write_plainly(database, lambda tx: apply_register(tx, register))
    except (InvalidInput, StoreError) as error:
        complain(error)
