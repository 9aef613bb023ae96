"""The two sides of a load: a server each, its clients in a few processes, and what came of their calls."""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from load_clients import Round, Task
from pipe import cpu_ms_of

SDK_EVERY = 16
"""One client of so many is the SDK's; with fewer, one is."""
CLIENT_PROCESSES = 2
END_SECONDS = 10.0
LINE_LIMIT = 1 << 28
"""A round's figures are one line."""


@dataclass
class Side:
    """One server with its clients, and all that came of them."""

    name: str
    process: subprocess.Popen[bytes]
    fleet: list[asyncio.subprocess.Process] = field(default_factory=list[asyncio.subprocess.Process])
    rounds: list[Round] = field(default_factory=list[Round])
    cpu_ms: float = 0.0
    seconds: float = 0.0

    @property
    def errors(self) -> list[str]:
        return [error for one in self.rounds for error in one.errors]

    @property
    def facts(self) -> dict[str, str]:
        """The facts that were acknowledged, by id."""
        return {fact: text for one in self.rounds for fact, text in one.facts.items()}

    @property
    def acknowledged(self) -> int:
        """How many proposals were answered; more than there are ids, should two have got the same one."""
        return sum(len(one.facts) for one in self.rounds)

    @property
    def calls(self) -> int:
        return sum(len(taken) for one in self.rounds for by in (one.lean_ms, one.sdk_ms) for taken in by.values())

    @property
    def throughput(self) -> float:
        """Calls a second."""
        return self.calls / self.seconds

    @property
    def cpu_per_call(self) -> float:
        return self.cpu_ms / max(1, self.calls)

    def quantiles(self, *tools: str) -> tuple[float, float]:
        """The median and the 99th percentile of the lean clients' calls, in milliseconds."""
        taken = [ms for one in self.rounds for tool in tools for ms in one.lean_ms[tool]]
        return statistics.median(taken), statistics.quantiles(taken, n=100)[-1]

    async def greet(self, stack: AsyncExitStack, url: str, tokens: Sequence[str | None], seed: int) -> None:
        """Start a client for each token and have it ask once."""
        share = -(-len(tokens) // CLIENT_PROCESSES)
        for first in range(0, len(tokens), share):
            mine = list(tokens[first : first + share])
            is_sdk = [_is_sdk(number, len(tokens)) for number in range(first, first + len(mine))]
            process = await stack.enter_async_context(_client_process())
            _say(process, json.dumps(asdict(Task(url, first, mine, is_sdk, seed))))
            self.fleet.append(process)
        for process in self.fleet:
            if await _hear(process) != b"ready\n":
                raise RuntimeError(f"a client of {self.name} could not begin")

    async def load(self, seconds: float) -> None:
        """Have all clients call for as long."""
        cpu_before, began = cpu_ms_of(self.process.pid) or 0.0, time.monotonic()
        for process in self.fleet:
            _say(process, str(seconds))
        self.rounds += [Round(**json.loads(await _hear(process))) for process in self.fleet]
        self.seconds += time.monotonic() - began
        self.cpu_ms += (cpu_ms_of(self.process.pid) or 0.0) - cpu_before


def _is_sdk(number: int, clients: int) -> bool:
    return number % min(SDK_EVERY, clients) == 0


@asynccontextmanager
async def _client_process() -> AsyncGenerator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(Path(__file__).with_name("load_clients.py")),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=dict(os.environ),
        limit=LINE_LIMIT,
    )
    try:
        yield process
    finally:
        await _end(process)


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.stdin is not None:
        process.stdin.close()
    try:
        async with asyncio.timeout(END_SECONDS):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()


def _say(process: asyncio.subprocess.Process, line: str) -> None:
    if process.stdin is None:
        raise RuntimeError("the client has no input")
    process.stdin.write(line.encode() + b"\n")


async def _hear(process: asyncio.subprocess.Process) -> bytes:
    if process.stdout is None:
        raise RuntimeError("the client has no output")
    return await process.stdout.readline()
