"""The schema moves on step by step, each whole or not at all."""

from __future__ import annotations

import stat
import sys
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.driver import Driver
from palimpsest.store.errors import StoreCorrupt, StoreError, StoreUnavailable
from palimpsest.store.identity import APPLICATION_ID, Identity, read_identity
from palimpsest.store.migrations import Migration, load_migrations, split_statements
from palimpsest.store.opening import open_sync, read_only
from store_kit import DRIVER_NAMES, DRIVERS, FIRST, SCHEMA, SECOND, add, finish, names_in, next_line, start_child, texts

BROKEN = Migration(2, "INSERT INTO item (text) VALUES ('half done'); INSERT INTO nowhere VALUES (1);")
RACE = """
steps = (
    *SCHEMA,
    Migration(2, "CREATE TABLE log (line TEXT); INSERT INTO log VALUES ('migrated');"),
    *(Migration(number, f"CREATE TABLE later_{number} (a);") for number in range(3, 13)),
)
print("ready", flush=True)
sys.stdin.readline()
open_sync(path, busy_timeout_s=20, migrations=steps).close()
"""


@pytest.fixture(params=DRIVERS, ids=DRIVER_NAMES)
def driver(request: pytest.FixtureRequest) -> Driver:
    return request.param


@pytest.fixture
def old_file(tmp_path: Path, driver: Driver) -> Path:
    """A file of version 1 with one row."""
    file = open_sync(tmp_path / "w.db", driver=driver, migrations=SCHEMA)
    file.write(lambda c: add(c, "kept"))
    file.close()
    return tmp_path / "w.db"


def identity_of(path: Path, driver: Driver) -> Identity:
    connection = driver.connect(path, mode="as-is", timeout_s=0)
    found = read_identity(connection)
    connection.close()
    return found


@pytest.mark.parametrize("exists", [True, False])
def test_a_new_or_empty_file_gets_the_newest_version_and_no_copy(tmp_path: Path, driver: Driver, exists: bool) -> None:
    path = tmp_path / "w.db"
    if exists:
        path.touch()
    open_sync(path, driver=driver, migrations=(FIRST, SECOND)).close()
    assert identity_of(path, driver) == Identity(APPLICATION_ID, 2, has_content=True)
    assert names_in(tmp_path) == ["w.db"]


def test_an_old_file_moves_on_with_its_rows_after_a_private_copy_of_it(old_file: Path, driver: Driver) -> None:
    file = open_sync(old_file, driver=driver, migrations=(FIRST, SECOND))
    assert file.read(lambda c: c.execute("SELECT text, mood FROM item").fetchall()) == [("kept", "calm")]
    assert file.connection.execute("PRAGMA foreign_keys").fetchone() == (1,)
    file.close()
    copy = old_file.with_name("w.backup-v1.db")
    assert names_in(old_file.parent) == [copy.name, "w.db"]
    assert identity_of(copy, driver) == Identity(APPLICATION_ID, 1, has_content=True)
    if sys.platform != "win32":
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with read_only(copy, driver=driver, migrations=SCHEMA) as connection:
        assert texts(connection) == ["kept"]


def test_the_copy_holds_what_another_process_has_only_in_its_log(old_file: Path, driver: Driver) -> None:
    other = open_sync(old_file, driver=driver, migrations=SCHEMA)
    other.write(lambda c: add(c, "in the log"))
    open_sync(old_file, driver=driver, migrations=(FIRST, SECOND)).close()
    other.close()
    with read_only(old_file.with_name("w.backup-v1.db"), driver=driver, migrations=SCHEMA) as connection:
        assert texts(connection) == ["kept", "in the log"]


def test_a_file_of_this_version_is_not_copied(old_file: Path, driver: Driver) -> None:
    open_sync(old_file, driver=driver, migrations=SCHEMA).close()
    assert names_in(old_file.parent) == ["w.db"]


def test_reading_an_old_file_brings_it_up_to_date_first(old_file: Path, driver: Driver) -> None:
    with read_only(old_file, driver=driver, migrations=(FIRST, SECOND)) as connection:
        assert connection.execute("SELECT mood FROM item").fetchall() == [("calm",)]


def test_a_step_that_fails_leaves_the_version_and_rows_before_it(old_file: Path, driver: Driver) -> None:
    with pytest.raises(StoreError, match=r"Step 2 .* nothing was changed.*nowhere"):
        open_sync(old_file, driver=driver, migrations=(FIRST, BROKEN))
    assert identity_of(old_file, driver).version == 1
    with read_only(old_file, driver=driver, migrations=SCHEMA) as connection:
        assert texts(connection) == ["kept"]
    open_sync(old_file, driver=driver, migrations=(FIRST, SECOND)).close()
    assert identity_of(old_file, driver).version == 2


def test_steps_before_the_failing_one_are_kept(tmp_path: Path, driver: Driver) -> None:
    with pytest.raises(StoreError):
        open_sync(tmp_path / "w.db", driver=driver, migrations=(FIRST, BROKEN))
    assert identity_of(tmp_path / "w.db", driver) == Identity(APPLICATION_ID, 1, has_content=True)


def test_a_step_that_ends_the_whole_transaction_leaves_the_file_as_it_was(tmp_path: Path, driver: Driver) -> None:
    sql = "INSERT INTO item VALUES (1, 'a'); INSERT OR ROLLBACK INTO item VALUES (1, 'b');"
    with pytest.raises(StoreError, match=r"Step 2 .* nothing was changed.*UNIQUE"):
        open_sync(tmp_path / "w.db", driver=driver, migrations=(FIRST, Migration(2, sql)))
    assert identity_of(tmp_path / "w.db", driver).is_fresh


def test_no_copy_no_migration(old_file: Path, driver: Driver) -> None:
    old_file.with_name("w.backup-v1.db").mkdir()
    with pytest.raises(StoreUnavailable, match="copy"):
        open_sync(old_file, driver=driver, migrations=(FIRST, SECOND))
    assert identity_of(old_file, driver).version == 1


def test_a_damaged_file_is_not_migrated(old_file: Path, driver: Driver) -> None:
    file = open_sync(old_file, driver=driver, migrations=SCHEMA)
    file.write(lambda c: [add(c, "x" * 3000) for _ in range(50)] and None)
    file.close()
    content = bytearray(old_file.read_bytes())
    content[-8192:] = b"\xee" * 8192
    old_file.write_bytes(content)
    with pytest.raises(StoreCorrupt):
        open_sync(old_file, driver=driver, migrations=(FIRST, SECOND))
    assert names_in(old_file.parent) == ["w.db"]
    assert identity_of(old_file, driver).version == 1


def test_a_step_can_not_end_its_own_transaction(tmp_path: Path, driver: Driver) -> None:
    with pytest.raises(AssertionError, match="ends its own transaction"):
        open_sync(tmp_path / "w.db", driver=driver, migrations=(Migration(1, "CREATE TABLE a (b); COMMIT;"),))


def test_a_step_may_rebuild_a_table_that_others_refer_to(tmp_path: Path, driver: Driver) -> None:
    before = Migration(
        1,
        "CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a_id INTEGER REFERENCES a (id) ON DELETE CASCADE);"
        "INSERT INTO a VALUES (7); INSERT INTO b VALUES (7);",
    )
    rebuild = Migration(
        2,
        "CREATE TABLE new_a (id INTEGER PRIMARY KEY, more TEXT); INSERT INTO new_a (id) SELECT id FROM a;"
        "DROP TABLE a; ALTER TABLE new_a RENAME TO a;",
    )
    file = open_sync(tmp_path / "w.db", driver=driver, migrations=(before, rebuild))
    assert file.read(lambda c: c.execute("SELECT a_id FROM b").fetchall()) == [(7,)]
    file.close()


def test_a_step_that_breaks_a_reference_is_refused(tmp_path: Path, driver: Driver) -> None:
    sql = "CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a_id REFERENCES a (id)); INSERT INTO b VALUES (1);"
    with pytest.raises(StoreError, match="leaves b without what it refers to"):
        open_sync(tmp_path / "w.db", driver=driver, migrations=(Migration(1, sql),))
    assert identity_of(tmp_path / "w.db", driver).is_fresh


def test_a_trigger_is_one_statement(tmp_path: Path, driver: Driver) -> None:
    sql = """
    -- a comment; with a semicolon, and an apostrophe: it's
    CREATE TABLE a (b TEXT DEFAULT 'x;y');
    CREATE TABLE log (line TEXT); /* another; */
    CREATE TRIGGER watch AFTER INSERT ON a BEGIN
        INSERT INTO log VALUES (CASE WHEN new.b = ';' THEN 'semi' ELSE new.b END);
        INSERT INTO log VALUES ('second');
    END;
    INSERT INTO a (b) VALUES (';')
    -- the end
    """
    assert len(list(split_statements(sql, driver))) == 4
    file = open_sync(tmp_path / "w.db", driver=driver, migrations=(Migration(1, sql),))
    assert file.read(lambda c: c.execute("SELECT line FROM log").fetchall()) == [("semi",), ("second",)]
    file.close()


STATEMENTS = st.sampled_from(
    [
        "CREATE TABLE a (b)",
        "INSERT INTO a VALUES ('it''s; fine')",
        'SELECT ";" AS [x;y]',
        "SELECT 1 -- not; here\n",
        "SELECT /* nor; here */ 2",
        "CREATE TEMP TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; SELECT ';'; END",
        "CREATE TRIGGER t DELETE ON a BEGIN DELETE FROM a; END",
    ]
)


@given(st.lists(STATEMENTS, max_size=8), st.sampled_from([" ", "\n", "\n-- x;\n", "/* ; */"]))
def test_a_script_falls_into_the_statements_it_was_made_of(statements: list[str], gap: str) -> None:
    script = "".join(f"{gap}{statement};" for statement in statements)
    for driver in DRIVERS:
        found = list(split_statements(script, driver))
        assert [text.removeprefix(gap.strip()).strip() for text in found] == [f"{text};" for text in statements]


@pytest.mark.parametrize("starts_old", [False, True], ids=["new file", "old file"])
def test_of_processes_that_open_a_file_at_once_exactly_one_migrates_it(tmp_path: Path, starts_old: bool) -> None:
    path = tmp_path / "w.db"
    if starts_old:
        open_sync(path, migrations=SCHEMA).close()
    children = [start_child(RACE, path) for _ in range(5)]
    for child in children:
        assert next_line(child) == "ready"
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    for child in children:
        finish(child)
    # Two that close in the same moment may leave the log to whoever comes next: only copies are looked at.
    assert [copy.name for copy in tmp_path.glob("*backup*")] == (["w.backup-v1.db"] if starts_old else [])
    with closing(DRIVERS[0].connect(path, mode="ro", timeout_s=0)) as connection:
        assert read_identity(connection) == Identity(APPLICATION_ID, 12, has_content=True)
        assert connection.execute("SELECT line FROM log").fetchall() == [("migrated",)]


def test_the_migrations_of_the_package_apply_and_are_sound(tmp_path: Path, driver: Driver) -> None:
    file = open_sync(tmp_path / "w.db", driver=driver)
    assert file.read(read_identity) == Identity(APPLICATION_ID, len(load_migrations()), has_content=True)
    assert file.read(lambda c: c.execute("PRAGMA integrity_check").fetchall()) == [("ok",)]
    file.close()
