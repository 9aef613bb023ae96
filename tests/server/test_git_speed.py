"""What a launch costs doesn't grow by more than asking for the state of each file that observations were made of."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from palimpsest.server import git_look
from register import Ground, cost_of

FILES = 3000


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Ground:
    """A memory that has looked at its files once."""
    made = Ground(tmp_path_factory.mktemp("ground"), FILES)
    assert made.refresh().followed == FILES
    return made


def ask_for_states(root: Path, places: list[str]) -> None:
    for place in places:
        os.lstat(f"{root}{os.sep}{place}")


def test_untouched_files_cost_little_more_than_asking_for_their_states(ground: Ground):
    """About twice as much here; five times would be another way of working, such as reading the files."""
    bare = cost_of(lambda: ask_for_states(ground.root, ground.places))
    whole = cost_of(ground.refresh)
    print(f"{FILES} files: {whole.cpu:.1f} ms CPU, their bare states {bare.cpu:.1f} ms")  # noqa: T201
    assert whole.cpu < 5 * bare.cpu + 10


def test_only_what_was_touched_is_read(ground: Ground, monkeypatch: pytest.MonkeyPatch):
    read: list[str] = []
    really = git_look.read_blob

    def note(path: str, algorithm: str, now_ns: int) -> object:
        read.append(path)
        return really(path, algorithm, now_ns)

    monkeypatch.setattr(git_look, "read_blob", note)
    ground.write(ground.places[7], 1)
    found = ground.refresh()
    assert read == [str(ground.root / ground.places[7])]
    assert (found.changed, found.gone) == (1, 0)
    assert ground.refresh().changed == 0
    assert len(read) == 1
