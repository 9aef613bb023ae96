"""Which words of two texts differ."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.tools.word_diff import Segments, diff

WORDS = st.lists(st.sampled_from(["port", "8080", "the", "日", "本", ".", "\n", " ", "\u202e"]), max_size=30)


def marked(segments: Segments) -> str:
    return "".join(f"[{text}]" if differs else text for text, differs in segments)


@pytest.mark.parametrize(
    ("old", "new", "old_marked", "new_marked"),
    [
        ("It is on port 8080.", "It is on port 9090 now.", "It is on port [8080].", "It is on port [9090 now]."),
        ("Redis 5.1 here", "Redis 5.2 here", "Redis [5.1] here", "Redis [5.2] here"),
        ("It doesn't wait", "It does wait", "It [doesn't] wait", "It [does] wait"),
        ("日本語を話す", "日本語を書く", "日本語を[話す]", "日本語を[書く]"),
        ("one  two", "one\ntwo", "one  two", "one\ntwo"),
        ("pay\u200bpal", "paypal", "[pay\u200bpal]", "[paypal]"),
        ("", "all of it", "", "[all of it]"),
        ("same", "same", "same", "same"),
        ("", "", "", ""),
    ],
)  # fmt: skip
def test_words_that_the_other_text_has_not_are_marked(old: str, new: str, old_marked: str, new_marked: str):
    before, after = diff(old, new)
    assert (marked(before), marked(after)) == (old_marked, new_marked)


@given(WORDS, WORDS)
def test_both_texts_stay_whole_and_what_is_unmarked_is_in_both(old: list[str], new: list[str]):
    before, after = diff("".join(old), "".join(new))
    assert "".join(one.text for one in before) == "".join(old)
    assert "".join(one.text for one in after) == "".join(new)
    assert _kept(before) == _kept(after)


@given(st.text(alphabet="日本語", max_size=12), st.text(alphabet="日本語", max_size=12))
def test_as_much_as_can_be_is_unmarked(old: str, new: str):
    assert len(_kept(diff(old, new)[0])) == _longest(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [("a " * 2000, "a b " * 1000), ("日本" * 2000, "本語日" * 1333), ("x  y" * 1000, "z")],
)  # fmt: skip
def test_no_text_of_full_length_takes_long(old: str, new: str):
    began = time.perf_counter()
    diff(old, new)
    assert time.perf_counter() - began < 0.5


def _kept(segments: Segments) -> str:
    return "".join("".join(text.split()) for text, differs in segments if not differs)


def _longest(old: str, new: str) -> int:
    row = [0] * (len(new) + 1)
    for one in old:
        before = 0
        for at, other in enumerate(new):
            before, row[at + 1] = row[at + 1], before + 1 if one == other else max(row[at + 1], row[at])
    return row[-1]
