"""Each command as a person runs it: what it prints, and its exit code (0 worked, 1 could not, 2 called wrongly)."""

import json
import re
import signal
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from processes import COMMAND, connected, database_of, environment, exclusive_lock, palimpsest, write_lock
from stdio_client import MemoryProcess

COMMANDS = (
    "serve",
    "preamble",
    "demo",
    "grants",
    "versions",
    "settings",
    "history",
    "undo",
    "review",
    "token",
    "open",
    "stats",
    "reindex",
    "doctor",
)


def rows(output: str) -> list[list[str]]:
    """A printed table without its heading."""
    return [line.split() for line in output.splitlines()[1:]]


def audited(home: Path) -> list[tuple[Any, ...]]:
    with connected(database_of(home)) as connection:
        return connection.execute("SELECT role, action, subject FROM audit ORDER BY id").fetchall()


def test_help_names_every_command_and_shows_examples(tmp_path: Path):
    ran = palimpsest(tmp_path, "--help")
    assert (ran.code, ran.errors) == (0, "")
    for command in COMMANDS:
        assert f"\n    {command} " in ran.output
    assert "palimpsest grants set reviewer security read" in ran.output


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_each_command_names_the_identity_flags_with_their_variables(tmp_path: Path, command: str):
    ran = palimpsest(tmp_path, command, "--help")
    assert (ran.code, ran.errors) == (0, "")
    for name in ("HOME", "WORKSPACE", "AGENT", "ROLE", "REPO", "SESSION", "TASK_ID", "TOOLS", "VERSIONS"):
        assert f"--{name.lower().replace('_', '-')} {name}" in ran.output
        assert f"PALIMPSEST_{name}" in ran.output


def test_version_is_the_installed_one(tmp_path: Path):
    assert palimpsest(tmp_path, "--version").output == f"palimpsest {version('palimpsest-memory')}\n"


def test_grants_are_set_listed_and_deleted(tmp_path: Path):
    assert palimpsest(tmp_path, "grants", "set", "reviewer", "Security Rules", "read").code == 0
    assert palimpsest(tmp_path, "grants", "set", "*", "repo:acme/web/security", "none").code == 0
    assert palimpsest(tmp_path, "grants", "set", "reviewer", "security-rules", "write").output
    listed = rows(palimpsest(tmp_path, "grants", "list").output)
    assert listed == [["*", "repo:acme-web/security", "none"], ["reviewer", "security-rules", "write"]]
    assert palimpsest(tmp_path, "grants", "delete", "*", "repo:acme-web/security").code == 0
    assert rows(palimpsest(tmp_path, "grants", "list").output) == [["reviewer", "security-rules", "write"]]
    assert audited(tmp_path)[-1] == ("person", "delete", "grant:*:repo:acme-web/security")


def test_grant_set_by_a_person_holds_for_a_server_that_runs(tmp_path: Path):
    with MemoryProcess(tmp_path, "--role", "reviewer") as client:
        policy = {"domain": "security", "rule": "Ask first."}
        palimpsest(tmp_path, "grants", "set", "reviewer", "security", "read")
        assert "InsufficientMemoryPermission" in client.ask("propose_policy", **policy).refusal
        palimpsest(tmp_path, "grants", "set", "reviewer", "security", "write")
        assert client.done("propose_policy", **policy)["policy_id"] == "P1"
        palimpsest(tmp_path, "settings", "set", "limits.topic_chars", "5")
        too_long = {"domain": "security", "topic": "longer", "content": "It is long."}
        assert "the limit is 5" in client.ask("propose_fact", **too_long).refusal
        palimpsest(tmp_path, "settings", "unset", "limits.topic_chars")
        assert client.done("propose_fact", **too_long)["fact_id"] == "F1"


def test_versions_are_set_listed_and_deleted(tmp_path: Path):
    palimpsest(tmp_path, "versions", "set", "src/a b.py", "rev 1")
    palimpsest(tmp_path, "versions", "set", "api", "v1")
    palimpsest(tmp_path, "versions", "set", "api", "v2")
    assert rows(palimpsest(tmp_path, "versions", "list").output) == [["api", "v2"], ["src/a", "b.py", "rev", "1"]]
    assert palimpsest(tmp_path, "versions", "delete", "api").code == 0
    assert palimpsest(tmp_path, "versions", "delete", "api").code == 1
    assert len(rows(palimpsest(tmp_path, "versions", "list").output)) == 1


def test_settings_are_set_got_listed_and_unset(tmp_path: Path):
    assert palimpsest(tmp_path, "settings", "get", "secrets").output == "refuse\n"
    assert palimpsest(tmp_path, "settings", "set", "secrets", "warn").code == 0
    assert palimpsest(tmp_path, "settings", "get", "secrets").output == "warn\n"
    listed = palimpsest(tmp_path, "settings", "list").output.splitlines()
    assert [line.split()[1] for line in listed if line.startswith("secrets ")] == ["warn"]
    assert sum(" (default) " in line for line in listed) == len(listed) - 2
    assert palimpsest(tmp_path, "settings", "unset", "secrets").output == "secrets is refuse again\n"


def test_history_tells_the_whole_chain(tmp_path: Path):
    fact = {"domain": "infra", "topic": "port"}
    with MemoryProcess(tmp_path, "--agent", "ada", "--role", "developer") as client:
        client.done("propose_fact", **fact, content="The port is 8080.")
        client.done("supersede_fact", fact_id="F1", content="The port is \u001b[31m9090\u202e.", veracity="stated")
    output = palimpsest(tmp_path, "history", "F2").output
    assert output.index("F1 ") < output.index("The port is 8080.") < output.index("F2 (this one)")
    assert "by ada (developer)" in output
    assert "superseded by F2" in output
    assert "\\u001b[31m9090\\u202e." in output  # what steers a terminal is shown, not sent to it
    assert palimpsest(tmp_path, "history", "f1").output.startswith("F1 (this one)")


def test_history_tells_a_policy_s_chain_with_the_reason(tmp_path: Path):
    with MemoryProcess(tmp_path, "--agent", "ada", "--role", "developer") as client:
        client.done("propose_policy", domain="process", rule="Run the tests.")
        client.done("supersede_policy", policy_id="P1", rule="Run all tests.", reason="some were left out")
    output = palimpsest(tmp_path, "history", "p2").output
    assert output.index("P1 [process] superseded") < output.index("P2 (this one) [process] active")
    assert "ada (developer): superseded by P2: some were left out" in output


def test_looking_creates_nothing(tmp_path: Path):
    for arguments in (["grants", "list"], ["versions", "list"], ["settings", "list"], ["settings", "get", "secrets"]):
        assert palimpsest(tmp_path, *arguments).code == 0
    ran = palimpsest(tmp_path, "history", "F1")
    assert (ran.code, ran.output) == (1, "")
    assert "There is no memory at" in ran.complaint
    assert palimpsest(tmp_path, "preamble").output == ""
    assert list(tmp_path.iterdir()) == []


def test_looking_does_not_wait_for_who_writes(tmp_path: Path):
    palimpsest(tmp_path, "grants", "set", "reviewer", "infra", "read")
    with write_lock(database_of(tmp_path)):
        began = time.monotonic()
        assert rows(palimpsest(tmp_path, "grants", "list").output) == [["reviewer", "infra", "read"]]
        assert time.monotonic() - began < 4


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["grants", "set", "reviewer", "!!", "read"], 2, "'domain' must have"),
        (["grants", "set", "reviewer", "infra", "own"], 2, "one of none, read, write"),
        (["grants", "set", " ", "infra", "read"], 2, "The role must have"),
        (["grants", "set", "two\nlines", "infra", "read"], 2, "The role must have"),
        (["grants", "delete", "reviewer", "infra"], 1, "There is no grant"),
        (["versions", "set", "", "1"], 2, "source"),
        (["versions", "set", "api", "x" * 129], 2, "revision"),
        (["versions", "delete", "api"], 1, "no source 'api'"),
        (["settings", "get", "colour"], 2, "There is no setting 'colour'"),
        (["settings", "set", "colour", "1"], 2, "There is no setting 'colour'"),
        (["settings", "unset", "colour"], 2, "There is no setting 'colour'"),
        (["settings", "set", "secrets", "maybe"], 2, "refuse, redact, warn"),
        (["settings", "set", "limits.topic_chars", "nan"], 2, "between 1 and 10000"),
        (["settings", "set", "limits.topic_chars", "1.5"], 2, "between 1 and 10000"),
        (["settings", "set", "limits.topic_chars", "1e400"], 2, "between 1 and 10000"),
        (["history", "O1"], 2, "names an observation"),
        (["history", "P1"], 1, "There is no policy P1"),
        (["history", "P"], 2, "such as P12"),
        (["history", "12"], 2, "such as F12"),
        (["history", "F1"], 1, "There is no fact F1"),
        (["serve", "--tools", "half"], 2, "--tools (PALIMPSEST_TOOLS)"),
        (["serve", "--workspace", "../up"], 2, "--workspace (PALIMPSEST_WORKSPACE)"),
        (["serve", "--repo", "a b"], 2, "--repo (PALIMPSEST_REPO)"),
        (["preamble", "--agent", "x" * 65], 2, "--agent (PALIMPSEST_AGENT)"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_mistake_is_told_in_one_line(made: Path, arguments: list[str], code: int, told: str):
    ran = palimpsest(made, *arguments)
    assert (ran.code, ran.output) == (code, "")
    assert ran.complaint.startswith("palimpsest: ")
    assert told in ran.complaint


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with an empty workspace."""
    home = tmp_path_factory.mktemp("made")
    assert palimpsest(home, "settings", "unset", "secrets").code == 0
    return home


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nonsense"],
        ["grants"],
        ["grants", "set", "reviewer"],
        ["grants", "set", b"r\xff", "infra", "read"],
        ["versions", "set", b"\xff", "1"],
        ["settings", "set", "secrets", b"\xff"],
        ["serve", "--task", "an abbreviation is not taken"],
        ["preamble", "extra"],
        ["serve", "--nonsense"],
    ],
    ids=str,
)
def test_misuse_shows_the_usage(made: Path, arguments: list[str | bytes]):
    ran = palimpsest(made, *arguments)
    assert (ran.code, ran.output) == (2, "")
    assert ran.errors.startswith("usage: palimpsest")
    assert "Traceback" not in ran.errors


def test_flags_may_stand_before_and_after_the_action(tmp_path: Path):
    palimpsest(tmp_path, "grants", "--workspace", "before", "set", "a", "infra", "read")
    palimpsest(tmp_path, "grants", "set", "--workspace", "after", "b", "infra", "read")
    palimpsest(tmp_path, "grants", "set", "c", "infra", "read", workspace="variable")
    for workspace, role in (("before", "a"), ("after", "b"), ("variable", "c")):
        assert rows(palimpsest(tmp_path, "grants", "list", "--workspace", workspace).output)[0][0] == role
    outranked = palimpsest(tmp_path, "grants", "--workspace", "after", "list", workspace="before")
    assert rows(outranked.output)[0][0] == "b"


def test_text_that_the_terminal_can_not_show_is_escaped(tmp_path: Path):
    ascii_only = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    ran = palimpsest(tmp_path, "grants", "set", "rév", "改稿", "read", extra=ascii_only)
    assert (ran.code, ran.output) == (0, "r\\xe9v has read on \\u6539\\u7a3f\n")
    assert palimpsest(tmp_path, "grants", "list").output.split()[3:] == ["rév", "改稿", "read"]


@pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell is needed")
@pytest.mark.parametrize(("redirect", "code"), [("| true", 0), ("> /dev/full", 1), (">&-", 0), ("2>&-", 0)])
def test_output_that_goes_nowhere_is_no_traceback(made: Path, redirect: str, code: int):
    if "/dev/full" in redirect and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    done = subprocess.run(
        ["sh", "-c", f'"$@" settings list {redirect}', "sh", *COMMAND],
        env=environment(made),
        capture_output=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals of this kind are POSIX's")
def test_interrupted_command_ends_without_a_traceback(tmp_path: Path):
    palimpsest(tmp_path, "grants", "set", "a", "infra", "read")
    with exclusive_lock(database_of(tmp_path)):
        child = subprocess.Popen(
            [*COMMAND, "grants", "set", "b", "infra", "read"], env=environment(tmp_path), stderr=subprocess.PIPE
        )
        time.sleep(1)
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=10)
    assert (child.returncode, errors) == (130, b"")
    assert [row[0] for row in rows(palimpsest(tmp_path, "grants", "list").output)] == ["a"]


def test_a_batch_is_listed_told_and_undone_once(tmp_path: Path) -> None:
    palimpsest(tmp_path, "grants", "set", "intern", "vault", "none")
    assert re.search(r"^B1 .* set grant:intern:vault$", palimpsest(tmp_path, "history").output, re.MULTILINE)
    assert '{"level": "none"}' in palimpsest(tmp_path, "history", "B1").output
    done = palimpsest(tmp_path, "undo", "B1")
    assert (done.code, "undo B2 brings it back" in done.output) == (0, True)
    assert "intern" not in palimpsest(tmp_path, "grants", "list").output
    again = palimpsest(tmp_path, "undo", "B1")
    assert (again.code, "undone already, by B2" in again.errors) == (1, True)
    told = json.loads(palimpsest(tmp_path, "undo", "b2", "--json").output)
    assert told == {
        "batch_id": "B2",
        "undone_by": "B3",
        "restored": ["grant:intern:vault"],
        "taken_back": [],
        "kept": [],
        "conflicts": [],
    }
    assert "intern" in palimpsest(tmp_path, "grants", "list").output
    assert palimpsest(tmp_path, "undo", "B9").code == 1
    assert palimpsest(tmp_path, "undo", "F1").code == 2


def test_a_batch_of_which_nothing_is_as_it_was_left_stays(tmp_path: Path) -> None:
    for level in ("none", "read"):
        palimpsest(tmp_path, "grants", "set", "intern", "vault", level)
    ran = palimpsest(tmp_path, "undo", "B1")
    assert (ran.code, "grant:intern:vault stays: it was changed since" in ran.output) == (1, True)
