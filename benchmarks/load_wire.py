"""An MCP client of the 2026-07-28 era that costs next to nothing: one kept-alive connection, one POST a call.

What a load asks of a server must not be bounded by what its clients cost: a call of the SDK's client takes it more CPU
time than it takes the server.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast
from urllib.parse import urlsplit

from pipe import ENVELOPE

ANSWER_SECONDS = 30.0
HEAD = """\
POST {path} HTTP/1.1\r
Host: {host}\r
Content-Type: application/json\r
Accept: application/json, text/event-stream\r
MCP-Protocol-Version: 2026-07-28\r
Mcp-Method: tools/call\r
"""


class CallFailed(Exception):
    """A call was not answered as it should; the message says with what instead."""


class LeanClient:
    """One client of one server."""

    def __init__(self, url: str, token: str | None) -> None:
        address = urlsplit(url)
        self._host, self._port = address.hostname or "127.0.0.1", address.port or 80
        head = HEAD.format(path=address.path, host=address.netloc)
        self._head = head + (f"Authorization: Bearer {token}\r\n" if token else "")
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._last_id = 0

    async def call(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """The structured content of a tool's answer; raises `CallFailed` for anything else."""
        self._last_id += 1
        params = {"name": tool, "arguments": arguments, "_meta": ENVELOPE}
        request = {"jsonrpc": "2.0", "id": self._last_id, "method": "tools/call", "params": params}
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                status, body = await self._exchange(tool, json.dumps(request).encode())
        except (OSError, EOFError, TimeoutError, ValueError) as error:
            await self.close()
            raise CallFailed(f"{tool}: {type(error).__name__} {error}") from error
        return _content(tool, status, body)

    async def close(self) -> None:
        """Leave; the next call comes back."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def _exchange(self, tool: str, body: bytes) -> tuple[int, bytes]:
        if self._streams is None or self._streams[0].at_eof():  # a server closes a connection that has rested
            self._streams = await asyncio.open_connection(self._host, self._port)
        reader, writer = self._streams
        writer.write(f"{self._head}Mcp-Name: {tool}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status_line, *lines = head.rstrip().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        answer = await _body(reader, headers)
        if headers.get("connection") == "close":
            await self.close()
        return int(status_line.split()[1]), answer


async def _body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    if "content-length" in headers:
        return await reader.readexactly(int(headers["content-length"]))
    chunks: list[bytes] = []
    while size := int(await reader.readuntil(b"\r\n"), 16):
        chunks.append((await reader.readexactly(size + 2))[:-2])
    await reader.readexactly(2)
    return b"".join(chunks)


def _content(tool: str, status: int, body: bytes) -> dict[str, Any]:
    """What the one message of an answer says, be it plain JSON or the last event of a stream."""
    if not body.startswith(b"{"):
        body = body.rpartition(b"data: ")[2]
    if status != 200:
        raise CallFailed(f"{tool}: HTTP {status} {body[:200].decode(errors='replace')}")
    message = cast("dict[str, Any]", json.loads(body))
    result = message.get("result")
    if result is None or result.get("isError"):
        raise CallFailed(f"{tool}: {body[:300].decode(errors='replace')}")
    return result["structuredContent"]
