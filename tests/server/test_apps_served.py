"""Who is offered the review: by real servers over stdio, shared and over HTTP, to clients that show apps."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
from app_host import EXTENSION, MIME_TYPE, shows_apps
from http_app import bearer
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from memory_bench import ERAS
from network_server import HttpServer, serve_http
from palimpsest.store.model.access import TokenScope
from processes import palimpsest
from raw_client import ENVELOPE, INITIALIZE
from shared_home import shared_home
from stdio_client import MemoryProcess, stdio_parameters
from token_kit import new_token

CAPABILITY = {"extensions": {EXTENSION: {"mimeTypes": [MIME_TYPE]}}}
FACT = {"domain": "lamp", "topic": "colour", "content": "The lamp is green."}


async def names(client: Client) -> set[str]:
    return {one.name for one in (await client.list_tools()).tools}


async def draw_and_mark(client: Client) -> dict[str, Any]:
    """Begin a review of the one fact, and mark it, as the view does."""
    await client.call_tool("draw_review", {})
    result = await client.call_tool("mark_fact", {"fact_id": "F1", "mark": "correct"})
    assert result.structured_content is not None, result
    return result.structured_content


@asynccontextmanager
async def over_http(server: HttpServer, era: str, secret: str = "") -> AsyncGenerator[Client]:
    """A client over Streamable HTTP that shows apps."""
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(httpx2.AsyncClient(headers=bearer(secret), timeout=30))
        target = streamable_http_client(server.mcp, http_client=http)
        yield await stack.enter_async_context(Client(target, mode=era, extensions=shows_apps()))


async def test_whoever_runs_a_client_over_stdio_reviews_in_it_where_its_configuration_says_so(tmp_path: Path):
    home = tmp_path / "home"
    async with Client(stdio_parameters(home), extensions=shows_apps()) as client:
        await client.call_tool("propose_fact", FACT)
        assert "mark_fact" not in await names(client)
    with_review = stdio_parameters(home, "--agent", "ana", tools="review")
    async with Client(with_review, extensions=shows_apps()) as client:
        assert (await draw_and_mark(client))["precision"]["share"] == 1.0
    report = json.loads(palimpsest(home, "review", "report", "--json").output)
    assert (report["review"]["correct"], report["review"]["by"][-13:]) == (1, " (app of ana)")


async def test_over_http_a_token_says_who_reviews_and_without_tokens_the_flags(tmp_path: Path):
    home = tmp_path / "home"
    with serve_http(tmp_path, "--tools", "review", home=home) as server:
        async with over_http(server, "auto") as client:
            assert "mark_fact" in await names(client)
        secrets = {scope: new_token(home, agent=f"an-{scope}", scope=scope)[1] for scope in TokenScope}
        for era in ERAS:
            async with over_http(server, era, secrets[TokenScope.AGENT]) as client:
                await client.call_tool("propose_fact", FACT)
                assert "list_memory_conflicts" in await names(client)
                assert "mark_fact" not in await names(client)
                refused = await client.call_tool("mark_fact", {"fact_id": "F1", "mark": "correct"})
                assert refused.is_error
            for scope in (TokenScope.REVIEWER, TokenScope.ADMIN):
                async with over_http(server, era, secrets[scope]) as client:
                    assert (await draw_and_mark(client))["review"]["correct"] == 1
                    shown: dict[str, Any] = (await client.call_tool("read_review", {})).structured_content or {}
                fact = shown["sample"]["facts"][0]
                assert fact["marked_by"] == f"an-{scope} (app of an-{scope})"
        counted = httpx2.get(f"{server.address}/metrics", headers=bearer(secrets[TokenScope.ADMIN])).text
        assert 'tool="mark_fact"' in counted


async def test_over_http_nobody_reviews_unasked(tmp_path: Path):
    with serve_http(tmp_path) as server:
        async with over_http(server, "auto") as client:
            assert "mark_fact" not in await names(client)


def test_a_shared_server_tells_its_clients_apart(tmp_path: Path):
    with shared_home(tmp_path / "shared") as home:
        for flags, offered in ((("--tools", "review"), True), ((), False)):
            with home.client(*flags) as client:
                client.send("initialize", INITIALIZE | {"capabilities": CAPABILITY}, "init")
                client.answer_to("init")
                client.send("notifications/initialized")
                assert ("mark_fact" in {tool["name"] for tool in client.tools()}) is offered


def test_in_the_era_of_2026_every_request_says_for_itself_whether_apps_are_shown(tmp_path: Path):
    shows = ENVELOPE | {"io.modelcontextprotocol/clientCapabilities": CAPABILITY}
    client = MemoryProcess(tmp_path / "home", "--tools", "review")
    try:  # without its greeting of 2025
        listings = [client.request("tools/list", {"_meta": meta})["result"] for meta in (ENVELOPE, shows, ENVELOPE)]
    finally:
        client.__exit__(None, None, None)
    has_ui = [any("ui" in tool.get("_meta", {}) for tool in listing["tools"]) for listing in listings]
    assert has_ui == [False, True, False]
    assert listings[0] == listings[2]
    assert len(listings[0]["tools"]) == 16
