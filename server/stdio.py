"""Serves one client over stdio, and leaves as a good process does: on EOF, SIGINT and SIGTERM, within two seconds.

However the end comes, it takes one path: the server is told that its input has ended, calls in flight are finished or
cancelled (a transaction completes or rolls back), what was opened is closed, and the exit code is 0.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import AbstractAsyncContextManager
from types import FrameType

import anyio
from mcp.shared.message import SessionMessage
from mcp.types import (
    INTERNAL_ERROR,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
)
from pydantic_core import PydanticSerializationError

from .mcp_server import MemoryServer
from .messages import TOO_LONG, Refusal, read_message
from .wire import Wire, exit_at_once, write_now
from .wire_threads import read_lines, write_waiting

logger = logging.getLogger(__name__)

GRACE_SECONDS = 0.8
"""How long calls in flight may go on after the client has closed its end."""

DEAF_SECONDS = 0.3
"""How long after the end has begun an answer waits for a client that doesn't read."""

FORCED_EXIT_SECONDS = 1.8
"""An end that hangs is cut short after this; SQLite rolls back what was open when the file is opened again."""

PARENT_CHECK_SECONDS = 1.0
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def run_stdio(open_server: Callable[[], AbstractAsyncContextManager[MemoryServer]], wire: Wire) -> int:
    """Open the server, serve the client until the end, close the server; the exit code is 0."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    asyncio.run(_open_and_serve(open_server, wire))
    return 0


async def serve_stdio(
    server: MemoryServer, wire: Wire, stop: asyncio.Event, on_end: Callable[[], None] = lambda: None
) -> None:
    """Serve until the input ends, the parent dies or `stop` is set; `on_end` is called (or twice) as the end begins."""
    await _Connection(server, wire, stop, on_end).run()


async def _open_and_serve(open_server: Callable[[], AbstractAsyncContextManager[MemoryServer]], wire: Wire) -> None:
    stop, deadline = asyncio.Event(), _Deadline()

    def end() -> None:
        deadline.start()
        stop.set()

    with _signals_calling(end):
        async with open_server() as server:
            gc.freeze()
            gc.enable()
            await serve_stdio(server, wire, stop, deadline.start)


class _Connection:
    """One client: lines in, lines out, and the calls that wait for their answer."""

    def __init__(self, server: MemoryServer, wire: Wire, stop: asyncio.Event, on_end: Callable[[], None]) -> None:
        self._server, self._wire, self._stop, self._on_end = server, wire, stop, on_end
        self._to_server, self._server_reads = anyio.create_memory_object_stream[SessionMessage | Exception]()
        self._server_writes, self._from_server = anyio.create_memory_object_stream[SessionMessage]()
        self._writing = asyncio.Lock()
        self._waiting: set[RequestId] = set()
        self._idle = asyncio.Event()
        self._is_deaf = False
        self._write_scope = anyio.CancelScope()

    async def run(self) -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._send_answers)
            tasks.start_soon(self._receive_until_stopped)
            tasks.start_soon(self._watch_parent)
            await self._server.run_streams(self._server_reads, self._server_writes)
            tasks.cancel_scope.cancel()

    async def _receive_until_stopped(self) -> None:
        async with self._to_server, anyio.create_task_group() as tasks:
            tasks.start_soon(self._receive)
            await self._stop.wait()
            tasks.cancel_scope.cancel()
        self._on_end()
        await self._give_up_on_deaf_client()

    async def _receive(self) -> None:
        async for line in read_lines(self._wire):
            message = TOO_LONG if line is None else read_message(line)
            if isinstance(message, Refusal):
                await self._send(message.line())
            elif message is not None:
                self._note_call(message)
                await self._to_server.send(SessionMessage(message))
        self._on_end()
        await self._wait_until_idle()
        self._stop.set()

    async def _wait_until_idle(self) -> None:
        """Give calls in flight a moment: a client that pipes requests in and closes wants its answers."""
        with anyio.move_on_after(GRACE_SECONDS):
            while self._waiting:
                self._idle.clear()
                await self._idle.wait()

    def _note_call(self, message: JSONRPCMessage) -> None:
        if isinstance(message, JSONRPCRequest):
            self._waiting.add(message.id)
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            self._note_answer((message.params or {}).get("requestId"))

    def _note_answer(self, request_id: object) -> None:
        if isinstance(request_id, int | str):
            self._waiting.discard(request_id)
        self._idle.set()

    async def _send_answers(self) -> None:
        async with self._from_server:
            async for item in self._from_server:
                message = item.message
                await self._send(_line_of(message))
                if isinstance(message, JSONRPCResponse | JSONRPCError):
                    self._note_answer(message.id)

    async def _send(self, line: bytes) -> None:
        """Send a line whole; when the client is gone, the end begins, and what is left goes nowhere."""
        async with self._writing:
            if self._is_deaf:
                return
            try:
                if rest := write_now(self._wire, line):
                    with anyio.CancelScope() as self._write_scope:
                        await write_waiting(self._wire, rest)
            except OSError:
                self._is_deaf = True
                self._stop.set()

    async def _give_up_on_deaf_client(self) -> None:
        """Don't let a client that reads nothing hold up the end."""
        await asyncio.sleep(DEAF_SECONDS)
        self._is_deaf = True
        self._write_scope.cancel()

    async def _watch_parent(self) -> None:
        """Begin the end when the parent is another: it died, and something else holds the pipe open."""
        while os.getppid() == self._wire.parent:  # noqa: ASYNC110 (the system has no event for it)
            await asyncio.sleep(PARENT_CHECK_SECONDS)
        self._stop.set()


def _line_of(message: JSONRPCMessage) -> bytes:
    """The message as a line; one that can't be written becomes an error under the same id."""
    try:
        return message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"
    except (PydanticSerializationError, UnicodeError):
        logger.exception("a message can't be written as JSON")
        request_id = message.id if isinstance(message, JSONRPCResponse | JSONRPCError) else None
        return Refusal(request_id, INTERNAL_ERROR, "The answer can't be written as JSON.").line()


@contextlib.contextmanager
def _signals_calling(end: Callable[[], None]) -> Generator[None]:
    """While inside, signals begin the orderly end; afterwards nothing is open and they end the process at once."""
    loop = asyncio.get_running_loop()

    def call_from_handler(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        loop.call_soon_threadsafe(end)

    for number in _SIGNALS:
        try:
            loop.add_signal_handler(number, end)
        except NotImplementedError:  # Windows
            signal.signal(number, call_from_handler)
    try:
        yield
    finally:
        for number in _SIGNALS:
            with contextlib.suppress(NotImplementedError):
                loop.remove_signal_handler(number)
            signal.signal(number, exit_at_once)


class _Deadline:
    """Once started, ends the process by force when the orderly end takes too long."""

    def __init__(self) -> None:
        self._timer = threading.Timer(FORCED_EXIT_SECONDS, self._leave)
        self._timer.daemon = True

    def start(self) -> None:
        if self._timer.ident is None:
            self._timer.start()

    def _leave(self) -> None:
        sys.stderr.write("palimpsest: the orderly end took too long; leaving without it\n")
        os._exit(1)
