"""Queries in thirteen languages: the time that they ask for is found, and none where they ask for none."""

import sys
from collections import Counter

import pytest
from time_cases import Case, read_cases, told

FIRST = read_cases("time_queries.tsv")
SECOND = read_cases("time_queries_second.tsv")


def misses(cases: list[Case]) -> list[str]:
    return [
        f"{case.id} {case.query}: {found}, not {case.expects}"
        for case in cases
        if (found := told(case.query)) != case.expects
    ]


@pytest.mark.parametrize("language", sorted({case.language for case in FIRST}))
def test_every_query_of_the_first_file_is_understood(language: str) -> None:
    assert misses([case for case in FIRST if case.language == language]) == []


def test_nearly_every_query_of_the_second_file_is_understood(capsys: pytest.CaptureFixture[str]) -> None:
    missed = misses(SECOND)

    with capsys.disabled():
        sys.stdout.write(f"\n  time of a query, second file: {len(SECOND) - len(missed)} of {len(SECOND)}\n")

    assert len(missed) <= 0.03 * len(SECOND), missed


def test_each_language_has_queries_with_and_without_time() -> None:
    kinds = Counter((case.language, case.expects == "none") for case in FIRST)

    for language in ("en", "sv", "zh", "de", "fr", "es", "ru", "ja", "it", "pt", "nl", "pl", "ko"):
        assert kinds[language, False] >= 10
        assert kinds[language, True] >= 2
