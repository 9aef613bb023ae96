"""The Python SDK's client, in both eras: the same walk as `walk.mjs`, and what it saw as one JSON object on stdout."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import AsyncExitStack
from typing import Any

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client import ClientRequestContext
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import ElicitRequestParams, ElicitResult
from walk import User, walk


class Asked(User):
    """The user, as this client asks them."""

    async def __call__(self, context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        del context
        return ElicitResult(action="accept", content=await self.answer(params.message))


async def main(order: dict[str, Any]) -> None:
    """Connect as ordered and walk."""
    user = Asked()
    async with AsyncExitStack() as stack:
        mode = "auto" if order["era"] == "modern" else "legacy"
        client = await stack.enter_async_context(
            Client(await _transport(order, stack), mode=mode, elicitation_callback=user)
        )

        async def call(tool: str, arguments: dict[str, Any]) -> tuple[str, Any]:
            result = await client.call_tool(tool, arguments)
            return str(getattr(result.content[0], "text", "")), result.structured_content

        async def read(uri: str) -> str:
            return str(getattr((await client.read_resource(uri)).contents[0], "text", ""))

        tools = [tool.name for tool in (await client.list_tools()).tools]
        print(json.dumps(await walk(order, client.protocol_version, tools, read, call, user)))  # noqa: T201


async def _transport(order: dict[str, Any], stack: AsyncExitStack) -> Any:
    if order["transport"] == "stdio":
        command, *arguments = order["command"]
        return StdioServerParameters(command=command, args=arguments, env=order["env"], cwd=order["cwd"])
    headers = {"Authorization": f"Bearer {order['token']}"}
    if order["transport"] == "sse":
        return sse_client(order["url"], headers=headers)
    http = await stack.enter_async_context(httpx2.AsyncClient(headers=headers, timeout=30))
    return streamable_http_client(order["url"], http_client=http)


asyncio.run(main(json.loads(sys.argv[1])))
