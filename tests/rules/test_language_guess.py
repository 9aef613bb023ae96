"""The language of a text is guessed from its own evidence, and left open where there is none."""

import json
from pathlib import Path
from typing import Any

import pytest
from palimpsest.store.rules.language import candidates, guess, plain, script_of

OWN = Path(__file__).parent.parent / "data/recall_more_languages.json"
WITHOUT_A_CHOICE = frozenset(("code", "ja", "ko", "th", "lo", "km", "my"))


def languages() -> list[str]:
    return [name for name in json.loads(OWN.read_text(encoding="utf-8")) if name not in WITHOUT_A_CHOICE]


@pytest.mark.parametrize("language", languages())
def test_all_facts_of_a_language_together_tell_which_it_is(language: str) -> None:
    data: Any = json.loads(OWN.read_text(encoding="utf-8"))[language]
    text = " ".join(fact["content"] for fact in data["facts"])
    words = [word.strip(".,:\"'«»").lower() for word in text.split()]
    script = max(map(script_of, filter(None, words)), key=[script_of(word) for word in words if word].count)

    found = guess([word for word in words if word and script_of(word) == script], script)

    assert found.is_sure
    assert language in found.languages


def test_a_word_without_evidence_may_be_of_any_language_of_its_script() -> None:
    found = guess(["kubernetes"], "latin")

    assert not found.is_sure
    assert set(found.languages) == set(candidates("latin"))


def test_function_words_count_without_their_diacritics_too() -> None:
    assert guess(["varfor", "ar", "inte", "losenordet", "bytt"], "latin").languages[0] == "sv"


def test_a_script_of_one_language_leaves_no_doubt() -> None:
    found = guess(["κωδικός"], "greek")

    assert (found.languages, found.is_sure) == (("el",), True)


def test_an_unknown_script_has_no_language() -> None:
    assert guess(["ሰላም"], script_of("ሰላም")).languages == ()


def test_function_words_are_compared_folded_and_without_apostrophes() -> None:
    assert plain("Don't") == "dont"
    assert plain("Är") == "ar"
