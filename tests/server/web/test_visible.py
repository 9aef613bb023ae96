import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.server.web.visible import SEEN, visible, visible_plain


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("invoice\u202efdp.exe", "invoice⟨U+202E⟩fdp.exe"),
        ("pay\u200bpal", "pay⟨U+200B⟩pal"),
        ("pay\u200dpal", "pay⟨U+200D⟩pal"),
        ("bell\x07", "bell⟨U+0007⟩"),
        ("hidden \U000e0068\U000e0069", "hidden ⟨U+E0068⟩⟨U+E0069⟩"),
        ("one\u2028two", "one⟨U+2028⟩two"),
    ],
)
def test_what_cant_be_seen_or_turns_text_around_is_written_out(text: str, shown: str) -> None:
    assert visible_plain(text) == shown


@pytest.mark.parametrize("text", ["می‌خواهم", "क्‍ष", "👩‍👩‍👧", "❤️", "naïve\ttext\nand more", "שלום", "日本語"])
def test_what_scripts_and_emoji_need_stays_as_it_is(text: str) -> None:
    assert visible_plain(text) == text


def test_markup_in_text_is_text() -> None:
    assert visible("<b>&\"'") == "<bdi>&lt;b&gt;&amp;&#34;&#39;</bdi>"


def test_an_odd_character_is_named_where_it_stands() -> None:
    assert 'title="right-to-left override"' in visible("a\u202eb")


@given(st.text())
def test_nothing_unseen_is_left_but_what_joins(text: str) -> None:
    left = [char for char in visible_plain(text) if unicodedata.category(char) in ("Cc", "Cf", "Co", "Zl", "Zp")]
    assert set(left) <= {"\t", "\n", "\u200c", "\u200d", *SEEN}


@given(st.text())
def test_what_is_seen_can_be_read_back(text: str) -> None:
    back = re.sub("⟨U\\+([0-9A-F]+)⟩", lambda found: chr(int(found[1], 16)), visible_plain(text))
    assert back == text or "⟨U+" in text
