"""A client at the other end of a socket, as `Wire`."""

from __future__ import annotations

import contextlib
import socket
import sys

_CHUNK_BYTES = 256 * 1024


class SocketWire:
    """`server.wire.Wire` over a connected socket."""

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(True)
        self._connection = connection

    def read_chunk(self) -> bytes:
        """`Wire.read_chunk`."""
        try:
            return self._connection.recv(_CHUNK_BYTES)
        except OSError:
            return b""

    def write_now(self, data: bytes) -> bytes:
        """`Wire.write_now`."""
        if sys.platform == "win32":
            return data
        try:
            return data[self._connection.send(data, socket.MSG_DONTWAIT) :]
        except BlockingIOError:
            return data

    def write_all(self, data: bytes) -> None:
        """`Wire.write_all`."""
        self._connection.sendall(data)

    def close(self) -> None:
        """End the connection, and with it the threads that wait on it."""
        with contextlib.suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)
        self._connection.close()
