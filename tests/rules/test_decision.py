"""Choosing between options by what is preferred."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.rules.decision import Choice, Option, Preference, choose

TABS = Option("tabs", ("tab", "tabs"))
SPACES = Option("spaces", ("space", "spaces"))
OPTIONS = (TABS, SPACES)


def prefers(number: int, text: str, confidence: float = 0.9) -> Preference:
    return Preference(number, text, confidence)


def test_without_a_vote_the_default_is_chosen():
    assert choose(OPTIONS, "spaces", []) == Choice("spaces", ())
    assert choose(OPTIONS, "spaces", [prefers(1, "dark mode")]) == Choice("spaces", ())


def test_a_sure_preference_votes_for_the_option_it_names():
    assert choose(OPTIONS, "spaces", [prefers(1, "indent with tabs")]) == Choice("tabs", (1,))


@pytest.mark.parametrize(("confidence", "chosen"), [(0.6, "spaces"), (0.61, "tabs")])
def test_only_confidence_above_six_tenths_votes(confidence: float, chosen: str):
    assert choose(OPTIONS, "spaces", [prefers(1, "indent with tabs", confidence)]).name == chosen


def test_votes_weigh_as_much_as_they_are_sure():
    two = [prefers(1, "tabs", 0.65), prefers(2, "tabs please", 0.65), prefers(3, "spaces", 1.0)]
    assert choose(OPTIONS, "spaces", two) == Choice("tabs", (1, 2))


def test_on_a_tie_the_default_wins_else_the_option_named_first():
    tie = [prefers(1, "tabs"), prefers(2, "spaces")]
    assert choose(OPTIONS, "spaces", tie) == Choice("spaces", (2,))
    third = (*OPTIONS, Option("none", ("nothing",)))
    assert choose(third, "none", tie) == Choice("tabs", (1,))


def test_a_keyword_of_several_words_needs_all_of_them():
    options = (Option("blue-green", ("blue green deployment",)), Option("rolling", ("rolling",)))
    assert choose(options, "rolling", [prefers(1, "green buttons")]).name == "rolling"
    assert choose(options, "rolling", [prefers(1, "deployments are done blue green")]).name == "blue-green"


def test_words_match_in_other_inflections_and_scripts():
    assert choose(OPTIONS, "spaces", [prefers(1, "TAB indentation")]).name == "tabs"
    options = (Option("日本語", ("日本語",)), Option("english", ("english",)))
    assert choose(options, "english", [prefers(1, "返事は日本語で書いてほしい")]).name == "日本語"


@given(st.lists(st.builds(Preference, st.integers(1, 99), st.sampled_from(["tabs", "spaces", "x"]), st.floats(0, 1))))
def test_the_choice_is_one_of_the_options_and_rests_only_on_sure_votes(preferences: list[Preference]):
    choice = choose(OPTIONS, "spaces", preferences)
    assert choice.name in ("tabs", "spaces")
    sure = [one.fact_id for one in preferences if one.confidence > 0.6 and one.text == choice.name]
    assert list(choice.fact_ids) == sure
