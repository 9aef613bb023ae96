"""Changes that belong together: one batch id, given out when the first of them is made."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from ..store.model import Caller
from ..store.protocol import Transaction
from .desk import Desk
from .ids import batch_id
from .passages import PassagesOf

T = TypeVar("T")


class Batch:
    """The batch of one run; a run that changes nothing has none."""

    def __init__(self, tx: Transaction, caller: Caller, kind: str) -> None:
        self._tx = tx
        tx.batches.describe(kind, caller.agent)

    @property
    def id(self) -> int | None:
        """The batch's number, once something was changed."""
        return self._tx.batches.at_hand

    def finish(self) -> str | None:
        """The batch's id, or None when nothing was changed."""
        number = self._tx.batches.at_hand
        return None if number is None else batch_id(number)


class _Rehearsed(Exception):
    """Ends the transaction of a dry run, so that it is rolled back."""


async def run(desk: Desk, work: Callable[[Transaction], T], passages: PassagesOf | None = None, *, dry_run: bool) -> T:
    """Run `work` as `Desk.write` does; with `dry_run` everything happens, is reported, and is rolled back."""
    if not dry_run:
        return await desk.write(work, passages)
    results: list[T] = []

    def rehearse(tx: Transaction) -> None:
        results.append(work(tx))
        raise _Rehearsed

    with suppress(_Rehearsed):
        await desk.write(rehearse)
    return results[0]
