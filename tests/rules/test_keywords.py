"""What names an option: its keyword in any inflection, and never a mere part of it."""

import pytest
from palimpsest.store.rules.analysis import index_terms
from palimpsest.store.rules.keywords import read_keyword


def is_named(keyword: str, text: str) -> bool:
    return read_keyword(keyword).stands_in(frozenset(index_terms(text)))


@pytest.mark.parametrize(
    ("keyword", "text"),
    [
        ("tab", "Indent with tabs."),
        ("tabs", "TAB indentation"),
        ("squash", "squashing commits is preferred"),
        ("snake_case", "prefers snake_case names"),
        ("snake_case", "prefers snake case"),
        ("camelCase", "camelCase, please"),
        ("Node.js", "runs on Node.js"),
        ("Node.js", "runs on nodejs"),
        ("3.11", "stay on Python 3.11"),
        ("--verbose", "pass --verbose"),
        ("C++", "writes C++"),
        ("four spaces", "indent by four spaces"),
        ("out of office", "Out-of-office replies are short"),
        ("blue green", "deployments are done blue-green"),
        ("Straße", "Die STRASSE bitte"),
        ("café", "in the Cafe"),
        ("Leerzeichen", "Einrückung mit Leerzeichen"),
        ("日本語", "返事は日本語で書いてほしい"),
    ],
)
def test_a_keyword_is_found_in_other_forms(keyword: str, text: str):
    assert is_named(keyword, text)


@pytest.mark.parametrize(
    ("keyword", "text"),
    [
        ("camelCase", "prefers snake_case names"),
        ("snake_case", "prefers camelCase names"),
        ("3.12", "stay on Python 3.11"),
        ("Node.js", "keeps the js folder tidy"),
        ("src/app.py", "likes short .py files"),
        ("Hellmodus", "Dunkelmodus"),
        ("Dunkelmodus", "in diesem Modus"),
        ("C++", "writes C"),
        ("dark mode", "in the dark"),
        ("two spaces", "four spaces"),
        ("", "anything"),
    ],
)
def test_a_part_of_a_keyword_names_nothing(keyword: str, text: str):
    assert not is_named(keyword, text)


def test_a_keyword_that_denies_says_so():
    assert read_keyword("no semicolons").is_denied
    assert not read_keyword("semicolons").is_denied
    assert not read_keyword("no").is_denied
