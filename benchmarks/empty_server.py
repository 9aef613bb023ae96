"""The SDK's server with nothing in it: what every measure of ours stands beside."""

from mcp.server import MCPServer

MCPServer("empty").run("stdio")
