"""What text the store takes in."""

import sys
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.rules.text import (
    InvalidText,
    TextBlank,
    TextHasNul,
    TextNotUnicode,
    TextTooLong,
    clean_label,
    clean_text,
    is_blank,
)

_NONCHARACTERS = [
    *range(0xFDD0, 0xFDF0),
    *(plane + end for plane in range(0, 0x110000, 0x10000) for end in (0xFFFE, 0xFFFF)),
]
_ANYTHING = st.text(st.characters(codec=None), max_size=60)


def _cleaned(text: str, limit: int = 100) -> str:
    return clean_text(text, name="content", limit=limit)


@pytest.mark.parametrize(
    "text",
    [
        "plain",
        "  indented\n\ttext \n",
        "bell \x07, escape \x1b[0m, delete \x7f, next line \x85",
        "\u200fשלום\u200e",
        "می\u200cخواهم",
        "👩\u200d👩\u200d👧 and 🏴\U000e0067\U000e0062\U000e007f",
        "private \ue000 and unassigned \U0003fff0",
        "\ufeffstarts with a byte order mark",
    ],
)
def test_odd_but_valid_text_is_kept_verbatim(text: str) -> None:
    assert _cleaned(text) == text


def test_decomposed_text_is_composed() -> None:
    assert _cleaned("cafe\u0301 \u1112\u1161\u11ab") == "café 한"


def test_nul_is_refused_with_its_position() -> None:
    with pytest.raises(TextHasNul, match="content holds a NUL character at position 3") as caught:
        _cleaned("abc\0def")
    assert caught.value.position == 3


@pytest.mark.parametrize("code_point", [0xD800, 0xDBFF, 0xDC00, 0xDFFF, *_NONCHARACTERS])
def test_surrogates_and_noncharacters_are_refused(code_point: int) -> None:
    with pytest.raises(TextNotUnicode, match=f"U\\+{code_point:04X} at position 1") as caught:
        _cleaned(f"a{chr(code_point)}b")
    assert (caught.value.position, caught.value.code_point) == (1, code_point)


@pytest.mark.parametrize("code_point", [0xD7FF, 0xE000, 0xFDCF, 0xFDF0, 0xFFFD, 0x10000, 0x1FFFD, 0x10FFFD])
def test_neighbours_of_the_refused_ranges_are_kept(code_point: int) -> None:
    assert _cleaned(f"a{chr(code_point)}b") == f"a{chr(code_point)}b"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \t\r\n\u00a0\u2003\u3000",
        "\u200b\u200c\u200d\u2060",
        "\ufeff",
        "\x01\x07\x1b\x7f\x9f",
        "\ufe0f\U000e0100",
        "\u3164\u115f\u1160\uffa0",
        "\u2800\u2800",
        "\u0301\u0323",
        "\u20dd\u0903",
        "\u00ad\u034f\u180e\u2065\u17b4",
        "\u202e\u2066\u2069",
        "\U000e0001\U000e0041\U000e0fff",
        "\U0001d159",
    ],
)
def test_text_that_shows_nothing_is_blank(text: str) -> None:
    assert is_blank(text)
    with pytest.raises(TextBlank, match="content is blank"):
        _cleaned(text)


@pytest.mark.parametrize("text", ["a", " ?", "\u200b。", "👍", "\u0301e", "한", "⠁", "\ufffd", "\ue000", "0"])
def test_one_visible_character_is_enough(text: str) -> None:
    assert not is_blank(text)


def test_too_long_text_names_length_and_limit() -> None:
    with pytest.raises(TextTooLong, match=r"content has 4,001 characters, the limit is 4,000") as caught:
        _cleaned("x" * 4001, limit=4000)
    assert (caught.value.length, caught.value.limit) == (4001, 4000)


def test_length_counts_composed_characters() -> None:
    assert len(_cleaned("\u03b1\u0313\u0300\u0345" * 50, limit=50)) == 50
    with pytest.raises(TextTooLong, match="51 characters"):
        _cleaned("e\u0301" * 51, limit=50)


def test_label_loses_the_whitespace_around_it_before_counting() -> None:
    assert clean_label("  build  tool \n", name="topic", limit=11) == "build  tool"


def test_blank_label_is_refused() -> None:
    with pytest.raises(TextBlank, match="topic is blank"):
        clean_label(" \n ", name="topic", limit=200)


@pytest.mark.parametrize("text", ["\0", "\ud800", "\U0010ffff", "", "x" * 5_000_001, "\0" * 10])
def test_refusals_are_one_short_sentence_about_the_field(text: str) -> None:
    with pytest.raises(InvalidText) as caught:
        clean_text(text, name="source_observation", limit=1_000_000)
    message = str(caught.value)
    assert message.startswith("source_observation ")
    assert len(message) <= 200
    assert len(message.splitlines()) == 1
    assert caught.value.name == "source_observation"


@given(_ANYTHING)
def test_what_is_taken_is_nfc_and_taken_again_unchanged(text: str) -> None:
    try:
        taken = _cleaned(text)
    except InvalidText:
        return
    assert taken == unicodedata.normalize("NFC", text)
    assert _cleaned(taken) == taken
    taken.encode()


@given(
    st.text(
        st.sampled_from("aäe\u0301\u0323\u0315\u0345\u0f71\u0f73\u0f74\u1100\u1161\u11a8\uac00\u0344\ufb2c\u1d15e"),
        max_size=90,
    )
)
def test_marks_in_any_order_compose_as_the_standard_library_does(text: str) -> None:
    try:
        assert clean_text(text, name="content", limit=1000) == unicodedata.normalize("NFC", text)
    except TextBlank:
        assert is_blank(text)


@pytest.mark.parametrize("run", ["\u0315\u0300\u0323\u0321", "\u0f73", "\u0344\u0323"])
def test_long_run_of_unordered_marks_takes_linear_time(run: str) -> None:
    started = time.process_time()
    with pytest.raises(TextTooLong):
        clean_text("a" + run * (38_000 // len(run)), name="query", limit=10_000)
    assert time.process_time() - started < 0.4


def test_megabyte_is_refused_before_it_is_looked_at() -> None:
    started = time.process_time()
    with pytest.raises(TextTooLong, match="1,000,000"):
        clean_text("\u0315\u0300" * 500_000, name="content", limit=4000)
    assert time.process_time() - started < 0.1


def test_every_invisible_category_of_this_unicode_version_is_blank() -> None:
    invisible = (chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code))[0] in "ZM")
    assert all(is_blank(ch) for ch in invisible)
