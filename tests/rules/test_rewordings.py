"""Statements that bear out one value in other words, where a fact would not be dropped for the other."""

import pytest
from conflict_pairs import answer, read_pairs
from palimpsest.store.rules.conflict import analyse_claim
from palimpsest.store.rules.rewordings import is_reworded, say_the_same
from shared_data import shared_path
from source_tree import REPOSITORY


def are_reworded(one: str, other: str) -> bool:
    """Read both ways round, which must not matter."""
    first, second = analyse_claim(one), analyse_claim(other)
    assert is_reworded(first, second) == is_reworded(second, first)
    return is_reworded(first, second)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("billing runs Postgres 16 now", "The billing service is on Postgres 16."),
        ("billing listens on port 8443", "The billing service listens on port 8443."),
        ("The port of the billing service is 8443.", "billing listens on port 8443"),
        ("搜索服务运行的是 MySQL 8.0。", "搜索服务的 MySQL 是 8.0。"),
    ],
)
def test_a_spared_verb_or_word_of_sort_changes_nothing(one: str, other: str):
    assert are_reworded(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("billing runs Postgres 15 now", "The billing service is on Postgres 16."),
        ("billing listens on port 8443", "billing writes to port 8443"),
        ("billing runs Postgres 16", "search runs Postgres 16"),
        ("billing runs Postgres 16", "billing no longer runs Postgres 16"),
        ("billing is on Postgres 16", "billing was on Postgres 16"),
        ("billing runs Postgres 16", "billing may run Postgres 16"),
        ("billing runs Postgres 16", "billing runs Postgres 16 in staging"),
        ("billing runs Postgres 16", "billing supports Postgres 16"),
        ("billing runs Postgres 16", "billing runs only Postgres 16"),
        ("Elif lives in Oslo.", "Elif works in Oslo."),
        ("Elif is in Oslo.", "Elif lives in Oslo."),
        ("The search team has 4 members.", "The search service has 4 members."),
    ],
)
def test_another_verb_thing_scope_or_value_is_another_statement(one: str, other: str):
    assert not are_reworded(one, other)


def test_pairs_that_people_call_compatible_or_opposed_are_not_taken_for_one_statement():
    files = [
        shared_path("vectors/conflict_pairs.tsv"),
        *sorted((REPOSITORY / "tests" / "data").glob("conflict_pairs_*.tsv")),
    ]
    mistaken = [
        (pair.old, pair.new)
        for path in files
        for pair in read_pairs(path)
        if pair.label != "duplicate" and answer(pair) == "compatible"
        if say_the_same(analyse_claim(pair.old), analyse_claim(pair.new))
    ]
    assert mistaken == []
