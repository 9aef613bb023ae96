"""Requests that are being answered, and how they are cut: as if the client had left, and the answer brought to its end.

So whatever answers one closes what it opened, by the way that it takes every day.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from http import HTTPStatus

import anyio
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .replies import refusal

LEAVING_SECONDS = 0.3
"""How long what is cut may take to close what it opened."""

LAST_BYTES_SECONDS = 0.2
"""How long the end of a cut answer waits for a client that doesn't read."""


class _Answer:
    """One request: how far its answer has come, and whether it was cut."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.is_awaited = scope["method"] != "GET"
        self.was_cut = asyncio.Event()
        self.running = anyio.CancelScope()
        self._scope, self._receive, self._send = scope, receive, send
        self._has_begun = self._is_whole = False

    async def send(self, message: Message) -> None:
        self._has_begun = True
        self._is_whole = message["type"] == "http.response.body" and not message.get("more_body", False)
        await self._send(message)

    async def receive(self) -> Message:
        """What comes from the client; once it was cut, that it left."""
        coming, cut = asyncio.ensure_future(self._receive()), asyncio.ensure_future(self.was_cut.wait())
        try:
            await asyncio.wait((coming, cut), return_when=asyncio.FIRST_COMPLETED)
            return coming.result() if coming.done() else {"type": "http.disconnect"}
        finally:
            coming.cancel()
            cut.cancel()

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
        self._open: set[_Answer] = set()
        self._all_ended = asyncio.Event()
        self._last_used = now()

    @property
    def idle_seconds(self) -> float:
        """Since the last request was answered; 0 while one is being answered."""
        return 0.0 if self._open else self._now() - self._last_used

    @property
    def awaited(self) -> int:
        """How many requests wait for an answer that has an end: those that only listen don't count."""
        return sum(one.is_awaited for one in self._open)

    async def serve(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request by the app, until it is cut."""
        answer = _Answer(scope, receive, send)
        self._open.add(answer)
        try:
            with answer.running:
                await app(scope, answer.receive, answer.send)
            if answer.was_cut.is_set():
                await answer.end()
        finally:
            self._open.discard(answer)
            self._last_used = self._now()
            if not self._open:
                self._all_ended.set()

    async def cut(self) -> None:
        """Cut every one of them; afterwards none is left."""
        for answer in self._open:
            answer.was_cut.set()
        if not await self._have_ended(LEAVING_SECONDS):
            for answer in self._open:
                answer.running.cancel()
            await self._have_ended(LEAVING_SECONDS)

    async def _have_ended(self, seconds: float) -> bool:
        self._all_ended.clear()
        with anyio.move_on_after(seconds):
            while self._open:
                await self._all_ended.wait()
        return not self._open
