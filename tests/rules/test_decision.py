"""Choosing between options by what is preferred."""

import subprocess
import sys

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


MONGODB = Option("mongodb", ("mongodb", "mongo"))
POSTGRES = Option("postgres", ("postgres",))
REDIS = Option("redis", ("redis",))
STORES = (MONGODB, POSTGRES, REDIS)


def test_what_is_only_denied_is_voted_against_and_not_chosen():
    never = [prefers(1, "The user never wants MongoDB.")]
    assert choose(STORES, "mongodb", never) == Choice("postgres", (1,))
    assert choose((REDIS, *STORES[:2]), "mongodb", never) == Choice("redis", (1,))


def test_a_denial_of_what_would_not_have_been_chosen_carries_nothing():
    assert choose(STORES, "redis", [prefers(1, "The user never wants MongoDB.")]) == Choice("redis", ())


def test_a_comparison_votes_for_one_side_and_against_the_other():
    above = [prefers(7, "prefers Postgres over MongoDB")]
    assert choose(STORES, "mongodb", above) == Choice("postgres", (7,))
    assert choose(STORES, "redis", above) == Choice("postgres", (7,))
    assert choose(STORES, "postgres", above) == Choice("postgres", (7,))


def test_votes_against_the_default_are_named_when_the_choice_stands_on_them():
    mixed = [prefers(1, "mongo", 0.8), prefers(2, "no MongoDB", 0.9), prefers(3, "Redis, please", 0.7)]
    assert choose(STORES, "mongodb", mixed) == Choice("redis", (2, 3))
    assert choose(STORES, "mongodb", [prefers(2, "no MongoDB"), prefers(3, "Redis")]) == Choice("redis", (3,))


def test_votes_for_and_against_one_option_outweigh_each_other():
    assert choose(STORES, "redis", [prefers(1, "mongo", 0.7), prefers(2, "never mongo", 0.9)]) == Choice("redis", ())
    assert choose(STORES, "redis", [prefers(1, "mongo", 0.9), prefers(2, "never mongo", 0.7)]) == Choice(
        "mongodb", (1,)
    )


def test_when_all_are_refused_the_least_refused_is_chosen():
    refused = [prefers(1, "no mongo", 0.7), prefers(2, "no Postgres", 0.9), prefers(3, "no Redis", 0.8)]
    assert choose(STORES, "postgres", refused) == Choice("mongodb", (2,))


def test_an_option_that_denies_is_voted_for_by_a_denial():
    options = (Option("with", ("semicolons",)), Option("without", ("no semicolons",)))
    assert choose(options, "with", [prefers(1, "The user wants no semicolons")]) == Choice("without", (1,))
    assert choose(options, "without", [prefers(1, "The user wants semicolons")]) == Choice("with", (1,))
    always = (Option("always", ("always",)), Option("never", ("never",)))
    assert choose(always, "always", [prefers(1, "The user never squashes commits")]) == Choice("never", (1,))


def test_the_topic_counts_where_the_text_names_no_option():
    assert choose(STORES, "redis", [Preference(1, "The user likes it best.", 0.9, "Postgres")]).name == "postgres"
    assert choose(STORES, "mongodb", [Preference(1, "The user hates it.", 0.9, "MongoDB")]).name == "postgres"
    assert choose(STORES, "redis", [Preference(1, "Never MongoDB.", 0.9, "MongoDB")]) == Choice("redis", ())


def near(number: int, text: str, distance: int, confidence: float = 0.9) -> Preference:
    return Preference(number, text, confidence, distance=distance)


def test_a_nearer_preference_outranks_any_number_of_farther_ones():
    far = [near(number, "tabs everywhere", 1, 1.0) for number in range(2, 9)]
    assert choose(OPTIONS, "tabs", [*far, near(1, "spaces", 0, 0.61)]) == Choice("spaces", (1,))


def test_a_farther_preference_decides_what_the_nearer_ones_leave_open():
    only_denies = near(1, "never MongoDB", 0)
    assert choose(STORES, "redis", [only_denies, near(2, "Postgres, please", 1)]) == Choice("postgres", (2,))
    tie = [near(1, "tabs", 0), near(2, "spaces", 0), near(3, "tabs", 2, 0.7)]
    assert choose(OPTIONS, "spaces", tie) == Choice("tabs", (1, 3))


def test_a_keyword_said_twice_gives_no_second_vote():
    twice = (Option("tabs", ("tabs", "tab", "TABS")), SPACES)
    votes = [prefers(1, "tabs, tabs and tabs", 0.7), prefers(2, "spaces", 0.8)]
    assert choose(twice, "tabs", votes) == Choice("spaces", (2,))


def test_a_keyword_of_two_options_tells_them_apart_no_more():
    shared = (Option("four", ("spaces", "four")), Option("two", ("spaces", "two")))
    assert choose(shared, "two", [prefers(1, "spaces")]) == Choice("two", (1,))
    assert choose(shared, "two", [prefers(1, "four spaces")]) == Choice("two", (1,))


def test_a_part_of_an_identifier_votes_for_nothing():
    styles = (Option("camelCase", ("camelCase",)), Option("snake_case", ("snake_case",)))
    assert choose(styles, "camelCase", [prefers(1, "prefers snake_case names")]) == Choice("snake_case", (1,))
    versions = (Option("3.11", ("3.11",)), Option("3.12", ("3.12",)))
    assert choose(versions, "3.12", [prefers(1, "stay on 3.11")]) == Choice("3.11", (1,))


def test_import_loads_no_word_lists():
    code = (
        "import sys, palimpsest.store.rules.decision;"
        "print([m for m in sys.modules if 'rules.languages' in m or 'rules.comparisons' in m])"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"


@given(
    st.lists(st.tuples(st.sampled_from(["mongo", "postgres", "redis"]), st.booleans(), st.floats(0.61, 1)), max_size=9)
)
def test_a_refused_option_is_never_chosen_while_another_stands_at_nothing_or_above(
    said: list[tuple[str, bool, float]],
):
    preferences = [
        prefers(number, name if likes else f"never {name}", sure) for number, (name, likes, sure) in enumerate(said)
    ]
    sums = {
        option.name: sum(sure if likes else -sure for name, likes, sure in said if name in option.keywords)
        for option in STORES
    }
    choice = choose(STORES, "redis", preferences)
    assert sums[choice.name] == pytest.approx(max(sums.values()))
    assert set(choice.fact_ids) <= {preference.fact_id for preference in preferences}


@given(st.lists(st.builds(Preference, st.integers(1, 99), st.sampled_from(["tabs", "spaces", "x"]), st.floats(0, 1))))
def test_the_choice_is_one_of_the_options_and_rests_only_on_sure_votes(preferences: list[Preference]):
    choice = choose(OPTIONS, "spaces", preferences)
    assert choice.name in ("tabs", "spaces")
    sure = [one.fact_id for one in preferences if one.confidence > 0.6 and one.text == choice.name]
    assert list(choice.fact_ids) == sure
