"""What every answer says to a browser: run nothing, frame nothing, keep nothing, tell nobody where you were.

There is no CORS header, ever: no page of another origin has any business with an answer.
"""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
NO_STORE = "no-store"


class SecurityHeaders:
    """Adds them where the answer doesn't say otherwise."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add(MutableHeaders(scope=message))
            await send(message)

        await self._app(scope, receive, sending)


def _add(headers: MutableHeaders) -> None:
    for name, value in SECURITY_HEADERS.items():
        headers.setdefault(name, value)
    kept = headers.get("Cache-Control")
    if kept is None:
        headers["Cache-Control"] = NO_STORE
    elif NO_STORE not in kept and "immutable" not in kept:  # event streams say that nobody may transform them
        headers["Cache-Control"] = f"{kept}, {NO_STORE}"
