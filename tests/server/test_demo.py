"""`palimpsest demo`: every step goes as it should, nothing stays behind, and its last words can be used as they are."""

import json
import re
import shlex
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters
from processes import Ran, environment, palimpsest


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the demo runs, has its home and its temporary files."""
    return tmp_path_factory.mktemp("demo")


@pytest.fixture(scope="module")
def ran(folder: Path) -> Ran:
    strange = {"TMPDIR": str(folder), "XDG_DATA_HOME": str(folder), "HOME": str(folder)}
    return palimpsest(folder, "demo", extra=strange, workspace="other", agent="other", role="other", tools="core")


def test_every_step_goes_as_it_should(ran: Ran):
    assert (ran.code, ran.errors) == (0, "")
    assert "NOT AS IT SHOULD BE" not in ran.output
    steps = [int(number) for number in re.findall(r"^(\d+)\. ", ran.output, re.MULTILINE)]
    assert steps == list(range(1, len(steps) + 1))
    assert len(steps) >= 10


@pytest.mark.parametrize(
    "shown",
    [
        "outcome: created",
        "outcome: mentioned",
        "outcome: superseded_existing",
        "outcome: needs_confirmation",
        "InsufficientMemoryPermission",
        "$ palimpsest grants set reviewer infrastructure write",
        "policy_id: P1",
        "The orders API listens on port 8080.",
        "superseded by F2",
        "## Policies",
        "voice semantic: ",
    ],
)
def test_person_sees_what_the_memory_does(ran: Ran, shown: str):
    assert shown in ran.output


def test_lines_are_of_a_length_that_a_person_reads(ran: Ran):
    lines = [line for line in ran.output.splitlines() if not line.lstrip().startswith(("claude", '"command"'))]
    assert max(map(len, lines)) <= 110
    assert "\t" not in ran.output
    assert "{'" not in ran.output


def test_no_trace_is_left(ran: Ran, folder: Path):
    assert ran.code == 0
    assert list(folder.iterdir()) == []


async def serves(command: list[str], home: Path) -> None:
    parameters = StdioServerParameters(command=command[0], args=command[1:], env=environment(home))
    async with Client(parameters) as client:
        assert len((await client.list_tools()).tools) == 16
        assert not (await client.call_tool("remember", {"content": "Attached."})).is_error
    assert (home / "workspaces" / "default.db").exists()


async def test_claude_mcp_add_line_ends_in_a_command_that_serves(ran: Ran, tmp_path: Path):
    (line,) = [line.strip() for line in ran.output.splitlines() if line.strip().startswith("claude mcp add ")]
    before, _, command = line.partition(" -- ")
    assert before == "claude mcp add palimpsest"
    await serves(shlex.split(command), tmp_path)


async def test_json_for_other_clients_names_a_command_that_serves(ran: Ran, tmp_path: Path):
    server = json.loads(ran.output[ran.output.rindex('  {\n    "mcpServers"') :])["mcpServers"]["palimpsest"]
    await serves([server["command"], *server["args"]], tmp_path)
