import subprocess
import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palimpsest.store.rules.conflict import (
    Coexist,
    Contradiction,
    NearDuplicate,
    SameText,
    analyse_claim,
    compare,
    compare_claims,
    measure_nearness,
    normalise_content,
    normalise_topic,
)

WORDS = [
    *("the", "cache", "server", "Ada", "Bo", "staging", "production", "is", "not", "never", "no", "longer", "uses"),
    *("supports", "runs", "on", "from", "to", "before", "after", "3", "8080", "two", "v1.2.3", "1.5", "enabled"),
    *("disabled", "tabs", "spaces", "only", "everyone", "Monday", "May", "2027", "/etc/app.toml", "`x`", ".", ",", ";"),
    *("kein", "nicht", "wird", "inte", "är", "nem", "van", "不", "使用", "三", "没有", "ない", "は", "30", "minutes"),
    *(
        "hours",
        "shut",
        "down",
        "<",
        ">",
        "<10",
        ">=",
        "==",
        "!=",
        "->",
        "<-",
        "\u2192",
        "(>",
        "he",
        "she",
        "may",
        "will",
    ),
    *("/srv/App", "/srv/app", "-o", "-O", "Room", "1", "2"),
]
nearnesses = st.one_of(st.none(), st.floats(0, 1))
sentences = st.lists(st.sampled_from(WORDS), min_size=1, max_size=14).map(" ".join)
texts = st.one_of(sentences, st.text(max_size=60))
# Letters whose case comes and goes without loss, unlike the dotless i or the sharp s, and no signs of code.
plain_texts = st.text(st.sampled_from("abcxyzåäöéőñжщ 019.,+#'\"!?"), min_size=1, max_size=40)


@given(texts, nearnesses)
def test_a_text_is_the_same_text_as_itself(text: str, nearness: float | None) -> None:
    assert compare(text, text, nearness) == SameText()


@given(plain_texts, st.sampled_from(["", ".", "!", " ", "...", "。"]))
def test_case_and_closing_punctuation_don_t_matter(text: str, closing: str) -> None:
    assert compare(text, f"a {text}".removeprefix("a ").upper()) == SameText()
    assert compare(f"a{text}", f"A{text.swapcase()}{closing}") == SameText()


@given(texts, texts, nearnesses)
@settings(max_examples=300)
def test_the_answer_doesn_t_depend_on_which_text_came_first(first: str, second: str, nearness: float | None) -> None:
    there, back = compare(first, second, nearness), compare(second, first, nearness)

    assert type(there) is type(back)
    if isinstance(there, Contradiction) and isinstance(back, Contradiction):
        assert there.kind == back.kind
        assert there.evidence.split(" -> ") == back.evidence.split(" -> ")[::-1]


@given(texts, texts, st.floats(0, 1))
@settings(max_examples=300)
def test_nearness_settles_only_what_the_words_leave_open(first: str, second: str, nearness: float) -> None:
    alone, aided = compare(first, second), compare(first, second, nearness)

    assert aided == alone or isinstance(alone, Coexist)


VALUES = [
    "8080", "8081", "`a.toml`", "`b.toml`", "12 May", "13 May", '"on hold"', '"done"', "v1.2", "v1.3", "Ada Berg",
    "Bo Holm", "enabled", "disabled",
]  # fmt: skip
FRAMES = ["the setting of the lift is {}", "{} is the setting of the lift", "we set the lift to {}", "the lift has {}"]


@given(st.sampled_from(FRAMES), st.sampled_from(FRAMES), st.sampled_from(VALUES), st.sampled_from(VALUES))
def test_near_texts_with_other_values_are_never_a_repetition(one: str, other: str, old: str, new: str) -> None:
    verdict = compare(one.format(old), other.format(new), 1.0)

    assert old == new or not isinstance(verdict, SameText | NearDuplicate)


PLAIN_WORDS = [
    "parser",
    "lift",
    "garden",
    "reviews",
    "feeds",
    "guards",
    "old",
    "wooden",
    "the",
    "a",
    "of",
    "with",
    "we",
]
plain_sentences = st.lists(st.sampled_from(PLAIN_WORDS), min_size=1, max_size=9).map(" ".join)


@given(plain_sentences, plain_sentences, st.floats(0, 1))
@settings(max_examples=300)
def test_without_a_typed_difference_nearness_makes_no_contradiction(first: str, second: str, nearness: float) -> None:
    alone = compare(first, second)

    assert not isinstance(alone, Coexist) or not isinstance(compare(first, second, nearness), Contradiction)


@given(sentences, sentences, st.floats(0, 1))
@settings(max_examples=300)
def test_a_contradiction_shows_a_difference(first: str, second: str, nearness: float) -> None:
    verdict = compare(first, second, nearness)

    if isinstance(verdict, Contradiction):
        old, arrow, new = verdict.evidence.partition(" -> ")
        assert arrow
        assert old
        assert new
        assert old != new


@given(st.floats(-1, 1), st.floats(0, 0.99))
def test_nearness_rises_with_the_cosine_from_unrelated_to_equal(cosine: float, unrelated: float) -> None:
    assert 0 <= measure_nearness(cosine, unrelated) <= 1
    assert measure_nearness(1.0, unrelated) == 1.0
    assert measure_nearness(unrelated, unrelated) == 0.0


@given(sentences, sentences)
def test_claims_compare_as_their_texts_do(old: str, new: str) -> None:
    assert compare_claims(analyse_claim(old), analyse_claim(new)) == compare(old, new)


@given(st.one_of(st.text(max_size=200), st.text("aBcD1: .!;_/\\-$=()\u00e9\uff1a\u00df", max_size=20)))
def test_keys_are_their_own_keys(text: str) -> None:
    assert normalise_content(normalise_content(text)) == normalise_content(text)
    assert normalise_topic(normalise_topic(text)) == normalise_topic(text)


HARD_TEXTS = [
    "a " * 2000, "a-" * 2000, "a/ " * 1300, "a/" * 2000, "aB_" * 1300, "< " * 2000, "a -> " * 800, "-> a\n" * 800,
    "room 1 " * 570,
    '"' * 4000, "'a " * 1300, "." * 4000, "(" * 4000, "5" * 4000, "1,1 " * 1000, "a.b " * 1000, "不" * 4000,
    "三" * 4000, "\ud800" * 4000, "\U0001f600" * 4000,
    "\u0627\u0644\u0639\u0631\u0628\u064a\u0629 " * 500,
    "\ufdfa" * 4000, "\u00b2" * 4000, "not " * 1000, "note that " * 400, "zwei" * 1000, "e\u0301" * 2000,
    " ".join(f"Service {n} listens on port {n}." for n in range(130))[:4000],
    " ".join(f"word{n}" for n in range(110)) + " is " + " ".join(f"other{n}" for n in range(110)),
]  # fmt: skip


@pytest.mark.parametrize("text", HARD_TEXTS, ids=lambda text: ascii(text[:8]))
def test_any_text_of_4000_characters_is_compared_in_time(text: str) -> None:
    compare("warm", "up")
    other = f"x {text[:3990][::-1]}"

    def measure() -> float:
        start = time.process_time()
        compare(text, other, 1.0)
        compare(text, f"{text[:3990]} 7", 1.0)
        return (time.process_time() - start) / 2

    assert min(measure() for _ in range(3)) < 0.05


def test_import_loads_neither_the_stemmer_nor_the_word_lists() -> None:
    code = (
        "import sys, palimpsest.store.rules.conflict;"
        "print([m for m in sys.modules if m == 'Stemmer' or 'rules.languages' in m or 'rules.lexicon' in m])"
    )

    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert loaded.stdout.strip() == "[]"
