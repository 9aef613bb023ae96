"""Serves one client over stdio, and leaves as a good process does: on EOF, SIGINT and SIGTERM, within two seconds.

What was opened is closed, and the exit code is 0; how the connection ends is told in `connection`.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from .connection import serve_connection
from .ending import Deadline, signals_calling
from .mcp_server import MemoryServer
from .wire import PipeWire

FORCED_EXIT_SECONDS = 1.8
"""An end that hangs is cut short after this; SQLite rolls back what was open when the file is opened again."""

PARENT_CHECK_SECONDS = 1.0


def run_stdio(open_server: Callable[[], AbstractAsyncContextManager[MemoryServer]], wire: PipeWire) -> int:
    """Open the server, serve the client until the end, close the server; the exit code is 0."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    asyncio.run(_open_and_serve(open_server, wire))
    return 0


async def _open_and_serve(open_server: Callable[[], AbstractAsyncContextManager[MemoryServer]], wire: PipeWire) -> None:
    stop, deadline = asyncio.Event(), Deadline(FORCED_EXIT_SECONDS)

    def end() -> None:
        deadline.start()
        stop.set()

    with signals_calling(end):
        async with open_server() as server:
            gc.freeze()
            gc.enable()
            watch = asyncio.create_task(_watch_parent(wire.parent, stop))
            await serve_connection(server, wire, stop, deadline.start)
            watch.cancel()


async def _watch_parent(parent: int, stop: asyncio.Event) -> None:
    """Begin the end when the parent is another: it died, and something else holds the pipe open."""
    while os.getppid() == parent:  # noqa: ASYNC110 (the system has no event for it)
        await asyncio.sleep(PARENT_CHECK_SECONDS)
    stop.set()
