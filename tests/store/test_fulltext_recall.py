"""Facts in many languages are found by other forms of their words, without diacritics, and by identifiers."""

import json
from pathlib import Path
from typing import Any

import pytest
from fulltext_table import FulltextTable
from shared_data import shared_path

OWN = Path(__file__).parent.parent / "data/recall_more_languages.json"
DEPTH = 5
KINDS = ("inflected", "identifier", "diacritics_or_case")
# No stemmer knows broken plurals, or a consonant that changes inside a compound.
MISSED = {"فاتورة", "kaupassa"}


def load(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))


def recalls(data: dict[str, Any]) -> dict[tuple[str, str], float]:
    """Recall@5 of each query by its kind and text."""
    table = FulltextTable()
    ids: dict[int, str] = {}
    for fact in data["facts"]:
        ids[table.add(fact["content"], topic=fact["topic"])] = fact["id"]
    found: dict[tuple[str, str], float] = {}
    for query in data["queries"]:
        ranked = {ids[row] for row in table.search(query["q"])[:DEPTH]}
        found[query["kind"], query["q"]] = len(ranked & set(query["relevant"])) / len(query["relevant"])
    table.close()
    return found


@pytest.mark.parametrize("language", load(OWN))
def test_facts_of_a_language_are_found_by_the_forms_people_type(language: str) -> None:
    missed = {query for (_, query), recall in recalls(load(OWN)[language]).items() if recall < 1.0}

    assert missed <= MISSED


@pytest.mark.parametrize("language", ["en", "sv", "zh"])
def test_shared_facts_are_found_by_every_query_that_shares_their_words(language: str) -> None:
    found = recalls(load(shared_path("data/multilingual_recall.json"))[language])

    assert {query for (kind, query), recall in found.items() if kind in KINDS and recall < 1.0} == set()


def test_a_memory_in_many_languages_still_finds_each() -> None:
    everything: dict[str, Any] = {"facts": [], "queries": []}
    for data in load(OWN).values():
        everything["facts"] += data["facts"]
        everything["queries"] += data["queries"]

    found = recalls(everything)

    assert sum(found.values()) / len(found) > 0.97
