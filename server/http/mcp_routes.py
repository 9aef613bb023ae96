"""Where MCP is served: `/mcp` (Streamable HTTP), `/sse` with `/messages/` (HTTP with SSE)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from ...store.errors import InvalidInput, PalimpsestError
from .client import MESSAGES, Client
from .clients import ENDING, FULL, Clients
from .replies import refusal
from .time_limit import TimeLimit
from .visitor import visitor_of

Serve = Callable[[Client, Scope, Receive, Send], Awaitable[None]]


class McpEndpoint:
    """Has a request served by the client that sent it."""

    def __init__(self, clients: Clients, serve: Serve) -> None:
        self._clients, self._serve = clients, serve

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = await self._find(scope)
        if isinstance(found, Client):
            await self._serve(found, scope, receive, send)
        else:
            await found(scope, receive, send)

    async def _find(self, scope: Scope) -> Client | Response:
        if self._clients.is_ending:
            return ENDING
        try:
            return await self._clients.find(visitor_of(HTTPConnection(scope))) or FULL
        except InvalidInput as error:
            return refusal(HTTPStatus.BAD_REQUEST, str(error))
        except PalimpsestError as error:
            return refusal(HTTPStatus.SERVICE_UNAVAILABLE, str(error))


def mcp_routes(clients: Clients) -> list[Route]:
    """The routes; they are asked by a visitor."""
    message = TimeLimit(McpEndpoint(clients, Client.message))
    return [
        Route("/mcp", McpEndpoint(clients, Client.streamable), methods=["GET", "POST", "DELETE"]),
        _without_head(Route("/sse", McpEndpoint(clients, Client.listen), methods=["GET"])),
        Route(MESSAGES, message, methods=["POST"]),
        Route(MESSAGES.rstrip("/"), message, methods=["POST"]),
    ]


def _without_head(route: Route) -> Route:
    """A HEAD request would open a stream that nobody reads."""
    (route.methods or set()).discard("HEAD")
    return route
