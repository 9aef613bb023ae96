"""A home served over HTTP within the test's own process: the whole app behind its guard, without a socket."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import httpx2
from palimpsest.server.config import Options
from palimpsest.server.http.app import open_app
from palimpsest.server.http.options import HttpOptions
from palimpsest.server.tokens import TokenBook
from palimpsest.store.model import Caller

PORT = 8765
JSON = "application/json"


class HttpHome:
    """Sends requests to the app as a client of this machine does."""

    def __init__(self, home: Path, client: httpx2.AsyncClient) -> None:
        self.path, self.client = home, client

    async def post(
        self, text: str | bytes, secret: str | None = None, path: str = "/rpc", **headers: str
    ) -> httpx2.Response:
        """What a text is answered that is sent with a token, or without one."""
        given = {"content-type": JSON} | {name.replace("_", "-"): value for name, value in headers.items()}
        if secret is not None:
            given["authorization"] = f"Bearer {secret}"
        return await self.client.post(path, content=text, headers=given)

    async def ask(self, name: str, params: object = None, secret: str | None = None, path: str = "/rpc") -> Any:
        """The answer to one request, an error too."""
        request = {"jsonrpc": "2.0", "id": 1, "method": name} | ({} if params is None else {"params": params})
        answer = await self.post(json.dumps(request), secret, path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def call(self, name: str, params: object = None, secret: str | None = None) -> Any:
        """The result of one that must succeed."""
        answer = await self.ask(name, params, secret)
        assert "error" not in answer, answer["error"]
        return answer["result"]

    async def refused(self, name: str, params: object = None, secret: str | None = None) -> tuple[int, str]:
        """Code and message of one that must fail."""
        answer = await self.ask(name, params, secret)
        assert "error" in answer, answer["result"]
        return answer["error"]["code"], answer["error"]["message"]


@asynccontextmanager
async def served(home: Path, caller: Caller = Caller(), **http: Any) -> AsyncGenerator[HttpHome]:  # noqa: B008 (frozen)
    """The home, served; `caller` is who comes without a token as long as none is needed."""
    options = Options(caller, home, "full", None, folder=home)
    with closing(TokenBook(home)) as book:
        async with open_app(options, HttpOptions(rate_limit=0, **http), book, port=PORT) as app:
            transport = httpx2.ASGITransport(app=app.asgi)
            async with httpx2.AsyncClient(transport=transport, base_url=f"http://127.0.0.1:{PORT}") as client:
                yield HttpHome(home, client)
            await app.clients.end()
