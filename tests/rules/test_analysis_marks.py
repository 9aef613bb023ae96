"""Words made of marks and few letters, in every script: all of them are texts and queries."""

from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palimpsest.store.rules import language, language_signs, light_stems, scripts, stems
from palimpsest.store.rules.analysis import index_terms, query_terms
from palimpsest.store.rules.words import LONGEST_TERM

MARKS = (
    "\u0301\u0308\u0345\u0483\u0591\u059f\u05b0\u05bf\u0610\u064b"
    "\u0651\u0670\u093c\u094d\u0e31\u3099\uff9e\u20dd\ufe0f\u200d"
)
LETTERS = "aZø\u0130ßλςжіאםוتيهकिழகກกกำ한국가のカ漢1\u0663_-'/.#+"
LANGUAGES = tuple(sorted(set(chain.from_iterable(language_signs.LANGUAGES_OF.values()))))

runs_of_one = st.tuples(st.sampled_from(MARKS + LETTERS), st.sampled_from((1, 1, 2, LONGEST_TERM, 2 * LONGEST_TERM)))
marked_words = st.lists(runs_of_one, max_size=5).map(lambda runs: "".join(char * times for char, times in runs))


@pytest.mark.parametrize(
    ("text", "term"),
    [("\u0301" * 96 + "a", "a"), ("\u059f" * 96 + "\u05d0", "\u05d0"), ("\u0301" * 96 + "cache", "cache")],
)
def test_a_word_behind_many_marks_is_found_by_its_letters(text: str, term: str) -> None:
    assert term in index_terms(text)
    assert term in query_terms(text)[0].terms


@pytest.mark.parametrize("text", ["\u0301", "\u0301" * 200, "\u059f" * 97, "\u0301_\u0301", " \u064b \u0308 "])
def test_marks_alone_are_looked_for_by_nothing(text: str) -> None:
    assert query_terms(text) == []


@given(st.lists(marked_words, max_size=4).map(" ".join))
@settings(max_examples=300)
def test_any_text_of_marks_and_few_letters_has_terms_that_are_not_empty(text: str) -> None:
    assert all(index_terms(text))
    assert all(term.terms and all(term.terms) for term in query_terms(text))


@given(marked_words, st.sampled_from(LANGUAGES))
@settings(max_examples=300)
def test_every_stemmer_takes_any_word(word: str, code: str) -> None:
    lower, bare = scripts.lower(word), scripts.fold(word)

    assert all(stems.stems(lower, (code,)))
    assert all(stems.guessed_stems(lower, (code,)))
    assert bare.startswith(stems.beginning((bare,), (code,)))
    assert bare in light_stems.hebrew_stems(bare)
    assert language.plain(lower) == bare.replace("'", "")
    assert all(chain(light_stems.compound_parts(bare, bare), light_stems.compound_tails(bare)))
    assert bare.startswith(light_stems.without_hangul_ending(bare))


def test_no_stemmer_stumbles_over_an_empty_word() -> None:
    for code in LANGUAGES:
        assert stems.stems("", (code,)) == ()
        assert stems.beginning(("",), (code,)) == ""
    assert light_stems.hebrew_stems("") == ("",)
