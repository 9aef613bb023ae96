"""Clients of other makers get on with the server: they list, read, call, are refused, are asked, and give up."""

from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from interop import CONTRADICTION, DATABASE, Order, remember, skip_unless_asked, walk
from network_server import HttpServer, serve_http
from processes import COMMAND, count, database_of, environment
from shared_home import shared_home
from token_kit import new_token

LEGACY, MODERN = "2025-11-25", "2026-07-28"
REVISIONS = {"legacy": LEGACY, "modern": MODERN}
TRANSPORTS = ("stdio", "shared", "sse", "http")

CLIENTS = {
    "client_v1.mjs": ("short", ("legacy",)),
    "client_v2.mjs": ("short", ("legacy", "modern")),
    "client_mcp.py": ("all", ("legacy", "modern")),
    "client_fastmcp.py": ("all", ("legacy", "modern")),
}
"""By program: whether CI walks it, and which eras of the protocol it speaks."""

WALKS = [
    pytest.param(program, transport, era, when, id=f"{program}-{transport}-{era}")
    for program, (when, eras) in CLIENTS.items()
    for transport in TRANSPORTS
    for era in eras
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[HttpServer]:
    """One process for every walk; each has a workspace of its own and a token for it."""
    skip_unless_asked("short")
    folder = tmp_path_factory.mktemp("interop")
    new_token(folder / "home", agent="ana")  # from here on the server lets nobody in without one
    with shared_home(folder), serve_http(folder) as server:
        yield server


@pytest.mark.parametrize(("program", "transport", "era", "when"), WALKS)
def test_a_client_gets_through_its_walk(server: HttpServer, program: str, transport: str, era: str, when: str):
    skip_unless_asked(when)
    workspace = f"{Path(program).stem}-{transport}-{era}".replace("_", "-")
    database = database_of(server.home, workspace)
    remember(database)
    seen = walk(program, order_for(server, workspace, transport, era))
    assert seen["revision"] == (LEGACY if fell_back(program, transport) else REVISIONS[era])
    assert {"search_memory", "propose_fact", "get_preamble"} <= set(seen["tools"])
    assert seen["read"] == "- architecture: 2 facts, 0 policies"
    assert seen["refused"] == "Missing: 'topic', 'content'."
    assert_the_user_settled_it(seen)
    assert seen["given_up"]
    assert count(database, "fact") == 3, "what was given up was kept"


def order_for(server: HttpServer, workspace: str, transport: str, era: str) -> Order:
    if transport in ("stdio", "shared"):
        shared = ("--shared",) if transport == "shared" else ()
        command = (*COMMAND, "serve", *shared, "--workspace", workspace, "--agent", "bob")
        return Order("stdio", era, command=command, env=environment(server.home), cwd=str(server.home.parent))
    _, secret = new_token(server.home, workspace=workspace, agent="bob")
    return Order(transport, era, url=server.sse if transport == "sse" else server.mcp, token=secret)


def fell_back(program: str, transport: str) -> bool:
    """fastmcp speaks the older era over SSE, whatever the server offers."""
    return program == "client_fastmcp.py" and transport == "sse"


def assert_the_user_settled_it(seen: dict[str, Any]) -> None:
    (question,) = seen["questions"]
    assert CONTRADICTION["content"] in question
    assert DATABASE["content"] in question
    (conflict,) = seen["settled"]["conflicts"]
    assert (seen["settled"]["outcome"], conflict["rule"], conflict["winner"]) == ("superseded_existing", "user", "new")
    assert [one["status"] for one in seen["conflicts"]["conflicts"]] == ["resolved"]
