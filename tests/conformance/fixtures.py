"""What the conformance suite wants a server to have, beside the memory: tools, resources, prompts and a completion.

They are added to a real server by the SDK's own means, so that everything which they send and are sent goes through
Palimpsest's transports and its `MemoryServer`.
"""

from __future__ import annotations

import base64
import json
from typing import Annotated, Any

from asking_fixtures import add_asking, add_asking_prompt
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.prompts.base import UserMessage
from mcp.types import (
    AudioContent,
    CallToolResult,
    Completion,
    EmbeddedResource,
    GetPromptResult,
    ImageContent,
    InputRequiredResult,
    TextContent,
    TextResourceContents,
)
from palimpsest.server.mcp_server import MemoryServer
from pydantic import Field

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="

IMAGE = ImageContent(type="image", data=PIXEL, mime_type="image/png")
AUDIO = AudioContent(type="audio", data=SILENCE, mime_type="audio/wav")

SCHEMA_OF_2020_12: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}


def add_fixtures(server: MemoryServer) -> MemoryServer:
    """Add all of them to a server."""
    _add_contents(server)
    _add_behaviour(server)
    add_asking(server)
    _add_resources(server)
    _add_prompts(server)
    return server


def _add_contents(server: MemoryServer) -> None:
    @server.tool(structured_output=False)
    def test_simple_text() -> str:
        """A text."""
        return "A text."

    @server.tool()
    def test_image_content() -> CallToolResult:
        """An image."""
        return CallToolResult(content=[IMAGE])

    @server.tool()
    def test_audio_content() -> CallToolResult:
        """A sound."""
        return CallToolResult(content=[AUDIO])

    @server.tool()
    def test_embedded_resource() -> CallToolResult:
        """A resource inside the result."""
        return CallToolResult(content=[_embedded("test://embedded-resource")])

    @server.tool()
    def test_multiple_content_types() -> CallToolResult:
        """A text, an image and a resource."""
        text = TextContent(type="text", text="Several kinds.")
        return CallToolResult(content=[text, IMAGE, _embedded("test://mixed-content-resource")])

    _ = (test_simple_text, test_image_content, test_audio_content, test_embedded_resource, test_multiple_content_types)


def _add_behaviour(server: MemoryServer) -> None:
    @server.tool()
    async def test_tool_with_progress(ctx: Context[Any, Any]) -> str:
        """Reports its progress three times."""
        for done in (0, 50, 100):
            await ctx.report_progress(done, 100)
        return "done"

    @server.tool()
    def test_error_handling() -> str:
        """Fails."""
        raise RuntimeError("It fails on purpose.")

    @server.tool()
    def test_logging_tool() -> str:
        """Could log to the client, and doesn't."""
        return "Nothing is logged to a client."

    @server.tool()
    def test_headers(region: Annotated[str, Field(json_schema_extra={"x-mcp-header": "Region"})]) -> str:
        """Has an argument that is a header too."""
        return region

    @server.tool()
    def json_schema_2020_12_tool() -> str:
        """Has a schema with words of 2020-12."""
        return "done"

    # The SDK derives every schema from a function, and this one is the suite's.
    tool = server._tool_manager.get_tool("json_schema_2020_12_tool")  # pyright: ignore[reportPrivateUsage]
    assert tool is not None
    tool.parameters = SCHEMA_OF_2020_12
    _ = (test_tool_with_progress, test_error_handling, test_logging_tool, test_headers, json_schema_2020_12_tool)


def _add_resources(server: MemoryServer) -> None:
    @server.resource("test://static-text", mime_type="text/plain")
    def static_text() -> str:
        """A text."""
        return "A text that never changes."

    @server.resource("test://static-binary", mime_type="image/png")
    def static_binary() -> bytes:
        """An image."""
        return base64.b64decode(PIXEL)

    @server.resource("test://template/{id}/data", mime_type="application/json")
    def template(id: str) -> str:  # noqa: A002 (the suite's name)
        """An address with a variable."""
        return json.dumps({"id": id, "templateTest": True, "data": f"Data for ID: {id}"})

    _ = (static_text, static_binary, template)


def _add_prompts(server: MemoryServer) -> None:
    @server.prompt()
    def test_simple_prompt() -> str:
        """A prompt."""
        return "A simple prompt."

    @server.prompt()
    def test_prompt_with_arguments(arg1: str, arg2: str) -> str:
        """A prompt with arguments."""
        return f"{arg1} and {arg2}"

    @server.prompt()
    def test_prompt_with_embedded_resource(resourceUri: str) -> list[UserMessage]:  # noqa: N803 (the suite's name)
        """A prompt with a resource inside."""
        return [UserMessage(_embedded(resourceUri)), UserMessage("Read it.")]

    @server.prompt()
    def test_prompt_with_image() -> list[UserMessage]:
        """A prompt with an image."""
        return [UserMessage(IMAGE), UserMessage("Look at it.")]

    @server.completion()
    async def complete(reference: object, argument: object, context: object) -> Completion:
        return Completion(values=["testing"], total=1, has_more=False)

    add_asking_prompt(server)
    _let_through(server)
    _ = (test_simple_prompt, test_prompt_with_arguments, test_prompt_with_embedded_resource, test_prompt_with_image)
    _ = complete


def _let_through(server: MemoryServer) -> None:
    """A memory serves the prompts that it was given and refuses any other; these are the suite's."""
    ours = server.get_prompt

    async def get_prompt(
        name: str, arguments: dict[str, Any] | None = None, context: Context[Any, Any] | None = None
    ) -> GetPromptResult | InputRequiredResult:
        if name.startswith("test_"):
            return await MCPServer.get_prompt(server, name, arguments, context)
        return await ours(name, arguments, context)

    server.get_prompt = get_prompt


def _embedded(uri: str) -> EmbeddedResource:
    resource = TextResourceContents(uri=uri, mime_type="text/plain", text="An embedded text.")
    return EmbeddedResource(type="resource", resource=resource)
