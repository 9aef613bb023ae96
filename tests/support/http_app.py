"""The whole app over HTTP in this process, as a caller with or without a token asks it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
from held import held
from palimpsest.server.config import Options
from palimpsest.server.http.app import HttpApp, open_app
from palimpsest.server.http.options import HttpOptions
from palimpsest.server.tokens import TokenBook
from palimpsest.store.model import Caller

PORT = 8765
ADDRESS = f"http://127.0.0.1:{PORT}"
JSON = {"Content-Type": "application/json"}
LISTING = {"jsonrpc": "2.0", "id": 1, "method": "memory_fact.list"}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


@dataclass(frozen=True, slots=True)
class OpenApp:
    """An app, and who asks it."""

    app: HttpApp
    http: httpx2.AsyncClient
    home: Path

    async def ask(self, path: str, method: str = "GET", **more: Any) -> httpx2.Response:
        """An answer that has an end."""
        return await self.http.request(method, path, **more)

    async def rpc(self, path: str = "/rpc", secret: str = "", **headers: str) -> httpx2.Response:
        """List the facts over JSON-RPC."""
        return await self.ask(path, "POST", json=LISTING, headers=bearer(secret) | headers)

    async def initialize(self, path: str = "/mcp", secret: str = "") -> httpx2.Response:
        """Open a session of Streamable HTTP."""
        accept = {"Accept": "application/json, text/event-stream"}
        return await self.ask(path, "POST", json=INITIALIZE, headers=bearer(secret) | accept)


@asynccontextmanager
async def open_http(
    home: Path, http: HttpOptions | None = None, *, caller: Caller | None = None, address: str = ADDRESS
) -> AsyncGenerator[OpenApp]:
    """The app of a home."""
    options = Options(caller or Caller(session="flags"), home, "full", None)
    with closing(TokenBook(home)) as book:
        async with held(open_app(options, http or HttpOptions(), book, port=PORT)) as app:
            transport = httpx2.ASGITransport(app.asgi, client=("127.0.0.1", 50000))
            async with httpx2.AsyncClient(transport=transport, base_url=address) as asking:
                yield OpenApp(app, asking, home)


def bearer(secret: str) -> dict[str, str]:
    """The header of a token; none without one."""
    return {"Authorization": f"Bearer {secret}"} if secret else {}
