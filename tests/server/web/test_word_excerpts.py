"""Two long texts are cut to where they differ, visibly, and never to more than a list has room for."""

from __future__ import annotations

import re

from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st
from palimpsest.server.web.word_excerpts import MOST_CHARS, MOST_MARKUP, diff_excerpt

GAP = re.compile(r"\[… (\d+) …\]")
WORDS = st.lists(st.sampled_from(["gate", "open", "shut", "\u202e", "<b>", "北門", "&", "9"]), max_size=400)


def plain(markup: str) -> str:
    return BeautifulSoup(markup, "html.parser").get_text()


def test_short_texts_stay_whole():
    before, after = diff_excerpt("The port is 1.", "The port is 2.")
    assert (plain(before), plain(after)) == ("The port is 1.", "The port is 2.")
    assert "<del>1</del>" in before
    assert "<ins>2</ins>" in after


def test_what_differs_in_the_middle_is_shown_with_what_stands_beside_it():
    before, _ = diff_excerpt("left " * 300 + "one" + " right" * 300, "left " * 300 + "two" + " right" * 300)
    text = plain(before)
    assert re.fullmatch(r" \[… 1380 …\] (left )+one( right)+ \[… 1680 …\] ", text), text


def test_a_text_of_nothing_but_odd_characters_still_shows_some_and_how_many_more_there_are():
    before, after = diff_excerpt("\u202e" * 4000, "x" * 4000)
    assert 0 < before.count("⟨U+202E⟩") < 200
    assert before.count("⟨U+202E⟩") + int(GAP.findall(before)[0]) == 4000
    assert plain(after).startswith("x" * MOST_CHARS)
    assert GAP.findall(after) == ["3000"]


@settings(max_examples=60, deadline=None)
@given(WORDS, WORDS)
def test_every_character_is_shown_or_counted(old: list[str], new: list[str]):
    for text, shown in zip((" ".join(old), " ".join(new)), diff_excerpt(" ".join(old), " ".join(new)), strict=True):
        assert len(shown) < MOST_MARKUP + 1000
        kept = GAP.sub("", re.sub(r" (\[… \d+ …\]) ", r"\1", plain(shown))).replace("⟨U+202E⟩", "\u202e")
        assert len(kept) + sum(map(int, GAP.findall(shown))) == len(text)
