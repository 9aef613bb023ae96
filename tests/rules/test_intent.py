"""What kind of answer a query wants."""

import csv
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palimpsest.store.rules.intent import Intent, classify
from palimpsest.store.rules.time_query import find_time
from time_cases import NOW

DATA = Path(__file__).resolve().parents[1] / "data"


class Row(NamedTuple):
    id: str
    language: str
    intent: str
    query: str


def read_rows(name: str) -> list[Row]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return [Row(*row) for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)][1:]


def intent_of(query: str) -> Intent:
    return classify(query, find_time(query, NOW))


def is_odd(row: Row) -> bool:
    return int(row.id[1:]) % 2 == 1


def is_even(row: Row) -> bool:
    return not is_odd(row)


def is_any(row: Row) -> bool:
    return bool(row.id)


@pytest.mark.parametrize(
    ("title", "file", "belongs"),
    [
        ("tuning half", "intents.tsv", is_odd),
        ("held-out half", "intents.tsv", is_even),
        ("second file", "intents_second.tsv", is_any),
    ],
)
def test_nearly_every_intent_is_told(
    title: str, file: str, belongs: Callable[[Row], bool], capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [row for row in read_rows(file) if belongs(row)]
    wrong = [f"{row.id} {row.query}: {found}" for row in rows if (found := intent_of(row.query)) != row.intent]

    with capsys.disabled():
        sys.stdout.write(f"\n  intent, {title}: {len(rows) - len(wrong)} of {len(rows)}\n")

    assert len(wrong) <= 0.05 * len(rows), wrong


def test_each_language_has_queries_of_each_kind() -> None:
    kinds = Counter((row.language, row.intent) for row in read_rows("intents.tsv"))

    for language in ("en", "sv", "zh", "de", "fr", "es", "ru", "ja"):
        assert all(kinds[language, intent.value] >= 3 for intent in Intent)


@pytest.mark.parametrize(
    "query",
    ["mikä on tietokannan portti", "jak se jmenuje databáze", "cache eviction", "", "???", "🎉", "ฐานข้อมูลคืออะไร"],
)
def test_a_language_without_word_lists_and_bare_words_are_general(query: str) -> None:
    assert intent_of(query) is Intent.GENERAL


@pytest.mark.parametrize(
    ("query", "intent"),
    [
        ("who joined last month", Intent.TEMPORAL),
        ("how do I restart the worker after the upgrade", Intent.PROCEDURAL),
        ("which editor does Lena like best since the latest release", Intent.PREFERENCE),
        ("who owns the latest release", Intent.TEMPORAL),
        ("who owns the port", Intent.ENTITY),
        ("which port is it", Intent.FACTUAL),
    ],
)
def test_what_says_more_outweighs_what_says_less(query: str, intent: Intent) -> None:
    assert intent_of(query) is intent


@given(st.text(st.characters(), max_size=400))
@settings(deadline=None)
def test_any_text_has_one_intent_and_always_the_same(query: str) -> None:
    assert intent_of(query) is intent_of(query)


def test_both_ends_of_a_pasted_text_are_read() -> None:
    log = "GET /index 200\n" * 2_000

    assert intent_of(f"How do I fix this?\n{log}") is intent_of(f"{log}\nHow do I fix this?") is Intent.PROCEDURAL
