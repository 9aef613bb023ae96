"""`palimpsest rpc`: JSON-RPC 2.0 for scripts and thin clients, a request or a batch a line, answers line by line.

Whoever runs it is the person in charge. It must not be handed to an agent as a tool: it is above every grant.
"""

from __future__ import annotations

import asyncio
import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import BinaryIO

from ...store.errors import StoreUnavailable
from ...tools.desk import Desk
from ..config import Options, resolve_options
from ..rpc import Dispatcher
from ..rpc_document import openrpc
from ..rpc_methods import methods
from ..workspace_store import WorkspaceStore
from .administer import person, show

MOST_BYTES = 4 * 1024 * 1024
"""Of one line."""

TOO_LONG = b'{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"A line holds at most 4 MiB."}}'


def run(namespace: Namespace) -> int:
    """Answer until the input ends, or print what may be asked."""
    if namespace.openrpc:
        show(openrpc().decode())
        return 0
    options = resolve_options(namespace)
    if not options.database.exists():
        raise StoreUnavailable(
            f"There is no workspace '{options.caller.workspace}' yet: an agent's first write makes it, or "
            "`palimpsest settings set`."
        )
    # Lines are read between two runs of the loop, so that an interrupt finds nothing waiting on a thread.
    with asyncio.Runner() as runner:
        desk = runner.run(_desk(options))
        try:
            _serve(runner, Dispatcher(methods(desk, options.folder, home=options.home)))
        finally:
            runner.run(_close(desk))
    return 0


def _serve(runner: asyncio.Runner, dispatcher: Dispatcher) -> None:
    for line in _lines(sys.stdin.buffer):
        answer = TOO_LONG if line is None else runner.run(dispatcher.answer(line))
        if answer is not None:
            sys.stdout.buffer.write(answer + b"\n")
            sys.stdout.buffer.flush()


def _lines(source: BinaryIO) -> Iterator[bytes | None]:
    """Lines that aren't empty; None for one that is too long."""
    while line := source.readline(MOST_BYTES + 1):
        if len(line) > MOST_BYTES:
            while line and not line.endswith(b"\n"):
                line = source.readline(MOST_BYTES)
            yield None
        elif line.strip():
            yield line


async def _desk(options: Options) -> Desk:
    return Desk(WorkspaceStore(options.database), person(options))


async def _close(desk: Desk) -> None:
    await desk.close()
    await desk.store.close()
