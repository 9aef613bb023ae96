"""The file itself: who may read it, and what stands in its place."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from palimpsest.store.driver import Driver, error_code
from palimpsest.store.errors import ForeignDatabase, StoreCorrupt, StoreUnavailable
from palimpsest.store.opening import open_sync, read_only
from store_kit import DRIVERS, SCHEMA, add, names_in, stored_texts, texts

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions and links")
not_root = pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="root may write everywhere; permissions refuse it nothing"
)


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(params=[0o000, 0o022, 0o277])
def umask(request: pytest.FixtureRequest) -> Generator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


@posix_only
@pytest.mark.usefixtures("umask")
def test_files_and_folders_are_private_whatever_the_umask(tmp_path: Path) -> None:
    path = tmp_path / "home" / "workspaces" / "w.db"
    file = open_sync(path, migrations=SCHEMA)
    file.write(lambda c: add(c, "secret"))
    modes = {name: mode_of(path.parent / name) for name in names_in(path.parent)}
    file.close()
    assert modes == {"w.db": 0o600, "w.db-shm": 0o600, "w.db-wal": 0o600}
    assert [mode_of(path.parent), mode_of(path.parent.parent)] == [0o700, 0o700]


@posix_only
def test_a_folder_that_was_there_keeps_its_mode(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir(0o750)
    folder.chmod(0o750)
    open_sync(folder / "w.db", migrations=SCHEMA).close()
    assert mode_of(folder) == 0o750


@posix_only
@pytest.mark.parametrize("exists", [True, False])
def test_a_symbolic_link_in_the_files_place_is_refused(tmp_path: Path, exists: bool) -> None:
    if exists:
        open_sync(tmp_path / "real.db", migrations=SCHEMA).close()
    (tmp_path / "w.db").symlink_to(tmp_path / "real.db")
    before = names_in(tmp_path)
    with pytest.raises(StoreUnavailable, match="symbolic link"):
        open_sync(tmp_path / "w.db", migrations=SCHEMA)
    with pytest.raises(StoreUnavailable, match="symbolic link"), read_only(tmp_path / "w.db", migrations=SCHEMA):
        pass
    assert names_in(tmp_path) == before


def test_a_folder_in_the_files_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "w.db").mkdir()
    with pytest.raises(StoreUnavailable, match="is a folder"):
        open_sync(tmp_path / "w.db", migrations=SCHEMA)


def test_a_file_in_the_folders_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("not a folder")
    with pytest.raises(StoreUnavailable, match="choose another home"):
        open_sync(tmp_path / "home" / "w.db", migrations=SCHEMA)


@not_root
def test_a_folder_without_permission_is_reported(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(StoreUnavailable, match="Check that this user"):
        open_sync(tmp_path / "w.db", migrations=SCHEMA)
    tmp_path.chmod(0o700)


@pytest.mark.parametrize("name", ["a b.db", "100%.db", "was?.db", "a#b.db", "ék漢.db", "x&mode=ro.db"])
def test_a_name_with_any_character_is_that_file(tmp_path: Path, name: str) -> None:
    if sys.platform == "win32" and "?" in name:
        pytest.skip("Windows has no such file names")
    file = open_sync(tmp_path / name, migrations=SCHEMA)
    file.write(lambda c: add(c, "a"))
    file.close()
    assert names_in(tmp_path) == [name]
    assert stored_texts(tmp_path / name) == ["a"]


@pytest.mark.parametrize("driver", DRIVERS, ids=lambda driver: driver.name)
def test_a_file_whose_damage_is_no_text_is_named_as_damaged(tmp_path: Path, driver: Driver) -> None:
    path = tmp_path / "w.db"
    open_sync(path, migrations=SCHEMA, driver=driver).close()
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE ", b"CREATE \xa8\xa8\xa8\xa8\xa8 "))
    with pytest.raises(StoreCorrupt, match="put a backup in place of both"):
        open_sync(path, migrations=SCHEMA, driver=driver)


def test_a_damaged_file_is_named_as_damaged(tmp_path: Path) -> None:
    path = tmp_path / "w.db"
    file = open_sync(path, migrations=SCHEMA)
    file.write(lambda c: [add(c, "x" * 3000) for _ in range(50)] and None)
    file.close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xee" * (len(content) - 4096)
    path.write_bytes(content)
    file = open_sync(path, migrations=SCHEMA)
    with pytest.raises(StoreCorrupt, match="put a backup in place of both"):
        file.read(texts)
    file.close()


def test_a_full_disk_is_reported_and_nothing_changed(tmp_path: Path) -> None:
    path = tmp_path / "w.db"
    file = open_sync(path, migrations=SCHEMA)
    pages = file.read(lambda c: c.execute("PRAGMA page_count").fetchone()[0])
    file.connection.execute(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(StoreUnavailable, match="disk is full"):
        file.write(lambda c: [add(c, "x" * 3000) for _ in range(50)] and None)
    assert file.read(texts) == []
    file.write(lambda c: add(c, "small"))
    file.close()
    assert stored_texts(path) == ["small"]


def test_erased_text_is_nowhere_in_the_files(tmp_path: Path) -> None:
    path = tmp_path / "w.db"
    file = open_sync(path, migrations=SCHEMA)
    file.write(lambda c: [add(c, f"unrepeatable-{n}" + "y" * 900) for n in range(30)] and None)
    file.write(lambda c: c.execute("DELETE FROM item"))
    file.checkpoint()
    left = [entry.name for entry in tmp_path.iterdir() if b"unrepeatable" in entry.read_bytes()]
    file.close()
    assert left == []


def test_both_drivers_report_their_errors_alike(tmp_path: Path) -> None:
    (tmp_path / "junk.db").write_bytes(b"hello, not a database" * 300)
    for driver in DRIVERS:
        with pytest.raises(ForeignDatabase, match="not a database"):
            open_sync(tmp_path / "junk.db", driver=driver, migrations=SCHEMA)
        with pytest.raises(driver.errors) as caught:
            driver.connect(tmp_path / "missing.db", mode="rw", timeout_s=0)
        assert error_code(caught.value) == 14


@posix_only
@pytest.mark.parametrize("replaced", [True, False], ids=["replaced", "removed"])
def test_a_file_taken_away_while_in_use_takes_no_more_writes(tmp_path: Path, replaced: bool) -> None:
    path = tmp_path / "w.db"
    file = open_sync(path, migrations=SCHEMA)
    path.rename(tmp_path / "moved.db")
    if replaced:
        path.touch()
    for use in (file.read, file.write):
        with pytest.raises(StoreUnavailable, match="replaced or removed"):
            use(texts)
    file.close()
