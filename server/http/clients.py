"""The clients of the process: one for each identity, made on its first request and retired when it is idle for long.

Whoever may no longer come in is cut off within a second, whatever is open.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any, Self

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

from ...store.errors import StoreError
from ...store.model import Caller
from .client import IDLE_SECONDS, Client
from .replies import refusal
from .visitor import Visitor

logger = logging.getLogger(__name__)

MOST_CLIENTS = 1000
"""Each takes about a quarter of a megabyte."""

MOST_OF_ONE_TOKEN = 128
"""A session's id is the client's to choose, and each makes another client."""

WATCH_SECONDS = 1.0
FINISH_SECONDS = 1.5
"""How long calls that run may go on once the end has begun."""

FLUSH_SECONDS = 0.1
FULL = refusal(HTTPStatus.SERVICE_UNAVAILABLE, "Too many clients are busy here: try again.", {"Retry-After": "5"})
ENDING = refusal(HTTPStatus.SERVICE_UNAVAILABLE, "The server is going away: try again.", {"Retry-After": "5"})

Key = tuple[int | None, Caller]
MakeClient = Callable[[Visitor], Awaitable[Client]]
StillLetsIn = Callable[[Visitor], bool]


@dataclass(slots=True)
class Calls:
    """Counts the requests that servers work on."""

    running: int = 0

    async def count(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """The SDK's middleware."""
        self.running += 1
        try:
            return await call_next(ctx)
        finally:
            self.running -= 1


class Clients:
    """Finds the client of a visitor, and retires those that are idle or may no longer come in."""

    def __init__(
        self,
        make: MakeClient,
        still_lets_in: StillLetsIn,
        calls: Calls,
        *,
        idle_seconds: float = IDLE_SECONDS,
        most: int = MOST_CLIENTS,
    ) -> None:
        self._make, self._still_lets_in, self._calls = make, still_lets_in, calls
        self._idle_seconds, self._most = idle_seconds, most
        self._known: dict[Key, Client] = {}
        self._opening: dict[Key, asyncio.Task[Client]] = {}
        self._leaving: set[asyncio.Task[None]] = set()
        self._watching: asyncio.Task[None] | None = None
        self.is_ending = False

    async def __aenter__(self) -> Self:
        self._watching = asyncio.create_task(self._watch())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.end()

    def __len__(self) -> int:
        return len(self._known)

    @property
    def sessions(self) -> int:
        """How many MCP sessions are open."""
        return sum(client.sessions for client in self._known.values())

    async def find(self, visitor: Visitor) -> Client | None:
        """The visitor's client; None when there are too many, all of them busy."""
        key = (visitor.token_id, visitor.caller)
        known = self._known.get(key)
        if known is not None:
            return known
        opening = self._opening.get(key)
        if opening is None:
            if not self._make_room(visitor):
                return None
            opening = self._opening[key] = asyncio.create_task(self._open(key, visitor))
            opening.add_done_callback(lambda _: self._opening.pop(key))
        return await asyncio.shield(opening)

    async def end(self) -> None:
        """Let calls that run finish, and retire everyone."""
        if self.is_ending:
            return
        self.is_ending = True
        if self._watching is not None:
            self._watching.cancel()
        await self._finish_calls()
        await asyncio.gather(self._retire(list(self._known)), *self._leaving)

    async def _open(self, key: Key, visitor: Visitor) -> Client:
        session = visitor.caller.session or os.urandom(8).hex()
        client = await self._make(replace(visitor, caller=replace(visitor.caller, session=session)))
        await client.start()
        self._known[key] = client
        return client

    def _make_room(self, visitor: Visitor) -> bool:
        """Whether there is room for one more, after the longest idle one has gone."""
        own = [key for key in self._known if key[0] is not None and key[0] == visitor.token_id]
        crowd = own if len(own) >= MOST_OF_ONE_TOKEN else list(self._known)
        if len(own) < MOST_OF_ONE_TOKEN and len(self._known) + len(self._opening) < self._most:
            return True
        longest = max(crowd, key=lambda key: self._known[key].streams.idle_seconds, default=None)
        if longest is None or not self._known[longest].streams.idle_seconds:
            return False
        leaving = asyncio.create_task(self._known.pop(longest).retire())
        self._leaving.add(leaving)
        leaving.add_done_callback(self._leaving.discard)
        return True

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            try:
                await self._retire(self._unwanted())
            except StoreError as error:  # nobody new comes in meanwhile; those who are there stay
                logger.warning("%s", error)
            except Exception:  # a watch that ended would leave everybody in
                logger.exception("A client could not be retired")

    def _unwanted(self) -> list[Key]:
        idle = [key for key, one in self._known.items() if one.streams.idle_seconds > self._idle_seconds]
        shut_out = [key for key, one in self._known.items() if not self._still_lets_in(one.visitor)]
        return list(dict.fromkeys(idle + shut_out))

    async def _retire(self, keys: list[Key]) -> None:
        await asyncio.gather(*(self._known.pop(key).retire() for key in keys))

    async def _finish_calls(self) -> None:
        try:
            async with asyncio.timeout(FINISH_SECONDS):
                while self._is_at_work():  # noqa: ASYNC110 (many things end, and this is waited for once)
                    await asyncio.sleep(0.02)
        except TimeoutError:
            return
        await asyncio.sleep(FLUSH_SECONDS)  # the last answers are on their way

    def _is_at_work(self) -> bool:
        return self._calls.running > 0 or any(client.streams.awaited for client in self._known.values())
