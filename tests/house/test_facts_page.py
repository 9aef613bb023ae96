"""The page on how a fact lives has the numbers and the words of the code."""

import re
from enum import StrEnum

import pytest
from palimpsest.store.model import LossReason, MemoryType, OnConflict, Outcome, RetiredReason, Validity, Veracity
from palimpsest.store.rules.decay import CURVES
from palimpsest.store.rules.settlement import AUTO_MARGIN, STAND_MARGIN, Rule
from palimpsest.store.rules.veracity import WEIGHTS
from palimpsest.tools import comparable, tidying
from source_tree import REPOSITORY

PAGE = (REPOSITORY / "docs" / "facts.md").read_text("utf-8")


@pytest.mark.parametrize("words", [LossReason, OnConflict, Outcome, RetiredReason, Rule, Validity, Veracity])
def test_every_word_that_an_agent_meets_is_explained(words: type[StrEnum]):
    assert [word.value for word in words if f"`{word.value}`" not in PAGE] == []


def test_weights_are_those_of_the_code():
    found = re.findall(r"^\| `(\w+)`[^|]*\|[^|]*\| ([0-9.]+) \|$", PAGE, re.MULTILINE)
    assert {Veracity(word): float(weight) for word, weight in found} == WEIGHTS


def test_half_lives_are_those_of_the_code():
    rows = re.findall(r"(?:(\d+) (days|years?)) \| ([a-z, ()]+?) \|", PAGE)
    days = {
        MemoryType(name.removesuffix(" (default)")): int(number) * (1 if unit == "days" else 365)
        for number, unit, names in rows
        for name in names.split(", ")
    }
    assert days == {memory_type: curve.half_life_days for memory_type, curve in CURVES.items()}


def test_margins_are_those_of_the_code():
    assert f"stronger by {AUTO_MARGIN} " in PAGE
    assert f"stronger by {STAND_MARGIN} " in PAGE


def test_how_much_of_a_topic_is_compared_is_as_in_the_code():
    assert f"newest {comparable.MOST_COMPARED} facts" in PAGE
    assert f"({comparable.MOST_CHARS:,} characters together)" in PAGE
    assert f"newest {tidying.MOST_COMPARED} facts" in PAGE
