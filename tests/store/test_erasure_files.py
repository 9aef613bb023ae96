"""What an erased fact leaves in files, whatever else is going on: readers, copies, other processes, a sudden end."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections.abc import Collection, Generator, Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path

import pytest
from palimpsest.store import cleaning
from palimpsest.store.backup import back_up, backup_path
from palimpsest.store.checkup import check_file
from palimpsest.store.driver import DRIVER
from palimpsest.store.findings import Soundness
from palimpsest.store.model import LossReason
from palimpsest.store.model.erasure import Unclean
from palimpsest.store.protocol import Transaction
from palimpsest.store.sqlite import PlainStore
from residue import holding
from store_builders import add_fact, change_fact, existing, new_observation

WORD = "quokka"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "w.db"


@pytest.fixture
def store(path: Path) -> Iterator[PlainStore]:
    opened = PlainStore(path)
    yield opened
    opened.close()


def erase(tx: Transaction, *numbers: int) -> None:
    tx.erasures.erase(tx.erasures.extent(numbers, with_sources=True), {"erased": True})


def left(store: PlainStore) -> Unclean | None:
    return store.read(lambda tx: tx.erasures.unclean())


def soundness(path: Path) -> Soundness:
    return next(finding.soundness for finding in check_file(path) if finding.name == "erased")


def leave(*_: object) -> None:
    """Does nothing."""


@contextmanager
def reader(path: Path) -> Generator[None]:
    """Another process that is in the middle of a long read."""
    with closing(DRIVER.connect(path, mode="rw", timeout_s=5)) as connection:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM fact").fetchone()
        yield


def test_a_log_that_somebody_reads_is_named_and_cleaned_when_the_file_is_opened_next(
    store: PlainStore, path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(cleaning, "WAIT_S", 0.1)
    store.write(lambda tx: add_fact(tx, content=f"the {WORD} is near"))
    with reader(path):
        store.write(lambda tx: erase(tx, 1))
        assert store.read(lambda tx: tx.facts.get(1)) is None
        unclean = left(store)
        assert unclean is not None
        assert unclean.reason == "another process is reading and keeps the old log"
        assert soundness(path) is Soundness.WARNING
    with monkeypatch.context() as patch:
        patch.setattr(cleaning, "_rebuild", None)  # it was written anew, and isn't again
        PlainStore(path).close()
    assert left(store) is None
    assert holding(path.parent, WORD) == []
    assert soundness(path) is Soundness.OK


def test_pages_that_rows_moved_through_are_written_anew(store: PlainStore, path: Path, monkeypatch: pytest.MonkeyPatch):
    """Deleting overwrites a row where it is, and not where it was before pages were split and balanced."""
    lot = random.Random(5)
    numbers = list(range(1500))
    lot.shuffle(numbers)

    def add(tx: Transaction, some: list[int]) -> None:
        for number in some:
            text = f"{lot.choice('abcdefghijklmnop')} {WORD}{number:06d} {'pad ' * lot.randrange(40)}"
            add_fact(tx, content=text, topic=f"topic {number % 7}")

    def replace(tx: Transaction, some: list[int]) -> None:
        for number in some:
            how = {"superseded_by": number + 1, "superseded_at": tx.now, "loss_reason": LossReason.OUTDATED}
            change_fact(tx, number, "superseded", **how)

    for first in range(0, 1500, 100):
        store.write(lambda tx, first=first: add(tx, numbers[first : first + 100]))
    store.write(lambda tx: replace(tx, lot.sample(range(1, 1499), 750)))
    gone = lot.sample(range(1, 1501), 500)
    words = [store.read(lambda tx, one=one: existing(tx, one)).content.split()[1] for one in gone]
    with monkeypatch.context() as patch:
        patch.setattr(cleaning, "_rebuild", leave)
        store.write(lambda tx: erase(tx, *gone))
    assert holding(path.parent, *words) != []
    store.write(lambda tx: tx.erasures.clean())
    assert holding(path.parent, *words) == []


def test_a_copy_from_before_a_migration_goes_when_it_holds_what_is_erased(store: PlainStore, path: Path):
    store.write(lambda tx: add_fact(tx, content="lamps are on"))
    before = back_up(path, DRIVER, 7)
    store.write(lambda tx: add_fact(tx, content=f"the {WORD} is near"))
    after = back_up(path, DRIVER, 8)
    half = backup_path(path, 8).with_name("w.backup-v8.db.part")
    half.write_bytes(after.read_bytes()[:5000])
    found = store.read(lambda tx: tx.erasures.extent([2], with_sources=True))
    assert found.copies == (after.name, half.name)
    store.write(lambda tx: tx.erasures.erase(found, {}))
    assert [copy.exists() for copy in (before, after, half)] == [True, False, False]
    assert holding(path.parent, WORD) == []


def test_a_copy_that_holds_only_the_observation_goes_too(store: PlainStore, path: Path):
    seen = store.write(lambda tx: tx.observations.insert(new_observation(content=f"the {WORD} was seen")))
    copy = back_up(path, DRIVER, 8)
    store.write(lambda tx: add_fact(tx, content="it is near", source_ids=(seen.id,)))
    store.write(lambda tx: erase(tx, 1))
    assert not copy.exists()


def test_a_copy_that_cannot_be_removed_is_named_and_tried_again(
    store: PlainStore, path: Path, monkeypatch: pytest.MonkeyPatch
):
    store.write(lambda tx: add_fact(tx, content=f"the {WORD} is near"))
    copy = back_up(path, DRIVER, 8)

    def refuse(self: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", refuse)
        store.write(lambda tx: erase(tx, 1))
    unclean = left(store)
    assert unclean is not None
    assert unclean.reason == f"{copy.name} can't be removed (Permission denied)"
    store.write(lambda tx: tx.erasures.clean())
    assert (left(store), copy.exists()) == (None, False)


def test_what_stands_in_the_place_of_a_copy_and_is_none_is_left(store: PlainStore, path: Path):
    folder = path.with_name("w.backup-v3.db")
    folder.mkdir()
    other = path.with_name("w2.backup-v3.db")
    other.write_text("of another workspace")
    store.write(lambda tx: add_fact(tx))
    store.write(lambda tx: erase(tx, 1))
    assert (left(store), folder.exists(), other.exists()) == (None, True, True)


def test_copies_of_another_workspace_are_left_whatever_it_is_called(tmp_path: Path):
    store = PlainStore(tmp_path / "api-v0.db")
    store.write(lambda tx: add_fact(tx))
    others = [tmp_path / name for name in ("api-v1.backup-v0.db", "api-v0.backup-vx.db", "api.backup-v0.db")]
    for other in others:
        other.write_text("of another workspace")
    copy = back_up(tmp_path / "api-v0.db", DRIVER, 12)
    store.write(lambda tx: erase(tx, 1))
    store.close()
    assert [copy.exists(), *(other.exists() for other in others)] == [False, True, True, True]


CHILD = """
import os, signal, sys
from pathlib import Path
from palimpsest.store import cleaning, search
from palimpsest.store.sqlite import PlainStore

path, place = Path(sys.argv[1]), sys.argv[2]
die = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
if place == "before it is kept":
    search.remove = die
else:
    setattr(cleaning, {"before cleaning": "_clean", "before the log": "_empty_log"}[place], die)
store = PlainStore(path)
store.write(lambda tx: tx.erasures.erase(tx.erasures.extent([1], with_sources=True), {}))
"""


@pytest.mark.parametrize("place", ["before it is kept", "before cleaning", "before the log"])
def test_a_sudden_end_leaves_all_or_nothing_and_the_next_opening_cleans(path: Path, place: str):
    store = PlainStore(path)
    store.write(lambda tx: [add_fact(tx, content=f"the {WORD} is near"), add_fact(tx, content="lamps are on")])
    before = store.read(lambda tx: existing(tx, 1))
    store.close()
    done = subprocess.run([sys.executable, "-c", CHILD, str(path), place], timeout=30, check=False)
    assert done.returncode == -signal.SIGKILL
    assert soundness(path) is (Soundness.OK if place == "before it is kept" else Soundness.WARNING)
    store = PlainStore(path)
    if place == "before it is kept":
        assert store.read(lambda tx: existing(tx, 1)) == before
        store.write(lambda tx: erase(tx, 1))
    assert store.read(lambda tx: tx.facts.get(1)) is None
    assert store.read(lambda tx: existing(tx, 2)).content == "lamps are on"
    store.close()
    assert holding(path.parent, WORD) == []
    assert {finding.soundness for finding in check_file(path, is_thorough=True)} == {Soundness.OK}


@pytest.mark.parametrize("is_read", [False, True])
def test_what_another_process_erases_meanwhile_is_not_taken_for_cleaned(
    store: PlainStore, path: Path, monkeypatch: pytest.MonkeyPatch, is_read: bool
):
    monkeypatch.setattr(cleaning, "WAIT_S", 0.05)
    store.write(lambda tx: [add_fact(tx, content=f"{WORD} {number}") for number in range(2)])
    other = PlainStore(path)
    real = cleaning._rebuild  # pyright: ignore[reportPrivateUsage] -- to come between its beginning and its end

    def rebuild(file: cleaning.WorkspaceFile, uuids: Collection[str]) -> str | None:
        told = real(file, uuids)
        monkeypatch.setattr(cleaning, "clean", leave)  # the other one ends before it cleans
        monkeypatch.setattr(cleaning, "_rebuild", real)
        other.write(lambda tx: erase(tx, 2))
        return told

    monkeypatch.setattr(cleaning, "_rebuild", rebuild)
    with reader(path) if is_read else nullcontext():
        store.write(lambda tx: erase(tx, 1))
    unclean = left(store)
    assert unclean is not None
    assert unclean.reason is None
    monkeypatch.undo()
    other.close()
    PlainStore(path).close()
    assert left(store) is None
    assert holding(path.parent, WORD) == []
