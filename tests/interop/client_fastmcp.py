"""The client of fastmcp, which is another maker's: the same walk, in an environment of its own."""

# fastmcp isn't in the environment that is checked, so nothing is known of its types.
# pyright: basic, reportMissingImports=false

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from fastmcp import Client
from fastmcp.client.transports import SSETransport, StdioTransport, StreamableHttpTransport
from walk import User, walk


async def main(order: dict[str, Any]) -> None:
    """Connect as ordered and walk."""
    user = User()

    async def asked(message: str, response_type: Any, params: Any, context: Any) -> Any:
        return await user.answer(message)

    mode = "auto" if order["era"] == "modern" else "legacy"
    async with Client(_transport(order), elicitation_handler=asked, mode=mode) as client:

        async def call(tool: str, arguments: dict[str, Any]) -> tuple[str, Any]:
            result = await client.call_tool(tool, arguments, raise_on_error=False)
            return str(getattr(result.content[0], "text", "")), result.structured_content

        async def read(uri: str) -> str:
            return str(getattr((await client.read_resource(uri))[0], "text", ""))

        tools = [tool.name for tool in await client.list_tools()]
        print(json.dumps(await walk(order, client.session.protocol_version, tools, read, call, user)))  # noqa: T201


def _transport(order: dict[str, Any]) -> Any:
    if order["transport"] == "stdio":
        command, *arguments = order["command"]
        return StdioTransport(command, arguments, env=order["env"], cwd=order["cwd"], keep_alive=False)
    kind = SSETransport if order["transport"] == "sse" else StreamableHttpTransport
    return kind(order["url"], headers={"Authorization": f"Bearer {order['token']}"})


asyncio.run(main(json.loads(sys.argv[1])))
