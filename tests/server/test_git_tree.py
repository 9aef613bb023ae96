"""Which file of the caller's working tree a source names, and the revision that git gives it."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest
from git_repository import Repository
from palimpsest.server import git_blob
from palimpsest.server.git_blob import blob_id
from palimpsest.server.git_tree import CallersFiles, GitTree, find_file, find_tree

REMOTE = "git@github.com:Acme/Web.git"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "web", REMOTE)
    made.write("src/login.py", "def login(): ...\n")
    return made


def tree_of(repository: Repository, start: str = ".") -> GitTree:
    found = find_tree(repository.root / start)
    assert found is not None
    return found


def named(repository: Repository, source: str, start: str = ".") -> str | None:
    """The path of the file that a source names."""
    found = CallersFiles(repository.root / start).find(source)
    return None if found is None else found.source


@pytest.mark.parametrize("algorithm", ["sha1", "sha256"])
@pytest.mark.parametrize("text", ["", "first\n", "no newline", "größe 改稿\r\n", "x" * 100_000])
def test_revision_is_the_blob_id_that_git_gives(tmp_path: Path, algorithm: str, text: str):
    repository = Repository(tmp_path, algorithm=algorithm)
    repository.write("a file.txt", text)
    found = find_file(tree_of(repository), "a file.txt")
    assert found is not None
    assert found.revision == repository.blob("a file.txt")


def test_known_blob_ids():
    assert blob_id(b"", "sha1") == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
    assert blob_id(b"", "sha256") == hashlib.sha256(b"blob 0\0").hexdigest()


@pytest.mark.parametrize(
    "source",
    [
        "src/login.py",
        "./src/login.py",
        "src/../src/login.py",
        "./nowhere/../src/login.py",
        "src//login.py",
        "  src/login.py ",
        "src/login.py:42",
        "src/login.py:42:7",
        "src/login.py:4-9",
        "src/login.py#L4",
        "src/login.py#L4-L9",
    ],
)
def test_one_file_has_one_name_however_it_is_written(repository: Repository, source: str):
    assert named(repository, source) == "src/login.py"


def test_absolute_path_inside_of_the_tree_becomes_relative(repository: Repository):
    assert named(repository, str(repository.root / "src/login.py")) == "src/login.py"
    assert named(repository, str(repository.root / "src/../src/./login.py:3")) == "src/login.py"


def test_path_counts_from_the_root_and_else_from_where_the_server_started(repository: Repository):
    repository.write("src/readme.md")
    repository.write("readme.md")
    assert named(repository, "src/login.py", start="src") == "src/login.py"
    assert named(repository, "login.py", start="src") == "src/login.py"
    assert named(repository, "readme.md", start="src") == "readme.md"
    assert named(repository, "login.py") is None


@pytest.mark.parametrize(
    "source",
    [
        *("", " ", "src", "src/", ".", "src/other.py", "/etc/passwd", "../secret", "src/../../secret", "~/secret"),
        *("x" * 5000, "a\nb", "\0", "https://example.org/src/login.py"),
        *(".git/config", "src/../.git/config", ".GIT/config"),
    ],
)
def test_what_is_no_file_of_the_tree_is_none(repository: Repository, source: str):
    (repository.root.parent / "secret").write_text("out of the tree")
    assert named(repository, source) is None


def test_link_leads_nowhere_but_into_the_tree(repository: Repository, tmp_path: Path):
    (tmp_path / "secret").write_text("out of the tree")
    for name, target in {"out": "../secret", "up": "..", "in": "src/login.py", "dir": "src", "loop": "loop"}.items():
        (repository.root / name).symlink_to(target)
    assert named(repository, "out") is None
    assert named(repository, "up/secret") is None
    assert named(repository, "loop") is None
    assert named(repository, "in") == "in"
    assert named(repository, "dir/login.py") == "dir/login.py"


def test_link_is_named_as_it_is_and_by_where_it_leads_only_outside_of_the_tree(repository: Repository, tmp_path: Path):
    repository.write("deep/er/b.py")
    links = {"away": "deep/er", "whole": ".", ".git/inner": "../src/login.py"}
    for name, target in links.items():
        (repository.root / name).symlink_to(target)
    (tmp_path / "outer").symlink_to(repository.root / "src")
    assert named(repository, "src/../away/b.py") == "away/b.py"
    assert named(repository, "whole/src/login.py") == "whole/src/login.py"
    assert named(repository, "away/../er/b.py") == "deep/er/b.py"
    assert named(repository, ".git/inner") == "src/login.py"
    assert named(repository, str(tmp_path / "outer/login.py")) == "src/login.py"


def test_tree_reached_through_a_link_is_the_same_tree(repository: Repository, tmp_path: Path):
    link = tmp_path / "link"
    link.symlink_to(repository.root)
    assert find_tree(link) == find_tree(repository.root)
    assert named(repository, str(link / "src/login.py")) == "src/login.py"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX's")
def test_pipe_is_no_file_and_holds_nothing_up(repository: Repository):
    os.mkfifo(repository.root / "pipe")
    assert named(repository, "pipe") is None


def test_file_that_can_not_be_read_is_none(repository: Repository, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(git_blob.os, "open", refuse)
    assert named(repository, "src/login.py") is None


def test_very_large_file_is_none(repository: Repository):
    with (repository.root / "large.bin").open("wb") as file:
        file.truncate(git_blob.LARGEST_BYTES + 1)
    assert named(repository, "large.bin") is None


def test_repository_is_named_by_its_remote_and_known_by_what_it_was_called_before(repository: Repository):
    tree = tree_of(repository)
    assert tree.repo == "acme-web"
    assert tree.names == ("acme-web", tree.former)
    repository.configure(remote=None)
    assert tree_of(repository).names == (tree.former,)
    assert tree.former.startswith("web-")


def test_two_repositories_of_one_name_without_a_remote_are_two(tmp_path: Path):
    one, other = (tree_of(Repository(tmp_path / place / "web")) for place in ("a", "b"))
    assert one.repo != other.repo


def test_working_trees_of_one_repository_share_its_name(repository: Repository, tmp_path: Path):
    folder = repository.root / ".git/worktrees/second"
    folder.mkdir(parents=True)
    (folder / "commondir").write_text("../..\n")
    second = tmp_path / "second"
    second.mkdir()
    (second / ".git").write_text(f"gitdir: {folder}\n")
    found = find_tree(second)
    assert found is not None
    assert (found.root, found.names) == (second.resolve(), tree_of(repository).names)


@pytest.mark.parametrize("damage", ["unknown format", "no config", "pointer", "folder for config"])
def test_git_folder_that_can_not_be_made_out_raises_and_names_no_file(repository: Repository, damage: str):
    config = repository.root / ".git/config"
    match damage:
        case "unknown format":
            repository.configure(algorithm="sha1")
            config.write_text(config.read_text() + "[extensions]\n\tobjectformat = sha512\n")
        case "no config":
            config.unlink()
        case "pointer":
            (repository.root / ".git").rename(repository.root.parent / "moved")
            (repository.root / ".git").write_text("who knows")
        case _:
            config.unlink()
            config.mkdir()
    with pytest.raises((OSError, ValueError)):
        find_tree(repository.root)
    assert named(repository, "src/login.py") is None


def test_outside_of_any_tree_there_is_none(tmp_path: Path):
    assert find_tree(tmp_path) is None
    assert CallersFiles(tmp_path).find("src/login.py") is None
