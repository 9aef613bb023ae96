"""The one thread on which the models of a process are loaded and asked: a query goes first, a batch last."""

from __future__ import annotations

import asyncio
import itertools
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, TypeVar

from ..store.errors import StoreClosed

T = TypeVar("T")

CLOSING_S = 0.2
"""How long the end waits for a running job."""


class Rank(IntEnum):
    """What goes first."""

    END = 0
    QUERY = 1
    WRITE = 2
    LOAD = 3
    BATCH = 4


@dataclass(order=True, slots=True)
class _Job:
    rank: Rank
    number: int
    run: Callable[[], Any] = field(compare=False)
    future: asyncio.Future[Any] = field(compare=False)


class ModelThread:
    """Runs jobs one at a time, by rank and then in the order they came; started by the first of them."""

    def __init__(self) -> None:
        self._jobs: queue.PriorityQueue[_Job] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self._thread: threading.Thread | None = None
        self._began: float | None = None
        self._is_closed = False

    async def run(self, rank: Rank, job: Callable[[], T]) -> T:
        """The job's result; one whose caller goes away before it began is never run."""
        if self._is_closed:
            raise StoreClosed("This memory was closed: open it again.")
        if self._thread is None:
            # A daemon, so that a model that hangs doesn't hold up the end of the process.
            self._thread = threading.Thread(target=self._work, name="palimpsest-models", daemon=True)
            self._thread.start()
        return await self._submit(rank, job)

    @property
    def busy_s(self) -> float:
        """How long the running job has been running, in seconds; 0 when there is none."""
        began = self._began
        return 0.0 if began is None else time.monotonic() - began

    async def close(self) -> None:
        """End the thread after the running job, and wait for that if it ends soon; what waits is never run."""
        was_closed, self._is_closed = self._is_closed, True
        if self._thread is not None and not was_closed:
            with suppress(TimeoutError):
                async with asyncio.timeout(CLOSING_S):
                    await self._submit(Rank.END, lambda: None)

    def _submit(self, rank: Rank, job: Callable[[], T]) -> asyncio.Future[T]:
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(rank, next(self._numbers), job, future))
        return future

    def _work(self) -> None:
        rank = Rank.BATCH
        while rank is not Rank.END:
            job = self._jobs.get()
            rank = job.rank
            if not job.future.cancelled():
                self._began = time.monotonic()
                settle = _outcome(job)
                self._began = None
                with suppress(RuntimeError):  # the loop it came from has ended
                    job.future.get_loop().call_soon_threadsafe(settle)


def _outcome(job: _Job) -> Callable[[], None]:
    """Run the job; what hands its outcome to whoever waits."""
    result, error = None, None
    try:
        result = job.run()
    except Exception as caught:  # noqa: BLE001 -- raised again where the job came from
        error = caught

    def settle() -> None:
        if job.future.cancelled():
            return
        if error is None:
            job.future.set_result(result)
        else:
            job.future.set_exception(error)

    return settle
