"""What the server counts of its own work, for Prometheus; imported only by what serves HTTP.

    metrics = Metrics(tools=names, methods=names, routes=paths)
    build_server(desk, pending, middleware=[metrics.observe_call])
    Dispatcher(methods, observe=metrics.observe_rpc)
    app = metrics.observe_requests(app)         # the outermost, so that what the guard refuses is counted too

Every label has few values, all of them known before anybody sends anything: names that are not among those given here
are counted as `unknown` or `other`. No text, token, agent or session is ever a label.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection
from importlib.metadata import version
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector
from prometheus_client.metrics import disable_created_metrics
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..mcp_server import hear_failures
from ..rpc_errors import Fault
from .outcomes import Outcome, mode_of, outcome_of_error, outcome_of_fault, outcome_of_result
from .route_names import RouteNames

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
UNKNOWN = "unknown"
NO_ANSWER = "none"


class Metrics:
    """Counts calls, errors, latencies and requests, each `observe_...` where it happens."""

    def __init__(self, *, tools: Collection[str], methods: Collection[str], routes: Collection[str]) -> None:
        disable_created_metrics()  # a second line for every count, of the moment at which it was first counted
        self.registry = CollectorRegistry()
        self._tools, self._methods = frozenset(tools), frozenset(methods)
        self._routes = RouteNames(routes)
        self._calls = self._counter("palimpsest_calls", "Tool calls over MCP.", "tool", "outcome")
        self._call_seconds = self._histogram("palimpsest_call_seconds", "How long they took.", "tool", "mode")
        self._rpc_calls = self._counter("palimpsest_rpc_calls", "JSON-RPC calls.", "method", "outcome")
        self._rpc_seconds = self._histogram("palimpsest_rpc_call_seconds", "How long they took.", "method")
        self._errors = self._counter("palimpsest_errors", "Calls that failed, by error.", "surface", "error")
        self._requests = self._counter("palimpsest_http_requests", "HTTP requests.", "route", "status")
        Info("palimpsest_build", "Which version runs.", registry=self.registry).info(
            {"version": version("palimpsest-memory")}
        )
        ProcessCollector(registry=self.registry)

    def watch(self, *, sessions: Callable[[], int], workspaces: Callable[[], int]) -> None:
        """Have these asked, at each scrape, how many are open."""
        for name, text, ask in (
            ("palimpsest_sessions_open", "MCP sessions that are open.", sessions),
            ("palimpsest_workspaces_open", "Workspaces whose database is open.", workspaces),
        ):
            Gauge(name, text, registry=self.registry).set_function(ask)

    async def observe_call(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        """The SDK's middleware: count a tool call and how it ended."""
        if ctx.method != "tools/call":
            return await call_next(ctx)
        began = time.perf_counter()
        outcome = Outcome("cancelled")
        try:
            with hear_failures() as failures:
                result = await call_next(ctx)
            outcome = outcome_of_result(result, failures)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            outcome = outcome_of_error(error)
            raise
        finally:
            self._note_call(ctx, outcome, time.perf_counter() - began)
        return result

    def observe_rpc(self, method: str, done: Any, seconds: float) -> None:
        """Count a JSON-RPC call; `done` is its result or its `Fault`."""
        name = method if method in self._methods else UNKNOWN
        outcome = outcome_of_fault(done) if isinstance(done, Fault) else Outcome("ok")
        self._rpc_calls.labels(name, outcome.name).inc()
        self._rpc_seconds.labels(name).observe(seconds)
        self._note_error("rpc", outcome)

    def observe_requests(self, app: ASGIApp) -> ASGIApp:
        """The app, its HTTP requests counted as their answers begin."""

        async def counted(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "http":
                return await app(scope, receive, send)
            status = ""

            def noting(message: Message) -> Awaitable[None]:
                nonlocal status
                if message["type"] == "http.response.start":
                    status = str(message["status"])
                    self._note_request(scope, status)
                return send(message)

            try:
                await app(scope, receive, noting)
            finally:
                if not status:  # the client left before there was an answer
                    self._note_request(scope, NO_ANSWER)

        return counted

    def _note_call(self, ctx: ServerRequestContext[Any, Any], outcome: Outcome, seconds: float) -> None:
        params = ctx.params or {}
        name = params.get("name")
        tool = name if isinstance(name, str) and name in self._tools else UNKNOWN
        self._calls.labels(tool, outcome.name).inc()
        self._call_seconds.labels(tool, mode_of(tool, params.get("arguments"))).observe(seconds)
        self._note_error("mcp", outcome)

    def _note_error(self, surface: str, outcome: Outcome) -> None:
        if outcome.error is not None:
            self._errors.labels(surface, outcome.error).inc()

    def _note_request(self, scope: Scope, status: str) -> None:
        self._requests.labels(self._routes.of(scope), status).inc()

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(name, text, labels, registry=self.registry)

    def _histogram(self, name: str, text: str, *labels: str) -> Histogram:
        return Histogram(name, text, labels, registry=self.registry, buckets=SECONDS)
