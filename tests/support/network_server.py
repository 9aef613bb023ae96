"""`palimpsest serve --http` as a real process on a free port of this machine, and its addresses."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from processes import COMMAND, environment

START_SECONDS = 30.0
END_SECONDS = 10.0
LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class HttpServer:
    """A server that answers."""

    process: subprocess.Popen[bytes]
    port: int
    home: Path
    log: Path

    @property
    def address(self) -> str:
        return f"http://{LOOPBACK}:{self.port}"

    @property
    def mcp(self) -> str:
        """Streamable HTTP."""
        return f"{self.address}/mcp"

    @property
    def sse(self) -> str:
        """HTTP with SSE."""
        return f"{self.address}/sse"


@contextmanager
def serve_http(
    folder: Path,
    *flags: str,
    home: Path | None = None,
    program: tuple[str, ...] = (),
    prefix: tuple[str, ...] = (),
    port: int = 0,
) -> Generator[HttpServer]:
    """A server over a home, ready to be asked; it is ended afterwards. Its log is kept in the folder.

    `program`: what Python runs instead of the command; `prefix`: what goes before it; `port`: 0 for any.
    """
    port, log, home = port or _free_port(), folder / "server.log", home or folder / "home"
    command = (sys.executable, *program) if program else COMMAND
    with log.open("wb") as out:
        process = subprocess.Popen(
            [*prefix, *command, "serve", "--http", "--host", LOOPBACK, "--port", str(port), *flags],
            env=environment(home),
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    server = HttpServer(process, port, home, log)
    try:
        _wait_until_it_answers(server)
        yield server
    finally:
        _end(process)


def _wait_until_it_answers(server: HttpServer) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not _answers(f"{server.address}/healthz"):
        ended = server.process.poll()
        if ended is not None or time.monotonic() > deadline:
            state = "is silent" if ended is None else f"ended with {ended}"
            raise AssertionError(f"the server {state}:\n{server.log.read_text(errors='replace')}")
        time.sleep(0.05)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:  # noqa: S310 (our own address)
            return answer.status == 200
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return False


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(END_SECONDS)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return probe.getsockname()[1]
