"""One client, from the first line to the last: lines in, lines out, and an end at which nothing is left half done.

However the end comes, it takes one path: the server is told that its input has ended, and calls in flight are finished
or cancelled (a transaction completes or rolls back).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

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
from .wire import Wire
from .wire_threads import read_lines, write_waiting

logger = logging.getLogger(__name__)

GRACE_SECONDS = 0.8
"""How long calls in flight may go on after the client has closed its end."""

DEAF_SECONDS = 0.3
"""How long after the end has begun an answer waits for a client that doesn't read."""


async def serve_connection(
    server: MemoryServer, wire: Wire, stop: asyncio.Event, on_end: Callable[[], None] = lambda: None
) -> None:
    """Serve until the input ends or `stop` is set; `on_end` is called (or twice) as the end begins."""
    await _Connection(server, wire, stop, on_end).run()


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
        async with contextlib.aclosing(read_lines(self._wire)) as lines:
            async for line in lines:
                await self._take(line)
        self._on_end()
        await self._wait_until_idle()
        self._stop.set()

    async def _take(self, line: bytes | None) -> None:
        message = TOO_LONG if line is None else read_message(line)
        if isinstance(message, Refusal):
            await self._send(message.line())
        elif message is not None:
            self._note_call(message)
            await self._to_server.send(SessionMessage(message))

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
                if rest := self._wire.write_now(line):
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


def _line_of(message: JSONRPCMessage) -> bytes:
    """The message as a line; one that can't be written becomes an error under the same id."""
    try:
        return message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"
    except (PydanticSerializationError, UnicodeError):
        logger.exception("a message can't be written as JSON")
        request_id = message.id if isinstance(message, JSONRPCResponse | JSONRPCError) else None
        return Refusal(request_id, INTERNAL_ERROR, "The answer can't be written as JSON.").line()
