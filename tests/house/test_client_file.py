"""`mcp.json` works as it stands: copied to a client, it starts the installed server."""

import importlib.metadata
import json
from pathlib import Path

import anyio
from installed_copy import Installed
from mcp import Client, StdioServerParameters
from source_tree import REPOSITORY


def servers() -> dict[str, dict[str, object]]:
    return json.loads((REPOSITORY / "mcp.json").read_text("utf-8"))["mcpServers"]


def test_the_client_file_names_an_installed_command():
    scripts = importlib.metadata.distribution("palimpsest-memory").entry_points.select(group="console_scripts")
    assert [server["command"] for server in servers().values()] == [script.name for script in scripts]


def test_the_client_file_names_no_workspace_agent_or_path():
    """Every default holds: what is copied to one client can be copied to the next."""
    assert servers() == {"palimpsest": {"command": "palimpsest", "args": ["serve"]}}


async def test_a_client_starts_the_server_from_the_file(from_wheel: Installed, tmp_path: Path):
    parameters = StdioServerParameters.model_validate(
        {**servers()["palimpsest"], "env": from_wheel.environment(tmp_path), "cwd": str(tmp_path)}
    )
    with anyio.fail_after(60):
        async with Client(parameters) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
    assert {"search_memory", "propose_fact", "get_preamble"} <= names
