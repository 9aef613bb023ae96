"""JSON-RPC over HTTP as a client sends it, to the whole app in the test's own process."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
from http_app import bearer, open_http
from palimpsest.server.http.options import HttpOptions
from palimpsest.store.model import Caller

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
        return await self.client.post(path, content=text, headers=given | bearer(secret or ""))

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
async def served(home: Path, caller: Caller | None = None) -> AsyncGenerator[HttpHome]:
    """The home, served as fast as it can; `caller` is who comes without a token as long as none is needed."""
    async with open_http(home, HttpOptions(rate_limit=0), caller=caller) as opened:
        yield HttpHome(home, opened.http)
