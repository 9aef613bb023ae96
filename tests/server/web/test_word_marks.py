"""Two texts with the words marked that differ, as a page shows them: whole, harmless, and never without measure."""

from __future__ import annotations

from bs4 import BeautifulSoup
from palimpsest.server.web.visible import visible
from palimpsest.server.web.word_marks import word_diff

MOST_BYTES = 100_000
ODD = "x" + "\u200b\u202e" * 1999


def test_differing_words_are_marked_in_both_and_markup_in_them_is_text() -> None:
    before, after = word_diff("<b>port</b> 8080", "<b>port</b> 9090")
    assert str(before) == "<bdi>&lt;b&gt;port&lt;/b&gt; <del>8080</del></bdi>"
    assert str(after) == "<bdi>&lt;b&gt;port&lt;/b&gt; <ins>9090</ins></bdi>"


def test_odd_characters_are_written_out_in_what_differs() -> None:
    assert "<del>" in word_diff("pay\u200bpal", "paypal")[0]
    assert "⟨U+200B⟩" in word_diff("pay\u200bpal", "paypal")[0]


def test_texts_that_differ_everywhere_stay_small_and_whole() -> None:
    old, new = "a b " * 1000, "a c " * 1000
    before, after = word_diff(old, new)
    assert (_text(before), _text(after)) == (old, new)
    assert (before.count("<del>"), after.count("<ins>")) == (1, 1)
    assert before.startswith("<bdi>a <del>b a ")


def test_thousands_of_odd_characters_stay_small_and_all_are_written_out() -> None:
    other = "y" + "\u202e\u200b" * 1999
    for shown in (visible(ODD), *word_diff(ODD, other), *word_diff(ODD, "z\u200b " * 1300)):
        assert len(shown.encode()) < MOST_BYTES
    assert visible(ODD).count("⟨U+") == len(ODD) - 1
    assert visible(ODD).count("<span") == 100


def _text(shown: str) -> str:
    return BeautifulSoup(shown, "html.parser").get_text()
