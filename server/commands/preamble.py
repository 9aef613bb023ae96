"""`palimpsest preamble`: the text for an agent's launch, without the SDK, pydantic, numpy or an event loop."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import cast

from ...store import sqlite
from ...store.errors import InvalidInput, StoreError
from ...store.protocol import Transaction
from ...tools.gate import Gate
from ...tools.preamble import build_preamble
from ...tools.settings import Settings
from ..config import resolve_options


def run(namespace: Namespace) -> int:
    """Print the preamble; nothing when there is nothing to say."""
    options = resolve_options(namespace)
    if not options.database.exists():
        return 0
    if options.versions is not None:
        _follow_register(options.database, options.versions)
    with sqlite.read_only(options.database) as tx:
        text, _ = build_preamble(tx, options.caller, _task(tx, namespace.task))
    if text and cast("object", sys.stdout) is not None:
        sys.stdout.buffer.write(text.encode("utf-8", "replace") + b"\n")
        sys.stdout.buffer.flush()
    return 0


def _task(tx: Transaction, text: str) -> str:
    """The task as it is searched for; one that can't be taken costs the facts, not the policies and the notes."""
    if not text.strip():
        return ""
    try:
        return Gate(_settings(tx)).query(text, "--task")
    except InvalidInput as error:
        print(f"palimpsest: the preamble goes without facts: {error}", file=sys.stderr)  # noqa: T201
        return ""


def _settings(tx: Transaction) -> Settings:
    """The workspace's settings; the defaults when they can't be read, which the preamble itself complains of."""
    try:
        return Settings(tx.attempt(tx.settings.all))
    except Exception:  # noqa: BLE001 (whatever is wrong with them, an agent must get its policies and notes)
        return Settings()


def _follow_register(database: Path, versions: Path) -> None:
    """The host's register first, so that no outdated source is handed over; trouble with it costs no preamble."""
    from ..register_file import apply_register, complain, read_register

    try:
        register = read_register(versions)
        with sqlite.read_only(database) as tx:
            is_current = tx.versions.all() == register
        if not is_current:
            _write(database, lambda tx: apply_register(tx, register))
    except (InvalidInput, StoreError) as error:
        complain(error)


def _write(database: Path, work: Callable[[Transaction], object]) -> None:
    store = sqlite.PlainStore(database)
    try:
        store.write(work)
    finally:
        store.close()
