"""A declared tool can ask the user, in both protocol eras, and runs without asking where nobody can be asked."""

from types import SimpleNamespace
from typing import Annotated, Any, TypedDict, cast

import pytest
from mcp import Client
from mcp.client import ClientRequestContext
from mcp.server.mcpserver import Context
from mcp.types import (
    ClientCapabilities,
    ElicitationCapability,
    ElicitRequestedSchema,
    ElicitRequestFormParams,
    ElicitRequestParams,
    ElicitResult,
    FormElicitationCapability,
    UrlElicitationCapability,
)
from palimpsest.server.asking import can_ask
from palimpsest.server.mcp_server import MemoryServer
from palimpsest.store.errors import NotFound
from palimpsest.tools.declare import AskedBy, Question, Reply, declaration_of, tool
from users import User


class Settled(TypedDict):
    kept: str


class Settling:
    """One tool with a question."""

    def __init__(self) -> None:
        self.rehearsed = 0

    async def question_of_settling(self, *, name: str, loud: bool) -> Question | None:
        self.rehearsed += 1
        if name == "F404":
            raise NotFound("There is no fact F404.")
        return None if name == "F1" else Question(f"Which holds for {name}?{'!' if loud else ''}", ((12, name),))

    @tool()
    async def settle(
        self, name: str, loud: bool = False, reply: Annotated[Reply | None, AskedBy("question_of_settling")] = None
    ) -> Settled:
        """Settle what the user decides."""
        if reply is None:
            return Settled(kept="not asked")
        assert reply.question == await self.question_of_settling(name=name, loud=loud)
        return Settled(kept=str(reply.keep))


@pytest.fixture
def family() -> Settling:
    return Settling()


@pytest.fixture
def server(family: Settling) -> MemoryServer:
    return MemoryServer(version="0", instructions="", tools=[declaration_of(family.settle)])


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize(
    ("user", "kept"),
    [
        (User("new"), "new"),
        (User("old"), "old"),
        (User("both"), "both"),
        (User(action="decline"), "None"),
        (User(action="cancel"), "None"),
    ],
)
async def test_what_the_user_says_reaches_the_tool(server: MemoryServer, mode: str, user: User, kept: str):
    user.questions.clear()
    async with Client(server, mode=mode, elicitation_callback=user) as client:
        result = await client.call_tool("settle", {"name": "F12", "loud": True})
    assert result.structured_content == {"kept": kept}
    assert user.questions == ["Which holds for F12?!"]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_client_that_cannot_ask_gets_the_tool_without_a_question(
    server: MemoryServer, family: Settling, mode: str
):
    async with Client(server, mode=mode) as client:
        result = await client.call_tool("settle", {"name": "F12"})
    assert result.structured_content == {"kept": "not asked"}
    assert family.rehearsed == 0, "what nobody can be asked is not even looked for"


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_nobody_is_asked_when_there_is_nothing_to_ask(server: MemoryServer, mode: str):
    user = User("new")
    async with Client(server, mode=mode, elicitation_callback=user) as client:
        result = await client.call_tool("settle", {"name": "F1"})
    assert (result.structured_content, user.questions) == ({"kept": "not asked"}, [])


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_an_error_in_making_the_question_reaches_the_model(server: MemoryServer, mode: str):
    async with Client(server, mode=mode, elicitation_callback=User("old")) as client:
        result = await client.call_tool("settle", {"name": "F404"})
    assert result.is_error
    assert result.content[0].model_dump()["text"] == "There is no fact F404."


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_an_answer_that_is_none_of_the_choices_stores_nothing_and_says_so(server: MemoryServer, mode: str):
    async with Client(server, mode=mode, elicitation_callback=User("the newer one")) as client:
        result = await client.call_tool("settle", {"name": "F12"})
    assert result.is_error
    told = result.content[0].model_dump()["text"]
    assert "nothing was stored" in told
    assert "asking" not in told


@pytest.mark.parametrize(
    ("declared", "may_ask"),
    [
        (None, False),
        (ClientCapabilities(), False),
        (ClientCapabilities(elicitation=ElicitationCapability()), True),
        (ClientCapabilities(elicitation=ElicitationCapability(form=FormElicitationCapability())), True),
        (ClientCapabilities(elicitation=ElicitationCapability(url=UrlElicitationCapability())), False),
    ],
)
def test_only_a_client_that_takes_forms_can_ask(declared: ClientCapabilities | None, may_ask: bool):
    context = cast("Context[Any, Any]", SimpleNamespace(client_capabilities=declared))
    assert can_ask(context) == may_ask


async def test_the_form_has_one_field_with_three_words(server: MemoryServer):
    forms: list[ElicitRequestedSchema] = []

    class Reader(User):
        async def __call__(self, context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
            assert isinstance(params, ElicitRequestFormParams)
            forms.append(params.requested_schema)
            return await super().__call__(context, params)

    async with Client(server, elicitation_callback=Reader("new")) as client:
        await client.call_tool("settle", {"name": "F12"})
    (form,) = forms
    assert form["properties"]["keep"]["enum"] == ["new", "old", "both"]
    assert list(form["properties"]) == ["keep"]


async def test_what_the_server_fills_in_is_no_argument(server: MemoryServer):
    async with Client(server) as client:
        (listed,) = (await client.list_tools()).tools
        refused = await client.call_tool("settle", {"name": "F12", "reply": "me"})
    assert list(listed.input_schema["properties"]) == ["name", "loud"]
    assert refused.is_error
