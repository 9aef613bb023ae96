"""The servers of a load: `palimpsest serve --http` over a home of its own, and the SDK's with nothing behind it."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from calls import fact
from load_wire import LeanClient

PALIMPSEST = str(Path(sys.executable).with_name("palimpsest"))
EMPTY = (sys.executable, str(Path(__file__).with_name("load_empty_server.py")))
WORKSPACE = "load"
START_SECONDS = 30.0
STOP_SECONDS = 10.0


def make_tokens(home: Path, count: int) -> list[str]:
    """As many tokens, each for an agent of its own."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(partial(_make_token, home), range(count)))


def _make_token(home: Path, number: int) -> str:
    said = _palimpsest(
        home, "token", "create", "--workspace", WORKSPACE, "--agent", f"client-{number}", "--role", "general", "--json"
    )
    return json.loads(said)["token"]


def set_embedder(home: Path, name: str) -> None:
    """Which model the workspace uses."""
    _palimpsest(home, "settings", "set", "embedder", name, "--workspace", WORKSPACE)


def _palimpsest(home: Path, *arguments: str) -> str:
    command = [PALIMPSEST, *arguments]
    return subprocess.run(command, env=_environment(home), check=True, stdout=subprocess.PIPE, text=True).stdout


def _environment(home: Path) -> dict[str, str]:
    return {**os.environ, "PALIMPSEST_HOME": str(home)}


@contextmanager
def our_server(home: Path) -> Generator[tuple[subprocess.Popen[bytes], str]]:
    """`palimpsest serve --http` and the address of its MCP endpoint."""
    port = _free_port()
    command = (PALIMPSEST, "serve", "--http", "--port", str(port))
    with _server(command, home, f"http://127.0.0.1:{port}/healthz") as process:
        yield process, f"http://127.0.0.1:{port}/mcp"


@contextmanager
def empty_server(home: Path) -> Generator[tuple[subprocess.Popen[bytes], str]]:
    """The SDK's server and the address of its MCP endpoint."""
    port = _free_port()
    url = f"http://127.0.0.1:{port}/mcp"
    with _server((*EMPTY, str(port)), home, url) as process:
        yield process, url


@contextmanager
def _server(command: tuple[str, ...], home: Path, look_at: str) -> Generator[subprocess.Popen[bytes]]:
    with (home / "server.log").open("ab") as log:
        process = subprocess.Popen(
            command, env=_environment(home), stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=home
        )
    try:
        _wait_for(process, look_at)
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(process: subprocess.Popen[bytes], url: str) -> None:
    """Wait until the server answers, whatever it answers."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=2).close()  # noqa: S310
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"{process.args!r} does not serve")


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


async def fill(url: str, token: str, count: int, seed: int) -> None:
    """Propose as many facts, so that there is something to find."""
    client, source = LeanClient(url, token), random.Random(seed)
    for number in range(count):
        await client.call("propose_fact", fact(number, source))
    await client.close()
