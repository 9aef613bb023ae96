"""A file of another program or of a newer version is refused by name and left byte for byte as it was."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from palimpsest.store.driver import Driver
from palimpsest.store.errors import ForeignDatabase, NewerDatabase, StoreError
from palimpsest.store.opening import open_sync, read_only
from store_kit import DRIVER_NAMES, DRIVERS, FIRST, SCHEMA, SECOND, add, names_in, open_items


@pytest.fixture(params=DRIVERS, ids=DRIVER_NAMES)
def driver(request: pytest.FixtureRequest) -> Driver:
    return request.param


def run_sql(*statements: str) -> Callable[[Path, Driver], None]:
    """A maker of files: what another program did."""

    def make(path: Path, driver: Driver) -> None:
        path.touch()
        with closing(driver.connect(path, mode="rw", timeout_s=0)) as connection:
            for statement in statements:
                connection.execute(statement).fetchall()

    return make


def make_newer(path: Path, driver: Driver) -> None:
    open_sync(path, driver=driver, migrations=(FIRST, SECOND)).close()


def make_bytes(content: bytes) -> Callable[[Path, Driver], None]:
    def make(path: Path, _: Driver) -> None:
        path.write_bytes(content)

    return make


MAKERS = {
    "newer": (make_newer, NewerDatabase, "version 2, this Palimpsest knows versions up to 1"),
    "other id": (run_sql("CREATE TABLE a (b)", "PRAGMA application_id = 77"), ForeignDatabase, "another program"),
    "only an id": (run_sql("PRAGMA application_id = 77"), ForeignDatabase, "another program"),
    "no id": (run_sql("CREATE TABLE a (b)", "INSERT INTO a VALUES (1)"), ForeignDatabase, "another program"),
    "only a view": (run_sql("CREATE VIEW a AS SELECT 1"), ForeignDatabase, "another program"),
    "only a version": (run_sql("PRAGMA user_version = 3"), ForeignDatabase, "another program"),
    "with a log": (run_sql("PRAGMA journal_mode = WAL", "CREATE TABLE a (b)"), ForeignDatabase, "another program"),
    "text": (make_bytes(b"dear diary, " * 1000), ForeignDatabase, "not a database"),
    "a few bytes": (make_bytes(b"x"), ForeignDatabase, "not a database"),
}


def contents(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {entry.name: (entry.read_bytes(), entry.stat().st_mtime_ns) for entry in folder.iterdir()}


@pytest.fixture(params=MAKERS)
def case(request: pytest.FixtureRequest) -> tuple[Callable[[Path, Driver], None], type[StoreError], str]:
    return MAKERS[request.param]


def test_it_is_refused_and_left_as_it_was(
    tmp_path: Path, driver: Driver, case: tuple[Callable[[Path, Driver], None], type[StoreError], str]
) -> None:
    make, error, message = case
    make(tmp_path / "w.db", driver)
    before = contents(tmp_path)
    assert list(before) == ["w.db"]
    with pytest.raises(error, match=message):
        open_sync(tmp_path / "w.db", driver=driver, migrations=SCHEMA)
    with pytest.raises(error, match=message), read_only(tmp_path / "w.db", driver=driver, migrations=SCHEMA):
        pass
    assert contents(tmp_path) == before


async def test_the_event_loops_way_refuses_it_too(tmp_path: Path, driver: Driver) -> None:
    make_newer(tmp_path / "w.db", driver)
    before = contents(tmp_path)
    with pytest.raises(NewerDatabase, match="upgrade"):
        await open_items(tmp_path / "w.db", driver=driver)
    assert contents(tmp_path) == before


def test_a_newer_version_that_is_only_in_the_log_is_refused(tmp_path: Path, driver: Driver) -> None:
    live, dead = tmp_path / "live", tmp_path / "dead"
    live.mkdir()
    dead.mkdir()
    open_sync(live / "w.db", driver=driver, migrations=SCHEMA).close()
    newer = open_sync(live / "w.db", driver=driver, migrations=(FIRST, SECOND))
    for name in ("w.db", "w.db-wal"):
        (dead / name).write_bytes((live / name).read_bytes())
    before = contents(dead)
    with pytest.raises(NewerDatabase):
        open_sync(dead / "w.db", driver=driver, migrations=SCHEMA)
    with pytest.raises(NewerDatabase):
        open_sync(live / "w.db", driver=driver, migrations=SCHEMA)
    newer.write(lambda c: add(c, "still at work"))
    newer.close()
    after = contents(dead)
    assert {name: after[name] for name in before} == before


def test_a_program_that_has_just_begun_its_file_is_left_alone(tmp_path: Path, driver: Driver) -> None:
    path = tmp_path / "w.db"
    path.touch()
    with closing(driver.connect(path, mode="rw", timeout_s=0)) as other:
        other.execute("PRAGMA journal_mode = WAL").fetchall()
        other.execute("CREATE TABLE theirs (a)")
        before = {name: (tmp_path / name).read_bytes() for name in ("w.db", "w.db-wal")}
        with pytest.raises(ForeignDatabase):
            open_sync(path, driver=driver, migrations=SCHEMA)
        assert {name: (tmp_path / name).read_bytes() for name in before} == before
        other.execute("INSERT INTO theirs VALUES (1)")
    assert names_in(tmp_path) == ["w.db"]
