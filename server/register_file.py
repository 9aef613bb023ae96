"""The version register as a file of the host's: JSON, source to revision. One that can't be read changes nothing."""

from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path
from typing import Any, cast

from ..store.errors import InvalidInput
from ..store.model import Caller
from ..store.protocol import Transaction
from ..tools.sources import Versions, clean_versions, replace_register

HOST = Caller(agent="host", role="host")


def read_register(path: Path) -> Versions:
    """Source to revision as a JSON object in the file; `InvalidInput` when it isn't one."""
    try:
        content: object = json.loads(_text_of(path), object_pairs_hook=_Members)
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidInput(f"The versions file {path} can't be read: {error}.") from None
    if not isinstance(content, _Members):
        raise InvalidInput(f"The versions file {path} must hold one JSON object of source to revision.")
    if not all(isinstance(revision, str) for _, revision in content):
        raise InvalidInput(f"The versions file {path} must give each source its revision as text.")
    try:
        return clean_versions(cast("list[tuple[str, str]]", content))
    except InvalidInput as error:
        raise InvalidInput(f"The versions file {path} can't be taken: {error}") from None


class _Members(list[tuple[str, Any]]):
    """A JSON object's members; a dictionary would drop a source that is there twice."""


def _text_of(path: Path) -> str:
    with open(path, encoding="utf-8-sig", opener=_open) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise ValueError("it is no plain file")
        return file.read()


def _open(path: str, flags: int) -> int:
    """A pipe that nobody writes to would be waited for."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def apply_register(tx: Transaction, versions: Versions) -> bool:
    """Make the workspace's register say what the host's file says; whether that changed anything."""
    return replace_register(tx, HOST, versions)


def complain(error: Exception) -> None:
    """Tell the host, in one line, that the register stays as it was."""
    print(f"palimpsest: {error} The register stays as it was.", file=sys.stderr)  # noqa: T201
