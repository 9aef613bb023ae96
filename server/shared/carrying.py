"""A client's lines on their way to a server, and the server's on their way back.

When the server dies, requests in flight are answered with an error, and the client's next line reaches a new server,
which hears first how the client opened its session.
"""

from __future__ import annotations

import os
import select
import socket
import sys
import threading
from collections.abc import Callable

from ..lines import TOO_LONG_TEXT, LineSplitter
from .greeting import GreetingError
from .ledger import INTERNAL_ERROR, INVALID_REQUEST, Ledger, Spoken, error_line, read, read_answer
from .starting import NotShared

PARENT_CHECK_SECONDS = 1.0

END_SECONDS = 1.5
"""How long the server may take over the last answers once the client has closed its end."""

REOPEN_SECONDS = 10.0
ATTEMPTS = 3
_CHUNK = 64 * 1024
_INITIALIZED = b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n'


class Link:
    """A connection to a server, until that is gone."""

    def __init__(self, connection: socket.socket, carry_back: Callable[[Link], None]) -> None:
        self.connection = connection
        self.is_dead = False
        self.listener = threading.Thread(target=carry_back, args=(self,), daemon=True)


class Carrier:
    """One client and the server that serves it now."""

    def __init__(self, connect: Callable[[], socket.socket], reader: int = 0, writer: int = 1) -> None:
        """Connects at once, with the error of `connect` when that can't be done; nothing is read before `run`."""
        self._connect, self._reader, self._writer = connect, reader, writer
        self._ledger = Ledger()
        self._noting = threading.Lock()
        self._writing = threading.Lock()
        self._link = Link(connect(), self._carry_back)
        self._parent = os.getppid()

    def run(self) -> int:
        """Carry lines until the client closes its end; 0."""
        self._link.listener.start()
        splitter = LineSplitter()
        while chunk := self._read():
            for line in splitter.feed(chunk):
                self._forward(line)
        for line in splitter.finish():
            self._forward(line)
        self._end()
        return 0

    def _read(self) -> bytes:
        """What the client has sent; empty when it is gone."""
        if sys.platform != "win32":
            while not select.select([self._reader], [], [], PARENT_CHECK_SECONDS)[0]:
                if os.getppid() != self._parent:  # it died, and something else holds the pipe open
                    return b""
        try:
            return os.read(self._reader, _CHUNK)
        except OSError:
            return b""

    def _forward(self, line: bytes | None) -> None:
        """Bring a line to a living server, or say why that can't be done."""
        if line is None:
            self._write(error_line(None, INVALID_REQUEST, TOO_LONG_TEXT))
            return
        line += b"\n"
        spoken = read(line)
        try:
            for _ in range(ATTEMPTS):
                if self._was_sent(spoken, line) or spoken.id is None:
                    return  # a new server needs no notification about what an old one heard
                self._reopen()
            raise NotShared("the background server ends again and again")
        except (NotShared, OSError, GreetingError) as error:
            self._write(error_line(spoken.id, INTERNAL_ERROR, f"Palimpsest can't be reached: {error}."))

    def _was_sent(self, spoken: Spoken, line: bytes) -> bool:
        """Send a line, unless the server is known to be gone; of a request that is on its way somebody tells."""
        with self._noting:
            if self._ledger.is_late(spoken):
                return True
            if self._link.is_dead:
                return False
            self._ledger.sent(spoken, line)
        try:
            self._link.connection.sendall(line)
        except OSError:  # the server never had the whole line
            with self._noting:
                is_unheard = self._ledger.take_back(spoken)
            _close(self._link.connection, socket.SHUT_RDWR)
            self._link.listener.join(END_SECONDS)
            return not is_unheard
        return True

    def _reopen(self) -> None:
        """Find a new server, and tell it how the client opened its session."""
        link = Link(self._connect(), self._carry_back)
        with self._noting:
            opening = self._ledger.opening
        try:
            if opening is not None:
                _repeat(opening, link.connection)
        except BaseException:
            link.connection.close()
            raise
        self._link = link
        link.listener.start()

    def _carry_back(self, link: Link) -> None:
        """Bring the server's lines to the client, and at its end say what isn't answered any more."""
        splitter = LineSplitter(sys.maxsize)
        while chunk := _receive(link.connection):
            lines = [line + b"\n" for line in splitter.feed(chunk) if line is not None]
            with self._noting:
                for line in lines:
                    self._ledger.received(line)
            self._write(b"".join(lines))
        with self._noting:
            link.is_dead = True
            lost = self._ledger.lose()
        link.connection.close()
        self._write(b"".join(lost))

    def _write(self, data: bytes) -> None:
        """Give the client something; when it is gone, there is nothing more to do."""
        rest = memoryview(data)
        with self._writing:
            while rest:
                try:
                    rest = rest[os.write(self._writer, rest) :]
                except BlockingIOError:
                    select.select([], [self._writer], [])
                except OSError:
                    os._exit(0)

    def _end(self) -> None:
        """The client has closed its end: the server finishes, and says by its own end that it has."""
        _close(self._link.connection, socket.SHUT_WR)
        self._link.listener.join(END_SECONDS)


def _receive(connection: socket.socket) -> bytes:
    try:
        return connection.recv(_CHUNK)
    except OSError:
        return b""


def _repeat(opening: bytes, connection: socket.socket) -> None:
    """Open the session again; the client has had the answer to that and doesn't get it twice."""
    connection.settimeout(REOPEN_SECONDS)
    connection.sendall(opening)
    answer = b""
    while not answer.endswith(b"\n"):
        part = connection.recv(_CHUNK)
        if not part:
            raise GreetingError("the server ended again")
        answer += part
    if read_answer(answer) != (read(opening).id, "result"):
        raise GreetingError("the new server doesn't open the session again")
    connection.sendall(_INITIALIZED)
    connection.settimeout(None)


def _close(connection: socket.socket, how: int) -> None:
    """End one direction or both, so that whoever waits at either end is told."""
    try:
        connection.shutdown(how)
    except OSError:
        return
