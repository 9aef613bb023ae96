"""The SDK's server over Streamable HTTP with two tools that do nothing: what a load on ours stands beside.

python benchmarks/load_empty_server.py PORT
"""

import sys

from mcp.server import MCPServer

server = MCPServer("empty", log_level="WARNING")


@server.tool()
async def search_memory(query: str) -> dict[str, str]:
    """Find nothing."""
    return {"query": query}


@server.tool()
async def propose_fact(domain: str, topic: str, content: str) -> dict[str, str]:
    """Keep nothing."""
    return {"fact_id": "F0", "domain": domain, "topic": topic, "content": content}


server.run("streamable-http", host="127.0.0.1", port=int(sys.argv[1]))
