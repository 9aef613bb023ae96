"""How SQLite answers the hot queries: by an index, never by reading a whole table of facts or observations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, LiteralString

import pytest
from palimpsest.store import opening, rows
from palimpsest.store.driver import Connection
from palimpsest.store.model import EdgeKind, FactFilter, LinkFilter
from palimpsest.store.protocol import Transaction
from palimpsest.store.shared_index import SharedIndexes
from palimpsest.store.sqlite import PlainStore, SqliteTransaction
from store_builders import START, FakeClock, add_fact
from toy_vectors import MODEL, at_angle, fill_in

WHERE = FactFilter(START)
PAST = FactFilter(START, past=True)
HOT: dict[str, Callable[[Transaction], object]] = {
    "facts.get": lambda tx: tx.facts.get(1),
    "facts.get_many": lambda tx: tx.facts.get_many([1, 2], WHERE),
    "facts.get_many past": lambda tx: tx.facts.get_many([1, 2], PAST),
    "facts.active_of_topic": lambda tx: tx.facts.active_of_topic(1, "cache", 10),
    "facts.same_of_topic": lambda tx: tx.facts.same_of_topic(1, "cache", "the cache"),
    "facts.rejected": lambda tx: tx.facts.rejected(1, "the cache"),
    "facts.states": lambda tx: tx.facts.states(1),
    "facts.predecessors": lambda tx: tx.facts.predecessors(1),
    "facts.stale": lambda tx: tx.facts.stale([1, 2]),
    "observations.get_many": lambda tx: tx.observations.get_many([1, 2]),
    "observations.cited": lambda tx: tx.observations.cited([1, 2], [3]),
    "observations.last_active": lambda tx: tx.observations.last_active("ada", 10),
    "observations.of_task": lambda tx: tx.observations.of_task("ada", "speed-up"),
    "observations.of_task all": lambda tx: tx.observations.of_task("ada", None),
    "observations.pending": lambda tx: tx.observations.pending("ada"),
    "observations.count_pending": lambda tx: tx.observations.count_pending("ada"),
    "hot_items.pending": lambda tx: tx.hot_items.pending("ada"),
    "conflicts.of_pair": lambda tx: tx.conflicts.of_pair(1, 2),
    "conflicts.of_fact": lambda tx: tx.conflicts.of_fact(1),
    "conflicts.open_of": lambda tx: tx.conflicts.open_of([1, 2]),
    "conflicts.open_of past": lambda tx: tx.conflicts.open_of([1, 2], START),
    "facts.candidates": lambda tx: tx.facts.candidates({1: 0.5}, WHERE),
    "facts.candidates past": lambda tx: tx.facts.candidates({1: 0.5}, PAST),
    "edges.of": lambda tx: tx.edges.of(1),
    "edges.around": lambda tx: tx.edges.around([1, 2], 8, WHERE),
    "edges.around past": lambda tx: tx.edges.around([1, 2], 8, PAST),
    "edges.around superseded": lambda tx: tx.edges.around([1], 8, FactFilter(START, include_superseded=True)),
    "edges.around of some kinds": lambda tx: tx.edges.around(
        [1, 2], 8, WHERE, LinkFilter((EdgeKind.RELATED, EdgeKind.SUPERSEDES), 0.3)
    ),
    "edges.counts": lambda tx: tx.edges.counts([1, 2]),
    "edges.without": lambda tx: tx.edges.without(1, 10),
    "kin.of_session": lambda tx: tx.kin.of_session("ada", "s1", 9, 3),
    "kin.of_topic": lambda tx: tx.kin.of_topic(1, "cache", 9, 3),
    "kin.on_observation": lambda tx: tx.kin.on_observation(1, 9, 3),
    "kin.on_source": lambda tx: tx.kin.on_source(1, 9, 3),
    "kin.holding": lambda tx: tx.kin.holding(["cache"], 9, 3, (2,)),
    "kin.standing": lambda tx: tx.kin.standing([1, 2], [3]),
    "policies.active": lambda tx: tx.policies.active(),
    "policies.same_active": lambda tx: tx.policies.same_active(1, "rule"),
    "versions.followed": lambda tx: tx.versions.followed("acme-web", "/home/web"),
    "versions.of_files": lambda tx: tx.versions.of_files("acme-web", ["a.py"]),
    "lapses.of_facts": lambda tx: tx.lapses.of_facts([1, 2]),
    "lapses.of_observations": lambda tx: tx.lapses.of_observations([1, 2]),
    "audit.of_subject": lambda tx: tx.audit.of_subject("F1"),
    "search.facts": lambda tx: tx.search.facts("cache", WHERE, 10),
    "search.facts past": lambda tx: tx.search.facts("cache", PAST, 10),
    "search.observations": lambda tx: tx.search.observations(
        "cache", agent="ada", at=START, hidden_domain_ids=(2,), limit=10
    ),
    "search.terms": lambda tx: tx.search.terms(tx.search.facts("cache", WHERE, 10)),
    "vectors.nearest_facts": lambda tx: tx.vectors.nearest_facts(MODEL, at_angle(0), WHERE, 10),
    "vectors.nearest_facts past": lambda tx: tx.vectors.nearest_facts(MODEL, at_angle(0), PAST, 10),
    "vectors.nearest_observations": lambda tx: tx.vectors.nearest_observations(
        MODEL, at_angle(0), agent="ada", at=START, hidden_domain_ids=(2,), limit=10
    ),
    "vectors.of": lambda tx: tx.vectors.of(MODEL, tx.search.facts("cache", WHERE, 10), "ada"),
    "vectors.nearness": lambda tx: tx.vectors.nearness(MODEL, at_angle(0), tx.search.facts("cache", WHERE, 10), "ada"),
    "vectors.missing": lambda tx: tx.vectors.missing(MODEL),
    "vectors.without": lambda tx: tx.vectors.without(MODEL, 10),
    "vectors.models": lambda tx: tx.vectors.models(),
    "facts.supporters": lambda tx: tx.facts.supporters([1, 2]),
    "domains.list": lambda tx: tx.domains.list(),
}
# Tables of a few lines, lists that come as arguments (`b`, `g`: what such facts rest on), one row of the register, and
# the index where it is asked for matches or a row.
MAY_BE_READ_WHOLE = {"json_each", "d", "b", "g", "version_register", "vector_model"}
SCAN = re.compile(r"SCAN (?!CONSTANT ROW)(\w+)\b(?! VIRTUAL TABLE INDEX \d+:[M=])")


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connection]:
    path = tmp_path_factory.mktemp("plans") / "memory.db"
    store = PlainStore(path, FakeClock())
    store.write(add_fact)
    store.write(fill_in)
    store.close()
    file = opening.open_sync(path)
    with file.snapshot() as connection:
        yield connection
    file.close()


@pytest.fixture
def transaction(connection: Connection) -> Transaction:
    """On a store that has read no vectors yet."""
    return SqliteTransaction(connection, START, Path("memory.db"), SharedIndexes())


def plans_of(query: Callable[[Transaction], object], tx: Transaction, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each step of each plan that the query's statements have."""
    steps: list[str] = []
    explain = rows.select

    def explaining(name: str) -> None:
        run: Callable[..., Any] = getattr(rows, name)

        def explained(connection: Connection, sql: LiteralString, **values: Any) -> Any:
            steps.extend(row["detail"] for row in explain(connection, f"EXPLAIN QUERY PLAN {sql}", **values))
            return run(connection, sql, **values)

        monkeypatch.setattr(rows, name, explained)

    explaining("select")
    explaining("select_tuples")
    query(tx)
    return steps


@pytest.mark.parametrize("name", HOT)
def test_a_hot_query_reads_no_table_whole(name: str, transaction: Transaction, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = plans_of(HOT[name], transaction, monkeypatch)
    assert steps
    scanned = {found[1] for step in steps if (found := SCAN.match(step))}
    assert scanned <= MAY_BE_READ_WHOLE, steps


def test_a_domains_facts_are_counted_by_the_index_of_those_that_stand(
    transaction: Transaction, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = plans_of(lambda tx: tx.domains.list(), transaction, monkeypatch)
    assert any("INDEX fact_standing (domain_id=?)" in step for step in steps), steps


def test_an_index_reads_the_vectors_that_came_since_by_their_place_in_the_table(
    transaction: Transaction, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = plans_of(HOT["vectors.nearest_facts"], transaction, monkeypatch)
    assert any(step == "SEARCH vector USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)" for step in steps), steps
    assert not any("TEMP B-TREE" in step for step in steps if "vector" in step), steps
