"""Takes a request's body whole before anything looks at it: at most so large, and within a bounded time."""

from __future__ import annotations

import asyncio
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .replies import refusal

MOST_BYTES = 4 * 1024 * 1024
BODY_SECONDS = 20.0

TOO_LARGE = refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "A request's body holds at most 4 MiB.")
TOO_SLOW = refusal(
    HTTPStatus.REQUEST_TIMEOUT, f"The request's body did not arrive within {BODY_SECONDS:g} s.", {"Connection": "close"}
)


class _TooLarge(Exception):
    pass


class _Gone(Exception):
    pass


class WholeBodies:
    """Passes on requests with their body; what comes after it is the client's leaving."""

    def __init__(self, app: ASGIApp, seconds: float = BODY_SECONDS) -> None:
        self._app, self._seconds = app, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with asyncio.timeout(self._seconds):
                body = await _read(receive, _declared(scope))
        except _TooLarge:
            await TOO_LARGE(scope, receive, send)
        except TimeoutError:
            await TOO_SLOW(scope, receive, send)
        except _Gone:
            pass
        else:
            await self._app(scope, _replaying(body, receive), send)


def _declared(scope: Scope) -> int:
    length = Headers(scope=scope).get("content-length", "0")
    return int(length) if length.isdigit() else 0


async def _read(receive: Receive, declared: int) -> bytes:
    if declared > MOST_BYTES:
        raise _TooLarge
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise _Gone
        body += message.get("body", b"")
        if len(body) > MOST_BYTES:
            raise _TooLarge
        if not message.get("more_body", False):
            return bytes(body)


def _replaying(body: bytes, receive: Receive) -> Receive:
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay
