"""The version register as a file of the host's: JSON, source to revision. One that can't be read changes nothing."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import cast

from ..store.errors import InvalidInput
from ..store.model import Caller
from ..store.protocol import Transaction
from ..tools.sources import replace_register

HOST = Caller(agent="host", role="host")


def read_register(path: Path) -> dict[str, str]:
    """Source to revision as a JSON object in the file; `InvalidInput` when it isn't one."""
    try:
        content: object = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidInput(f"The versions file {path} can't be read: {error}.") from None
    if not isinstance(content, dict):
        raise InvalidInput(f"The versions file {path} must hold one JSON object of source to revision.")
    versions = cast("dict[str, object]", content)
    if not all(isinstance(revision, str) for revision in versions.values()):
        raise InvalidInput(f"The versions file {path} must give each source its revision as text.")
    return cast("dict[str, str]", versions)


def apply_register(tx: Transaction, versions: dict[str, str]) -> bool:
    """Make the workspace's register say what the host's file says; whether that changed anything."""
    return replace_register(tx, HOST, versions)


def complain(error: Exception) -> None:
    """Tell the host, in one line, that the register stays as it was."""
    print(f"palimpsest: {error} The register stays as it was.", file=sys.stderr)  # noqa: T201
