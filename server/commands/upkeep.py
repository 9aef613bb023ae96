"""What `consolidate` and `harmonize` share: a desk for the person in charge, progress, and an end that leaves no half.

Ctrl-C and a request to end cancel the work; a run that was begun undoes itself before the command ends.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from argparse import Namespace
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, Self, TypeVar

from ...store.errors import StoreUnavailable
from ...store.sqlite import SqliteStore
from ...tools.desk import Desk
from ...tools.embedding import Embedding
from ...tools.models import Models
from ...tools.runs import recover_at_once
from ...tools.scopes import exact_reach
from ...tools.tidying import Reach
from ..config import Options, resolve_options
from .administer import person

T = TypeVar("T")

LOAD_S = 30.0
"""How long a model in this process may take to load, so that what is written has its vectors at once."""


def run_to_its_end(work: Callable[[Options], Coroutine[Any, Any, T]], namespace: Namespace) -> T:
    """Run the work with the options of this process; `KeyboardInterrupt` when a signal ended it."""
    options = resolve_options(namespace)
    if not options.database.exists():
        raise StoreUnavailable(f"There is no memory at {options.database} yet: it is created by the first write.")
    try:
        return asyncio.run(_until_told(work(options)))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None


async def _until_told(work: Coroutine[Any, Any, T]) -> T:
    """The work, cancelled by SIGTERM as asyncio cancels it by SIGINT."""
    task = asyncio.ensure_future(work)
    with suppress(NotImplementedError):  # Windows has no such signals
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await task


@asynccontextmanager
async def open_desk(options: Options, *, is_rehearsal: bool) -> AsyncGenerator[Desk]:
    """The workspace as the person at the keyboard works on it, with its model ready."""
    store = await SqliteStore.open(options.database)
    models = Models()
    desk = Desk(store, person(options), Embedding(models, options.embedder_key))
    try:
        if not is_rehearsal:
            await recover_at_once(store)
        await desk.settings()
        await desk.embedding.model.embedder(LOAD_S)
        yield desk
    finally:
        await desk.close()
        await models.close()
        await store.close()


async def reach_of(desk: Desk, namespace: Namespace) -> Reach:
    """What the flags name: a domain, a repository's domains, or everything."""
    where = exact_reach(namespace.domain, namespace.repo, desk.caller)
    return Reach(desk.caller, await desk.settings(), where.domain_name, where.repo)


def ending(batch: str | None, namespace: Namespace) -> str:
    """The last line of a report: how it is put back."""
    if batch:
        return f"All of it is {batch}: palimpsest undo {batch} puts it back."
    return "Without --dry-run it is done." if namespace.dry_run else "There was nothing to change."


class ProgressLine:
    """One line on stderr that is written over; nothing where stderr is no terminal."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty()
        self._length = 0

    async def report_progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        """`Progress.report_progress`."""
        of = f" of {total:g}" if total is not None else ""
        self._write(f"{message or 'at work'}: {progress:g}{of}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Leave nothing behind."""
        if self._length:
            self._write("")
            print(end="\r", file=sys.stderr, flush=True)  # noqa: T201

    def _write(self, line: str) -> None:
        if self._is_shown:
            print(f"\r{line.ljust(self._length)}", end="", file=sys.stderr, flush=True)  # noqa: T201
            self._length = len(line)
