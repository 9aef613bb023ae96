"""Runs: a plan made on a snapshot and applied in short transactions under one batch, while others write in between.

    async with Run(desk, "consolidation", progress) as run:
        await run.apply(phase, told)

One run at a time tidies a memory, under a lease that ends by itself when its process dies. A batch that such a process
left open is undone before the next run begins, and when a server starts.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import time
import uuid
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Protocol, Self, TypeVar

from ..store.errors import PalimpsestError, Refused, StoreError
from ..store.model import Caller, Lease
from ..store.protocol import Store, Transaction
from .declare import Progress
from .desk import Desk
from .ids import batch_id
from .passages import PassagesOf

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)
R = TypeVar("R")

LEASE = "upkeep"
LEASE_S = 20.0
"""How long a run may take between two transactions; when its process died, others know at once where they can."""
WAIT_S = 5.0
LOOK_S = 0.1
CHUNK_S = 0.03
"""How long one transaction goes on taking steps."""
CHUNK_STEPS = 50
LOST = "Another process has taken this work over. What was done of it is undone."


class Phase(Protocol[S, R_co]):
    """One part of a run: steps that are planned together and applied one by one."""

    def plan(self, tx: Transaction) -> list[S]:
        """What there is to do, on a snapshot."""
        ...

    def apply(self, tx: Transaction, step: S) -> R_co:
        """Do one step, as far as it is still to be done: others have written since it was planned."""
        ...

    def passages(self, steps: Sequence[S]) -> PassagesOf | None:
        """What texts the steps may store."""
        ...


class LeaseLost(StoreError):
    """Another process took the work over."""


class Run:
    """One run for one caller."""

    def __init__(self, desk: Desk, kind: str, progress: Progress | None = None, *, is_rehearsal: bool = False) -> None:
        """A rehearsal has the memory for itself: a copy."""
        self._desk = desk
        self._is_rehearsal = is_rehearsal
        self._kind = kind
        self._progress = progress
        self._holder = new_holder()
        self._has_lease = False
        self._batch: int | None = None
        self._done = 0
        self._planned = 0

    async def __aenter__(self) -> Self:
        if await self._desk.read(lambda tx: bool(tx.batches.unfinished())):
            # What is half done is no ground to plan on: it is finished or undone first.
            await (recover_at_once(self._desk.store) if self._is_rehearsal else self._take_turn())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the batch; a run that failed or was given up is undone as far as it came."""
        if self._has_lease:
            await self._end(is_whole=error is None)

    @property
    def batch(self) -> str | None:
        """The run's batch, once it has changed anything."""
        return None if self._batch is None else batch_id(self._batch)

    async def apply(self, phase: Phase[S, R], name: str) -> list[R]:
        """Plan the phase and apply it in chunks; what each step came to, in order."""
        steps = await self._desk.read(phase.plan)
        self._planned += len(steps)
        results: list[R] = []
        while len(results) < len(steps):
            await self._take_turn()
            results += await self._apply_some(phase, steps[len(results) : len(results) + CHUNK_STEPS])
            await self._report(name, self._done + len(results))
        self._done += len(steps)
        return results

    async def _apply_some(self, phase: Phase[S, R], steps: Sequence[S]) -> list[R]:
        def work(tx: Transaction) -> tuple[list[R], int | None]:
            if not self._is_rehearsal and not tx.leases.take(LEASE, self._holder, LEASE_S):
                raise LeaseLost(LOST)
            self._go_on(tx)
            until = time.monotonic() + CHUNK_S
            done: list[R] = []
            for step in steps:
                done.append(phase.apply(tx, step))
                if time.monotonic() >= until:
                    break
            return done, tx.batches.at_hand

        done, self._batch = await self._desk.write(work, phase.passages(steps))
        return done

    def _go_on(self, tx: Transaction) -> None:
        """Let the transaction belong to the run's batch, unless it was undone while this process stood still."""
        if self._batch is None:
            tx.batches.describe(self._kind, self._desk.caller.agent, is_open=True)
            return
        batch = tx.batches.get(self._batch)
        if batch is None or batch.finished_at is not None:
            raise LeaseLost(LOST)
        tx.batches.resume(self._batch)

    async def _report(self, name: str, done: int) -> None:
        if self._progress is not None:
            await self._progress.report_progress(done, self._planned, name)

    async def _take_turn(self) -> None:
        """Wait until no other run is at work, and clear up after one that was cut off; `Refused` when it takes long."""
        if self._has_lease or self._is_rehearsal:
            return
        until = time.monotonic() + WAIT_S
        try:
            while not await self._desk.store.write(self._begin):
                if time.monotonic() >= until:
                    raise Refused("Another run is tidying this memory. Nothing was changed: call again in a moment.")
                await asyncio.sleep(LOOK_S)
        except asyncio.CancelledError:
            # The lease may have been taken all the same, and nobody should have to wait for its end.
            await asyncio.shield(self._desk.store.write(lambda tx: tx.leases.release(LEASE, self._holder)))
            raise
        self._has_lease = True

    def _begin(self, tx: Transaction) -> bool:
        if is_held(tx):
            return False
        end_lease_of_the_dead(tx)
        clear_up(tx)
        return tx.leases.take(LEASE, self._holder, LEASE_S)

    async def _end(self, *, is_whole: bool) -> None:
        def work(tx: Transaction) -> None:
            if not tx.leases.take(LEASE, self._holder, LEASE_S):
                if is_whole:
                    raise LeaseLost(LOST)
                return
            if not is_whole:
                clear_up(tx)
            elif self._batch is not None:
                self._go_on(tx)
                tx.batches.finish(self._batch)
            tx.leases.release(LEASE, self._holder)

        ending = asyncio.ensure_future(self._desk.store.write(work))
        try:
            await asyncio.shield(ending)
        except asyncio.CancelledError:
            # The caller gave up; what it began must not stay half done.
            await asyncio.wait([ending])
            raise


async def recover(store: Store) -> None:
    """Undo what a process that died left half done; while one is still at work, wait for it."""
    while True:
        if await recover_at_once(store):
            return
        await asyncio.sleep(LEASE_S / 4)


async def recover_at_once(store: Store) -> bool:
    """The same without waiting; whether nothing is left half done."""
    is_left = await store.read(lambda tx: bool(tx.batches.unfinished()))
    return not is_left or await store.write(_clear_up_unless_held)


def _clear_up_unless_held(tx: Transaction) -> bool:
    if is_held(tx):
        return False
    end_lease_of_the_dead(tx)
    clear_up(tx)
    return True


def clear_up(tx: Transaction) -> None:
    """Undo the batches that nobody goes on with, the newest first."""
    from .undoing import RECOVERY, undo_in_any_state  # seldom needed, and every server's start would wait for it

    for batch in reversed(tx.batches.unfinished()):
        undo_in_any_state(tx, Caller(agent=batch.agent, role="host", session="recovery"), batch, RECOVERY)


def is_held(tx: Transaction) -> bool:
    """Whether a living process is at work."""
    lease = tx.leases.held(LEASE)
    return lease is not None and not _is_dead(lease)


def end_lease_of_the_dead(tx: Transaction) -> None:
    """Let nobody wait for a process that isn't there any more."""
    lease = tx.leases.held(LEASE)
    if lease is not None and _is_dead(lease):
        tx.leases.release(LEASE, lease.holder)


def new_holder() -> str:
    """A name for one run: which process on which machine, and which of its runs."""
    return f"{os.getpid()} {uuid.uuid4().hex[:12]} {socket.gethostname()}"


def _is_dead(lease: Lease) -> bool:
    """Whether the holder was a process of this machine that isn't there any more."""
    number, _, rest = lease.holder.partition(" ")
    is_ours = rest.partition(" ")[2] == socket.gethostname()
    if sys.platform == "win32" or not is_ours or not number.isdecimal():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


def attempt(tx: Transaction, step: Callable[[], R], otherwise: Callable[[str], R]) -> R:
    """A step of a run; what can't be done any more is told and leaves the rest of the run as it is."""
    try:
        return tx.attempt(step)
    except StoreError:
        raise
    except PalimpsestError as error:
        return otherwise(str(error))


__all__ = ["LEASE", "LeaseLost", "Phase", "Run", "attempt", "clear_up", "is_held", "recover", "recover_at_once"]
