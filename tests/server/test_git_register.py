"""What an agent learned from a file goes stale when the file changes, in every answer, as a user starts the server."""

from __future__ import annotations

import subprocess
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from git_repository import GIT, Repository
from processes import connected, database_of, palimpsest, write_lock
from stdio_client import MemoryProcess

FACT = "The login service checks passwords with bcrypt."
TASK = "change how the login service checks passwords"
FIRST = "import bcrypt\n"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "web", "git@github.com:acme/web.git")
    made.write("src/login.py", FIRST)
    return made


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def memory(home: Path, repository: Repository) -> Generator[MemoryProcess]:
    """A server in the repository, where a fact was learned from a file."""
    with MemoryProcess(home, cwd=repository.root) as client:
        learn(client)
        yield client


def learn(client: MemoryProcess, source: str = "src/login.py", **more: Any) -> dict[str, Any]:
    observed = client.done("record_observation", content="bcrypt is imported", source=source, **more)
    seen = [observed["observation_id"]]
    client.done("propose_fact", domain="auth", topic="login", content=FACT, source_observation_ids=seen)
    return observed


def search(client: MemoryProcess) -> tuple[bool, str]:
    """Whether the fact is stale, and what the answer says of it."""
    found = client.done("search_memory", query="login bcrypt passwords", mode="keyword")
    return found["hits"][0]["stale"], found.get("hint", "")


def preamble(home: Path, repository: Repository, *flags: str) -> str:
    ran = palimpsest(home, "preamble", "--task", TASK, *flags, cwd=repository.root)
    assert (ran.code, ran.errors) == (0, "")
    return ran.output


def test_fact_is_stale_while_its_file_is_another_and_fresh_when_it_is_back(
    memory: MemoryProcess, home: Path, repository: Repository
):
    assert search(memory) == (False, "")
    assert FACT in preamble(home, repository)
    repository.write("src/login.py", "import argon2\n")
    assert search(memory) == (True, "F1 is stale: src/login.py changed since.")
    assert FACT not in preamble(home, repository)
    assert FACT not in memory.done("get_preamble", task=TASK)["text"]
    refreshed = memory.done("refresh_memory")
    assert (refreshed["dropped"], refreshed["stale"]) == (["O1"], ["F1"])
    assert refreshed["note"] == "src/login.py changed since."
    history = palimpsest(home, "history", "F1").output
    assert "active, stale" in history
    assert "lapsed: O1: src/login.py changed since (seen at" in history
    (repository.root / "src/login.py").unlink()
    assert search(memory) == (True, "F1 is stale: src/login.py is gone.")
    repository.write("src/login.py", FIRST)
    assert search(memory) == (False, "")
    assert FACT in preamble(home, repository)
    assert "note" not in memory.done("refresh_memory")
    assert "lapsed" not in palimpsest(home, "history", "F1").output


def test_launch_alone_notices_what_changed_while_no_server_ran(home: Path, repository: Repository):
    with MemoryProcess(home, cwd=repository.root) as client:
        learn(client)
    repository.write("src/login.py", "import argon2\n")
    assert FACT not in preamble(home, repository)
    assert "active, stale" in palimpsest(home, "history", "F1").output
    repository.write("src/login.py", FIRST)
    assert FACT in preamble(home, repository)


def test_fact_learned_through_a_link_is_stale_while_the_link_leads_elsewhere(home: Path, repository: Repository):
    repository.write("src/other.py", "import argon2\n")
    link = repository.root / "src/link.py"
    link.symlink_to("login.py")
    with MemoryProcess(home, cwd=repository.root) as client:
        learn(client, "src/link.py")
        assert search(client) == (False, "")
        link.unlink()
        link.symlink_to("other.py")
        assert search(client) == (True, "F1 is stale: src/link.py changed since.")
        link.unlink()
        link.symlink_to("login.py")
        assert search(client) == (False, "")
        repository.write("src/login.py", "import argon2\n")
        assert search(client)[0]


def test_new_observation_of_the_changed_file_renews_the_fact(memory: MemoryProcess, home: Path, repository: Repository):
    repository.write("src/login.py", FIRST + "import time\n")
    assert search(memory)[0]
    learn(memory)
    assert search(memory) == (False, "")
    history = memory.request("resources/read", {"uri": "memory://fact/F1"})["result"]["contents"][0]["text"]
    assert "lapsed: O1: src/login.py changed since" in history
    assert "active," not in history.splitlines()[0]


def test_revision_is_git_s_and_named_in_the_reply(home: Path, repository: Repository):
    with MemoryProcess(home, cwd=repository.root) as client:
        note = learn(client, f"{repository.root}/src/../src/login.py:1")["note"]
        blob = repository.blob("src/login.py")
        assert f"git blob {blob[:12]} of src/login.py: it lapses when the file changes." in note
    listed = palimpsest(home, "versions", "list").output.splitlines()
    assert listed[1].split() == ["src/login.py", blob, "git", "acme-web"]


def test_revision_that_is_named_and_source_that_is_no_file_are_left_alone(home: Path, repository: Repository):
    with MemoryProcess(home, cwd=repository.root) as client:
        for more in (
            {"revision": "v7"},
            {"source": "https://example.org"},
            {"source": "src"},
            {"source": "nowhere.py"},
        ):
            assert "blob" not in learn(client, **({"source": "src/login.py"} | more)).get("note", "")
        repository.write("src/login.py", "import argon2\n")
        assert not search(client)[0]
    assert len(palimpsest(home, "versions", "list").output.splitlines()) == 1


def test_file_named_like_the_default_source_is_not_meant_by_it(home: Path, repository: Repository):
    repository.write("agent")
    with MemoryProcess(home, cwd=repository.root) as client:
        assert "blob" not in client.done("record_observation", content="seen").get("note", "")


def test_two_repositories_of_one_workspace_do_not_meet(memory: MemoryProcess, home: Path, tmp_path: Path):
    other = Repository(tmp_path / "api", "git@github.com:acme/api.git")
    other.write("src/login.py", FIRST)
    with MemoryProcess(home, "--agent", "bob", cwd=other.root) as client:
        seen = client.done("record_observation", content="bcrypt here too", source="src/login.py")["observation_id"]
        client.done(
            "propose_fact", domain="api", topic="hash", content="The API hashes.", source_observation_ids=[seen]
        )
        other.write("src/login.py", "import argon2\n")
        stale = {hit["id"]: hit["stale"] for hit in client.done("search_memory", query="hashes bcrypt")["hits"]}
        assert stale == {"F1": False, "F2": True}
    hint = memory.done("search_memory", query="API hashes", mode="keyword")["hint"]
    assert hint == "F2 is stale: src/login.py of acme-api changed since."


def test_working_trees_of_one_repository_each_see_their_own_files(
    memory: MemoryProcess, home: Path, repository: Repository, tmp_path: Path
):
    clone = Repository(tmp_path / "clone", "git@github.com:acme/web.git")
    clone.write("src/login.py", "import argon2\n")
    with MemoryProcess(home, "--agent", "bob", cwd=clone.root) as client:
        for _ in range(3):
            assert search(client)[0]
            assert not search(memory)[0]


def test_repository_that_gets_a_remote_is_still_followed(home: Path, repository: Repository):
    repository.configure(remote=None)
    with MemoryProcess(home, cwd=repository.root) as client:
        learn(client)
    repository.configure("git@github.com:acme/web.git")
    repository.write("src/login.py", "import argon2\n")
    assert FACT not in preamble(home, repository)


def test_versions_git_says_what_it_found(memory: MemoryProcess, home: Path, repository: Repository):
    ran = palimpsest(home, "versions", "--git", cwd=repository.root)
    assert ran.output == "acme-web: 1 files followed, 0 changed, 0 gone, 1 as before\n"
    repository.write("src/login.py", "import argon2\n")
    ran = palimpsest(home, "versions", "--git", "--repo-root", str(repository.root / "src"), cwd=home)
    assert ran.output == "acme-web: 1 files followed, 1 changed, 0 gone, 0 as before\n"
    assert palimpsest(home, "versions", "--git", repo_root=str(repository.root)).output.endswith("1 as before\n")


def test_versions_git_outside_of_a_working_tree_says_so(memory: MemoryProcess, home: Path):
    ran = palimpsest(home, "versions", "--git", cwd=home)
    assert ran.code == 2
    assert "in no git working tree" in ran.complaint


@pytest.mark.parametrize("place", ["nosuch", "nosuch/../nosuch", "src/login.py"])
def test_folder_that_is_not_there_is_no_other_folder(
    memory: MemoryProcess, home: Path, repository: Repository, place: str
):
    nosuch = str(repository.root / place)
    ran = palimpsest(home, "versions", "--git", "--repo-root", nosuch)
    assert (ran.code, ran.output) == (2, "")
    assert "There is no folder" in ran.complaint
    repository.write("src/login.py", "import argon2\n")
    ran = palimpsest(home, "preamble", "--task", TASK, "--repo-root", nosuch)
    assert ran.code == 0
    assert FACT in ran.output
    assert "there is no folder" in ran.complaint


@pytest.mark.parametrize("arguments", [[], ["--git", "list"]])
def test_versions_is_told_one_thing_to_do(home: Path, arguments: list[str]):
    home.mkdir()
    ran = palimpsest(home, "versions", *arguments)
    assert (ran.code, ran.output) == (2, "")
    assert "--git" in ran.complaint


@pytest.mark.parametrize("content", ["[extensions]\n\tobjectformat = sha512\n", None])
def test_git_folder_that_can_not_be_read_costs_no_launch(
    memory: MemoryProcess, home: Path, repository: Repository, content: str | None
):
    config = repository.root / ".git/config"
    config.unlink()
    if content is not None:
        config.write_text(content)
    ran = palimpsest(home, "preamble", "--task", TASK, cwd=repository.root)
    assert ran.code == 0
    assert FACT in ran.output
    assert "The register stays as it was." in ran.complaint
    assert not search(memory)[0]


def test_launch_that_finds_nothing_new_writes_nothing(memory: MemoryProcess, home: Path, repository: Repository):
    with write_lock(database_of(home)):
        assert FACT in preamble(home, repository)


def test_register_that_can_not_be_written_costs_no_launch(memory: MemoryProcess, home: Path, repository: Repository):
    with connected(database_of(home)) as connection:
        connection.execute(
            "CREATE TRIGGER t BEFORE UPDATE ON version_register BEGIN SELECT RAISE(ABORT, 'no room'); END"
        )
    repository.write("src/login.py", "import argon2\n")
    ran = palimpsest(home, "preamble", "--task", TASK, cwd=repository.root)
    assert ran.code == 0
    assert FACT in ran.output
    assert "The register stays as it was." in ran.complaint


def test_look_is_one_line_of_the_audit_log(memory: MemoryProcess, home: Path, repository: Repository):
    first = repository.blob("src/login.py")
    repository.write("src/login.py", "import argon2\n")
    preamble(home, repository)
    with connected(database_of(home)) as connection:
        logged = connection.execute(
            "SELECT agent, action, before, after FROM audit WHERE subject = 'versions:acme-web'"
        ).fetchall()
    second = repository.blob("src/login.py")
    assert logged == [("git", "refresh", f'{{"src/login.py": "{first}"}}', f'{{"src/login.py": "{second}"}}')]


def test_last_observation_of_a_file_takes_its_entry_along(memory: MemoryProcess, home: Path):
    with connected(database_of(home)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("DELETE FROM observation")
        assert connection.execute("SELECT * FROM version_register").fetchall() == []


@pytest.mark.skipif(GIT is None, reason="git is not there")
def test_branch_of_a_real_repository_brings_the_fact_back(home: Path, tmp_path: Path):
    root = tmp_path / "real"
    root.mkdir()

    def git(*arguments: str) -> None:
        assert GIT is not None
        named = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"]
        subprocess.run([GIT, *named, *arguments], cwd=root, check=True, capture_output=True)

    git("init")
    (root / "login.py").write_text(FIRST)
    git("add", ".")
    git("commit", "-m", "first")
    with MemoryProcess(home, cwd=root) as client:
        learn(client, "login.py")
        git("checkout", "-b", "other")
        (root / "login.py").write_text("import argon2\n")
        git("commit", "-am", "other")
        assert search(client) == (True, "F1 is stale: login.py changed since.")
        git("checkout", "main")
        assert search(client) == (False, "")
        git("rm", "login.py")
        assert search(client) == (True, "F1 is stale: login.py is gone.")
