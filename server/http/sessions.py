"""The Streamable HTTP sessions of one client: at most so many, and the one that was idle longest makes room.

The SDK keeps the sessions, and ends those that are idle for long; here is only noted which ones there are.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from mcp.server.streamable_http import MCP_SESSION_ID_HEADER
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_SESSIONS = 256
GONE = (404, 200)
"""What a session answers that has ended: unknown, or just deleted."""


class Sessions:
    """Passes requests on to the SDK's sessions, and ends the oldest idle one for one too many."""

    def __init__(
        self, app: ASGIApp, idle_seconds: float, most: int = MOST_SESSIONS, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._app, self._idle_seconds, self._most, self._now = app, idle_seconds, most, now
        self._used: dict[str, float] = {}
        self._busy: Counter[str] = Counter()

    def __len__(self) -> int:
        """How many there are."""
        self._forget_ended()
        return len(self._used)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        named = Headers(scope=scope).get(MCP_SESSION_ID_HEADER, "")
        if not named and scope["method"] == "POST":
            await self._make_room(scope)
        self._busy[named] += 1
        try:
            await self._app(scope, receive, self._noting(named, scope, send))
        finally:
            self._busy[named] -= 1
            if not self._busy[named]:
                del self._busy[named]
            if named in self._used:
                self._note(named)

    def _noting(self, named: str, scope: Scope, send: Send) -> Send:
        async def noting(message: Message) -> None:
            if message["type"] == "http.response.start":
                opened = "" if named else Headers(raw=message["headers"]).get(MCP_SESSION_ID_HEADER, "")
                if message["status"] == 404 or (scope["method"], message["status"]) == ("DELETE", 200):
                    self._used.pop(named, None)
                elif opened and message["status"] < 400:
                    self._note(opened)
            await send(message)

        return noting

    def _note(self, session: str) -> None:
        """Used now, and so the last to go."""
        self._used.pop(session, None)
        self._used[session] = self._now()

    async def _make_room(self, scope: Scope) -> None:
        self._forget_ended()
        idle = [session for session in self._used if not self._busy[session]]
        for session in idle[: max(0, len(self._used) - self._most + 1)]:
            del self._used[session]
            await self._end(session, scope)

    async def _end(self, session: str, scope: Scope) -> None:
        """As if its client had deleted it."""
        headers = [(MCP_SESSION_ID_HEADER.encode(), session.encode())]
        await self._app({**scope, "method": "DELETE", "headers": headers}, _no_body, _to_nobody)

    def _forget_ended(self) -> None:
        """Forget those that the SDK has ended by now."""
        last = self._now() - self._idle_seconds
        for session in [one for one, used in self._used.items() if used < last and not self._busy[one]]:
            del self._used[session]


async def _no_body() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _to_nobody(message: Message) -> None:
    del message
