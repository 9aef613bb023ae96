"""A client that is only a pipe: it sends bytes and reads lines, so that a test sees what is on the wire."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

SUPPORT = Path(__file__).parent
INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "raw", "version": "0"},
}
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "0"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


class RawClient:
    """A server process and both ends of its wire; leaving the context kills what is still running."""

    def __init__(self, *command: str, env: Mapping[str, str] | None = None) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=None if env is None else {**os.environ, **env},
        )

    def __enter__(self) -> RawClient:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(BrokenPipeError):
                if stream is not None:
                    stream.close()

    def send_bytes(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, method: str, params: dict[str, Any] | None = None, request_id: int | str | None = None) -> None:
        """Send a request, or a notification when there is no id."""
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
        if request_id is not None:
            message["id"] = request_id
        if params is not None:
            message["params"] = params
        self.send_bytes(json.dumps(message).encode() + b"\n")

    def receive(self) -> dict[str, Any]:
        """The next message; what isn't JSON fails the test."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "the server closed its end"
        return json.loads(line)

    def answer_to(self, request_id: int | str | None) -> dict[str, Any]:
        """The answer under an id; other messages before it are passed over."""
        while (message := self.receive()).get("id", "none") != request_id:
            pass
        return message

    def initialize(self) -> None:
        self.send("initialize", INITIALIZE, "init")
        assert "result" in self.answer_to("init")
        self.send("notifications/initialized")

    def call(self, name: str, arguments: dict[str, Any], request_id: int | str = 1) -> None:
        self.send("tools/call", {"name": name, "arguments": arguments}, request_id)

    def close_input(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def wait_for_end(self, limit: float) -> tuple[int, float]:
        """Exit code and how many seconds it took to come."""
        began = time.monotonic()
        return self.process.wait(limit), time.monotonic() - began

    def rest_of_output(self) -> bytes:
        assert self.process.stdout is not None
        return self.process.stdout.read()

    def errors(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.read().decode()


def dummy_server(report: Path, *arguments: str) -> RawClient:
    """The server of dummy tools, which writes to `report` how it ended."""
    return RawClient(sys.executable, str(SUPPORT / "stdio_dummy.py"), str(report), *arguments)
