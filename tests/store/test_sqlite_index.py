"""The full-text index of SQLite: made anew when the analyser changed, the same as what writing bit by bit gives."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from palimpsest.store import fulltext, index, opening
from palimpsest.store.driver import Connection
from palimpsest.store.protocol import Transaction
from palimpsest.store.shared_index import SharedIndexes
from palimpsest.store.sqlite import PlainStore, SqliteStore, SqliteTransaction, read_only
from store_builders import FakeClock, add_fact, change_fact, new_observation

Indexed = list[tuple[Any, ...]]


def rows_of(connection: Connection) -> Indexed:
    connection.execute("INSERT INTO fulltext (fulltext, rank) VALUES ('integrity-check', 0)")
    return connection.execute("SELECT rowid, * FROM fulltext ORDER BY rowid").fetchall()


def on_file(path: Path, work: Callable[[Connection], Any]) -> Any:
    file = opening.open_sync(path)
    try:
        return file.write(work)
    finally:
        file.close()


def forget_index(connection: Connection) -> None:
    """As a file is that an older analyser wrote."""
    connection.execute("UPDATE fulltext SET topic = 'old', content = 'old', context = 'old'")
    connection.execute("UPDATE property SET value = 'an older one' WHERE name = 'analyser_version'")


def fill(tx: Transaction) -> None:
    for number in range(3):
        fact = add_fact(tx, topic=f"Topic {number}", content=f"The cache number {number} is Redis.")
        for session in ("s1", "s2", "s1"):
            text = f"Turn {number} of {session} in Zürich"
            tx.observations.insert(new_observation(session=session, content=text, agent=f"agent {number % 2}"))
        change_fact(tx, fact.id, retired_at=tx.now)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with facts and observations whose index another analyser made."""
    store = PlainStore(tmp_path / "memory.db", FakeClock())
    store.write(fill)
    store.close()
    return tmp_path / "memory.db"


async def test_an_index_of_another_analyser_is_made_anew_on_opening(path: Path) -> None:
    before = on_file(path, rows_of)
    on_file(path, forget_index)
    store = await SqliteStore.open(path)
    await store.close()
    assert on_file(path, rows_of) == before
    assert on_file(path, index.is_current)


def test_a_command_makes_it_anew_too(path: Path) -> None:
    before = on_file(path, rows_of)
    on_file(path, forget_index)
    PlainStore(path).close()
    assert on_file(path, rows_of) == before


def test_looking_at_a_memory_makes_it_anew_first(path: Path) -> None:
    on_file(path, forget_index)
    with read_only(path) as tx:
        found = tx.search.observations("zurich", agent="agent 1", at=tx.now, hidden_domain_ids=(), limit=50)
    assert len(found) == 3


def test_an_index_that_fits_is_left_alone(path: Path) -> None:
    on_file(path, lambda connection: connection.execute("UPDATE fulltext SET content = 'mine' WHERE rowid = 2"))
    PlainStore(path).close()
    assert ("mine",) in on_file(
        path, lambda connection: connection.execute("SELECT content FROM fulltext WHERE rowid = 2").fetchall()
    )


def test_every_fact_and_observation_has_one_row_in_the_form_of_the_analyser(path: Path) -> None:
    rows = on_file(path, rows_of)
    facts = [row for row in rows if row[0] % 2 == 0]
    observations = [row for row in rows if row[0] % 2 == 1]
    assert [row[0] for row in facts] == [2, 4, 6]
    assert [row[0] for row in observations] == [2 * number + 1 for number in range(1, 10)]
    assert facts[0][1:] == (
        "f",
        fulltext.encode_column("Topic 0"),
        fulltext.encode_column("The cache number 0 is Redis."),
        "",
    )
    third = fulltext.encode_column("Turn 0 of s1 in Zürich")
    assert observations[2][1:] == ("o", "", third, f"{third} {fulltext.encode_column('Turn 2 of s1 in Zürich')}")


TURNS = st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from("ab"), st.text(max_size=6)), max_size=10)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(turns=TURNS)
def test_making_it_anew_gives_what_writing_bit_by_bit_gave(path: Path, turns: list[tuple[str, str, str]]) -> None:
    class Done(Exception):
        pass

    def compare(connection: Connection) -> None:
        tx = SqliteTransaction(connection, FakeClock().now, path, SharedIndexes())
        for agent, session, content in turns:
            text = content.replace("\0", "").encode("utf-8", "replace").decode()
            tx.observations.insert(new_observation(agent=agent, session=session, content=text or "nothing"))
            add_fact(tx, topic=agent, content=text)
        written = rows_of(connection)
        forget_index(connection)
        index.rebuild(connection, {} if len(turns) % 2 else index.prepare(connection) or {})
        assert rows_of(connection) == written
        assert all(row[4] == neighbours(connection, row[0] // 2) for row in written if row[0] % 2 == 1)
        raise Done

    file = opening.open_sync(path)
    with pytest.raises(Done):
        file.write(compare)
    file.close()


def neighbours(connection: Connection, number: int) -> str:
    """The context of an observation, worked out the slow way."""
    everything = connection.execute(
        "SELECT id, agent, session, source, content FROM observation ORDER BY id"
    ).fetchall()
    place = next(row[1:4] for row in everything if row[0] == number)
    line = [row for row in everything if row[1:4] == place]
    at = next(at for at, row in enumerate(line) if row[0] == number)
    near = [line[other][4] for other in (at - 1, at + 1) if 0 <= other < len(line)]
    return " ".join(filter(None, (fulltext.encode_column(text) for text in near)))


async def test_a_store_that_can_not_be_opened_leaves_no_thread_behind(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise LookupError("no")

    on_file(path, forget_index)
    monkeypatch.setattr(index, "rebuild", fail)
    before = set(threading.enumerate())
    with pytest.raises(LookupError):
        await SqliteStore.open(path)
    for thread in set(threading.enumerate()) - before:
        thread.join(10)
        assert not thread.is_alive()
    with pytest.raises(LookupError):
        PlainStore(path)
    monkeypatch.undo()
    PlainStore(path).close()
    assert [entry.name for entry in path.parent.iterdir()] == ["memory.db"]
