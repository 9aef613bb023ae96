"""The protocol's inspector, from the command line: it lists, calls, is told what to do, and is stopped."""

import json
import signal
import subprocess
import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from interop import CONTRADICTION, packages, remember, run, skip_unless_asked
from network_server import HttpServer, serve_http
from node import environment as with_node
from node import node
from processes import COMMAND, database_of, environment, write_lock
from token_kit import new_token

PACKAGE = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"
NO_SUCH_TOOL = 5
TRANSPORTS = ("stdio", "sse", "http")
ERAS = ("legacy", "modern")


@dataclass(frozen=True)
class Inspector:
    """The inspector's command and the folder that is its home."""

    folder: Path

    def command(self, target: tuple[str, ...], *flags: str) -> list[str]:
        program = packages(".") / PACKAGE
        return [str(node()), str(program), "--cli", "--format", "json", *flags, *target]

    @property
    def environment(self) -> dict[str, str]:
        return {"HOME": str(self.folder), "MCP_STORAGE_DIR": str(self.folder / "inspector")}

    def tell(self, target: tuple[str, ...], *flags: str) -> dict[str, Any]:
        """What it prints of a result."""
        done = run(self.command(target, *flags), self.environment)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)["result"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[HttpServer]:
    """One process; its home has a token already."""
    skip_unless_asked("short")
    folder = tmp_path_factory.mktemp("inspector")
    new_token(folder / "home", agent="ana")
    with serve_http(folder) as server:
        yield server


@pytest.fixture
def inspector(tmp_path: Path) -> Inspector:
    return Inspector(tmp_path)


def target_of(server: HttpServer, workspace: str, transport: str) -> tuple[str, ...]:
    if transport == "stdio":
        home = environment(server.home)["PALIMPSEST_HOME"]
        started = (*COMMAND, "serve", "--workspace", workspace, "--agent", "bob")
        return ("-e", f"PALIMPSEST_HOME={home}", "--", *started)
    _, secret = new_token(server.home, workspace=workspace, agent="bob")
    url = server.sse if transport == "sse" else server.mcp
    return ("--transport", transport, "--server-url", url, "--header", f"Authorization: Bearer {secret}")


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_the_inspector_lists_and_calls(server: HttpServer, inspector: Inspector, transport: str, era: str):
    """It can't put a question to anybody, so it is told whom to ask."""
    workspace = f"inspector-{transport}-{era}"
    remember(database_of(server.home, workspace))
    target = ("--protocol-era", era, *target_of(server, workspace, transport))
    tools = inspector.tell(target, "--method", "tools/list")["tools"]
    assert {"search_memory", "propose_fact"} <= {tool["name"] for tool in tools}
    asked = inspector.tell(target, *call("propose_fact", CONTRADICTION))["structuredContent"]
    assert asked["outcome"] == "needs_confirmation"
    assert "resolve_memory_conflict" in asked["question"]


def call(tool: str, arguments: dict[str, str]) -> tuple[str, ...]:
    return ("--method", "tools/call", "--tool-name", tool, "--tool-args-json", json.dumps(arguments))


def test_the_inspector_finds_nothing_wrong_with_the_schemas(server: HttpServer, inspector: Inspector):
    target = target_of(server, "inspector-strict", "http")
    done = run(inspector.command(target, "--method", "tools/list", "--strict"), inspector.environment)
    assert done.returncode == 0, done.stderr
    assert "Error: tool" not in done.stderr


def test_a_wrong_token_is_told_to_the_inspector(server: HttpServer, inspector: Inspector):
    wrong = ("--server-url", server.mcp, "--header", "Authorization: Bearer plt_1_wrong", "--stored-auth-only")
    done = run(inspector.command(wrong, "--method", "tools/list"), inspector.environment)
    assert done.returncode != 0
    assert "auth_required" in done.stderr + done.stdout


def test_an_inspector_that_is_stopped_in_the_middle_of_a_call_leaves_a_server_that_works(
    server: HttpServer, inspector: Inspector
):
    workspace = "inspector-stopped"
    database = database_of(server.home, workspace)
    remember(database)
    target = target_of(server, workspace, "http")
    new = {"domain": "architecture", "topic": "queue", "content": "The queue is RabbitMQ."}
    with write_lock(database):
        running = subprocess.Popen(
            inspector.command(target, *call("propose_fact", new)),
            env=with_node(inspector.environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(2)  # by now it has called, and waits as the server does
        running.send_signal(signal.SIGINT)
        running.wait(20)
    found = inspector.tell(target, *call("search_memory", {"query": "Postgres", "mode": "keyword"}))
    assert [hit["id"] for hit in found["structuredContent"]["hits"]] == ["F1"]
