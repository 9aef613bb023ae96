"""Laws that hold for every query, in any language and of any length."""

import subprocess
import sys
import time
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palimpsest.store.rules.plain_text import plain
from palimpsest.store.rules.time_lexicon import words_of
from palimpsest.store.rules.time_query import find_time, without_time
from palimpsest.store.rules.time_vocabulary import letters, vocabulary_of
from palimpsest.store.rules.time_words import TIME_WORDS
from time_cases import NOW

WORDS = sorted({word.replace("_", " ") for code in TIME_WORDS for word in words_of(code)})
SIGNS = ["2023", "2024-05-01", "8", "31", "1st", "Q3", "3月", "2023年", "5/6/2024", "-", ",", ".", "?", "deploy", "'s"]
digits = st.text(st.characters(categories=["Nd", "Nl", "No", "Mn"]) | st.sampled_from("-/.:年月日w"), max_size=40)
anything = st.text(st.characters(), max_size=300) | digits
dense = st.lists(st.sampled_from(WORDS) | st.sampled_from(SIGNS), max_size=12).map(" ".join)
unspaced = st.lists(st.sampled_from(WORDS) | st.sampled_from(SIGNS), max_size=12).map("".join)
moments = st.datetimes(timezones=st.just(UTC))


@given(anything | dense | unspaced, moments)
@settings(deadline=None)
def test_stretches_are_ordered_and_places_lie_apart(query: str, now: datetime) -> None:
    found = find_time(query, now)

    assert all(span.start < span.end for span in found.spans)
    assert list(found.spans) == sorted(set(found.spans))
    assert all(0 <= place.start < place.end <= len(query) for place in found.words)
    assert all(one.end < other.start for one, other in pairwise(found.words))
    assert found.is_about_time == bool(found.words)


@given(anything | dense | unspaced)
@settings(deadline=None)
def test_the_same_query_has_the_same_time(query: str) -> None:
    assert find_time(query, NOW) == find_time(query, NOW)


@given(anything | dense)
@settings(deadline=None)
def test_a_query_never_loses_all_of_its_words(query: str) -> None:
    left = without_time(query, find_time(query, NOW))

    assert any(char.isalnum() for char in left) == any(char.isalnum() for char in query)


@given(st.text(st.characters(), max_size=200))
@settings(deadline=None)
def test_plain_text_is_as_long_as_the_text(text: str) -> None:
    assert len(plain(text)) == len(text)


def test_every_word_of_every_language_has_a_letter() -> None:
    for code in TIME_WORDS:
        for is_known in (True, False):
            vocabulary = vocabulary_of(code, is_known=is_known)
            phrases = [word for known in vocabulary.phrases.values() for _, word in known]
            assert {word.roles for word in (*vocabulary.words.values(), *phrases)} <= letters().keys()


@pytest.mark.parametrize(
    "text",
    [
        "the deploy of the service failed because of a timeout in ",
        "last week before the move, ",
        "when ",
        "2024-05-01 ",
        "我们上周部署了什么之前",
        "지난주에 무엇을 ",
        "на прошлой неделе ",
        "a'",
        "3月",
    ],
)
def test_ten_thousand_words_cost_little(text: str) -> None:
    query = (text * 10_000)[:60_000]
    find_time(query, NOW)
    costs: list[float] = []
    for _ in range(3):
        started = time.process_time()
        find_time(query, NOW)
        costs.append(time.process_time() - started)

    assert min(costs) < 0.05


def test_the_word_lists_are_not_loaded_before_the_first_query() -> None:
    code = (
        "import sys; from palimpsest.store.rules import intent, temporal, text_dates, time_query;"
        "print([m for m in sys.modules if 'time_words' in m or 'rules.languages' in m or 'intent_words' in m])"
    )

    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert result.stdout.strip() == "[]"
