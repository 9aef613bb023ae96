"""One way into each part of the store: the module that owns it is the only one that does it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from source_tree import Source, parse, sources, strings

STATEMENT = re.compile(r"INSERT|REPLACE|UPDATE|DELETE|SELECT|MATCH")


@cache
def calls(source: Source) -> tuple[tuple[str, ast.expr], ...]:
    """What each call calls, by the last part of its name."""
    called = [node.func for node in ast.walk(source.tree) if isinstance(node, ast.Call)]
    return tuple((_name(func), func) for func in called)


def callers(names: set[str], among: tuple[Source, ...] | None = None) -> set[str]:
    """The modules that call one of the functions; the modules that define them may."""
    found = {source.path for source in among or sources() for name, _ in calls(source) if name in names}
    return found - {source.path for source in among or sources() if names & functions(source)}


def functions(source: Source) -> set[str]:
    return {node.name for node in source.tree.body if isinstance(node, ast.FunctionDef)}


@cache
def texts(source: Source) -> tuple[str, ...]:
    """Every string of a module that could hold SQL; of an f-string the parts that stand in the source."""
    if not STATEMENT.search(source.text):
        return ()
    return tuple("".join(_parts(node)) for node in strings(source.tree))


def _parts(node: ast.Constant | ast.JoinedStr) -> Iterator[str]:
    for part in node.values if isinstance(node, ast.JoinedStr) else [node]:
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def writers(*tables: str, among: tuple[Source, ...] | None = None) -> set[str]:
    """The modules whose SQL changes one of the tables."""
    names = "|".join(tables)
    writes = re.compile(rf"\b(?:INSERT(?: OR \w+)? INTO|REPLACE INTO|UPDATE|DELETE FROM)\s+(?:{names})\b")
    return {source.path for source in among or sources() for text in texts(source) if writes.search(text)}


def test_only_the_search_module_speaks_to_the_full_text_builder():
    assert callers({"build_match", "encode_column"}) == {"store/search.py"}


def test_only_the_search_module_fills_the_full_text_index():
    assert writers("fulltext") - {"store/index.py"} == {"store/search.py"}
    assert callers({"index_fact", "index_observation"}) == {
        "store/facts.py",
        "store/observations.py",
        "store/index.py",
    }


def test_rows_get_the_vectors_at_hand_where_they_are_inserted_alone():
    assert callers({"add_at_hand"}) == {"store/facts.py", "store/observations.py"}


def test_no_module_outside_the_search_module_matches_full_text():
    assert {source.path for source in sources() for text in texts(source) if " MATCH " in text} == {"store/search.py"}


@pytest.mark.parametrize(
    ("tables", "owner"),
    [
        (("fact", "fact_state", "fact_source", "fact_mention"), "store/facts.py"),
        (("observation", "observation_ref", "observation_use"), "store/observations.py"),
        (("policy", "policy_source", "notes"), "store/policies.py"),
        (("hot_item",), "store/hot_items.py"),
        (("conflict",), "store/conflicts.py"),
        (("edge",), "store/edges.py"),
        (("domain", "access_grant", "setting"), "store/domains.py"),
        (("audit",), "store/audit.py"),
        (("batch",), "store/batches.py"),
        (("row_change",), "store/journal.py"),
        (("decision",), "store/decisions.py"),
        (("review", "review_fact"), "store/reviews.py"),
        (("conflict_finding",), "store/resolutions.py"),
        (("property",), "store/index.py"),
        (("vector", "vector_model"), "store/vectors.py"),
        (("lease",), "store/leases.py"),
        (("version_register", "working_tree", "file_stamp"), "store/versions.py"),
        (("vector_model_use", "vector_refused", "vector_trouble"), "store/upkeep.py"),
        (("erased", "erased_change"), "store/erasing.py"),
    ],
)
def test_a_table_is_written_by_its_own_module_alone(tables: tuple[str, ...], owner: str):
    for table in tables:
        beside = {"store/journal.py", "store/erasing.py"} - {owner}
        assert writers(table) - beside == {owner}


def test_what_is_erased_goes_from_every_table_at_one_place():
    assert callers({"erase"}, tuple(source for source in sources() if source.path.startswith("store/"))) == {
        "store/erasures.py"
    }
    assert callers({"clean"}, tuple(source for source in sources() if source.path.startswith("store/"))) == {
        "store/sqlite.py"
    }


def test_beside_its_own_module_a_table_is_written_by_the_journal_that_puts_rows_back():
    assert writers("fact", "fact_state", "audit", "domain", "vector", "fulltext") & {"store/journal.py"} == set()


def test_a_fact_is_inserted_and_recorded_at_one_place_each():
    facts = next(source for source in sources() if source.path == "store/facts.py")
    for table in ("fact", "fact_state"):
        assert sum(bool(re.search(rf"INSERT INTO {table}\b", text)) for text in texts(facts)) == 1


def test_times_are_written_by_one_function():
    tables = tuple(source for source in sources() if re.fullmatch(r"store/\w+\.py", source.path))
    assert callers({"isoformat", "strftime"}, tables) <= {"store/rows.py"}
    in_sql = re.compile(r"CURRENT_TIMESTAMP|\b(?:datetime|strftime|julianday|unixepoch)\s*\(|'now'", re.IGNORECASE)
    assert [source.path for source in tables for text in texts(source) if in_sql.search(text)] == []


def test_one_clock_is_asked_for_the_time():
    asked = {"now", "utcnow", "today"}

    def asks(source: Source) -> bool:
        named = (func for name, func in calls(source) if name in asked)
        return any(isinstance(func, ast.Attribute) and _name(func.value) in ("datetime", "date") for func in named)

    assert {source.path for source in sources() if asks(source)} <= {"store/clock.py", "server/commands/demo.py"}


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


CASES: list[tuple[str, Callable[[tuple[Source, ...]], set[str]]]] = [
    ("fulltext.build_match('x')", lambda among: callers({"build_match"}, among)),
    ("build_match('x')", lambda among: callers({"build_match"}, among)),
    ("X = '''\nINSERT INTO fact (id)\n'''", lambda among: writers("fact", among=among)),
    ("X = f'UPDATE fact SET {Y}'", lambda among: writers("fact", among=among)),
    ("X = 'INSERT OR REPLACE INTO fact (id)'", lambda among: writers("fact", among=among)),
    ("X = 'DELETE FROM fact'", lambda among: writers("fact", among=among)),
]


@pytest.mark.parametrize(("text", "look"), CASES)
def test_another_way_in_would_be_seen(text: str, look: Callable[[tuple[Source, ...]], set[str]]):
    assert look((parse("x.py", text),)) == {"x.py"}


@pytest.mark.parametrize("text", ["X = 'UPDATE fact_state SET y'", "X = 'SELECT 1 FROM fact'"])
def test_another_table_is_not_taken_for_it(text: str):
    assert writers("fact", among=(parse("x.py", text),)) == set()
