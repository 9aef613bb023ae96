"""What is wrong with a file is found and named, with what to do; looking changes nothing."""

from __future__ import annotations

import os
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from palimpsest.store import checkup
from palimpsest.store.checkup import check_file, check_sqlite
from palimpsest.store.driver import Driver
from palimpsest.store.errors import StoreUnavailable
from palimpsest.store.findings import Finding, Soundness
from palimpsest.store.migrations import load_migrations
from palimpsest.store.model import Passage, VectorModel
from palimpsest.store.opening import open_sync
from palimpsest.store.sqlite import PlainStore, as_it_is
from processes import connected
from store_builders import FakeClock, add_fact, new_observation

MODEL = VectorModel("small", 4)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with two facts and two observations, one of each with its vector."""
    file = tmp_path / "home" / "workspaces" / "default.db"
    store = PlainStore(file, FakeClock())

    def fill(tx: Any) -> None:
        first, _ = add_fact(tx), add_fact(tx, content="The queue is Kafka.")
        seen = [tx.observations.insert(new_observation(content=text)) for text in ("one", "two")]
        passages = [Passage("F", first.id, ""), Passage("O", seen[0].id, "")]
        tx.vectors.add(MODEL, passages, np.eye(4, dtype=np.float32)[:2])

    store.write(fill)
    store.close()
    return file


def found(path: Path, name: str, *, is_thorough: bool = False) -> list[Finding]:
    return [one for one in check_file(path, is_thorough=is_thorough) if one.name == name]


def problems(path: Path, *, is_thorough: bool = False) -> list[str]:
    """The names of what isn't well."""
    return [one.name for one in check_file(path, is_thorough=is_thorough) if one.soundness is not Soundness.OK]


def change(path: Path, *statements: str) -> None:
    with connected(path) as connection:
        for statement in statements:
            connection.execute(statement)


@pytest.mark.parametrize("is_thorough", [False, True])
def test_a_sound_file_has_no_finding_to_act_on_and_is_left_as_it_was(path: Path, is_thorough: bool):
    before = path.read_bytes()
    assert problems(path, is_thorough=is_thorough) == []
    assert path.read_bytes() == before


def test_a_file_that_is_not_there_is_no_problem_and_is_not_made(tmp_path: Path):
    missing = tmp_path / "workspaces" / "default.db"
    assert problems(missing) == []
    assert not missing.parent.exists()


def test_another_programs_file_is_named_and_left_as_it_was(path: Path):
    path.write_text("not a database, just some text" * 50)
    (finding,) = found(path, "file")
    assert finding.soundness is Soundness.PROBLEM
    assert "is not a database" in finding.message


def test_a_newer_file_is_a_problem_and_an_older_one_is_migrated_by_others(path: Path, tmp_path: Path):
    newest = load_migrations()
    older = tmp_path / "older.db"
    open_sync(older, migrations=newest[:2]).close()
    (finding,) = found(older, "schema")
    assert (finding.soundness, "migrates it" in finding.message) == (Soundness.WARNING, True)
    assert [one.name for one in check_file(older)][-2:] == ["pages", "references"]
    change(path, f"PRAGMA user_version = {len(newest) + 1}")
    assert "upgrade" in found(path, "file")[0].message


def test_damaged_pages_are_found(path: Path):
    data = bytearray(path.read_bytes())
    for page in range(4, 12):
        data[4096 * page : 4096 * page + 64] = b"\xff" * 64
    path.write_bytes(data)
    bad = [one for one in check_file(path) if one.soundness is Soundness.PROBLEM]
    assert bad
    assert "damaged" in " ".join(one.message for one in bad)


def test_a_reference_to_a_row_that_is_gone_is_found(path: Path):
    change(path, "INSERT INTO fact_source (fact_id, observation_id, added_at) VALUES (1, 999, '')")
    assert problems(path) == ["references"]


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("DELETE FROM fulltext WHERE rowid = 2", "1 rows not indexed"),
        ("DELETE FROM fulltext WHERE rowid = 3", "1 rows not indexed"),
        ("INSERT INTO fulltext (rowid, kind, content) VALUES (200, 'f', 'x')", "1 indexed rows that are gone"),
    ],
)
def test_full_text_that_lacks_a_row_or_has_one_too_many_is_found(path: Path, statement: str, told: str):
    change(path, statement)
    (finding,) = found(path, "full text")
    assert finding.soundness is Soundness.PROBLEM
    assert finding.message == f"{told}: run palimpsest reindex --force"


def test_full_text_with_other_words_than_the_rows_is_found_by_a_thorough_look(path: Path):
    change(path, "UPDATE fulltext SET content = 'other' WHERE rowid = 3")
    assert problems(path) == []
    assert found(path, "full text", is_thorough=True)[0].message.startswith("1 with other words")


def test_full_text_by_another_analyser_is_to_be_made_anew(path: Path):
    change(path, "UPDATE property SET value = 'old' WHERE name = 'analyser_version'")
    (finding,) = found(path, "full text")
    assert (finding.soundness, "palimpsest reindex" in finding.message) == (Soundness.WARNING, True)
    PlainStore(path).close()
    assert problems(path) == []


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE vector SET numbers = x'00' WHERE seq = 1", "1 without 4 numbers"),
        ("UPDATE vector SET numbers = x'0000000000000000' WHERE seq = 1", "1 not of length 1"),
        ("UPDATE vector SET numbers = x'007E000000000000' WHERE seq = 1", "1 not of length 1"),
        ("DELETE FROM vector_missing", "2 unaccounted for"),
        ("UPDATE vector SET id = 99 WHERE seq = 2", "1 of rows that are gone"),
    ],
)
def test_vectors_that_are_not_what_they_should_be_are_found(path: Path, statement: str, told: str):
    change(path, statement)
    (finding,) = found(path, "vectors of small")
    assert finding.soundness is Soundness.PROBLEM
    assert finding.message.startswith(told)
    assert "palimpsest reindex --force-vectors" in finding.message


@pytest.mark.skipif(os.name == "nt", reason="there the mode says nothing")
def test_a_file_or_folder_that_others_may_look_into_is_named_with_the_remedy(path: Path):
    path.chmod(0o640)
    path.parent.chmod(0o755)
    copy = path.with_name("default.backup-v1.db")
    copy.touch(0o644)
    assert [one.message for one in found(path, "privacy")] == [
        f"others may look into {copy}: chmod 600 '{copy}'",
        f"others may look into {path}: chmod 600 '{path}'",
        f"others may look into {path.parent}: chmod 700 '{path.parent}'",
    ]


@pytest.mark.parametrize(("free", "soundness"), [(2**20, "problem"), (100 * 2**20, "warning"), (2**40, "ok")])
def test_a_full_disk_is_foreseen(path: Path, monkeypatch: pytest.MonkeyPatch, free: int, soundness: str):
    def usage(_: Path) -> SimpleNamespace:
        return SimpleNamespace(free=free)

    monkeypatch.setattr(checkup.shutil, "disk_usage", usage)
    assert [one.soundness.value for one in found(path, "disk")] == [soundness]


@pytest.mark.parametrize(("version", "soundness"), [((3, 51, 2), "warning"), ((3, 51, 3), "ok"), ((3, 60, 0), "ok")])
def test_an_sqlite_with_the_fault_of_the_log_is_named(version: tuple[int, int, int], soundness: str):
    module = cast("ModuleType", SimpleNamespace(__name__="sqlite3", sqlite_version_info=version))
    finding = check_sqlite(Driver(module))
    assert finding.soundness.value == soundness
    assert ".".join(map(str, version)) in finding.message


def test_a_file_is_read_as_it_is_only_when_it_is_of_the_newest_version(path: Path, tmp_path: Path):
    with as_it_is(path) as tx:
        assert tx.vectors.missing(MODEL) == 2
    older = tmp_path / "older.db"
    open_sync(older, migrations=load_migrations()[:2]).close()
    with pytest.raises(StoreUnavailable, match="version 2"), as_it_is(older):
        pass
