"""`palimpsest preamble`: the text for an agent's launch, without the SDK, pydantic, numpy or an event loop."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from ...store import sqlite
from ...store.rules.text import InvalidText, clean_text
from ...tools.preamble import build_preamble
from ..config import ConfigError, resolve_options

MAX_TASK_CHARS = 10_000


def run(namespace: Namespace) -> int:
    """Print the preamble; nothing when there is nothing to say."""
    options = resolve_options(namespace)
    task = _task(namespace.task)
    if not options.database.exists():
        return 0
    if options.versions is not None:
        _apply_register(options.database, options.versions)
    with sqlite.read_only(options.database) as tx:
        text, _ = build_preamble(tx, options.caller, task)
    if text:
        sys.stdout.buffer.write(text.encode("utf-8", "replace") + b"\n")
        sys.stdout.buffer.flush()
    return 0


def _task(text: str) -> str:
    if not text.strip():
        return ""
    try:
        return clean_text(text, name="--task", limit=MAX_TASK_CHARS)
    except InvalidText as error:
        raise ConfigError(str(error)) from None


def _apply_register(database: Path, versions: Path) -> None:
    """The host's register first: a handover never hides an outdated source."""
    from ..register_file import apply_register, read_register

    register = read_register(versions)
    store = sqlite.PlainStore(database)
    try:
        store.write(lambda tx: apply_register(tx, register))
    finally:
        store.close()
