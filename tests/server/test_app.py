"""Who is asking is what the host says, by flags or variables, from the start of the process to the rows it writes."""

from pathlib import Path
from typing import Any

import pytest
from palimpsest.store.model import Caller
from palimpsest.tools.instructions import build_instructions
from processes import connected, database_of
from stdio_client import MemoryProcess

FACT = {"domain": "infra", "topic": "port", "content": "The port is 8080."}
IDENTITY = {
    "workspace": "acme",
    "agent": "Ada 改稿",
    "role": "release-manager",
    "session": "session-7",
    "task_id": "T-41",
}
CORE = {
    "search_memory",
    "propose_fact",
    "propose_policy",
    "supersede_fact",
    "remember",
    "consolidate_memory",
    "harmonize_memory",
    "list_memory_conflicts",
    "resolve_memory_conflict",
    "update_my_notes",
    "record_observation",
}
ALL = CORE | {"supersede_policy", "select_memory", "refresh_memory", "decide", "get_preamble"}
MAX_INSTRUCTIONS = 1500
INITIALIZE = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}}


def instructions(client: MemoryProcess) -> str:
    return client.request("initialize", INITIALIZE)["result"]["instructions"]


def as_flags(identity: dict[str, str]) -> list[str]:
    return [part for name, value in identity.items() for part in (f"--{name.replace('_', '-')}", value)]


def as_variables(identity: dict[str, str]) -> dict[str, str]:
    return {f"PALIMPSEST_{name.upper()}": value for name, value in identity.items()}


def row(home: Path, sql: str, workspace: str = "acme") -> tuple[Any, ...]:
    with connected(database_of(home, workspace)) as connection:
        return connection.execute(sql).fetchone()


@pytest.mark.parametrize("way", ["flags", "variables"])
def test_identity_is_recorded_with_everything_that_is_written(tmp_path: Path, way: str):
    flags, variables = (as_flags(IDENTITY), {}) if way == "flags" else ([], as_variables(IDENTITY))
    with MemoryProcess(tmp_path, *flags, extra=variables) as client:
        client.done("propose_fact", **FACT)
        client.done("record_observation", content="Seen.")
        client.done("remember", content="Kept.")
        client.done("propose_policy", domain="infra", rule="Ask.")
        assert "T-41" in client.ask("record_observation", content="Seen.", task_id="T-42").refusal
        assert client.end()[0] == 0
    who = ("Ada 改稿", "release-manager", "session-7")
    for table in ("fact", "observation", "hot_item", "audit"):
        assert row(tmp_path, f"SELECT agent, role, session FROM {table}") == who  # noqa: S608
    assert row(tmp_path, "SELECT agent, role FROM policy") == who[:2]
    assert row(tmp_path, "SELECT task FROM observation") == ("T-41",)
    assert not database_of(tmp_path).exists()


def test_flag_outranks_variable_and_defaults_fill_the_rest(tmp_path: Path):
    with MemoryProcess(tmp_path, "--agent", "by-flag", agent="by-variable", role="by-variable") as client:
        client.done("propose_fact", **FACT)
        assert client.end()[0] == 0
    agent, role, session = row(tmp_path, "SELECT agent, role, session FROM fact", "default")
    assert (agent, role) == ("by-flag", "by-variable")
    assert len(session) == 16


def test_workspaces_know_nothing_of_each_other(tmp_path: Path):
    with MemoryProcess(tmp_path, "--workspace", "one") as first, MemoryProcess(tmp_path, "--workspace", "two") as other:
        first.done("propose_fact", **FACT)
        assert other.done("search_memory", query="port")["hits"] == []
        assert "F1" in other.ask("supersede_fact", fact_id="F1").refusal


@pytest.mark.parametrize(
    ("config", "flags", "first"),
    [
        ('[remote "origin"]\n\turl = git@github.com:Acme/web.git\n', [], "acme-web"),
        ("[core]\n\tbare = false\n", [], "workspace-wide"),
        ('[remote "origin"]\n\turl = git@github.com:Acme/web.git\n', ["--repo", "acme/api"], "acme-api"),
    ],
)
def test_repository_of_the_working_folder_ranks_first_and_a_write_without_one_is_workspace_wide(
    tmp_path: Path, config: str, flags: list[str], first: str
):
    folder = tmp_path / "project" / "src"
    folder.mkdir(parents=True)
    (folder.parent / ".git").mkdir()
    (folder.parent / ".git" / "config").write_text(config)
    said = {"domain": "infra", "topic": "test command"}
    with MemoryProcess(tmp_path / "home", *flags, cwd=folder) as client:
        client.done("propose_fact", **said, content="Tests run with make test in web.", repo="acme/web")
        client.done("propose_fact", **said, content="Tests run with make test in api.", repo="acme/api")
        client.done("propose_fact", **said, content="Tests run with make test in all.")
        found = client.done("search_memory", query="how do tests run with make", mode="keyword")
        assert (found["hits"][0]["repo"] or "workspace-wide") == first
        assert len(found["hits"]) == 3
        bare = client.done("propose_fact", domain="infra", topic="lint", content="Lint runs first.")
        repos = [hit["repo"] for hit in client.done("search_memory", query="lint", mode="keyword")["hits"]]
        assert (bare["outcome"], repos) == ("created", [None])


def test_every_tool_is_served_unless_the_host_says_otherwise(tmp_path: Path):
    with MemoryProcess(tmp_path) as client:
        listed = {tool["name"]: tool for tool in client.tools()}
    always = {name for name, tool in listed.items() if tool.get("_meta", {}).get("anthropic/alwaysLoad")}
    assert (set(listed), always) == (ALL, {"search_memory", "propose_fact"})


def test_core_tools_are_the_eleven_and_say_nothing_of_the_others(tmp_path: Path):
    with MemoryProcess(tmp_path, "--tools", "core") as client:
        assert {tool["name"] for tool in client.tools()} == CORE
        assert "There is no tool" in client.ask("get_preamble").refusal
        told = str(client.tools()) + instructions(client) + client.ask("supersede_fact", fact_id="F9").refusal
    for name in ALL - CORE - {"decide"}:  # to decide is also a word
        assert name not in told


def test_instructions_count_what_awaits_consolidation(tmp_path: Path):
    with MemoryProcess(tmp_path, "--agent", "ada") as client:
        assert "await" not in instructions(client)
        client.done("record_observation", content="Seen once.")
        client.done("record_observation", content="Seen twice.")
        client.done("remember", content="Kept.")
    with MemoryProcess(tmp_path, "--agent", "ada") as again, MemoryProcess(tmp_path, "--agent", "ben") as other:
        assert "3 of your observations and remembered items await consolidate_memory" in instructions(again)
        assert "await" not in instructions(other)


def test_longest_names_leave_the_instructions_within_their_limit(tmp_path: Path):
    longest: dict[str, Any] = {
        "workspace": "w" * 63,
        "agent": "改" * 64,
        "role": "é" * 64,
        "session": "s" * 64,
        "task_id": "t" * 64,
    }
    with MemoryProcess(tmp_path, *as_flags(longest)) as client:
        text = instructions(client)
    assert text == build_instructions(Caller(**longest), 0)
    most = build_instructions(Caller(**longest), 10**6)
    assert len(most) < MAX_INSTRUCTIONS
    for word in ("search_memory", "propose_fact", "remember", "record_observation", "consolidate_memory"):
        assert word in most
