"""The SDK's server with one tool that does nothing: the least that a call can cost."""

from mcp.server import MCPServer

server = MCPServer("one tool", log_level="WARNING")


@server.tool()
async def nothing(text: str) -> dict[str, str]:
    """Do nothing."""
    return {"text": text}


server.run("stdio")
