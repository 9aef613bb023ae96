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
        self._caller = caller
        self._kind = kind
        self._id: int | None = None

    @property
    def id(self) -> int:
        """The batch's number; asking for it starts the batch."""
        if self._id is None:
            self._id = self._tx.batches.start(self._kind, self._caller.agent)
        return self._id

    def finish(self) -> str | None:
        """End the batch; its id, or None when nothing was changed."""
        if self._id is None:
            return None
        self._tx.batches.finish(self._id)
        return batch_id(self._id)


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
