"""Both languages say everything, with the same values in the same places."""

import re
from pathlib import Path

import pytest
from palimpsest.server.web import rendering
from palimpsest.server.web.words import FORMS, LANGUAGES, Entry, choose, entries, words

SOURCES = sorted(rendering.FOLDER.glob("*.html")) + sorted(
    one for one in Path(rendering.__file__).parent.rglob("*.py") if one.name != "words.py"
)
ASKED = re.compile(r"""\b(?:t|words|page\.words)(?:\.plain)?\(\s*f?["']([a-z_]+(?:\.[a-z_0-9]+)+)["']""")


def _values(entry: Entry) -> set[str]:
    text = entry if isinstance(entry, str) else " ".join(entry.values())
    return set(re.findall(r"{(\w+)", text))


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_every_language_says_what_english_says(language: str) -> None:
    assert entries(language).keys() == entries("en").keys()


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_sentences_of_every_language_take_the_same_values(language: str) -> None:
    other = entries(language)
    assert {key: _values(other[key]) for key in other} == {key: _values(entry) for key, entry in entries("en").items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_empty(language: str) -> None:
    assert [
        key
        for key, entry in entries(language).items()
        if not entry or (not isinstance(entry, str) and set(entry) != FORMS)
    ] == []


def test_every_sentence_that_is_asked_for_by_name_is_there() -> None:
    asked = {key for source in SOURCES for key in ASKED.findall(source.read_text("utf-8"))}
    assert asked
    assert {key for key in asked if key not in entries("en")} == set()


def test_values_are_text_and_never_markup() -> None:
    said = words("en")("page.leave", person="<b>\u202e")
    assert "&lt;b&gt;" in said
    assert "⟨U+202E⟩" in said


def test_backticks_mark_code() -> None:
    assert words("en")("page.script.ended").count("<code>palimpsest open</code>") == 1
    assert "`" not in words("en").plain("page.script.ended")


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert [words(one).number(1234.567, 2) for one in ("en", "nl")] == ["1,234.57", "1.234,57"]
    assert [words(one).number(10000, 0) for one in ("en", "nl")] == ["10,000", "10.000"]


def test_number_chooses_the_form() -> None:
    assert words("en").plain("page.waiting.conflicts", n=1) == "1 open conflict"
    assert words("en").plain("page.waiting.conflicts", n=2) == "2 open conflicts"


@pytest.mark.parametrize(
    ("chosen", "accepted", "language"),
    [
        (None, "nl-NL,nl;q=0.9,en;q=0.8", "nl"),
        (None, "sv, fr", "en"),
        ("nl", "en", "nl"),
        ("xx", "", "en"),
        (None, "en;q=0.1, nl", "nl"),
        (None, "nl;q=0, sv", "en"),
        (None, "nl;q=much", "en"),
        (None, "NL-be", "nl"),
        (None, "*", "en"),
    ],
)
def test_a_person_gets_the_language_that_they_chose_or_their_browser_asks_for(
    chosen: str | None, accepted: str, language: str
) -> None:
    assert choose(chosen, accepted) == language
