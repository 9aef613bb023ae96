"""Whether the home's tokens are sound: looked at without changing anything, and without a word of what they are."""

from __future__ import annotations

import os
import stat
from contextlib import closing
from datetime import datetime
from pathlib import Path

from .access import AccessFile
from .errors import StoreError
from .findings import Finding, Soundness
from .private_files import FILE_MODE

NAME = "tokens"


def check_access(path: Path, now: datetime) -> Finding:
    """The tokens' file in one finding: whole, for its owner alone, and how many tokens open something."""
    try:
        file = AccessFile.open_to_read(path)
        if file is None:
            return Finding(NAME, Soundness.OK, "none was ever made")
        with closing(file):
            damage, tokens = file.damage(), file.all()
    except (StoreError, OSError) as error:
        return Finding(NAME, Soundness.PROBLEM, str(error))
    if damage:
        advice = "move it away, make the tokens anew (palimpsest token create) and give them to their clients"
        return Finding(NAME, Soundness.PROBLEM, f"{path} is damaged ({damage}): {advice}")
    live = sum(one.is_live(now) for one in tokens)
    told = f"{live} live of {len(tokens)}, in {path}"
    if tokens and not live:
        told += "; nobody can come in over HTTP"
    if open_to_others := _open_to_others(path):
        return Finding(NAME, Soundness.WARNING, f"{told}; others may look into it: chmod 600 {open_to_others}")
    return Finding(NAME, Soundness.OK, told)


def _open_to_others(path: Path) -> str:
    """The file and what stands beside it, as far as others on this machine can read it."""
    if os.name == "nt":
        return ""
    beside = sorted({path, *path.parent.glob(f"{path.stem}.*"), *path.parent.glob(f"{path.name}-*")})
    return " ".join(f"'{one}'" for one in beside if stat.S_IMODE(one.stat().st_mode) & ~FILE_MODE & 0o077)
