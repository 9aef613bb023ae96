"""The SQLite that carries the memory is chosen in one place, and must be able to."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from types import ModuleType

import pytest
from palimpsest.store.driver import (
    DRIVER,
    PREFERRED,
    Connection,
    Driver,
    load_driver,
    translate,
)
from palimpsest.store.errors import StoreError, StoreUnavailable
from palimpsest.store.opening import open_sync
from store_kit import DRIVERS, SCHEMA, names_in


def module_like(driver: Driver, **changes: object) -> ModuleType:
    """A driver's module with some of its attributes changed."""
    module = ModuleType(driver.module.__name__)
    vars(module).update(vars(driver.module))
    vars(module).update(changes)
    return module


def test_the_driver_is_the_first_preferred_one_that_is_installed() -> None:
    assert DRIVERS[0] == DRIVER
    assert [driver.name for driver in DRIVERS][-1] == "sqlite3"


def test_without_the_preferred_driver_the_standard_library_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysqlite3.dbapi2", None)
    assert load_driver(PREFERRED).name == "sqlite3"


def test_without_any_driver_it_says_what_to_install() -> None:
    with pytest.raises(StoreUnavailable, match="pip install pysqlite3"):
        load_driver(["no_such_driver"])


def test_an_old_sqlite_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    old = Driver(module_like(DRIVER, sqlite_version_info=(3, 31, 1)))
    with pytest.raises(StoreUnavailable, match=r"3\.31\.1.*pip install pysqlite3"):
        open_sync(tmp_path / "w.db", driver=old, migrations=SCHEMA)
    assert names_in(tmp_path) == ["w.db"]
    assert (tmp_path / "w.db").stat().st_size == 0


@pytest.mark.parametrize("driver", DRIVERS, ids=lambda driver: driver.name)
def test_a_sqlite_without_full_text_is_refused(tmp_path: Path, driver: Driver) -> None:
    class WithoutFts5:
        """A connection whose list of modules is empty."""

        def __init__(self, connection: Connection) -> None:
            self._connection = connection

        def execute(self, sql: str) -> object:
            return self._connection.execute(sql.replace("'fts5'", "'not there'"))

    (tmp_path / "w.db").touch()
    with closing(driver.connect(tmp_path / "w.db", mode="rw", timeout_s=0)) as connection:
        driver.require_features(connection)
        with pytest.raises(StoreUnavailable, match="without FTS5"):
            driver.require_features(WithoutFts5(connection))  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("driver", DRIVERS, ids=lambda driver: driver.name)
def test_an_error_the_driver_raises_by_itself_becomes_a_store_error(tmp_path: Path, driver: Driver) -> None:
    error = driver.errors[0]("Cannot operate on a closed database.")
    assert type(translate(error, tmp_path)) is StoreError
    assert "closed database" in str(translate(error, tmp_path))
