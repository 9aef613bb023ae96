"""Which texts quote others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.rules.quoting import LEAST_CHARS, quoting

WORDS = st.lists(st.sampled_from(["a", "Redis", "cache", "is", "the", "é", "缓存"]), min_size=1, max_size=5)


def quoted(text: str, *wanted: str) -> tuple[int, ...]:
    found = list(quoting([("F1", text)], dict(enumerate(wanted))))
    return found[0][1] if found else ()


@pytest.mark.parametrize(
    "text",
    [
        "The cache is Redis.",
        "THE CACHE IS REDIS",
        "He said: the cache is redis, and left.",
        "(the cache is redis)",
        "first line\nthe cache is redis\nlast line",
    ],
)
def test_a_text_is_found_word_for_word_whatever_its_case_and_end(text: str):
    assert quoted(text, "The cache is Redis.", "The cache is Valkey.") == (0,)


@pytest.mark.parametrize("text", ["The cache was Redis.", "Redis", "The cache  is Redis"])
def test_another_wording_is_no_quote(text: str):
    assert quoted(text, "The cache is Redis.") == ()


def test_what_is_in_every_other_text_is_not_looked_for():
    assert quoted("The port is 80.", "80", "...") == ()
    assert quoted("缓存是红色的", "缓存是红色的。") == (0,)


@given(st.lists(WORDS, min_size=1, max_size=4), st.lists(WORDS, min_size=1, max_size=4))
def test_it_finds_what_looking_through_everything_finds(texts: list[list[str]], wanted: list[list[str]]):
    named = [(f"F{number}", " ".join(words)) for number, words in enumerate(texts)]
    plain = {number: " ".join(words).casefold() for number, words in enumerate(wanted)}
    expected = [
        (name, tuple(n for n, needle in plain.items() if len(needle) >= LEAST_CHARS and needle in text.casefold()))
        for name, text in named
    ]
    assert list(quoting(named, plain)) == [one for one in expected if one[1]]
