"""Requests that are being answered, and how they are cut: an answer that has begun is ended, not torn off."""

from __future__ import annotations

import time
from collections.abc import Callable
from http import HTTPStatus

import anyio
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .replies import refusal

LAST_BYTES_SECONDS = 0.2
"""How long the end of a cut answer waits for a client that doesn't read."""


class Answer:
    """Notes how far an answer has come."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        self._has_begun = self._is_whole = False

    async def send(self, message: Message) -> None:
        self._has_begun = True
        self._is_whole = message["type"] == "http.response.body" and not message.get("more_body", False)
        await self._send(message)

    async def end(self) -> None:
        """Bring to its end what was cut."""
        with anyio.move_on_after(LAST_BYTES_SECONDS):
            if not self._has_begun:
                ended = refusal(HTTPStatus.SERVICE_UNAVAILABLE, "The server ended this session: begin a new one.")
                await ended(self._scope, self._receive, self._send)
            elif not self._is_whole:
                await self._send({"type": "http.response.body", "body": b"", "more_body": False})


class Streams:
    """The requests of one client that are being answered."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._open: dict[anyio.CancelScope, bool] = {}
        self._last_used = now()

    @property
    def idle_seconds(self) -> float:
        """Since the last request was answered; 0 while one is being answered."""
        return 0.0 if self._open else self._now() - self._last_used

    @property
    def awaited(self) -> int:
        """How many requests wait for an answer that has an end: those that only listen don't count."""
        return sum(self._open.values())

    async def serve(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request by the app, until it is cut."""
        answer = Answer(scope, receive, send)
        with anyio.CancelScope() as cut:
            self._open[cut] = scope["method"] != "GET"
            try:
                await app(scope, receive, answer.send)
            finally:
                del self._open[cut]
                self._last_used = self._now()
        if cut.cancelled_caught:
            await answer.end()

    def cut(self) -> None:
        """Cut every one of them."""
        for scope in list(self._open):
            scope.cancel()
