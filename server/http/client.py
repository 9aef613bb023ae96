"""One client: an identity's own MCP server, with both of its transports over HTTP and all that runs on them.

Tools are declared over the desk of their caller, so that callers can't be mixed up: nothing that one client sends can
reach the server of another, and a session's id opens nothing but in the client that it belongs to.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, cast

from mcp.server.sse import SseServerTransport
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import Receive, Scope, Send

from ...tools.desk import Desk
from ..app import leave
from ..mcp_server import MemoryServer
from .sessions import MOST_SESSIONS, Sessions
from .streams import Streams
from .visitor import Visitor

if TYPE_CHECKING:
    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
    from mcp.shared.message import SessionMessage

    Reads = MemoryObjectReceiveStream[SessionMessage | Exception]
    Writes = MemoryObjectSendStream[SessionMessage]

IDLE_SECONDS = 30 * 60.0
"""After as long without a request a session ends, and then the client."""

MESSAGES = "/messages/"
END_SECONDS = 0.5

GUARDED = TransportSecuritySettings(enable_dns_rebinding_protection=False)
"""The SDK doesn't look at Host and Origin, as the guard does before every route."""


class Client:
    """Serves one identity until it is retired."""

    def __init__(self, visitor: Visitor, desk: Desk, server: MemoryServer, idle_seconds: float = IDLE_SECONDS) -> None:
        self.visitor = visitor
        self.streams = Streams()
        self._desk, self._server = desk, server
        server.streamable_http_app(
            transport_security=GUARDED, session_idle_timeout=idle_seconds, max_sessions=MOST_SESSIONS
        )
        self._sessions = Sessions(server.session_manager.asgi_app, idle_seconds)
        self._sse = SseServerTransport(MESSAGES, GUARDED)
        self._sse_open = 0
        self._stop = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    @property
    def sessions(self) -> int:
        """How many are open, over both transports."""
        return len(self._sessions) + self._sse_open

    async def start(self) -> None:
        """Get ready to serve."""
        is_ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._running = asyncio.create_task(self._run(is_ready))
        await asyncio.wait((self._running, is_ready), return_when=asyncio.FIRST_COMPLETED)
        if self._running.done():  # it failed, and says how
            self._running.result()

    async def streamable(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request of Streamable HTTP."""
        await self.streams.serve(self._sessions, scope, receive, send)

    async def listen(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Open a session of HTTP with SSE, and answer on its stream until the client goes."""
        await self.streams.serve(self._connect, scope, receive, send)

    async def message(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take a message for a session of HTTP with SSE."""
        await self.streams.serve(self._sse.handle_post_message, scope, receive, send)

    async def retire(self) -> None:
        """Cut what is open, end every session, and write what is still to be counted."""
        await self.streams.cut()
        self._stop.set()
        if self._running is not None:
            await asyncio.wait([self._running], timeout=END_SECONDS)
            self._running.cancel()
        await leave(self._desk)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._sse_open += 1
        try:
            async with self._sse.connect_sse(scope, receive, send) as (reads, writes):
                # The SDK types what a server reads and writes by protocols of its own, which are private to it.
                await self._server.run_streams(cast("Reads", reads), cast("Writes", writes))
        finally:
            self._sse_open -= 1

    async def _run(self, is_ready: asyncio.Future[None]) -> None:
        with suppress(asyncio.CancelledError):
            async with self._server.session_manager.run():
                is_ready.set_result(None)
                await self._stop.wait()
