"""Some of a load's clients, in a process of their own; `load.py` starts it.

It reads one JSON line (`Task`), greets the server with every client and prints `ready`. Then each line says for how
many seconds to call, and is answered by one line with what came of it (`Round`). It ends with its input.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, field
from typing import Any, cast

import httpx2
from calls import WEIGHTS, WORDS
from load_wire import CallFailed, LeanClient

SEARCHES = 0.8
"""The share of calls that search; the others propose."""
DOMAINS = 20

Call = Callable[[str, dict[str, Any]], Awaitable[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Task:
    """Whom to call as whom: one client for each token; those from `first_sdk` on are the SDK's own."""

    url: str
    first: int
    tokens: list[str | None]
    sdk: list[bool]
    seed: int


@dataclass(frozen=True, slots=True)
class Round:
    """What came of a round: milliseconds by tool, facts that were acknowledged, and what went wrong."""

    lean_ms: dict[str, list[float]] = field(default_factory=lambda: {"search_memory": [], "propose_fact": []})
    sdk_ms: dict[str, list[float]] = field(default_factory=lambda: {"search_memory": [], "propose_fact": []})
    facts: dict[str, str] = field(default_factory=dict[str, str])
    errors: list[str] = field(default_factory=list[str])


class Caller:
    """One client and what it says: each fact of a topic of its own, each question three words."""

    def __init__(self, number: int, call: Call, seed: int, *, is_sdk: bool) -> None:
        self._number = number
        self._call = call
        self._source = random.Random(f"{seed} {number}")
        self._is_sdk = is_sdk
        self._facts = 0

    async def run(self, until: float, into: Round) -> None:
        """Call until then, each call after the answer to the one before."""
        timed = into.sdk_ms if self._is_sdk else into.lean_ms
        while time.monotonic() < until:
            searches = self._source.random() < SEARCHES
            tool = "search_memory" if searches else "propose_fact"
            began = time.perf_counter()
            try:
                await (self.search() if searches else self._propose(into))
            except CallFailed as error:
                into.errors.append(str(error))
                await asyncio.sleep(0.1)
            timed[tool].append((time.perf_counter() - began) * 1000)

    async def search(self) -> None:
        await self._call("search_memory", {"query": " ".join(self._words(3))})

    async def _propose(self, into: Round) -> None:
        self._facts += 1
        content = f"The {' '.join(self._words(10))} is {self._number}.{self._facts}."
        answer = await self._call(
            "propose_fact",
            {
                "domain": f"area-{self._facts % DOMAINS}",
                "topic": f"subject {self._number} of {self._facts}",
                "content": content,
            },
        )
        into.facts[answer["fact_id"]] = content

    def _words(self, count: int) -> list[str]:
        return self._source.choices(WORDS, WEIGHTS, k=count)


async def _connect_sdk(stack: AsyncExitStack, url: str, token: str | None) -> Call:
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    headers = {"Authorization": f"Bearer {token}"} if token else {}
    http = await stack.enter_async_context(httpx2.AsyncClient(headers=headers, timeout=30))
    client = await stack.enter_async_context(Client(streamable_http_client(url, http_client=http)))

    async def call(tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        result = await client.call_tool(tool, arguments)
        if result.is_error:
            raise CallFailed(f"{tool}: {result.content}")
        return cast("dict[str, Any]", result.structured_content)

    return call


async def main() -> None:
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    task = Task(**json.loads(await lines.readline()))
    async with AsyncExitStack() as stack:
        callers: list[Caller] = []
        for number, (token, is_sdk) in enumerate(zip(task.tokens, task.sdk, strict=True), task.first):
            call = await _connect_sdk(stack, task.url, token) if is_sdk else LeanClient(task.url, token).call
            callers.append(Caller(number, call, task.seed, is_sdk=is_sdk))
        for caller in callers:
            await caller.search()
        print("ready", flush=True)
        while line := await lines.readline():
            done, until = Round(), time.monotonic() + float(line)
            await asyncio.gather(*(caller.run(until, done) for caller in callers))
            print(json.dumps(asdict(done)), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
