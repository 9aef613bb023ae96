"""`palimpsest preamble` prints what the other ways in give, starts light and never keeps an agent from launching."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from processes import COMMAND, connected, database_of, environment, palimpsest, write_lock
from stdio_client import MemoryProcess

TASKS = {
    "English": ("move the orders API to another port", "The orders API listens on port 8080."),
    "Hungarian": ("készítsd elő a megrendelések felületét", "A megrendelések felülete a 8080-as kapun figyel."),
    "Cyrillic": ("перенеси службу заказов на новый порт", "Служба заказов слушает порт 8080."),
    "Chinese": ("把订单服务迁移到新的端口上去，并且检查一下负载均衡器", "订单服务监听八千零八十端口。"),
    "Swedish": ("flytta beställningarna till en annan server", "Beställningarna ligger på servern i Malmö."),
}
HEAVY = (
    "aiosqlite",
    "asyncio",
    "mcp",
    "numpy",
    "pydantic",
    "pydantic_core",
    "anyio",
    "starlette",
    "uvicorn",
    "httpx2",
    "torch",
    "rank_bm25",
)
SHOW_MODULES = "import atexit, sys\natexit.register(lambda: sys.stderr.write(' '.join(sorted(sys.modules))))\n"
RUNS = 5


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Generator[MemoryProcess]:
    """A server with policies, notes, observations and facts, which goes on running."""
    with MemoryProcess(tmp_path_factory.mktemp("memory") / "home") as client:
        for language, (_, content) in TASKS.items():
            client.done("propose_fact", domain="infra", topic=f"orders {language}", content=content)
        client.done("propose_policy", domain="infra", rule="Never change a port on your own.")
        client.done("record_observation", content="The build is red.")
        client.done("update_my_notes", notes="# Mine\n\nOn the orders API. 改稿")
        yield client


@pytest.fixture
def home(memory: MemoryProcess, tmp_path: Path) -> Path:
    """A copy of its workspace that a test may spoil."""
    (tmp_path / "workspaces").mkdir()
    with connected(memory.database) as connection:
        connection.execute("VACUUM INTO ?", (str(database_of(tmp_path)),))
    return tmp_path


@pytest.mark.parametrize("language", TASKS)
def test_task_of_any_script_brings_its_fact(memory: MemoryProcess, language: str):
    task, content = TASKS[language]
    ran = palimpsest(memory.home, "preamble", "--task", task)
    assert (ran.code, ran.errors) == (0, "")
    assert f"[infra/orders {language}] {content}" in ran.output


@pytest.mark.parametrize("task", ["", *(task for task, _ in TASKS.values())])
def test_every_way_in_gives_the_same_text(memory: MemoryProcess, task: str):
    printed = palimpsest(memory.home, "preamble", "--task", task).output
    assert printed.removesuffix("\n") == memory.done("get_preamble", task=task)["text"]
    prompt = memory.request("prompts/get", {"name": "launch", "arguments": {"task": task}})
    assert prompt["result"]["messages"][0]["content"]["text"] == printed.removesuffix("\n")
    if not task:
        resource = memory.request("resources/read", {"uri": "memory://preamble"})
        assert resource["result"]["contents"][0]["text"] == printed.removesuffix("\n")


def test_text_is_policies_notes_and_facts_in_this_order(memory: MemoryProcess):
    output = palimpsest(memory.home, "preamble", "--task", TASKS["English"][0]).output
    parts = ["- [infra] Never change a port", "# Mine", "The build is red. (O1)", "- [infra/orders English]"]
    assert [output.index(part) for part in parts] == sorted(output.index(part) for part in parts)
    assert "search_memory" in output.splitlines()[-1]


def test_notes_are_those_of_the_agent_that_is_launched(memory: MemoryProcess):
    for ran in (
        palimpsest(memory.home, "preamble", "--agent", "ben"),
        palimpsest(memory.home, "preamble", agent="ben"),
    ):
        assert "Never change a port" in ran.output
        assert "Mine" not in ran.output
        assert "build is red" not in ran.output


def test_variables_stand_for_the_flags(memory: MemoryProcess):
    assert palimpsest(memory.home, "preamble", workspace="another").output == ""
    assert palimpsest(memory.home, "preamble", "--workspace", "default", workspace="another").output != ""
    outranked = palimpsest(memory.home.parent, "preamble", "--home", str(memory.home))
    assert outranked.output != ""


def test_nothing_heavy_is_imported(memory: MemoryProcess):
    arguments = ["preamble", "--task", TASKS["English"][0]]
    code = f"{SHOW_MODULES}from palimpsest.server.cli import main\nsys.exit(main({arguments!r}))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(memory.home),
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    assert TASKS["English"][1] in done.stdout
    loaded = {name.partition(".")[0] for name in done.stderr.split()}
    assert "palimpsest" in loaded
    assert loaded.isdisjoint(HEAVY)


@pytest.mark.skipif(sys.platform == "win32", reason="wait4 is POSIX's")
def test_it_takes_less_than_200_ms_of_cpu(memory: MemoryProcess):
    """Or less than nine bare interpreters, on a machine where one takes more than 22 ms."""
    command = [*COMMAND, "preamble", "--task", TASKS["English"][0]]
    spent, bare = cpu_seconds(command, memory.home), cpu_seconds([sys.executable, "-c", ""], memory.home)
    print(f"CPU of palimpsest preamble {spent * 1000:.0f} ms, of a bare interpreter {bare * 1000:.0f} ms")  # noqa: T201
    assert spent < max(0.2, 9 * bare)


def cpu_seconds(command: list[str], home: Path) -> float:
    """The least CPU time of a few runs."""
    return min(cpu_seconds_once(command, home) for _ in range(RUNS))


def cpu_seconds_once(command: list[str], home: Path) -> float:
    child = subprocess.Popen(command, env=environment(home), stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0
    return usage.ru_utime + usage.ru_stime


def test_no_memory_yet_is_no_text_and_no_trace(tmp_path: Path):
    for arguments in ([], ["--task", TASKS["English"][0]], ["--versions", "/nowhere.json"]):
        ran = palimpsest(tmp_path, "preamble", *arguments)
        assert (ran.code, ran.output, ran.errors) == (0, "", "")
    assert list(tmp_path.iterdir()) == []


def test_empty_memory_is_no_text(tmp_path: Path):
    palimpsest(tmp_path, "settings", "unset", "secrets")
    ran = palimpsest(tmp_path, "preamble", "--task", TASKS["English"][0])
    assert (ran.code, ran.output, ran.errors) == (0, "", "")


@pytest.mark.parametrize("trouble", ["letter", "foreign", "cut short", "folder"])
def test_broken_memory_is_one_line_on_stderr(home: Path, trouble: str):
    path = database_of(home)
    match trouble:
        case "letter":
            path.write_bytes(b"To whom it may concern.\n" * 500)
        case "foreign":
            path.unlink()
            connection = sqlite3.connect(path)
            connection.execute("CREATE TABLE other (text)")
            connection.close()
        case "cut short":
            path.write_bytes(path.read_bytes()[:50_000])
        case _:
            path.unlink()
            path.mkdir()
    ran = palimpsest(home, "preamble", "--task", TASKS["English"][0])
    assert (ran.code, ran.output) == (1, "")
    assert str(path) in ran.complaint


def test_part_that_fails_leaves_the_others_standing(home: Path):
    with connected(database_of(home)) as connection:
        connection.execute("DROP TABLE notes")
    ran = palimpsest(home, "preamble", "--task", TASKS["English"][0])
    assert ran.code == 0
    assert "without notes" in ran.complaint
    assert "Never change a port" in ran.output
    assert TASKS["English"][1] in ran.output


@pytest.mark.parametrize("task", ["x" * 10_001, b"not text \xff in any encoding", "\u200b\u2060" * 20])
def test_task_that_can_not_be_taken_costs_the_facts_only(memory: MemoryProcess, task: str | bytes):
    ran = palimpsest(memory.home, "preamble", "--task", task)
    assert ran.code == 0
    assert "goes without facts" in ran.complaint
    assert "Never change a port" in ran.output
    assert "## Facts" not in ran.output


@pytest.mark.parametrize(("limit", "is_taken"), [("20000", True), ("5", False)])
def test_task_may_be_as_long_as_the_workspace_lets_it_be(home: Path, limit: str, *, is_taken: bool):
    task = TASKS["English"][0] + " and more" * 1500 * is_taken
    palimpsest(home, "settings", "set", "limits.query_chars", limit)
    ran = palimpsest(home, "preamble", "--task", task)
    assert ran.code == 0
    assert (TASKS["English"][1] in ran.output) is is_taken
    assert ("goes without facts" in ran.errors) is not is_taken
    with MemoryProcess(home) as client:
        reply = client.ask("get_preamble", task=task)
        if is_taken:
            assert reply.content["text"] == ran.output.removesuffix("\n")
        else:
            assert "the limit is 5" in reply.refusal


def test_unreadable_settings_leave_the_rest_standing(home: Path):
    with connected(database_of(home)) as connection:
        connection.execute("DROP TABLE setting")
    ran = palimpsest(home, "preamble", "--task", TASKS["English"][0])
    assert ran.code == 0
    assert "without settings" in ran.complaint
    assert TASKS["English"][1] in ran.output


def test_it_does_not_wait_for_who_writes(memory: MemoryProcess):
    with write_lock(memory.database):
        assert palimpsest(memory.home, "preamble").output


def test_output_is_utf_8_whatever_the_locale(memory: MemoryProcess):
    ran = palimpsest(memory.home, "preamble", extra={"PYTHONIOENCODING": "ascii", "LC_ALL": "C"})
    assert "改稿" in ran.output


def test_register_of_the_host_is_applied_before_anything_is_handed_over(home: Path, tmp_path: Path):
    versions = tmp_path / "versions.json"
    with MemoryProcess(home) as client:
        client.done("record_observation", content="The cache holds orders.", source="cache.py", revision="r1")
        said = {"domain": "infra", "topic": "cache", "content": "The cache holds all of the orders."}
        client.done("propose_fact", **said, source_observation_ids=["O2"])
    task = ["--task", "what does the cache hold of the orders"]
    for revision, holds in (("r1", True), ("r2", False), ("r1", True)):
        versions.write_text(json.dumps({"cache.py": revision}))
        ran = palimpsest(home, "preamble", *task, "--versions", str(versions))
        assert (ran.code, ran.errors) == (0, "")
        assert ("The cache holds all" in ran.output) is holds
        assert ("The cache holds orders." in ran.output) is holds
        assert palimpsest(home, "preamble", *task, versions=str(versions)).output == ran.output


@pytest.mark.parametrize("content", ["not json", "[]", '{"a": 1}', '{"a": ""}', "[" * 100_000, None])
def test_versions_file_that_does_not_fit_costs_no_preamble(home: Path, tmp_path: Path, content: str | None):
    versions = tmp_path / "versions.json"
    if content is not None:
        versions.write_text(content)
    ran = palimpsest(home, "preamble", "--versions", str(versions))
    assert ran.code == 0
    assert "The register stays as it was." in ran.complaint
    assert "Never change a port" in ran.output


def test_register_that_the_store_can_not_write_costs_no_preamble(home: Path, tmp_path: Path):
    versions = tmp_path / "versions.json"
    versions.write_text('{"a": "1"}')
    with connected(database_of(home)) as connection:
        connection.execute(
            "CREATE TRIGGER t BEFORE INSERT ON version_register BEGIN SELECT RAISE(ABORT, 'no room'); END"
        )
    ran = palimpsest(home, "preamble", "--task", TASKS["English"][0], "--versions", str(versions))
    assert ran.code == 0
    assert "The register stays as it was." in ran.complaint
    assert "Never change a port" in ran.output
    assert TASKS["English"][1] in ran.output


def test_versions_that_already_hold_need_no_write(home: Path, tmp_path: Path):
    versions = tmp_path / "versions.json"
    versions.write_text('{"a": "1"}')
    assert palimpsest(home, "preamble", "--versions", str(versions)).errors == ""
    with write_lock(database_of(home)):
        assert palimpsest(home, "preamble", "--versions", str(versions)).errors == ""


def test_old_file_beside_a_newer_version_is_not_touched(home: Path):
    with connected(database_of(home)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = database_of(home).read_bytes()
    ran = palimpsest(home, "preamble")
    assert (ran.code, ran.output) == (1, "")
    assert "version 99" in ran.complaint
    assert database_of(home).read_bytes() == before
