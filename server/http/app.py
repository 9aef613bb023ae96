"""The memory over HTTP as one ASGI app: every route behind one guard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, replace
from http import HTTPStatus

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from ...store.model import Caller
from ...tools.declare import tools_of
from ...tools.toolbox import declarations
from .. import page_paths
from ..apps.review_tools import ReviewTools
from ..config import Options
from ..page_sessions import PageSessions
from ..rpc_methods import methods
from ..tokens import TokenBook
from ..web.changes import Changes
from ..web.mount import PageMount
from ..workspaces import Workspaces
from .authority import Authority
from .bodies import WholeBodies
from .clients import Clients
from .guard import DoorRules, Guard
from .health import health_routes
from .identity import Doorkeeper, Identity
from .looking import Looking
from .making import ClientMaker
from .mcp_routes import mcp_routes
from .metrics import Metrics
from .metrics_route import metrics_route
from .of_workspace import PATH, mount_of_workspaces
from .options import HttpOptions
from .rate import RateLimit
from .replies import refusal
from .root_path import RootPath
from .rpc_route import rpc_routes
from .security_headers import SecurityHeaders
from .time_limit import TimeLimit

NOTHING_HERE = (
    "There is nothing at this address: MCP is at /mcp and /sse, JSON-RPC at /rpc, a workspace's page at "
    "/workspaces/<id>/settings/memory."
)
THE_PAGE_ALONE = (
    "There is nothing at this address: this server shows a workspace's page, /workspaces/<id>/settings/memory, and no "
    "more. `palimpsest serve --http` serves MCP and JSON-RPC too."
)
OF_A_WORKSPACE = ("/mcp", "/sse", "/messages/", "/messages", "/rpc", "/rpc/openrpc.json")
OF_THE_PAGE = (page_paths.PATH, page_paths.ANY)
OF_THE_PROCESS = ("/healthz", "/readyz", "/metrics")
EVERY_ADDRESS = ("0.0.0.0", "::", "")  # noqa: S104 (names that are not let in)
BROKEN = "The server failed; its log says why. What was sent need not be wrong."


@dataclass(frozen=True, slots=True)
class HttpApp:
    """The app, and what is to be ended before it."""

    asgi: ASGIApp
    routes: Sequence[BaseRoute]
    clients: Clients
    changes: Changes

    async def end(self) -> None:
        """Let calls finish, and end every stream."""
        await asyncio.gather(self.clients.end(), self.changes.end())


@asynccontextmanager
async def open_app(
    options: Options, http: HttpOptions, book: TokenBook, *, port: int, is_session_named: bool = False
) -> AsyncGenerator[HttpApp]:
    """The app of a home, listening at `port`; afterwards everything that it opened is closed.

    Without a session that was named, one lasts as long as its client.
    """
    unnamed = options.caller if is_session_named else replace(options.caller, session="")
    doorkeeper = Doorkeeper(book, unnamed, needs_tokens=not http.without_tokens)
    async with (
        Workspaces(options.home, embedder_key=options.embedder_key, most_open=http.most_workspaces) as workspaces,
        _looking() as looking,
        _closed(PageSessions(options.home)) as sessions,
    ):
        metrics = _metrics(workspaces)
        changes = Changes(sessions)
        page = PageMount(workspaces, sessions, changes)
        maker = ClientMaker(options, book, workspaces, metrics)
        async with Clients(maker.make, doorkeeper.still_lets_in, maker.calls) as clients:
            metrics.watch(sessions=lambda: clients.sessions, workspaces=lambda: len(list(workspaces.open_ones())))
            health = _limited(health_routes(workspaces, looking, None if http.without_tokens else book))
            routes = [*page.routes(), *health]
            if not http.is_page_alone:
                routes += _of_a_workspace(clients, workspaces, metrics)
                routes.append(mount_of_workspaces(_of_a_workspace(clients, workspaces, metrics)))
                routes += _limited([metrics_route(metrics, workspaces, looking)])
            yield HttpApp(_guarded(routes, doorkeeper, metrics, http, port), routes, clients, changes)


def _of_a_workspace(clients: Clients, workspaces: Workspaces, metrics: Metrics) -> Sequence[Route]:
    return [*mcp_routes(clients), *_limited(rpc_routes(workspaces, metrics.observe_rpc))]


def _guarded(
    routes: Sequence[BaseRoute], doorkeeper: Doorkeeper, metrics: Metrics, http: HttpOptions, port: int
) -> ASGIApp:
    """The routes, and around them what every request goes through: the last is the first."""
    app: ASGIApp = Starlette(routes=routes, exception_handlers={HTTPException: _refused(http), Exception: _broken})
    app.router.redirect_slashes = False
    app = WholeBodies(app)
    if http.rate_limit:
        app = RateLimit(app, http.rate_limit)
    app = Guard(Identity(app, doorkeeper), _rules(http, port))
    return RootPath(metrics.observe_requests(SecurityHeaders(app)), http.root_path)


def _rules(http: HttpOptions, port: int) -> DoorRules:
    hosts = (*http.allowed_hosts, *_bound_name(http.host))
    return DoorRules(port, hosts, http.allowed_origins, http.trusted_proxies)


def _bound_name(host: str) -> Sequence[Authority]:
    """The name that the server was bound to; one that stands for every address is nobody's."""
    return () if host in EVERY_ADDRESS else (Authority(host.lower()),)


def _limited(routes: Sequence[Route]) -> Sequence[Route]:
    """The routes, none of which streams, within a bounded time."""
    for route in routes:
        route.app = TimeLimit(route.app)
    return routes


def _metrics(workspaces: Workspaces) -> Metrics:
    """Named by what there is to count: the names are the same for every caller."""
    desk = workspaces.get(Caller().workspace).desk(Caller())
    return Metrics(
        tools=[one.name for one in (*declarations(desk), *tools_of(ReviewTools(desk)))],
        methods=[one.name for one in methods(desk)],
        routes=[
            *OF_THE_PROCESS,
            *OF_A_WORKSPACE,
            *(PATH + path for path in OF_A_WORKSPACE),
            page_paths.PATH,
            page_paths.ANY,
        ],
    )


@asynccontextmanager
async def _closed(sessions: PageSessions) -> AsyncGenerator[PageSessions]:
    with closing(sessions):
        yield sessions


@asynccontextmanager
async def _looking() -> AsyncGenerator[Looking]:
    looking = Looking()
    try:
        yield looking
    finally:
        await looking.close()


def _refused(http: HttpOptions) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Answers what no route takes, as JSON."""
    nothing_here = THE_PAGE_ALONE if http.is_page_alone else NOTHING_HERE

    async def answer(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)  # noqa: S101 (Starlette calls it for nothing else)
        status = HTTPStatus(error.status_code)
        message = nothing_here if status is HTTPStatus.NOT_FOUND else f"{status.phrase}: {request.method}"
        return refusal(status, message, error.headers)

    return answer


async def _broken(request: Request, error: Exception) -> Response:  # noqa: ARG001
    return refusal(HTTPStatus.INTERNAL_SERVER_ERROR, BROKEN)
