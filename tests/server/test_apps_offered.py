"""What a client that shows apps is offered beside the tools, and what others never see of it; in both protocol eras."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from app_host import EXTENSION, MIME_TYPE, shows_apps
from held import held
from mcp import Client, MCPError
from mcp.client.extension import ClientExtension, advertise
from mcp.types import TextContent, TextResourceContents
from memory_bench import ERAS, Agent, Bench, open_bench
from palimpsest.server.app import build_server
from palimpsest.server.apps.documents import FOLDER
from palimpsest.store.model import Caller
from palimpsest.tools.desk import Desk
from tool_tokens import BUDGETS, contract_of, tokens

OF_REVIEW = ["review_memory", "read_review", "draw_review", "mark_fact"]
VIEWS = ["ui://palimpsest/conflicts", "ui://palimpsest/review"]
NO_APPS: tuple[list[ClientExtension], ...] = (
    [],
    [advertise("com.example/other", {"mimeTypes": [MIME_TYPE]})],
    [advertise(EXTENSION, {})],
    [advertise(EXTENSION, {"mimeTypes": ["text/html"]})],
)
WRITES_MARKUP = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "srcdoc")
IMPORTED = """
import asyncio, sys
from pathlib import Path
from mcp import Client
from mcp.client.extension import advertise
from palimpsest.server.app import build_server
from palimpsest.store.model import Caller
from palimpsest.store.sqlite import SqliteStore
from palimpsest.tools.desk import Desk

async def main():
    store = await SqliteStore.open(Path(sys.argv[1]))
    try:
        async with Client(build_server(Desk(store, Caller())), extensions=[advertise("com.example/other")]) as client:
            await client.list_tools()
            await client.list_resources()
    finally:
        await store.close()

asyncio.run(main())
print([name for name in sys.modules if name.startswith("palimpsest.server.apps") or name == "mcp.server.apps"])
"""


in_both_eras = pytest.mark.parametrize("era", ERAS)


@pytest.fixture
def era() -> str:
    return ERAS[0]


@pytest.fixture
async def bench(tmp_path: Path, era: str) -> AsyncGenerator[Bench]:
    async with open_bench(tmp_path, era) as bench:
        yield bench


@asynccontextmanager
async def client_of(
    bench: Bench,
    era: str,
    extensions: Sequence[ClientExtension] | None = None,
    *,
    reviewer: str | None = None,
    core_only: bool = False,
) -> AsyncGenerator[Agent]:
    """An agent whose client declares the extensions, by default that it shows apps."""
    desk = Desk(bench.store, Caller(agent="ana", role="engineer", session="s1"))
    server = build_server(desk, core_only=core_only, reviewer=reviewer)
    declared = shows_apps() if extensions is None else extensions
    async with held(Client(server, mode=era, extensions=declared)) as client:
        yield Agent(client, desk)


async def listed(agent: Agent) -> dict[str, dict[str, Any]]:
    """What tools/list lists, by name."""
    tools = (await agent.client.list_tools()).tools
    return {one.name: one.model_dump(mode="json", by_alias=True, exclude_unset=True) for one in tools}


async def everything(agent: Agent) -> list[Any]:
    """All that is listed."""
    client = agent.client
    lists = [await client.list_tools(), await client.list_resources(), await client.list_resource_templates()]
    return [one.model_dump(mode="json", by_alias=True, exclude_unset=True) for one in lists]


@in_both_eras
@pytest.mark.parametrize("declared", NO_APPS, ids=["nothing", "another", "no kinds", "another kind"])
async def test_a_client_that_shows_no_apps_is_offered_what_it_was(
    bench: Bench, era: str, declared: list[ClientExtension]
):
    plain = await bench.agent("ana")
    async with client_of(bench, era, declared, reviewer="ada") as agent:
        assert await everything(agent) == await everything(plain)
        assert not {"ui"} & {key for tool in (await listed(agent)).values() for key in tool.get("_meta", {})}
        for name in OF_REVIEW:
            assert await agent.refused(name) == await plain.refused(name)
            assert f"There is no tool '{name}'" in await agent.refused(name)


@in_both_eras
async def test_a_client_that_shows_apps_is_told_which_view_shows_what(bench: Bench, era: str):
    plain = await listed(await bench.agent("ana"))
    async with client_of(bench, era) as agent:
        tools = await listed(agent)
        resources = [one for one in (await agent.client.list_resources()).resources if one.uri.startswith("ui:")]
    bound = {name: tool.get("_meta", {}).pop("ui") for name, tool in tools.items() if "ui" in tool.get("_meta", {})}
    assert bound == {
        "list_memory_conflicts": {"resourceUri": VIEWS[0], "visibility": ["model", "app"]},
        "resolve_memory_conflict": {"visibility": ["model", "app"]},
    }
    assert {name: {**tool, "_meta": tool.get("_meta") or None} for name, tool in tools.items()} == {
        name: {**tool, "_meta": tool.get("_meta")} for name, tool in plain.items()
    }
    assert [(one.uri, one.mime_type) for one in resources] == [(VIEWS[0], MIME_TYPE)]


@in_both_eras
async def test_a_reviewers_client_is_offered_the_review_and_its_model_one_tool_of_it(bench: Bench, era: str):
    async with client_of(bench, era, reviewer="ada") as agent:
        tools = await listed(agent)
        views = [str(one.uri) for one in (await agent.client.list_resources()).resources]
    assert [name for name in tools if name in OF_REVIEW] == OF_REVIEW
    assert tools["review_memory"]["_meta"]["ui"] == {"resourceUri": VIEWS[1], "visibility": ["model", "app"]}
    for name in OF_REVIEW[1:]:
        assert tools[name]["_meta"]["ui"] == {"visibility": ["app"]}
    assert [uri for uri in views if uri.startswith("ui:")] == VIEWS
    models = [
        tool for tool in tools.values() if "model" in tool.get("_meta", {}).get("ui", {}).get("visibility", ["model"])
    ]
    assert tokens([contract_of(tool) for tool in models]) <= BUDGETS[0].contract


@in_both_eras
async def test_who_is_no_reviewer_has_no_review_in_any_client(bench: Bench, era: str):
    async with client_of(bench, era) as agent:
        assert not set(OF_REVIEW) & set(await listed(agent))
        for name in OF_REVIEW:
            assert f"There is no tool '{name}'" in await agent.refused(name)


async def test_the_small_toolset_has_the_view_of_contradictions(bench: Bench, era: str):
    async with client_of(bench, era, core_only=True) as agent:
        tools = await listed(agent)
    assert tools["list_memory_conflicts"]["_meta"]["ui"]["resourceUri"] == VIEWS[0]
    assert tokens([contract_of(tool) for tool in tools.values()]) <= BUDGETS[1].contract


async def test_a_view_is_one_small_document_that_may_load_nothing(bench: Bench, era: str):
    async with client_of(bench, era, []) as agent:  # hosts read views by connections that declare nothing
        for uri in VIEWS:
            (content,) = (await agent.client.read_resource(uri)).contents
            assert isinstance(content, TextResourceContents)
            assert (str(content.uri), content.mime_type) == (uri, MIME_TYPE)
            assert content.meta == {
                "ui": {
                    "csp": {"connectDomains": [], "resourceDomains": [], "frameDomains": [], "baseUriDomains": []},
                    "prefersBorder": True,
                }
            }
            assert len(content.text.encode()) < 40_000
            assert content.text.count("</script") == content.text.count("</style") == 1
            assert not [
                mark for mark in ("%VIEW%", "%STYLE%", "%SCRIPT%", "src=", "href=", "@import") if mark in content.text
            ]
        with pytest.raises(MCPError, match="ui://palimpsest/facts"):
            await agent.client.read_resource("ui://palimpsest/facts")


async def test_the_model_is_told_how_the_review_stands_and_no_fact_of_it(bench: Bench, era: str):
    for number in range(3):
        await (await bench.agent("ana")).propose(f"Shelf {number} holds blue boxes.", f"shelf {number}")
    async with client_of(bench, era, reviewer="ada") as agent:
        assert (await agent.call("review_memory"))["sampled"] == 0
        assert (await agent.call("read_review"))["sample"] is None
        drawn = await agent.call("draw_review")
        (first, *_) = [fact["id"] for fact in drawn["sample"]["facts"]]
        await agent.call("mark_fact", fact_id=first, mark="wrong")
        told = await agent.call("review_memory")
    assert (told["is_open"], told["sampled"], told["marked"]) == (True, 3, 1)
    assert "blue boxes" not in json.dumps(told)
    assert first not in json.dumps(told)


@in_both_eras
async def test_a_mark_says_in_whose_app_it_was_made(bench: Bench, era: str):
    await (await bench.agent("ana")).propose("The lamp is green.")
    async with client_of(bench, era, reviewer="ada") as agent:
        await agent.call("draw_review")
        marked = await agent.call("mark_fact", fact_id="F1", mark="outdated")
        (fact,) = (await agent.call("read_review"))["sample"]["facts"]
        assert "F2 is not among" in await agent.refused("mark_fact", fact_id="F2", mark="correct")
    assert (marked["unmarked"], marked["precision"]["share"]) == (0, 0.0)
    assert (fact["mark"], fact["marked_by"]) == ("outdated", "ada (app of ana)")
    assert [(entry.action, entry.agent) for entry in await bench.audit("review:1")] == [
        ("begin", "ada (app of ana)"),
        ("mark", "ada (app of ana)"),
    ]
    assert (await bench.fact("F1")).is_active(bench.now)


async def test_a_decision_made_in_the_view_is_the_agents_own_call(bench: Bench, era: str):
    ana = await bench.agent("ana")
    await ana.propose("The orders API listens on port 8080.", "port")
    await ana.propose("The orders API listens on port 9090.", "port", on_conflict="ask")
    async with client_of(bench, era) as agent:
        result = await agent.result("list_memory_conflicts")
        assert isinstance(result.content[0], TextContent)
        assert (
            json.loads(result.content[0].text) == result.structured_content == await ana.call("list_memory_conflicts")
        )
        reason = "wrong, as the user said in the view"
        settled = await agent.call("resolve_memory_conflict", conflict_id="C1", keep="new", reason=reason)
    assert (settled["winner"], settled["rule"]) == ("new", "user")
    assert (await bench.fact("F1")).loss_reason == "wrong"


def test_nothing_of_it_is_imported_for_a_client_that_shows_no_apps(tmp_path: Path):
    done = subprocess.run(
        [sys.executable, "-c", IMPORTED, str(tmp_path / "w.db")], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"


def test_no_script_of_a_view_makes_markup_of_text():
    for file in sorted(FOLDER.glob("*.js")):
        assert [word for word in WRITES_MARKUP if word in file.read_text("utf-8")] == [], file.name
