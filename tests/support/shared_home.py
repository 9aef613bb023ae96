"""A home with a background server: its clients, a server as a test wants it, and what is left when all is over."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

from palimpsest.server.shared.place import Address, connect, read_address
from processes import environment
from stdio_client import MemoryProcess

START = "import sys; from palimpsest.server.shared import server; {patches}; sys.exit(server.main(sys.argv[1:]))"


def until(is_so: Callable[[], object], seconds: float = 20) -> None:
    """Wait for what another process does."""
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, "it didn't come to that"
        time.sleep(0.01)


class SharedHome:
    """A home, and whatever serves it in the background."""

    def __init__(self, home: Path) -> None:
        self.path = home

    def client(self, *flags: str, cwd: Path | None = None, **variables: Any) -> MemoryProcess:
        """What a client starts."""
        return MemoryProcess(self.path, "--shared", *flags, cwd=cwd, **variables)

    @property
    def address(self) -> Address:
        """Where the server listens."""
        address = read_address(str(self.path))
        assert address is not None
        return address

    @property
    def pid(self) -> int:
        """The process that listens."""
        return self.address.pid

    @property
    def log(self) -> str:
        """What the servers had to say."""
        file = self.path / "shared.log"
        return file.read_text() if file.exists() else ""

    def knock(self) -> socket.socket:
        """A bare connection to the server."""
        connection = connect(self.address)
        assert connection is not None
        connection.settimeout(20)
        return connection

    @property
    def is_listened_to(self) -> bool:
        """Whether anybody takes a connection."""
        connection = connect(self.address)
        if connection is not None:
            connection.close()
        return connection is not None

    def servers(self) -> list[int]:
        """Every background server of the home that runs."""
        return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit() and self._is_server(entry)]

    def _is_server(self, entry: Path) -> bool:
        with contextlib.suppress(OSError):
            words = (entry / "cmdline").read_bytes().split(b"\0")
            state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
            return str(self.path).encode() in words and any(b"shared" in word for word in words[:4]) and state != "Z"
        return False

    @contextlib.contextmanager
    def server(self, *flags: str, patches: str = "pass") -> Generator[subprocess.Popen[bytes]]:
        """A server in the foreground, changed as the patches say, which listens."""
        command = [
            sys.executable,
            "-c",
            START.format(patches=patches),
            "--home",
            str(self.path),
            "--foreground",
            *flags,
        ]
        with subprocess.Popen(
            command,
            env=environment(self.path),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            try:
                assert process.stdout is not None
                assert process.stdout.readline() == b"listening\n"
                yield process
                process.terminate()
                process.wait(10)
            finally:
                process.kill()

    def end(self) -> None:
        """End every server of the home; each does so in good order."""
        ended = self.servers()
        for pid in ended:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        until(lambda: not self.servers(), 10)
        assert "took too long" not in self.log
        left = read_address(str(self.path))
        assert left is None or left.pid not in ended


@contextlib.contextmanager
def shared_home(folder: Path) -> Generator[SharedHome]:
    """A home of its own, which nothing outlives."""
    folder.mkdir(exist_ok=True)
    home = SharedHome(folder / "home")
    try:
        yield home
    finally:
        home.end()


def impatient(seconds: float) -> tuple[str, ...]:
    """Goes before a client's command: its pump waits no longer than that for a server."""
    patch = f"from palimpsest.server.shared import starting; starting.WELCOME_SECONDS = {seconds}"
    run = "import sys, runpy; sys.argv = sys.argv[3:]; runpy.run_module('palimpsest.server.cli', run_name='__main__')"
    return (sys.executable, "-c", f"{patch}; {run}")


def hear(connection: socket.socket) -> dict[str, Any]:
    """The next line that comes; empty at the end."""
    line = b""
    while not line.endswith(b"\n"):
        part = connection.recv(1)
        if not part:
            return {}
        line += part
    return json.loads(line)
