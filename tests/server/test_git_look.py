"""A look at followed files finds what is no longer as the register says, and reads no file that wasn't touched."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from git_repository import AN_HOUR_NS, Repository, age
from palimpsest.server import git_look
from palimpsest.server.git_blob import LARGEST_BYTES, TICK_NS, TOO_LARGE, blob_id
from palimpsest.server.git_look import Look, look_at
from palimpsest.server.git_refresh import told
from palimpsest.server.git_tree import GitTree, find_tree
from palimpsest.store.model import FollowedFile

FIRST = blob_id(b"first\n", "sha1")
OTHER = blob_id(b"other\n", "sha1")
REPO = "web"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "web")
    made.write("src/a.py")
    return made


@pytest.fixture
def tree(repository: Repository) -> GitTree:
    found = find_tree(repository.root)
    assert found is not None
    return found


def followed(source: str = "src/a.py", revision: str | None = FIRST, *, by: Look | None = None) -> FollowedFile:
    """A followed file, with the stamp that a look left."""
    stamp = next((one for one in by.stamps if one.source == source), None) if by else None
    if stamp is None:
        return source, revision, None, None
    return source, revision, stamp.stamp, stamp.blob if stamp.blob != revision else None


def look(tree: GitTree, *files: FollowedFile, later_ns: int = AN_HOUR_NS) -> Look:
    return look_at(tree, {REPO: files}, time.time_ns() + later_ns)


def refuse(*_: object) -> None:
    raise PermissionError(13, "Permission denied")


def changes(found: Look) -> dict[str, str | None]:
    return {source: revision for (_, source), revision in found.changes.items()}


def test_file_as_it_was_is_no_change(tree: GitTree):
    assert look(tree, followed()).changes == {}


def test_file_that_was_written_to_is_a_change_and_back_it_is_none(tree: GitTree, repository: Repository):
    repository.write("src/a.py", "other\n")
    assert look(tree, followed()).changes == {(REPO, "src/a.py"): OTHER}
    repository.write("src/a.py")
    assert changes(look(tree, followed(revision=OTHER))) == {"src/a.py": FIRST}
    assert changes(look(tree, followed())) == {}


def test_file_that_is_gone_is_a_change_and_comes_back(tree: GitTree, repository: Repository):
    (repository.root / "src/a.py").unlink()
    assert changes(look(tree, followed())) == {"src/a.py": None}
    assert changes(look(tree, followed(revision=None))) == {}
    (repository.root / "src").rmdir()
    assert changes(look(tree, followed())) == {"src/a.py": None}
    repository.write("src", "a file where the folder was")
    assert changes(look(tree, followed())) == {"src/a.py": None}
    (repository.root / "src").unlink()
    repository.write("src/a.py")
    assert changes(look(tree, followed(revision=None))) == {"src/a.py": FIRST}


def test_folder_in_its_place_is_gone(tree: GitTree, repository: Repository):
    (repository.root / "src/a.py").unlink()
    (repository.root / "src/a.py").mkdir()
    assert changes(look(tree, followed())) == {"src/a.py": None}


def test_link_that_takes_its_place_leads_to_nothing_outside(tree: GitTree, repository: Repository, tmp_path: Path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.py").write_text("first\n")
    (repository.root / "src/a.py").unlink()
    (repository.root / "src/a.py").symlink_to(outside / "a.py")
    assert changes(look(tree, followed())) == {"src/a.py": None}
    (repository.root / "src/a.py").unlink()
    (repository.root / "src").rmdir()
    (repository.root / "src").symlink_to(outside)
    assert changes(look(tree, followed())) == {"src/a.py": None}


@pytest.mark.parametrize("at_once", [True, False], ids=["from the first look", "after stamps were kept"])
@pytest.mark.parametrize("name", ["link.py", "link/a.py", "through/link.py"])
def test_link_that_is_turned_is_a_change_and_turned_back_it_is_none(
    tree: GitTree, repository: Repository, name: str, at_once: bool
):
    repository.write("src/b.py", "other\n")
    repository.write("other/a.py", "other\n")
    repository.write("other/link.py", "not meant\n")
    root = repository.root
    turned, targets = {
        "link.py": (root / "link.py", ("src/a.py", "src/b.py")),
        "link/a.py": (root / "link", ("src", "other")),
        "through/link.py": (root / "src/link.py", ("a.py", "b.py")),
    }[name]
    if name.startswith("through"):
        (root / "through").symlink_to("src")

    def turn(target: str) -> None:
        turned.unlink(missing_ok=True)
        turned.symlink_to(target)

    turn(targets[0])
    first = look(tree, followed(name))
    assert first.changes == {}
    file = followed(name) if at_once else followed(name, by=first)
    turn(targets[1])
    assert changes(look(tree, file)) == {name: OTHER}
    turn(targets[0])
    assert changes(look(tree, file)) == {}
    turn("../outside")
    assert changes(look(tree, file)) == {name: None}
    turn(".git")
    assert changes(look(tree, file)) == {name: None}
    turn(turned.name)
    assert changes(look(tree, file)) == {name: None}


def test_link_to_a_file_that_was_not_touched_is_not_read_again(
    tree: GitTree, repository: Repository, monkeypatch: pytest.MonkeyPatch
):
    (repository.root / "link.py").symlink_to("src/a.py")
    first = look(tree, followed("link.py"))
    monkeypatch.setattr(git_look, "read_blob", refuse)
    again = look(tree, followed("link.py", by=first))
    assert (again.changes, again.trouble) == ({}, [])
    repository.write("src/a.py", "other\n")
    assert look(tree, followed("link.py", by=first)).trouble != []


def test_file_that_was_not_touched_is_not_read_again(
    tree: GitTree, repository: Repository, monkeypatch: pytest.MonkeyPatch
):
    first = look(tree, followed())
    assert [stamp.blob for stamp in first.stamps] == [FIRST]
    monkeypatch.setattr(git_look, "read_blob", refuse)
    again = look(tree, followed(by=first))
    assert (again.changes, again.stamps, again.trouble) == ({}, [], [])
    assert changes(look(tree, followed(revision=OTHER, by=first))) == {"src/a.py": FIRST}


@pytest.mark.parametrize("way", ["longer", "same length", "replaced", "same length and times"])
def test_every_way_of_writing_is_seen(tree: GitTree, repository: Repository, way: str):
    path = repository.root / "src/a.py"
    age(path)
    before = look(tree, followed())
    found = path.stat()
    match way:
        case "longer":
            path.write_text("other and longer\n")
        case "same length":
            path.write_text("other\n")
        case "replaced":
            fresh = path.with_suffix(".new")
            fresh.write_text("other\n")
            os.utime(fresh, ns=(found.st_atime_ns, found.st_mtime_ns))
            fresh.replace(path)
        case _:
            path.write_text("other\n")
            os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns))
    assert list(changes(look(tree, followed(by=before)))) == ["src/a.py"]


def test_file_that_was_just_written_is_read_again_as_it_may_change_within_the_tick(tree: GitTree):
    assert look(tree, followed(), later_ns=0).stamps == []
    assert look(tree, followed(), later_ns=2 * TICK_NS).stamps != []


def test_file_from_the_future_is_read_each_time(tree: GitTree, repository: Repository):
    later = time.time_ns() + 9 * AN_HOUR_NS
    os.utime(repository.root / "src/a.py", ns=(later, later))
    assert look(tree, followed()).stamps == []


def test_file_that_can_not_be_read_keeps_its_entry_and_is_told(
    tree: GitTree, repository: Repository, monkeypatch: pytest.MonkeyPatch
):
    repository.write("b.py", "other\n")
    monkeypatch.setattr(git_look, "read_blob", refuse)
    found = look(tree, followed(), followed("b.py"), followed("gone.py"))
    assert changes(found) == {"gone.py": None}
    assert found.trouble == ["src/a.py: Permission denied", "b.py: Permission denied"]


def test_file_that_grew_too_large_to_read_is_a_change(tree: GitTree, repository: Repository):
    with (repository.root / "src/a.py").open("wb") as file:
        file.truncate(LARGEST_BYTES + 1)
    assert changes(look(tree, followed())) == {"src/a.py": TOO_LARGE}


def test_when_time_is_up_what_was_touched_keeps_its_entry_and_the_rest_is_still_told(
    tree: GitTree, repository: Repository
):
    repository.write("b.py", "other\n")
    files = {REPO: [followed(), followed("b.py"), followed("gone.py")]}
    found = look_at(tree, files, time.time_ns() + AN_HOUR_NS, reading_s=-1)
    assert (changes(found), found.unread, found.stamps) == ({"gone.py": None}, 2, [])
    assert changes(look_at(tree, files, time.time_ns() + AN_HOUR_NS)) == {"gone.py": None, "b.py": OTHER}


def test_trouble_is_told_in_one_line():
    assert told(Look()) is None
    assert told(Look(trouble=["a.py: no"])) == "a.py: no. What was seen there counts as it did."
    whole = told(Look(trouble=["a.py: no", "b.py: no"], unread=7))
    assert whole == (
        "a.py: no and 1 more; 7 files that changed are still to be read. What was seen there counts as it did."
    )
