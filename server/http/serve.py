"""Serves HTTP until a signal comes, and leaves as a good process does: calls are finished, streams end, exit code 0."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
import sys
from collections.abc import Awaitable, Callable, Generator

import uvicorn

from ..config import Options
from ..ending import Deadline, signals_calling
from ..tokens import TokenBook
from .app import open_app
from .heads import BoundedHeads
from .listening import MOST_WAITING, Listening
from .logs import prepare_logs
from .opening import greeting
from .options import HttpOptions

FORCED_EXIT_SECONDS = 4.7
"""An end that hangs is cut short after this."""

LAST_ANSWERS_SECONDS = 0.5
"""How long answers may take on their way to clients that read slowly."""

LAST_TASKS_SECONDS = 1
"""How long what isn't MCP may still run."""

KEEP_ALIVE_SECONDS = 75
"""How long an idle connection is kept: longer than clients keep theirs, so that none is closed as it is used again."""


def run_http(
    options: Options, http: HttpOptions, book: TokenBook, listening: Listening, *, is_session_named: bool
) -> int:
    """Serve until a signal; the exit code is 0."""
    prepare_logs()
    asyncio.run(_serve(options, http, book, listening, is_session_named))
    return 0


async def _serve(
    options: Options, http: HttpOptions, book: TokenBook, listening: Listening, is_session_named: bool
) -> None:
    deadline = Deadline(FORCED_EXIT_SECONDS)
    async with open_app(options, http, book, port=listening.port, is_session_named=is_session_named) as app:
        server = _Server(uvicorn_config(app.asgi), app.end)

        def end() -> None:
            deadline.start()
            server.should_exit = True

        with signals_calling(end):
            print(greeting(options, http, listening, book), file=sys.stderr, flush=True)  # noqa: T201
            gc.freeze()
            await server.serve(list(listening.sockets))
            await app.end()


def uvicorn_config(app: object) -> uvicorn.Config:
    """How uvicorn serves the app."""
    return uvicorn.Config(
        app,  # pyright: ignore[reportArgumentType] (uvicorn types apps by its own names for the same shapes)
        http=BoundedHeads,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,  # an address may be somebody's secret
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=LAST_TASKS_SECONDS,
        backlog=MOST_WAITING,
    )


class _Server(uvicorn.Server):
    """Uvicorn, which is told by others when to end, and lets calls finish and ends streams before it closes."""

    def __init__(self, config: uvicorn.Config, before_end: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._before_end = before_end

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        """Take no signal: it would be raised again, and the exit code be another than 0."""
        yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop accepting, end what runs, then close."""
        for server in self.servers:
            server.close()
        await self._before_end()
        await self._let_go()
        await super().shutdown(sockets)

    async def _let_go(self) -> None:
        """Close connections as their answers are sent, and then those of clients that don't read."""
        for connection in list(self.server_state.connections):
            connection.shutdown()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_ANSWERS_SECONDS):
                while self.server_state.connections:  # noqa: ASYNC110 (uvicorn has no event for it)
                    await asyncio.sleep(0.02)
        for connection in list(self.server_state.connections):
            connection.transport.abort()
