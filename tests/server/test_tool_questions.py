"""A declared tool can ask the user through the SDK's resolvers, in both protocol eras."""

from typing import Annotated, Any, TypedDict

import pytest
from mcp import Client
from mcp.client import ClientRequestContext
from mcp.server.mcpserver import AcceptedElicitation, Elicit, ElicitationResult, Resolve
from mcp.types import ElicitRequestParams, ElicitResult
from palimpsest.server.mcp_server import MemoryServer
from palimpsest.store.errors import NotFound
from palimpsest.tools.declare import declaration_of, tool
from pydantic import BaseModel


class Choice(BaseModel):
    keep: str


class Settled(TypedDict):
    kept: str


async def ask(name: str) -> Elicit[Choice]:
    if name == "F404":
        raise NotFound("There is no fact F404.")
    return Elicit(f"Which holds for {name}?", Choice)


async def greeting(name: str) -> str:
    return f"hello {name}"


@tool()
async def settle(
    name: str, asked: Annotated[ElicitationResult[Choice], Resolve(ask)], greeted: Annotated[str, Resolve(greeting)]
) -> Settled:
    """Settle what the user decides."""
    kept = asked.data.keep if isinstance(asked, AcceptedElicitation) else "open"
    return Settled(kept=f"{kept}, {greeted}")


async def answer_old(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
    assert params.message == "Which holds for F12?"
    return ElicitResult(action="accept", content={"keep": "old"})


async def decline(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
    return ElicitResult(action="decline")


def server() -> MemoryServer:
    return MemoryServer(version="0", instructions="", tools=[declaration_of(settle)])


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize(("callback", "kept"), [(answer_old, "old, hello F12"), (decline, "open, hello F12")])
async def test_answer_of_the_user_reaches_the_tool(mode: str, callback: Any, kept: str):
    async with Client(server(), mode=mode, elicitation_callback=callback) as client:
        result = await client.call_tool("settle", {"name": "F12"})
    assert result.structured_content == {"kept": kept}


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_error_in_a_resolver_reaches_the_model(mode: str):
    async with Client(server(), mode=mode, elicitation_callback=answer_old) as client:
        result = await client.call_tool("settle", {"name": "F404"})
    assert result.is_error
    assert result.content[0].model_dump()["text"] == "There is no fact F404."


async def test_what_the_server_fills_in_is_no_argument():
    async with Client(server()) as client:
        (listed,) = (await client.list_tools()).tools
        refused = await client.call_tool("settle", {"name": "F12", "greeted": "me"})
    assert list(listed.input_schema["properties"]) == ["name"]
    assert refused.is_error
