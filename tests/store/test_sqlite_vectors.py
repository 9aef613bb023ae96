"""Vectors in SQLite: they go where their row goes, and every process and thread keeps abreast of them."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import numpy as np
import pytest
from palimpsest.store import opening, shared_index, vector_rows
from palimpsest.store.driver import Connection
from palimpsest.store.migrations import load_migrations
from palimpsest.store.model import FactFilter, Passage, StoredModel, Vector, VectorModel
from palimpsest.store.protocol import Transaction
from palimpsest.store.sqlite import PlainStore, SqliteStore
from store_builders import START, FakeClock, add_fact, new_observation
from toy_vectors import MODEL, at_angle, fill_in, toy_vector

OTHER = VectorModel("other", 8)
WHERE = FactFilter(START)
OLD_OBSERVATION = """
INSERT INTO observation (uuid, agent, role, session, content, veracity, source, kind, score, created_at)
VALUES ('u', 'ada', 'developer', 's1', 'It rained.', 'stated', 'agent', 'observation', 0.5, '2026-01-01')
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


@pytest.fixture
def store(path: Path) -> Iterator[PlainStore]:
    opened = PlainStore(path, FakeClock())
    yield opened
    opened.close()


@pytest.fixture
async def served(path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(path, FakeClock())
    yield opened
    await opened.close()


def add_facts(tx: Transaction, count: int, first: int = 0) -> None:
    """Facts at growing angles from `at_angle(0)`, with their vectors."""
    for number in range(first, first + count):
        fact = add_fact(tx, content=f"fact {number}")
        tx.vectors.add(MODEL, [Passage("F", fact.id, "")], at_angle(number / 10).reshape(1, -1))


def near(tx: Transaction, limit: int = 5, vector: Vector | None = None) -> list[int]:
    found = tx.vectors.nearest_facts(MODEL, at_angle(0) if vector is None else vector, WHERE, limit)
    return [one.id for one in found]


def execute(path: Path, *statements: str) -> None:
    """Change the file from beside the store, in one transaction."""
    file = opening.open_sync(path)

    def work(connection: Connection) -> None:
        for statement in statements:
            connection.execute(statement)

    file.write(work)
    file.close()


def count(path: Path, table: str) -> int:
    with opening.read_only(path) as connection:
        return connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608 -- a table's name


def test_a_deleted_row_takes_its_vectors_of_every_model_along(store: PlainStore, path: Path):
    store.write(lambda tx: add_facts(tx, 3))
    store.write(lambda tx: tx.observations.insert(new_observation()))
    store.write(fill_in)
    store.write(lambda tx: fill_in(tx, OTHER))
    assert count(path, "vector") == 8
    execute(path, "DELETE FROM fact WHERE id = 2", "DELETE FROM observation WHERE id = 1")
    assert count(path, "vector") == 4
    assert store.read(lambda tx: tx.vectors.models()) == [StoredModel(MODEL, 2, 0), StoredModel(OTHER, 2, 0)]


def test_a_deleted_row_that_had_no_vector_is_not_missed(store: PlainStore, path: Path):
    store.write(lambda tx: add_facts(tx, 1))
    store.write(add_fact)
    store.write(lambda tx: tx.observations.insert(new_observation()))
    assert store.read(lambda tx: tx.vectors.missing(MODEL)) == 2
    execute(path, "DELETE FROM fact WHERE id = 2", "DELETE FROM observation WHERE id = 1")
    assert store.read(lambda tx: tx.vectors.missing(MODEL)) == 0


def test_a_deletion_that_is_undone_keeps_the_vectors(store: PlainStore, path: Path):
    store.write(lambda tx: add_facts(tx, 2))
    with pytest.raises(Exception, match="nowhere"):
        execute(path, "DELETE FROM fact WHERE id = 1", "DELETE FROM nowhere")
    assert store.read(near) == [1, 2]


def test_the_numbers_of_a_deleted_vector_are_gone_from_the_file(store: PlainStore, path: Path):
    store.write(lambda tx: add_facts(tx, 3))
    with opening.read_only(path) as connection:
        (numbers,) = connection.execute("SELECT numbers FROM vector WHERE id = 2").fetchone()
    execute(path, "DELETE FROM fact WHERE id = 2")
    store.close()
    assert numbers not in path.read_bytes()


@pytest.mark.parametrize("exact_up_to", [1000, 5], ids=["exact", "coded"])
def test_an_index_follows_what_another_process_adds_and_deletes(
    store: PlainStore, path: Path, exact_up_to: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(shared_index, "EXACT_UP_TO", exact_up_to)
    other = PlainStore(path, FakeClock())
    store.write(lambda tx: add_facts(tx, 20))
    assert other.read(lambda tx: near(tx, 30)) == list(range(1, 21))
    execute(path, "DELETE FROM fact WHERE id IN (1, 4, 20)")
    store.write(lambda tx: add_facts(tx, 2, first=20))
    left = [number for number in range(1, 23) if number not in (1, 4, 20)]
    assert other.read(lambda tx: near(tx, 30)) == left
    assert index_of(other).size == len(left)
    other.close()


def index_of(store: PlainStore) -> shared_index.VectorIndex:
    (shared,) = store._indexes._of_model.values()  # pyright: ignore[reportPrivateUsage]
    return shared._indexes["F"]  # pyright: ignore[reportPrivateUsage]


def test_only_what_is_new_is_read(store: PlainStore, path: Path, monkeypatch: pytest.MonkeyPatch):
    store.write(lambda tx: add_facts(tx, 20))
    store.read(near)
    unpacked: list[int] = []
    unpack = vector_rows._unpacked  # pyright: ignore[reportPrivateUsage]

    def counting(blobs: list[bytes], model: vector_rows.ModelRow) -> Vector:
        unpacked.append(len(blobs))
        return unpack(blobs, model)

    monkeypatch.setattr(vector_rows, "_unpacked", counting)
    store.read(near)
    assert unpacked == []
    other = PlainStore(path, FakeClock())
    other.write(lambda tx: add_facts(tx, 2, first=20))
    other.close()
    store.read(near)
    assert unpacked == [2]


def test_an_index_is_read_in_pieces_whole(store: PlainStore, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(vector_rows, "CHUNK", 7)
    store.write(lambda tx: add_facts(tx, 21))
    store.write(lambda tx: fill_in(tx, OTHER))
    store.write(lambda tx: add_facts(tx, 12, first=21))
    assert store.read(lambda tx: near(tx, 50)) == list(range(1, 34))


def test_where_vectors_are_many_the_nearest_are_the_same(store: PlainStore, monkeypatch: pytest.MonkeyPatch):
    def work(tx: Transaction) -> None:
        for number in range(600):
            add_fact(tx, content=f"fact {number}")
        fill_in(tx)

    store.write(work)
    asked = [toy_vector(f"question {number}") for number in range(8)]
    exact = [store.read(lambda tx, one=one: near(tx, 10, one)) for one in asked]
    monkeypatch.setattr(shared_index, "EXACT_UP_TO", 300)
    again = PlainStore(store._path, FakeClock())  # pyright: ignore[reportPrivateUsage]
    assert [again.read(lambda tx, one=one: near(tx, 10, one)) for one in asked] == exact
    assert type(index_of(again)).__name__ == "CodedIndex"
    again.close()


@pytest.mark.parametrize("exact_up_to", [1000, 5], ids=["exact", "coded"])
def test_a_transaction_finds_its_own_rows_beside_the_shared_ones(
    store: PlainStore, exact_up_to: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(shared_index, "EXACT_UP_TO", exact_up_to)
    store.write(lambda tx: add_facts(tx, 20))

    def work(tx: Transaction) -> list[int]:
        fact = add_fact(tx, content="own")
        tx.vectors.add(MODEL, [Passage("F", fact.id, "")], at_angle(0.45).reshape(1, -1))
        return near(tx, 7)

    assert store.write(work) == [1, 2, 3, 4, 5, 21, 6]
    assert store.read(lambda tx: near(tx, 7)) == [1, 2, 3, 4, 5, 21, 6]


@pytest.mark.parametrize("exact_up_to", [1000, 5], ids=["exact", "coded"])
def test_a_transaction_whose_own_rows_are_far_finds_the_shared_ones(
    store: PlainStore, exact_up_to: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(shared_index, "EXACT_UP_TO", exact_up_to)
    store.write(lambda tx: add_facts(tx, 20))

    def work(tx: Transaction) -> list[int]:
        add_facts(tx, 30, first=900)
        return near(tx, 5)

    assert store.write(work) == [1, 2, 3, 4, 5]


def test_a_search_on_an_old_snapshot_is_right_although_the_index_is_ahead(store: PlainStore, path: Path):
    store.write(lambda tx: add_facts(tx, 3))

    def work(tx: Transaction) -> list[int]:
        before = near(tx)
        beside = PlainStore(path, FakeClock())
        beside._indexes = store._indexes  # pyright: ignore[reportPrivateUsage]
        beside.write(lambda other: add_facts(other, 2, first=3))
        assert beside.read(near) == [1, 2, 3, 4, 5]
        beside.close()
        assert near(tx) == before
        return before

    assert store.read(work) == [1, 2, 3]


def test_the_index_of_a_dropped_model_is_let_go(store: PlainStore, path: Path):
    store.write(lambda tx: add_facts(tx, 3))
    store.write(lambda tx: fill_in(tx, OTHER))
    where = WHERE
    store.read(near)
    execute(path, "DELETE FROM vector_model WHERE name = 'toy'")
    store.read(lambda tx: tx.vectors.nearest_facts(OTHER, at_angle(0, 8), where, 5))
    assert [row.name for row in store._indexes._of_model] == ["other"]  # pyright: ignore[reportPrivateUsage]
    assert count(path, "vector_gone") == 0
    assert count(path, "vector") == 3


async def test_many_readers_share_an_index_while_it_grows(served: SqliteStore):
    async def search() -> list[int]:
        return await served.read(lambda tx: near(tx, 1000))

    seen: list[list[int]] = []
    for batch in range(8):
        found = await asyncio.gather(
            search(), served.write(lambda tx, batch=batch: add_facts(tx, 25, first=25 * batch)), search(), search()
        )
        seen += [one for one in found if one is not None]
    assert await search() == list(range(1, 201))
    for found in seen:
        assert found == list(range(1, len(found) + 1))
        assert len(found) % 25 == 0


async def test_a_reader_that_gave_up_leaves_an_index_that_the_next_one_completes(served: SqliteStore):
    await served.write(lambda tx: add_facts(tx, 300))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vector_rows, "CHUNK", 5)
        for wait_s in (0.0, 0.001, 0.003):
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(served.read(lambda tx: [near(tx) for _ in range(2000)]), wait_s)
    assert await served.read(lambda tx: near(tx, 1000)) == list(range(1, 301))


NO_NUMPY = """
import sys
from pathlib import Path
from palimpsest.store.sqlite import PlainStore, read_only
from store_builders import MISSING, add_fact, new_observation
from palimpsest.store.model import VectorModel

store = PlainStore(Path(sys.argv[1]))
store.write(add_fact)
store.write(lambda tx: tx.observations.insert(new_observation()))
print(store.read(lambda tx: tx.vectors.missing(VectorModel("any", 3))))
print(store.read(lambda tx: tx.vectors.models()))
store.close()
with read_only(Path(sys.argv[1])) as tx:
    tx.facts.get(1)
assert "numpy" not in sys.modules
"""


def test_a_store_without_vectors_does_without_numpy(path: Path):
    support = str(Path(__file__).parents[1] / "support")
    ran = subprocess.run(
        [sys.executable, "-c", NO_NUMPY, str(path)],
        env={"PYTHONPATH": support, "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (0, "2\n[]\n"), ran.stderr


def test_vectors_are_stored_as_half_precision_numbers(store: PlainStore, path: Path):
    store.write(lambda tx: add_facts(tx, 1))
    with opening.read_only(path) as connection:
        (numbers,) = connection.execute("SELECT numbers FROM vector").fetchone()
    assert np.frombuffer(numbers, "<f2") == pytest.approx(at_angle(0))


def test_a_file_from_before_vectors_has_them_all_missing(path: Path):
    steps = load_migrations()
    before = next(place for place, step in enumerate(steps) if "CREATE TABLE vector " in step.sql)
    file = opening.open_sync(path, migrations=steps[:before])
    file.write(lambda connection: connection.execute(OLD_OBSERVATION))
    file.close()
    store = PlainStore(path, FakeClock())
    assert store.read(lambda tx: tx.vectors.missing(MODEL)) == 1
    store.write(fill_in)
    assert store.read(lambda tx: tx.vectors.models()) == [StoredModel(MODEL, 1, 0)]
    store.close()
