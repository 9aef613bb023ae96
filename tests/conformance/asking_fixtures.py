"""The suite's tools and its prompt that ask the client something.

Up to 2025-11-25 a server asks by a request of its own, since 2026-07-28 by its result.
"""

from __future__ import annotations

from typing import Any

from mcp.server.mcpserver import Context
from mcp.shared.exceptions import MCPError
from mcp.types import (
    MISSING_REQUIRED_CLIENT_CAPABILITY,
    ClientCapabilities,
    CreateMessageRequest,
    CreateMessageRequestParams,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequest,
    InputRequiredResult,
    ListRootsRequest,
    MissingRequiredClientCapabilityErrorData,
    SamplingCapability,
    SamplingMessage,
    TextContent,
)
from palimpsest.server.mcp_server import MemoryServer

Schema = dict[str, Any]

STATUS = ["active", "inactive", "pending"]
CHOICES = [{"const": f"value{number}", "title": f"Choice {number}"} for number in (1, 2, 3)]
DEFAULTS: Schema = {
    "name": {"type": "string", "default": "John Doe"},
    "age": {"type": "integer", "default": 30},
    "score": {"type": "number", "default": 95.5},
    "status": {"type": "string", "enum": STATUS, "default": "active"},
    "verified": {"type": "boolean", "default": True},
}
ENUMS: Schema = {
    "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
    "titledSingle": {"type": "string", "oneOf": CHOICES},
    "legacyEnum": {"type": "string", "enum": ["opt1", "opt2"], "enumNames": ["One", "Two"]},
    "untitledMulti": {"type": "array", "items": {"type": "string", "enum": ["option1", "option2"]}},
    "titledMulti": {"type": "array", "items": {"anyOf": CHOICES}},
}
CONTACT: Schema = {"username": {"type": "string"}, "email": {"type": "string"}}


def add_asking(server: MemoryServer) -> None:
    """Add the tools that ask, of both eras."""
    _add_requests(server)
    _add_results(server)
    _add_rounds(server)
    _add_capabilities(server)


def add_asking_prompt(server: MemoryServer) -> None:
    """Add the prompt that asks."""

    @server.prompt()
    async def test_input_required_result_prompt(ctx: Context[Any, Any]) -> str | InputRequiredResult:
        """A prompt that asks for what it lacks."""
        given = _answer(ctx, "user_context", "context")
        if given is None:
            return _ask(user_context=_form("What context should the prompt use?", context={"type": "string"}))
        return f"With {given}."

    _ = test_input_required_result_prompt


def _add_requests(server: MemoryServer) -> None:
    @server.tool()
    async def test_elicitation(message: str, ctx: Context[Any, Any]) -> str:
        """Asks the user."""
        return await _elicit(ctx, message, CONTACT)

    @server.tool()
    async def test_elicitation_sep1034_defaults(ctx: Context[Any, Any]) -> str:
        """Asks the user, with defaults."""
        return await _elicit(ctx, "Who are you?", DEFAULTS)

    @server.tool()
    async def test_elicitation_sep1330_enums(ctx: Context[Any, Any]) -> str:
        """Lets the user choose."""
        return await _elicit(ctx, "What do you choose?", ENUMS)

    @server.tool()
    async def test_sampling(prompt: str, ctx: Context[Any, Any]) -> str:
        """Asks the client's model."""
        said = SamplingMessage(role="user", content=TextContent(type="text", text=prompt))
        # Deprecated, as the protocol is going to do without; the suite asks for it all the same.
        ask = ctx.session.create_message  # pyright: ignore[reportDeprecated]
        answer = await ask([said], max_tokens=100, related_request_id=ctx.request_id)
        return answer.model_dump_json()

    _ = (test_elicitation, test_elicitation_sep1034_defaults, test_elicitation_sep1330_enums, test_sampling)


def _add_results(server: MemoryServer) -> None:
    @server.tool()
    async def test_input_required_result_elicitation(ctx: Context[Any, Any]) -> str | InputRequiredResult:
        """Asks the user by its result."""
        name = _answer(ctx, "user_name", "name")
        return _ask(user_name=_name("What is your name?")) if name is None else f"Hello, {name}!"

    @server.tool()
    async def test_input_required_result_sampling(ctx: Context[Any, Any]) -> str | InputRequiredResult:
        """Asks the model by its result."""
        given = _given(ctx, "capital_question")
        return _ask(capital_question=_sample("What is the capital of France?")) if given is None else str(given)

    @server.tool()
    async def test_input_required_result_list_roots(ctx: Context[Any, Any]) -> str | InputRequiredResult:
        """Asks for the roots by its result."""
        given = _given(ctx, "client_roots")
        return _ask(client_roots=ListRootsRequest()) if given is None else str(given)

    @server.tool()
    async def test_streaming_elicitation(ctx: Context[Any, Any]) -> str | InputRequiredResult:
        """Asks the user where only its result may."""
        name = _answer(ctx, "user_name", "name")
        return _ask(user_name=_name("What is your name?")) if name is None else f"Hello, {name}!"

    _ = (test_input_required_result_elicitation, test_input_required_result_sampling)
    _ = (test_input_required_result_list_roots, test_streaming_elicitation)


def _add_rounds(server: MemoryServer) -> None:
    @server.tool()
    async def test_input_required_result_request_state(ctx: Context[Any, Any]) -> str | InputRequiredResult:
        """Gives a state along and wants it back."""
        if _given(ctx, "confirm") is None or ctx.request_state != "asked":
            return _ask("asked", confirm=_form("Please confirm", ok={"type": "boolean"}))
        return "state-ok"

    @server.tool()
    async def test_input_required_result_tampered_state(ctx: Context[Any, Any]) -> str | InputRequiredResult:
        """Notices a state that isn't its own."""
        if _given(ctx, "confirm") is None or ctx.request_state != "asked":
            return _ask("asked", confirm=_form("Please confirm", ok={"type": "boolean"}))
        return "state-ok"

    @server.tool()
    async def test_input_required_result_multiple_inputs(ctx: Context[Any, Any]) -> str | InputRequiredResult:
        """Asks for three things at once."""
        asked: dict[str, InputRequest] = {
            "user_name": _name("What is your name?"),
            "greeting": _sample("Generate a greeting"),
            "client_roots": ListRootsRequest(),
        }
        return "done" if all(_given(ctx, key) is not None for key in asked) else _ask("asked", **asked)

    @server.tool()
    async def test_input_required_result_multi_round(ctx: Context[Any, Any]) -> str | InputRequiredResult:
        """Asks twice."""
        if ctx.request_state == "second" and _answer(ctx, "step2", "color") is not None:
            return "done"
        if ctx.request_state == "first" and _answer(ctx, "step1", "name") is not None:
            colour = _form("Step 2: What is your favorite color?", color={"type": "string"})
            return _ask("second", step2=colour)
        return _ask("first", step1=_name("Step 1: What is your name?"))

    _ = (test_input_required_result_request_state, test_input_required_result_tampered_state)
    _ = (test_input_required_result_multiple_inputs, test_input_required_result_multi_round)


def _add_capabilities(server: MemoryServer) -> None:
    @server.tool()
    async def test_input_required_result_capabilities(ctx: Context[Any, Any]) -> InputRequiredResult:
        """Asks for no more than the client can."""
        can = ctx.client_capabilities or ClientCapabilities()
        asked: dict[str, InputRequest] = {}
        if can.sampling is not None:
            asked["greeting"] = _sample("Generate a greeting")
        if can.elicitation is not None:
            asked["user_name"] = _name("What is your name?")
        return _ask("asked", **asked)

    @server.tool()
    async def test_missing_capability(ctx: Context[Any, Any]) -> str:
        """Needs sampling."""
        if ctx.client_capabilities is None or ctx.client_capabilities.sampling is None:
            wanted = ClientCapabilities(sampling=SamplingCapability())
            raise MCPError(
                MISSING_REQUIRED_CLIENT_CAPABILITY,
                "This tool needs sampling.",
                MissingRequiredClientCapabilityErrorData(required_capabilities=wanted).model_dump(
                    by_alias=True, exclude_none=True
                ),
            )
        return "done"

    _ = (test_input_required_result_capabilities, test_missing_capability)


async def _elicit(ctx: Context[Any, Any], message: str, properties: Schema) -> str:
    answer = await ctx.session.elicit_form(message, _object(properties), related_request_id=ctx.request_id)
    return answer.model_dump_json()


def _ask(state: str | None = None, **requests: InputRequest) -> InputRequiredResult:
    return InputRequiredResult(input_requests=requests, request_state=state)


def _given(ctx: Context[Any, Any], key: str) -> Any:
    return (ctx.input_responses or {}).get(key)


def _answer(ctx: Context[Any, Any], key: str, field: str) -> Any:
    given = _given(ctx, key)
    return (given.content or {}).get(field) if isinstance(given, ElicitResult) else None


def _form(message: str, **properties: Schema) -> ElicitRequest:
    return ElicitRequest(params=ElicitRequestFormParams(message=message, requested_schema=_object(properties)))


def _name(message: str) -> ElicitRequest:
    return _form(message, name={"type": "string"})


def _object(properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _sample(text: str) -> CreateMessageRequest:
    message = SamplingMessage(role="user", content=TextContent(type="text", text=text))
    return CreateMessageRequest(params=CreateMessageRequestParams(messages=[message], max_tokens=100))
