"""A client that is only a pipe to the real `palimpsest serve`: for what a well-behaved client would never send."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from mcp import StdioServerParameters
from processes import COMMAND, database_of, environment
from raw_client import RawClient

LIMIT_SECONDS = 120.0
"""A server that doesn't answer is killed after this, which fails the test that waits."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A tool's answer as the client gets it."""

    is_error: bool
    text: str
    content: dict[str, Any]

    @property
    def refusal(self) -> str:
        """The text of an answer that had to be an error."""
        assert self.is_error, self.text
        return self.text


class MemoryProcess(RawClient):
    """`palimpsest serve` over a home, and both ends of its wire."""

    def __init__(
        self,
        home: Path,
        *flags: str,
        cwd: Path | None = None,
        prefix: tuple[str, ...] = (),
        extra: Mapping[str, str] | None = None,
        **variables: str,
    ) -> None:
        self.home = home
        self.process = subprocess.Popen(
            [*prefix, *COMMAND, "serve", *flags],
            env=environment(home, **variables) | dict(extra or {}),
            cwd=cwd or home.parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._number = 0
        self._watch = threading.Timer(LIMIT_SECONDS, self.process.kill)
        self._watch.daemon = True
        self._watch.start()

    def __enter__(self) -> MemoryProcess:
        self.initialize()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._watch.cancel()
        super().__exit__(kind, error, trace)

    @property
    def database(self) -> Path:
        """The file of the default workspace."""
        return database_of(self.home)

    def request(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """The whole answer to a request, whatever it is."""
        self._number += 1
        self.send(method, params or {}, self._number)
        return self.answer_to(self._number)

    def tools(self) -> list[dict[str, Any]]:
        """What tools/list lists."""
        return self.request("tools/list")["result"]["tools"]

    def ask(self, tool: str, /, **arguments: Any) -> Reply:
        """Call a tool."""
        return self.ask_raw(tool, json.dumps(arguments).encode())

    def ask_raw(self, tool: str, arguments: bytes) -> Reply:
        """Call a tool with arguments as they stand on the wire."""
        self._number += 1
        self.send_bytes(
            b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"%s","arguments":%s}}\n'
            % (self._number, tool.encode(), arguments)
        )
        answer = self.answer_to(self._number)
        assert "result" in answer, answer
        result = answer["result"]
        return Reply(result["isError"], result["content"][0]["text"], result.get("structuredContent", {}))

    def done(self, tool: str, /, **arguments: Any) -> dict[str, Any]:
        """Call a tool that has to work."""
        reply = self.ask(tool, **arguments)
        assert not reply.is_error, reply.text
        return reply.content

    def next_error(self) -> str:
        """The next line on stderr."""
        assert self.process.stderr is not None
        return self.process.stderr.readline().decode()

    def end(self) -> tuple[int, float]:
        """Close the input: exit code and how many seconds the end took."""
        self.close_input()
        return self.wait_for_end(10)


def stdio_parameters(home: Path, *flags: str, cwd: Path | None = None, **variables: str) -> StdioServerParameters:
    """The same server for `mcp.Client`."""
    return StdioServerParameters(
        command=COMMAND[0],
        args=[*COMMAND[1:], "serve", *flags],
        env=environment(home, **variables),
        cwd=cwd or home.parent,
    )
