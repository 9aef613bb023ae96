"""A workspace that can't be used: the server lists its tools, each call says what is wrong and what a person can do."""

import random
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import TABLES, Ran, connected, count, database_of, names_beside, palimpsest
from stdio_client import MemoryProcess
from unprivileged import UNPRIVILEGED, needs_permissions

FACT = {"domain": "infra", "topic": "port", "content": "The port is 8080."}
CALLS: tuple[tuple[str, dict[str, str]], ...] = (
    ("search_memory", {"query": "port"}),
    ("propose_fact", FACT),
    ("get_preamble", {}),
)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a fact, an observation, notes and a policy in it."""
    home = tmp_path_factory.mktemp("kept")
    with MemoryProcess(home) as client:
        client.done("record_observation", content="The port was seen to be 8080.")
        client.done("propose_fact", **FACT, source_observation_ids=["O1"])
        client.done("propose_policy", domain="infra", rule="Ask before you change a port.")
        client.done("remember", content="Ask about the port.")
        client.done("update_my_notes", notes="On the port.")
        assert client.end()[0] == 0
    return home


@pytest.fixture
def home(kept: Path, tmp_path: Path) -> Path:
    shutil.copytree(kept / "workspaces", tmp_path / "workspaces")
    return tmp_path


def make_foreign(home: Path) -> Path:
    path = database_of(home)
    path.unlink()
    path.touch()
    with connected(path) as connection:
        connection.execute("CREATE TABLE notes_of_another_program (text)")
    return home


def make_newer(home: Path) -> Path:
    with connected(database_of(home)) as connection:
        connection.execute("PRAGMA user_version = 99")
    return home


def make_no_database(home: Path) -> Path:
    database_of(home).write_bytes(b"To whom it may concern: this is a letter.\n" * 500)
    return home


def damage_pages(home: Path) -> Path:
    path, dice = database_of(home), random.Random(1)
    data = bytearray(path.read_bytes())
    for _ in range(3000):
        data[dice.randrange(8192, len(data))] = dice.randrange(256)
    path.write_bytes(data)
    return home


def choose_home_under_a_file(home: Path) -> Path:
    return database_of(home) / "home"


TROUBLES: dict[str, tuple[Callable[[Path], Path], str, str]] = {
    "another program's": (make_foreign, "the database of another program", "choose another workspace or home"),
    "a newer version's": (make_newer, "has version 99", "upgrade"),
    "no database": (make_no_database, "is not a database", "move it away"),
    "damaged": (damage_pages, "is damaged", "backup"),
    "a home that can't be made": (choose_home_under_a_file, "can't be created", "choose another home"),
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_unusable_workspace_is_told_by_each_call_and_left_as_it_was(home: Path, trouble: str):
    spoil, problem, remedy = TROUBLES[trouble]
    path = database_of(home)
    spoiled = spoil(home)
    before = path.read_bytes() if path.is_file() else None
    with MemoryProcess(spoiled, cwd=home) as client:
        assert len(client.tools()) == 16
        for tool, arguments in CALLS:
            refusal = client.ask(tool, **arguments).refusal
            assert problem in refusal
            assert remedy in refusal
            assert len(refusal) <= 300
        error = client.request("resources/read", {"uri": "memory://preamble"})["error"]
        assert problem in error["message"]
        assert client.end()[0] == 0
        assert client.errors() == ""
    assert_told(palimpsest(spoiled, "grants", "set", "reviewer", "infra", "read", cwd=home), problem)
    if before is not None:
        assert path.read_bytes() == before


def assert_told(ran: Ran, problem: str) -> None:
    assert (ran.code, ran.output) == (1, "")
    assert ran.complaint.startswith("palimpsest: ")
    assert problem in ran.complaint


@needs_permissions
@pytest.mark.parametrize(("mode_of_folder", "mode_of_file", "can_read"), [(0o555, 0o600, False), (0o755, 0o400, True)])
def test_forbidden_workspace_is_told_with_what_to_change(
    home: Path, mode_of_folder: int, mode_of_file: int, *, can_read: bool
):
    path = database_of(home)
    path.chmod(mode_of_file)
    path.parent.chmod(mode_of_folder)
    try:
        with MemoryProcess(home, prefix=UNPRIVILEGED, cwd=home) as client:
            assert len(client.tools()) == 16
            refusal = client.ask("propose_fact", **FACT).refusal
            assert "this user" in refusal
            assert str(path) in refusal
            assert client.ask("search_memory", query="port").is_error is not can_read
            assert client.end()[0] == 0
            assert "Traceback" not in client.errors()
        told = palimpsest(home, "preamble", prefix=UNPRIVILEGED)
        assert told.code == (0 if can_read else 1)
        assert "Traceback" not in told.errors
    finally:
        path.parent.chmod(0o755)


@needs_permissions
def test_home_that_may_not_be_made_is_told_and_works_once_it_may(tmp_path: Path):
    home = tmp_path / "home"
    home.mkdir(mode=0o555)
    try:
        with MemoryProcess(home, prefix=UNPRIVILEGED, cwd=tmp_path) as client:
            assert "can't be created" in client.ask("propose_fact", **FACT).refusal
            home.chmod(0o755)
            assert client.done("propose_fact", **FACT)["outcome"] == "created"
            assert client.end()[0] == 0
    finally:
        home.chmod(0o755)


def test_workspace_deleted_while_serving_is_made_anew_and_nothing_goes_into_the_void(home: Path):
    path = database_of(home)
    with MemoryProcess(home) as client:
        assert client.done("search_memory", query="port")["hits"]
        shutil.rmtree(path.parent)
        assert client.done("search_memory", query="port")["hits"] == []
        assert client.done("propose_fact", **FACT)["fact_id"] == "F1"
        path.unlink()
        assert client.done("propose_fact", **FACT)["fact_id"] == "F1"
        assert client.end()[0] == 0
        assert client.errors().count("deleted or replaced") == 2
    assert names_beside(path) == ["default.db"]
    assert count(path, "fact") == 1


def test_workspace_replaced_while_serving_is_the_one_that_is_served(home: Path, tmp_path: Path):
    path, backup = database_of(home), tmp_path / "backup.db"
    shutil.copy(path, backup)
    with MemoryProcess(home) as client:
        client.done("propose_fact", domain="infra", topic="later", content="Later than the backup.")
        backup.replace(path)
        assert client.done("search_memory", query="later backup", mode="keyword")["hits"] == []
        assert client.done("propose_fact", domain="infra", topic="after", content="After it.")["fact_id"] == "F2"
        assert client.end()[0] == 0
    with connected(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("SELECT topic FROM fact ORDER BY id").fetchall() == [("port",), ("after",)]


@pytest.mark.skipif(sys.platform == "win32", reason="limits of this kind are POSIX's")
def test_full_disk_fails_the_write_and_harms_nothing(home: Path):
    """A limit on the size of files stands for the disk: at 120 kB no log can grow, at 20 kB no database be made."""
    limited = ("sh", "-c", 'ulimit -f 120; exec "$@"', "sh")
    with MemoryProcess(home, prefix=limited) as client:
        written = 0
        while not (reply := client.ask("remember", content="é" * 3900)).is_error:
            written += 1
            assert written < 200
        assert "disk" in reply.refusal
        assert client.done("search_memory", query="port")["hits"]
        assert client.ask("remember", content="é" * 3900).is_error
        assert client.end()[0] == 0
        assert "Traceback" not in client.errors()
    with connected(database_of(home)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("SELECT count(*) FROM hot_item").fetchone() == (1 + written,)
    with MemoryProcess(home) as client:
        client.done("remember", content="There is room again.")


def test_clock_that_went_back_breaks_nothing(home: Path):
    move_into_the_future(database_of(home))
    with MemoryProcess(home) as client:
        hit = client.done("search_memory", query="port")["hits"][0]
        assert (hit["id"], hit["age_days"]) == ("F1", 0.0)
        assert "F1, 0.7" in client.done("get_preamble", task="which port does the orders API have")["text"]
        assert client.done("propose_fact", **FACT)["outcome"] == "mentioned"
        stated = {"content": "The port is 9090.", "veracity": "stated"}
        assert client.done("propose_fact", **FACT | stated)["outcome"] == "superseded_existing"
        for tool in ("consolidate_memory", "harmonize_memory", "select_memory", "refresh_memory"):
            client.done(tool)
        assert client.done("update_my_notes", notes="Still on it.")["version"] == 2
        assert client.end()[0] == 0
        assert client.errors() == ""
    assert palimpsest(home, "history", "F1").code == 0


def move_into_the_future(path: Path) -> None:
    """Let everything in the file have happened fifty years from now."""
    with connected(path) as connection:
        for (table,) in connection.execute(TABLES).fetchall():
            for column in [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]:
                if column == "at" or column.endswith("_at"):
                    connection.execute(f"UPDATE {table} SET {column} = '2076' || substr({column}, 5)")  # noqa: S608
