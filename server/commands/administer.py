"""What the commands of the person in charge share: the workspace's store without an event loop, and who they are."""

from __future__ import annotations

import getpass
import json
import re
from argparse import Namespace
from collections.abc import Callable
from typing import TypeVar

from ...store import sqlite
from ...store.model import Caller
from ...store.protocol import Transaction
from ..config import Options, resolve_options

T = TypeVar("T")
ROLE = "person"

_STEERING = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def write(namespace: Namespace, work: Callable[[Transaction, Caller], T]) -> T:
    """Run `work` in one transaction of the workspace that the flags name, as the person at the keyboard."""
    options = resolve_options(namespace)
    caller = person(options)
    store = sqlite.PlainStore(options.database)
    try:
        return store.write(lambda tx: _named(tx, work, caller))
    finally:
        store.close()


def _named(tx: Transaction, work: Callable[[Transaction, Caller], T], caller: Caller) -> T:
    tx.batches.describe("change", caller.agent)
    return work(tx, caller)


def read(namespace: Namespace, work: Callable[[Transaction], T], without: T | None = None) -> T:
    """Run `work` on one snapshot, which waits for nobody's write; `without` stands for a workspace that isn't there.

    A workspace is never created by looking at it: `StoreUnavailable` where nothing stands for it.
    """
    database = resolve_options(namespace).database
    if without is not None and not database.exists():
        return without
    with sqlite.read_only(database) as tx:
        return work(tx)


def person(options: Options) -> Caller:
    """The person at the keyboard, in the workspace and session that the flags name."""
    return Caller(
        workspace=options.caller.workspace, agent=user_name(), role=ROLE, session=options.caller.session, is_person=True
    )


def user_name() -> str:
    """The name of whoever runs the process, as the audit log keeps it."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ROLE


def show(*lines: str) -> None:
    """Print lines for a person."""
    for line in lines:
        print(_tame(line))  # noqa: T201


def show_json(value: object) -> None:
    """Print a value for a program; what could steer a terminal is escaped as JSON escapes it."""
    show(json.dumps(value, ensure_ascii=False, indent=2))


def table(rows: list[tuple[str, ...]]) -> list[str]:
    """Rows as lines with aligned columns."""
    tame = [tuple(map(_tame, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*tame, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in tame]


def _tame(text: str) -> str:
    """The text with escapes for what could steer the terminal or turn the text around."""
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
