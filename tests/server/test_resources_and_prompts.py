"""Resources and prompts answer with text, or with a protocol error that says what was wrong."""

from collections.abc import AsyncGenerator
from typing import Annotated

import pytest
from held import held
from mcp import Client, MCPError
from mcp.types import INTERNAL_ERROR, INVALID_PARAMS, TextContent, TextResourceContents
from palimpsest.server.mcp_server import MemoryServer
from palimpsest.store.errors import NotFound, StoreBusy


async def read_fact(id: str) -> str:  # noqa: A002
    match id:
        case "F404":
            raise NotFound("There is no fact F404.")
        case "busy":
            raise StoreBusy("Another process writes; try again.")
        case "crash":
            raise RuntimeError("the secret detail")
        case _:
            return f"fact {id}"


async def read_preamble() -> str:
    return "## Policies"


async def broken() -> str:
    raise RuntimeError("the secret detail")


async def launch(task: Annotated[str, "what the agent will do"] = "") -> str:
    if task == "crash":
        raise RuntimeError("the secret detail")
    if task == "missing":
        raise NotFound("There is nothing.")
    return f"Launch for {task or 'anything'}"


async def save(meeting: str) -> str:
    return meeting


@pytest.fixture(params=["auto", "legacy"])
async def client(request: pytest.FixtureRequest) -> AsyncGenerator[Client]:
    server = MemoryServer(version="0", instructions="", tools=[])
    for name, read in (("preamble", read_preamble), ("broken", broken)):
        server.add_text_resource(f"memory://{name}", read, name=name, description="", mime_type="text/markdown")
    server.add_text_template("memory://fact/{id}", read_fact, name="fact", description="", mime_type="text/markdown")
    server.add_text_prompt(launch, name="launch", description="What an agent gets at its launch.")
    server.add_text_prompt(save, name="save", description="")
    async with held(Client(server, mode=request.param)) as connected:
        yield connected


@pytest.mark.parametrize(
    ("uri", "text"),
    [("memory://preamble", "## Policies"), ("memory://fact/F12", "fact F12"), ("memory://fact/é", "fact é")],
)
async def test_resource_is_read_as_text(client: Client, uri: str, text: str):
    contents = (await client.read_resource(uri)).contents
    assert isinstance(contents[0], TextResourceContents)
    assert contents[0].text == text


@pytest.mark.parametrize(
    ("uri", "code", "told"),
    [
        ("memory://fact/F404", INVALID_PARAMS, "There is no fact F404."),
        ("memory://nowhere", INVALID_PARAMS, "Unknown resource: memory://nowhere"),
        ("memory://fact/../../etc", INVALID_PARAMS, "Unknown resource"),
        ("memory://fact/busy", INTERNAL_ERROR, "Another process writes; try again."),
        ("memory://fact/crash", INTERNAL_ERROR, "Reading the resource failed inside the server."),
        ("memory://broken", INTERNAL_ERROR, "Reading the resource failed inside the server."),
    ],
)
async def test_resource_fails_with_a_protocol_error(client: Client, uri: str, code: int, told: str):
    with pytest.raises(MCPError) as error:
        await client.read_resource(uri)
    assert error.value.error.code == code
    assert error.value.error.message.startswith(told)


async def test_long_address_is_cut_in_the_error(client: Client):
    with pytest.raises(MCPError) as error:
        await client.read_resource("memory://" + "x" * 5000)
    assert len(error.value.error.message) <= 300


async def test_prompt_is_one_message_of_the_user(client: Client):
    messages = (await client.get_prompt("launch", {"task": "deploy"})).messages
    assert isinstance(messages[0].content, TextContent)
    assert (len(messages), messages[0].role, messages[0].content.text) == (1, "user", "Launch for deploy")


async def test_prompt_lists_its_arguments(client: Client):
    listed = {prompt.name: prompt for prompt in (await client.list_prompts()).prompts}
    assert [(a.name, a.description, a.required) for a in listed["launch"].arguments or []] == [
        ("task", "what the agent will do", False)
    ]
    assert [(a.name, a.required) for a in listed["save"].arguments or []] == [("meeting", True)]


@pytest.mark.parametrize(
    ("name", "arguments", "code", "told"),
    [
        ("lunch", {}, INVALID_PARAMS, "There is no prompt 'lunch'."),
        ("save", {}, INVALID_PARAMS, "Missing: 'meeting'."),
        ("launch", {"tsk": "x"}, INVALID_PARAMS, "There is no argument 'tsk'; known: task."),
        ("launch", {"task": "missing"}, INVALID_PARAMS, "There is nothing."),
        ("launch", {"task": "crash"}, INTERNAL_ERROR, "Rendering the prompt failed inside the server."),
    ],
)
async def test_prompt_fails_with_a_protocol_error(
    client: Client, name: str, arguments: dict[str, str], code: int, told: str
):
    with pytest.raises(MCPError) as error:
        await client.get_prompt(name, arguments)
    assert error.value.error.code == code
    assert error.value.error.message.startswith(told)
