"""`palimpsest preamble`: the text for an agent's launch, without the SDK, pydantic, numpy or an event loop."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import cast

from ...store import sqlite
from ...store.errors import InvalidInput, StoreBusy
from ...store.protocol import Transaction
from ...store.rules.text import InvalidText, clean_text
from ...tools.preamble import build_preamble
from ..config import resolve_options

MAX_TASK_CHARS = 10_000


def run(namespace: Namespace) -> int:
    """Print the preamble; nothing when there is nothing to say."""
    options = resolve_options(namespace)
    task = _task(namespace.task)
    if not options.database.exists():
        return 0
    if options.versions is not None:
        _follow_register(options.database, options.versions)
    with sqlite.read_only(options.database) as tx:
        text, _ = build_preamble(tx, options.caller, task)
    if text and cast("object", sys.stdout) is not None:
        sys.stdout.buffer.write(text.encode("utf-8", "replace") + b"\n")
        sys.stdout.buffer.flush()
    return 0


def _task(text: str) -> str:
    """The task as it is searched for; one that can't be taken costs the facts, not the policies and the notes."""
    if not text.strip():
        return ""
    try:
        return clean_text(text, name="--task", limit=MAX_TASK_CHARS)
    except InvalidText as error:
        print(f"palimpsest: the preamble goes without facts: {error}", file=sys.stderr)  # noqa: T201
        return ""


def _follow_register(database: Path, versions: Path) -> None:
    """The host's register first, so that no outdated source is handed over; trouble with it costs no preamble."""
    from ..register_file import apply_register, complain, read_register

    try:
        register = read_register(versions)
        with sqlite.read_only(database) as tx:
            is_current = tx.versions.all() == register
        if not is_current:
            _write(database, lambda tx: apply_register(tx, register))
    except (InvalidInput, StoreBusy) as error:
        complain(error)


def _write(database: Path, work: Callable[[Transaction], object]) -> None:
    store = sqlite.PlainStore(database)
    try:
        store.write(work)
    finally:
        store.close()
