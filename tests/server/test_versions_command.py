"""`palimpsest versions`: the register on the command line, entry by entry and from a file."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from git_repository import Repository
from palimpsest.server.commands.versions import summary_of
from palimpsest.server.git_refresh import Refreshed
from processes import palimpsest
from stdio_client import MemoryProcess


def put(path: Path, versions: object) -> str:
    path.write_text(json.dumps(versions))
    return path.name


def listed(home: Path) -> list[str]:
    return palimpsest(home, "versions", "list").output.splitlines()[1:]


def test_import_adds_and_changes_and_leaves_the_rest(tmp_path: Path):
    palimpsest(tmp_path, "versions", "set", "old", "1")
    ran = palimpsest(tmp_path, "versions", "import", put(tmp_path / "a.json", {"api": "v1", "old": "1"}))
    assert ran.output == "1 added, 0 changed, 0 taken out\n"
    ran = palimpsest(tmp_path, "versions", "import", put(tmp_path / "b.json", {"api": "v2"}))
    assert ran.output == "0 added, 1 changed, 0 taken out\n"
    assert listed(tmp_path) == ["api     v2", "old     1"]


def test_import_that_replaces_takes_out_what_the_file_lacks(tmp_path: Path):
    palimpsest(tmp_path, "versions", "set", "old", "1")
    name = put(tmp_path / "a.json", {"api": "v1"})
    ran = palimpsest(tmp_path, "versions", "import", "--replace", name)
    assert ran.output == "1 added, 0 changed, 1 taken out\n"
    assert listed(tmp_path) == ["api     v1"]


@pytest.mark.parametrize("content", ["", "[]", '{"a": 1}', '{"a": ""}', None])
def test_file_that_can_not_be_taken_changes_nothing(tmp_path: Path, content: str | None):
    palimpsest(tmp_path, "versions", "set", "old", "1")
    if content is not None:
        (tmp_path / "a.json").write_text(content)
    ran = palimpsest(tmp_path, "versions", "import", "--replace", "a.json")
    assert (ran.code, ran.output) == (2, "")
    assert ran.complaint
    assert listed(tmp_path) == ["old     1"]


@pytest.mark.parametrize("content", ['{"api": "v1", "web": "1", "api": "v2"}', '{"api": "v1", " api": "v2"}'])
def test_source_that_is_there_twice_is_refused_by_name(tmp_path: Path, content: str):
    (tmp_path / "a.json").write_text(content)
    ran = palimpsest(tmp_path, "versions", "import", "a.json")
    assert (ran.code, ran.output) == (2, "")
    assert "'api' is there twice" in ran.complaint
    palimpsest(tmp_path, "versions", "set", "old", "1")
    assert "'api' is there twice" in palimpsest(tmp_path, "preamble", "--versions", "a.json").complaint
    assert listed(tmp_path) == ["old     1"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX's")
def test_pipe_that_nobody_writes_to_is_not_waited_for(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    ran = palimpsest(tmp_path, "versions", "import", "pipe")
    assert (ran.code, ran.output) == (2, "")
    assert "no plain file" in ran.complaint
    palimpsest(tmp_path, "versions", "set", "old", "1")
    assert "no plain file" in palimpsest(tmp_path, "preamble", "--versions", "pipe").complaint


def test_list_says_what_git_keeps_and_of_which_repository(tmp_path: Path):
    home, web = tmp_path / "home", Repository(tmp_path / "web", "git@github.com:acme/web.git")
    web.write("a.py", "")
    web.write("b.py", "")
    with MemoryProcess(home, cwd=web.root) as client:
        for source in ("a.py", "b.py"):
            client.done("record_observation", content="It is empty.", source=source)
    palimpsest(home, "versions", "set", "api", "v1")
    (web.root / "b.py").unlink()
    palimpsest(home, "versions", "--git", cwd=web.root)
    assert [line.split() for line in listed(home)] == [
        ["api", "v1"],
        ["a.py", "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "git", "acme-web"],
        ["b.py", "(gone)", "git", "acme-web"],
    ]
    ran = palimpsest(home, "versions", "delete", "a.py")
    assert ran.code == 1
    assert "no source 'a.py'" in ran.complaint


def test_files_that_could_not_be_read_are_counted_apart():
    assert summary_of(Refreshed("web", 9, 2, 1, 0)) == "web: 9 files followed, 2 changed, 1 gone, 6 as before"
    told = summary_of(Refreshed("web", 9, 2, 1, 4))
    assert told == "web: 9 files followed, 2 changed, 1 gone, 4 not to be read, 2 as before"


def test_nothing_remembered_is_nothing_to_look_at(tmp_path: Path):
    assert palimpsest(tmp_path, "versions", "--git").output == "Nothing is remembered yet.\n"
    assert list(tmp_path.iterdir()) == []


def test_file_named_by_the_host_leaves_what_git_keeps(tmp_path: Path):
    home, web = tmp_path / "home", Repository(tmp_path / "web", "git@github.com:acme/web.git")
    web.write("a.py", "")
    versions = tmp_path / "versions.json"
    put(versions, {"api": "v1"})
    with MemoryProcess(home, "--versions", str(versions), cwd=web.root) as client:
        client.done("record_observation", content="It is empty.", source="a.py")
        put(versions, {"api": "v2", "a.py": "a commit"})
        assert client.done("select_memory")["selected"] == ["O1"]
    assert [line.split()[:2] for line in listed(home)][:2] == [["a.py", "a"], ["api", "v2"]]
    assert palimpsest(home, "preamble", "--versions", str(versions), cwd=web.root).errors == ""
    assert len(listed(home)) == 3
