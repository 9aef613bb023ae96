"""A bounded time for answers that have an end; streams have none."""

from __future__ import annotations

import asyncio
from http import HTTPStatus

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .replies import refusal

SECONDS = 60.0
TOO_SLOW = refusal(
    HTTPStatus.SERVICE_UNAVAILABLE, "The answer took too long. What it was to change is changed whole or not at all."
)


class TimeLimit:
    """Gives up an answer that hasn't begun in time; what it was writing completes or is rolled back."""

    def __init__(self, app: ASGIApp, seconds: float = SECONDS) -> None:
        self._app, self._seconds = app, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def sending(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        limit = asyncio.timeout(self._seconds)
        try:
            async with limit:
                await self._app(scope, receive, sending)
        except TimeoutError:
            if not limit.expired() or has_begun:
                raise
            await TOO_SLOW(scope, receive, send)
