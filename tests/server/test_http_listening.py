"""The server's sockets, as connections to them turn out."""

from __future__ import annotations

import asyncio
import socket

import pytest
from palimpsest.server.http.listening import listen


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_what_is_written_goes_out_at_once(host: str):
    """An answer is written in two pieces; held back by Nagle's algorithm the second would come 40 ms later."""
    goes_at_once: list[int] = []

    async def note(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        accepted: socket.socket = writer.get_extra_info("socket")
        goes_at_once.append(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    with listen(host, 0) as listening:
        for bound in listening.sockets:
            server = await asyncio.start_server(note, sock=bound)
            reader, writer = await asyncio.open_connection(*bound.getsockname()[:2])
            assert await reader.read() == b""
            writer.close()
            server.close()
    assert goes_at_once
    assert all(goes_at_once)
