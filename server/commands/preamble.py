"""`palimpsest preamble`: the text for an agent's launch, without the SDK, pydantic, numpy or an event loop."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import cast

from ...store import sqlite
from ...store.errors import InvalidInput
from ...store.protocol import Transaction
from ...tools.gate import Gate
from ...tools.preamble import build_preamble
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
