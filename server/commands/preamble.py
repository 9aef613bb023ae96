"""`palimpsest preamble`: the text for an agent's launch, without the SDK, pydantic, numpy or an event loop."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import cast

from ...store import sqlite
from ...store.protocol import Transaction
from ...tools.preamble import build_preamble, task_at_launch
from ...tools.settings import Settings
from ..config import resolve_options
from ..register_at_launch import bring_register_up


def run(namespace: Namespace) -> int:
    """Print the preamble; nothing when there is nothing to say."""
    options = resolve_options(namespace)
    if not options.database.exists():
        return 0
    bring_register_up(options)
    with sqlite.read_only(options.database) as tx:
        text, _ = build_preamble(tx, options.caller, _task(tx, namespace.task))
    if text and cast("object", sys.stdout) is not None:
        sys.stdout.buffer.write(text.encode("utf-8", "replace") + b"\n")
        sys.stdout.buffer.flush()
    return 0


def _task(tx: Transaction, text: str) -> str:
    """The task as it is searched for, of which nothing is said on stdout."""
    if not text.strip():
        return ""
    task, trouble = task_at_launch(_settings(tx), text, "--task")
    if trouble is not None:
        print(f"palimpsest: the preamble goes without facts: {trouble}", file=sys.stderr)  # noqa: T201
    return task


def _settings(tx: Transaction) -> Settings:
    """The workspace's settings; the defaults when they can't be read, which the preamble itself complains of."""
    try:
        return Settings(tx.attempt(tx.settings.all))
    except Exception:  # noqa: BLE001 (whatever is wrong with them, an agent must get its policies and notes)
        return Settings()
