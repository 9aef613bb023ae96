"""What tools and store say is said in the person's language, and the catalogue can't fall behind the source."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import palimpsest.tools
import pytest
from palimpsest.server.web.id_links import with_links
from palimpsest.server.web.reasons import in_words, templates
from palimpsest.server.web.words import entries, words

ROOT = Path(palimpsest.tools.__file__).parents[1]
PLACE = re.compile(r"{\w*}")
NL = words("nl")


def _source_texts() -> Iterator[str]:
    for folder in ("tools", "store", "server"):
        for source in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(source.read_text("utf-8"))):
                if isinstance(node, ast.JoinedStr):
                    yield "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values)
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


def test_every_sentence_has_words_in_both_languages() -> None:
    for language in ("en", "nl"):
        said = {
            key.removeprefix("reasons.") for key in entries(language) if key.count(".") == 1 and key[:8] == "reasons."
        }
        assert said == templates().keys()


def test_no_value_is_asked_for_that_the_source_does_not_give() -> None:
    for language in ("en", "nl"):
        for key, template in templates().items():
            assert set(re.findall(r"{(\w+)}", str(entries(language)[f"reasons.{key}"]))) <= set(
                re.findall(r"{(\w+)}", template)
            ), (language, key)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("F3 is in use: there is nothing to restore.", "F3 is in gebruik: er valt niets te herstellen."),
        ("F1: it was deleted as wrong before", "F1: het was al weggehaald als onjuist"),
        (
            "C4 can't be overturned: A side of C4 was erased.",
            "C4 kan niet worden omgekeerd: Een kant van C4 is gewist.",
        ),
        (
            "F1, F2, which F3 had replaced, can be restored. P1 was derived from one of them and stays in force.",
            "F1, F2 (vervangen door F3) kun je nu herstellen. P1 is van een daarvan afgeleid en blijft van kracht.",
        ),
        (
            "content has 5,000 characters, the limit is 4,000: shorten it or split it.",
            "tekst heeft 5,000 tekens, de grens is 4,000: kort het in of splits het.",
        ),
    ],
)
def test_sentences_are_said_in_dutch_with_their_values(text: str, said: str) -> None:
    assert in_words(text, NL) == said


def test_an_unknown_sentence_is_left_alone() -> None:
    assert in_words("Nobody ever said this.", NL) is None
    assert in_words("F3 is in use: there is nothing to restore. Nobody ever said this.", NL) is None


def test_values_stay_text() -> None:
    text = in_words(
        "There is no workspace '<b>{0}' yet: an agent's first write makes it, or the first grant or setting.", NL
    )
    assert text is not None
    assert "&lt;b&gt;{0}" in with_links(text, str)


def test_every_sentence_stands_in_the_source() -> None:
    said = [text for text in _source_texts() if len(text.replace("{}", "")) > 4]
    patterns = [re.compile(".+?".join(map(re.escape, text.split("{}"))), re.DOTALL) for text in said if "{}" in text]
    whole = "\n".join(said)
    lost = [
        key
        for key, template in templates().items()
        if not any(part.strip() and part.strip() in whole for part in [max(PLACE.split(template), key=len)])
        and not any(one.fullmatch(template) for one in patterns)
    ]
    assert lost == ["missing"]  # of a call without a place in it: the source leaves that out
