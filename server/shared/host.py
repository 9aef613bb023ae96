"""The background server at work: every pump that knocks brings one client, served as over stdio.

It listens until it is told that a newer installation takes over, or has been without a client for long; then it serves
those who are still there, and ends with the last of them.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
from contextlib import closing
from pathlib import Path

from mcp.server.request_state import RequestStateSecurity

from ..app import build_server, reviewer_of
from ..config import Options
from ..connection import serve_connection
from ..ending import Deadline, signals_calling
from ..tokens import TokenBook
from . import greeting
from .arrival import Refused, hear_hello, options_of, say
from .door import Door
from .greeting import GreetingError
from .log import BoundedLog
from .memories import Memories
from .socket_wire import SocketWire

logger = logging.getLogger(__name__)

CARE_SECONDS = 10.0
"""How often it is looked whether the address still stands and the log is short."""

FORCED_EXIT_SECONDS = 4.5
"""After a signal. SQLite rolls back what was open when the file is opened again."""

LAST_CLIENTS_SECONDS = 3.0


class Host:
    """One home's background server."""

    def __init__(self, home: Path, door: Door, log: BoundedLog, *, installation: str, idle_seconds: float) -> None:
        self._home, self._door, self._log = home, door, log
        self._installation, self._idle_seconds = installation, idle_seconds
        self._over = asyncio.Event()
        self._is_retired = False
        self._clients: set[asyncio.Task[None]] = set()
        self._stops: set[asyncio.Event] = set()
        self._memories = Memories(home)
        self._request_state: RequestStateSecurity | None = None
        self._idle: asyncio.TimerHandle | None = None

    async def run(self) -> None:
        """Serve until nobody is there any more, or a signal comes."""
        deadline = Deadline(FORCED_EXIT_SECONDS)

        def end() -> None:
            deadline.start()
            self._over.set()

        with signals_calling(end):
            async with self._memories:
                self._request_state = await asyncio.to_thread(_keys_of, self._home)
                self._accepting = asyncio.create_task(self._accept())
                caring = asyncio.create_task(self._care())
                self._watch_idle()
                await self._over.wait()
                caring.cancel()
                await self._retire()
                await self._say_goodbye()

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        self._door.listener.setblocking(False)
        while True:
            try:
                connection, _ = await loop.sock_accept(self._door.listener)
            except OSError:  # no descriptor is left; a client that goes frees one
                await asyncio.sleep(0.1)
                continue
            task = asyncio.create_task(self._receive(connection))
            self._clients.add(task)
            task.add_done_callback(self._leave)
            self._watch_idle()

    async def _receive(self, connection: socket.socket) -> None:
        """Meet whoever knocks; whatever goes wrong with one client is no other's trouble."""
        wire = None
        try:
            connection.setblocking(False)
            options = await self._meet(connection)
            if options is not None:
                wire = SocketWire(connection)
                await self._serve(options, wire)
        except (OSError, TimeoutError, GreetingError) as error:
            logger.warning("A connection came to nothing: %s", error)
        except Exception:
            logger.exception("A client's connection broke")
        finally:
            if wire is None:
                connection.close()
            else:
                wire.close()

    async def _meet(self, connection: socket.socket) -> Options | None:
        """Who the client is; None when it is sent away."""
        if not self._door.may_enter(connection):
            return None
        hello = await hear_hello(connection, self._door.address)
        if hello.get("installation") != self._installation or self._over.is_set():
            await self._retire()
            await say(connection, answer=greeting.RETIRED)
            return None
        try:
            options = await asyncio.to_thread(options_of, hello, self._home)
        except Refused as refusal:
            await say(connection, answer=greeting.REFUSED, reason=str(refusal))
            return None
        await say(connection, answer=greeting.WELCOME)
        return options

    async def _serve(self, options: Options, wire: SocketWire) -> None:
        stop = asyncio.Event()
        self._stops.add(stop)
        try:
            async with self._memories.open(options) as (desk, pending):
                server = build_server(
                    desk,
                    pending,
                    core_only=options.tools == "core",
                    request_state=self._request_state,
                    reviewer=await asyncio.to_thread(reviewer_of, options),
                )
                await serve_connection(server, wire, stop)
        finally:
            self._stops.discard(stop)

    def _leave(self, task: asyncio.Task[None]) -> None:
        self._clients.discard(task)
        self._watch_idle()

    def _watch_idle(self) -> None:
        """End when nobody is there, at once or after a while."""
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
        if self._clients:
            return
        if self._is_retired:
            self._over.set()
        else:
            self._idle = asyncio.get_running_loop().call_later(self._idle_seconds, self._over.set)

    async def _retire(self) -> None:
        """Listen no more. Whoever waited at the door finds it closed and starts a server of its own."""
        if self._is_retired:
            return
        self._is_retired = True
        self._accepting.cancel()
        await asyncio.wait([self._accepting])
        self._door.close()
        self._watch_idle()

    async def _say_goodbye(self) -> None:
        """Let every client's calls finish or roll back."""
        for stop in self._stops:
            stop.set()
        if self._clients:
            await asyncio.wait(self._clients, timeout=LAST_CLIENTS_SECONDS)

    async def _care(self) -> None:
        while True:
            await asyncio.sleep(CARE_SECONDS)
            self._log.trim()
            if not self._door.is_known():
                logger.warning("The address was taken away; a new client starts a new server")
                await self._retire()


def _keys_of(home: Path) -> RequestStateSecurity:
    """What lets a question that one server has asked be answered to the next."""
    with closing(TokenBook(home)) as book:
        return RequestStateSecurity(keys=book.request_state_keys())


def run(home: Path, door: Door, log: BoundedLog, *, installation: str, idle_seconds: float) -> None:
    """Serve until nobody is there any more."""

    async def serve() -> None:
        host = Host(home, door, log, installation=installation, idle_seconds=idle_seconds)
        gc.freeze()
        gc.enable()
        await host.run()

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    asyncio.run(serve())
