"""A server process at the end of a pipe, for measures in which the client must cost nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

Era = Literal["2025-11-25", "2026-07-28"]
ERAS: tuple[Era, Era] = ("2025-11-25", "2026-07-28")
_CLIENT = {"name": "benchmark", "version": "0"}
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": _CLIENT,
    "io.modelcontextprotocol/clientCapabilities": {},
}


@dataclass(frozen=True, slots=True)
class Cost:
    """What a process has used."""

    cpu_ms: float
    wall_ms: float


class PipedServer:
    """A started server; requests go one after the other, each waits for its answer."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str], era: Era) -> None:
        self._began = time.perf_counter()
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, **env}
        )
        self._era: Era = era
        self._last_id = 0

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def open(self) -> None:
        """Greet the server as the era wants it."""
        if self._era == "2026-07-28":
            self.request("server/discover", {})
            return
        self.request("initialize", {"protocolVersion": self._era, "capabilities": {}, "clientInfo": _CLIENT})
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """The result of a request; a protocol error ends the measure."""
        self._last_id += 1
        if self._era == "2026-07-28":
            params = {**params, "_meta": ENVELOPE}
        self._send({"jsonrpc": "2.0", "id": self._last_id, "method": method, "params": params})
        return self._result()

    def cpu_ms(self) -> float | None:
        """CPU time that the process has used so far, to some 10 ms; None where there is no /proc."""
        return cpu_ms_of(self._process.pid)

    def kill(self) -> Cost:
        """End the process at once; what it has used until now, without the cost of an orderly end."""
        wall_ms = (time.perf_counter() - self._began) * 1000
        os.kill(self._process.pid, signal.SIGKILL)
        _, status, usage = os.wait4(self._process.pid, 0)
        self._process.returncode = os.waitstatus_to_exitcode(status)
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        return Cost((usage.ru_utime + usage.ru_stime) * 1000, wall_ms)

    def _send(self, message: dict[str, Any]) -> None:
        if self._process.stdin is None:
            raise RuntimeError("the server has no input")
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()

    def _result(self) -> dict[str, Any]:
        if self._process.stdout is None:
            raise RuntimeError("the server has no output")
        while line := self._process.stdout.readline():
            message = json.loads(line)
            if message.get("id") == self._last_id:
                return message["result"]
        raise RuntimeError("the server ended without an answer")


def cpu_ms_of(pid: int) -> float | None:
    """CPU time that a process has used so far, to some 10 ms; None where there is no /proc."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return None
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")
