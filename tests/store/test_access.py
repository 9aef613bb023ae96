"""The home's tokens in a file of their own, which nothing else is taken for and which looking never makes."""

from __future__ import annotations

import stat
import threading
import time
from collections.abc import Generator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from palimpsest.store.access import AccessFile, NewToken, path_in
from palimpsest.store.access_checkup import check_access
from palimpsest.store.errors import ForeignDatabase, NewerDatabase, StoreError, StoreUnavailable
from palimpsest.store.findings import Soundness
from palimpsest.store.model.access import TokenScope
from palimpsest.store.sqlite import PlainStore
from processes import connected, names_beside, write_lock
from source_tree import sources

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
DIGEST = bytes(range(32))
NEW = NewToken("laptop", "default", "claude", "developer", "web", TokenScope.AGENT, NOON + timedelta(days=1))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return path_in(tmp_path / "home")


@pytest.fixture
def file(path: Path) -> Generator[AccessFile]:
    with closing(AccessFile.open(path)) as opened:
        yield opened


def read(path: Path) -> AccessFile:
    opened = AccessFile.open_to_read(path)
    assert opened is not None
    return opened


def test_a_token_is_kept_as_it_was_made(file: AccessFile, path: Path):
    token = file.add(NEW, DIGEST, NOON)
    with closing(read(path)) as reader:
        kept = reader.get(token.id)
        assert kept is not None
        assert (kept.token, kept.digest) == (token, DIGEST)
        assert reader.all() == [token]
    assert (token.id, token.agent, token.repo, token.scope) == (1, "claude", "web", TokenScope.AGENT)
    assert (token.created_at, token.expires_at, token.revoked_at) == (NOON, NEW.expires_at, None)


def test_only_its_owner_can_look_into_it(file: AccessFile, path: Path):
    file.add(NEW, DIGEST, NOON)
    for beside in path.parent.iterdir():
        assert stat.S_IMODE(beside.stat().st_mode) == 0o600, beside
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_looking_makes_nothing(path: Path):
    assert AccessFile.open_to_read(path) is None
    assert not path.parent.exists()
    path.parent.mkdir()
    assert AccessFile.open_to_read(path) is None
    assert names_beside(path) == []


def test_a_file_that_is_being_made_holds_no_token_yet(path: Path):
    path.parent.mkdir()
    path.touch()
    assert AccessFile.open_to_read(path) is None
    with connected(path) as connection:
        connection.execute("PRAGMA journal_mode = WAL").fetchone()
        assert AccessFile.open_to_read(path) is None


def test_a_memory_is_not_taken_for_it(path: Path):
    PlainStore(path).close()
    before = path.read_bytes()
    for open_it in (AccessFile.open, AccessFile.open_to_read):
        with pytest.raises(ForeignDatabase, match="a workspace's memory, not the list of access tokens"):
            open_it(path)
    assert path.read_bytes() == before


def test_it_is_not_taken_for_a_memory(path: Path):
    AccessFile.open(path).close()
    before = path.read_bytes()
    with pytest.raises(ForeignDatabase, match="the list of access tokens, not a workspace's memory"):
        PlainStore(path)
    assert path.read_bytes() == before


def test_what_is_no_list_of_tokens_is_an_error_and_not_an_empty_list(path: Path):
    path.parent.mkdir()
    path.write_text("not a database" * 100)
    with pytest.raises(ForeignDatabase):
        AccessFile.open_to_read(path)


def test_a_newer_version_is_left_as_it_is(path: Path):
    AccessFile.open(path).close()
    with connected(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(NewerDatabase):
        AccessFile.open_to_read(path)


def test_a_link_in_its_place_is_refused(path: Path, tmp_path: Path):
    AccessFile.open(path).close()
    path.rename(tmp_path / "elsewhere.db")
    path.symlink_to(tmp_path / "elsewhere.db")
    with pytest.raises(StoreUnavailable, match="symbolic link"):
        AccessFile.open_to_read(path)


def test_nobody_who_reads_waits_for_one_who_writes(file: AccessFile, path: Path):
    token = file.add(NEW, DIGEST, NOON)
    with write_lock(path):
        began = time.monotonic()
        with closing(read(path)) as reader:
            assert reader.all() == [token]
        assert time.monotonic() - began < 1


def test_a_change_by_another_connection_is_seen_and_ones_own_look_changes_nothing(file: AccessFile, path: Path):
    token = file.add(NEW, DIGEST, NOON)
    with closing(read(path)) as reader:
        before = reader.version()
        assert reader.version() == before
        file.revoke([token.id], NOON)
        assert reader.version() != before


def test_a_revocation_keeps_its_first_moment(file: AccessFile):
    tokens = [file.add(NEW, DIGEST, NOON) for _ in range(3)]
    assert file.revoke([1, 3], NOON) == 2
    assert file.revoke([1, 2, 9], NOON + timedelta(hours=1)) == 1
    found = [one.revoked_at for one in file.all()]
    assert found == [NOON, NOON + timedelta(hours=1), NOON]
    assert len(tokens) == 3


def test_a_later_use_is_kept_and_an_earlier_one_is_not(file: AccessFile):
    file.add(NEW, DIGEST, NOON)
    for moment in (NOON, NOON + timedelta(minutes=5), NOON + timedelta(minutes=2)):
        file.note_uses({1: moment, 7: moment})
    assert [one.last_used_at for one in file.all()] == [NOON + timedelta(minutes=5)]


def test_processes_that_want_the_first_key_at_once_get_the_same(path: Path):
    found: list[list[bytes]] = []

    def ensure(number: int) -> None:
        with closing(AccessFile.open(path)) as opened:
            found.append(opened.ensure_key(bytes([number]) * 32, NOON))

    threads = [threading.Thread(target=ensure, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert all(keys == found[0] for keys in found)


def test_the_newest_key_comes_first(file: AccessFile, path: Path):
    file.ensure_key(b"a" * 32, NOON)
    with connected(path) as connection:
        connection.execute("INSERT INTO request_state_key (key, created_at) VALUES (?, '')", (b"b" * 32,))
    assert file.keys() == file.ensure_key(b"c" * 32, NOON) == [b"b" * 32, b"a" * 32]


def test_the_checkup_counts_what_opens_something_and_names_no_token(file: AccessFile, path: Path):
    assert check_access(path.with_name("none.db"), NOON).message == "none was ever made"
    for _ in range(3):
        file.add(NEW, DIGEST, NOON)
    file.revoke([2], NOON)
    found = check_access(path, NOON)
    assert (found.soundness, found.message) == (Soundness.OK, f"2 live of 3, in {path}")
    assert check_access(path, NOON + timedelta(days=1)).message.startswith("0 live of 3")
    path.chmod(0o640)
    assert check_access(path, NOON).soundness is Soundness.WARNING


def test_the_checkup_sees_damage(path: Path):
    with closing(AccessFile.open(path)) as file:
        for _ in range(200):
            file.add(NEW, DIGEST, NOON)
    content = bytearray(path.read_bytes())
    content[-3000:-1000] = b"\xff" * 2000
    path.write_bytes(content)
    found = check_access(path, NOON)
    assert found.soundness is Soundness.PROBLEM
    assert str(path) in found.message


def test_a_file_that_was_replaced_is_not_written_to(file: AccessFile, path: Path):
    path.rename(path.with_name("old.db"))
    with pytest.raises(StoreError, match="replaced or removed"):
        file.add(NEW, DIGEST, NOON)


def test_one_module_asks_about_tokens():
    """Whoever else opened the file could forget that a token is revoked, or show its digest."""
    found = [one.path for one in sources("store", "tools", "server") if "FROM token" in one.text]
    assert found == ["store/access.py"]
