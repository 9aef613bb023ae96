"""Who says a text, and whether a query names them."""

import pytest
from palimpsest.store.rules.speaker import Named, speaker_of


@pytest.mark.parametrize(
    ("text", "speaker"),
    [
        ("Ann: I moved to Lisbon.", "ann"),
        ("[2 May 2023] Ann: I moved.", "ann"),
        ("(standup, Monday) José Luis: done", "jose luis"),
        ("小明：我喜欢茶", "小明"),
        ("Анна: да", "анна"),
        ("We moved to Lisbon.", None),
        ("https://example.org is down", None),
        ("12:30 lunch", None),
        ("The four things that Ann wants most: tea", None),
        ("", None),
        ("a:b", None),
    ],
)
def test_the_name_that_a_text_stands_under_is_found(text: str, speaker: str | None):
    assert speaker_of(text) == speaker


@pytest.mark.parametrize(
    ("query", "speaker", "is_named"),
    [
        ("Where did Ann move?", "ann", True),
        ("What is Ann's city?", "ann", True),
        ("Where did ANN move?", "ann", True),
        ("What did Hannah say?", "ann", False),
        ("What does José Luis do?", "jose luis", True),
        ("小明喜欢什么", "小明", True),
        ("ванна сломана", "анна", False),
        ("where", "ann", False),
    ],
)
def test_a_query_names_a_speaker_by_the_whole_word(query: str, speaker: str, is_named: bool):
    assert Named(query).has(speaker) is is_named


def test_a_very_long_text_is_read_at_its_beginning_only():
    assert speaker_of("x" * 100_000 + ": no") is None
