"""Resources and prompts of the real server over stdio, in both eras of the protocol."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio
from held import held
from mcp import Client, MCPError
from mcp.types import TextContent, TextResourceContents
from processes import palimpsest
from stdio_client import MemoryProcess, stdio_parameters

pytestmark = pytest.mark.asyncio(loop_scope="module")

RESOURCES = {
    "memory://preamble": "- [infra] Ask before you change a port.",
    "memory://notes": "On the orders API.",
    "memory://policies": "- P1 [infra] Ask before you change a port.",
    "memory://domains": "- infra: 2 facts, 1 policies",
    "memory://conflicts": "- C1 [infra] Ask your user which holds",
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    with MemoryProcess(home) as client:
        fact = {"domain": "infra", "topic": "orders port"}
        client.done("propose_fact", **fact, content="The orders API listens on port 8080.")
        client.done("propose_fact", **fact, content="The orders API listens on port 9090.", on_conflict="ask")
        client.done("propose_policy", domain="infra", rule="Ask before you change a port.")
        client.done("propose_policy", domain="vault", rule="Keep out of the vault.")
        client.done("propose_fact", domain="vault", topic="code", content="The vault has a code.")
        client.done("update_my_notes", notes="On the orders API.")
    palimpsest(home, "grants", "set", "general", "vault", "none")
    return home


@pytest.fixture(scope="module", params=["auto", "legacy"])
def era(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def client(home: Path, era: str) -> AsyncGenerator[Client]:
    async with held(Client(stdio_parameters(home), mode=era)) as connected:
        yield connected


async def read(client: Client, uri: str) -> str:
    (content,) = (await client.read_resource(uri)).contents
    assert isinstance(content, TextResourceContents)
    assert (str(content.uri), content.mime_type) == (uri, "text/markdown")
    return content.text


async def prompt(client: Client, name: str, **arguments: str) -> str:
    (message,) = (await client.get_prompt(name, arguments)).messages
    assert isinstance(message.content, TextContent)
    return message.content.text


async def test_everything_is_listed_and_read(client: Client):
    assert {str(one.uri) for one in (await client.list_resources()).resources} == set(RESOURCES)
    templates = (await client.list_resource_templates()).resource_templates
    assert [one.uri_template for one in templates] == ["memory://fact/{id}"]
    for uri, line in RESOURCES.items():
        text = await read(client, uri)
        assert any(part.startswith(line) for part in text.splitlines())
        if uri != "memory://preamble":  # the preamble shows every policy in mode open
            assert "vault" not in text
    fact = await read(client, "memory://fact/F1")
    assert fact.startswith("F1 (this one) [infra/orders port] active")
    assert "contested (C1)" in fact
    assert await read(client, "memory://fact/f2") != fact


async def test_what_is_not_there_is_a_protocol_error(client: Client):
    for uri, told in (
        ("memory://fact/F99", "F99"),
        ("memory://fact/P1", "memory://fact/F12"),
        ("memory://fact/F" + "9" * 40, "memory://fact/F12"),
        ("memory://fact/F3", "F3"),  # in a domain that is hidden from the role
        ("memory://secrets", "memory://secrets"),
    ):
        with pytest.raises(MCPError) as error:
            await client.read_resource(uri)
        assert error.value.error.code == -32602
        assert told in error.value.error.message
        assert len(error.value.error.message) <= 300


async def test_prompts_are_listed_and_rendered(client: Client):
    listed = {
        one.name: [argument.name for argument in one.arguments or []] for one in (await client.list_prompts()).prompts
    }
    assert listed == {"launch": ["task"], "consolidate": [], "save_decisions": ["notes"]}
    task = "move the orders API to another port"
    result = await client.call_tool("get_preamble", {"task": task})
    assert await prompt(client, "launch", task=task) == (result.structured_content or {})["text"]
    assert "consolidate_memory" in await prompt(client, "consolidate")
    decisions = await prompt(client, "save_decisions", notes="{We} decided % to {0} stay.")
    assert "{We} decided % to {0} stay." in decisions
    for word in ("propose_fact", "'decisions'", "'decision'"):
        assert word in decisions


async def test_prompt_refuses_what_it_can_not_take(client: Client):
    for name, arguments, told in (
        ("launch", {"task": "x" * 10_001}, "10,000"),
        ("launch", {"tsk": "x"}, "'tsk'"),
        ("lunch", {}, "'lunch'"),
    ):
        with pytest.raises(MCPError) as error:
            await client.get_prompt(name, arguments)
        assert error.value.error.code == -32602
        assert told in error.value.error.message


async def test_instructions_and_names_reach_the_client(client: Client):
    assert client.instructions
    assert "you are 'agent' (role 'general')" in client.instructions
    always = {one.name for one in (await client.list_tools()).tools if (one.meta or {}).get("anthropic/alwaysLoad")}
    assert always == {"search_memory", "propose_fact"}


async def test_prompt_launch_says_so_when_nothing_is_remembered(tmp_path: Path, era: str):
    async with Client(stdio_parameters(tmp_path), mode=era) as client:
        assert await prompt(client, "launch") == "Nothing is remembered yet."
        assert await read(client, "memory://preamble") == ""
        assert await read(client, "memory://conflicts") == "None open."
