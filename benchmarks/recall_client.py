"""A workspace behind a server on stdio, filled and asked as an agent would."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pipe import PipedServer
from recall_metrics import DEPTH

COMMAND = str(Path(sys.executable).with_name("palimpsest"))
LOOK_S = 0.2
VECTORS_S = 1800.0
"""So long may the vectors of one workspace take."""


class Agent:
    """An agent's session with a server."""

    def __init__(self, server: PipedServer) -> None:
        self._server = server

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """A tool's answer; an error ends the measure."""
        result = self._server.request("tools/call", {"name": tool, "arguments": arguments})
        if result.get("isError"):
            raise RuntimeError(f"{tool}: {result['content']}")
        return result["structuredContent"]

    def observe(self, content: str, source: str) -> str:
        """Record an observation; its id."""
        return self.call("record_observation", content=content, source=source)["observation_id"]

    def found(self, query: str, mode: str) -> list[str]:
        """The ids that a search finds."""
        answer = self.call("search_memory", query=query, mode=mode, include_observations=True, limit=DEPTH)
        return [hit["id"] for hit in answer["hits"]]

    def wait_for_vectors(self) -> bool:
        """Wait until the model is there and has made every vector; False when there is no model."""
        deadline = time.monotonic() + VECTORS_S
        while time.monotonic() < deadline:
            voice = self.call("search_memory", query="anything", include_observations=True)["voices"]["semantic"]
            if voice.get("missing") == 0:
                return True
            silent = voice.get("silent", "")
            if silent and "again in a moment" not in silent:
                return False
            time.sleep(LOOK_S)
        raise RuntimeError("the vectors weren't made in time")


@contextmanager
def open_agent(home: str, embedder: str) -> Generator[Agent]:
    """A server over the folder, with that embedder."""
    subprocess.run(
        [COMMAND, "settings", "--home", home, "set", "embedder", embedder], check=True, capture_output=True, text=True
    )
    server = PipedServer((COMMAND, "serve"), {"PALIMPSEST_HOME": home}, "2026-07-28")
    try:
        server.open()
        yield Agent(server)
    finally:
        server.kill()
