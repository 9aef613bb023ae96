"""Claude Code, as it is installed from npm, connects over every transport."""

from collections.abc import Generator
from pathlib import Path

import pytest
from interop import packages, run, skip_unless_asked
from network_server import HttpServer, serve_http
from node import node
from processes import COMMAND
from token_kit import new_token

PROGRAM = "node_modules/@anthropic-ai/claude-code/cli-wrapper.cjs"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[HttpServer]:
    """One process; its home has a token already."""
    skip_unless_asked("all")
    folder = tmp_path_factory.mktemp("claude")
    new_token(folder / "home", agent="ana")
    with serve_http(folder) as server:
        yield server


@pytest.fixture
def claude(tmp_path: Path) -> "Claude":
    return Claude(tmp_path)


class Claude:
    """The command, in a project and with settings of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._program = packages("claude") / PROGRAM

    def __call__(self, *arguments: str) -> str:
        """What it prints."""
        settings = {
            "HOME": str(self._folder),
            "CLAUDE_CONFIG_DIR": str(self._folder / "claude"),
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
        }
        done = run([str(node()), str(self._program), *arguments], settings, cwd=self._folder)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def test_claude_code_lists_the_server_as_connected_over_every_transport(
    server: HttpServer, claude: Claude, tmp_path: Path
):
    _, secret = new_token(server.home, agent="claude")
    header = ("--header", f"Authorization: Bearer {secret}")
    claude("mcp", "add", "--transport", "http", "memory-http", server.mcp, *header)
    claude("mcp", "add", "--transport", "sse", "memory-sse", server.sse, *header)
    home = f"PALIMPSEST_HOME={tmp_path / 'home'}"
    claude("mcp", "add", "memory-stdio", "-e", home, "--", *COMMAND, "serve", "--agent", "claude")
    states = dict(line.split(": ", 1) for line in claude("mcp", "list").splitlines() if line.startswith("memory-"))
    assert states.keys() == {"memory-http", "memory-sse", "memory-stdio"}
    assert all(state.endswith("Connected") and "Failed" not in state for state in states.values()), states


def test_claude_code_is_told_that_a_token_is_wrong(server: HttpServer, claude: Claude):
    claude("mcp", "add", "--transport", "http", "memory", server.mcp, "--header", "Authorization: Bearer plt_9_wrong")
    (state,) = (line for line in claude("mcp", "list").splitlines() if line.startswith("memory: "))
    assert "Failed to connect" in state
    assert "401" in state
