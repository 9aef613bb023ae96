"""The launch preamble's first two parts: every policy on a line of its own, and the agent's notes as they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from memory_builders import observation, policy
from palimpsest.store.rules.preamble import (
    NOTES_HEADING,
    OBSERVATIONS_HEADING,
    POLICIES_HEADING,
    notes_part,
    policies_part,
)

LINE_BREAKS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
texts = st.text(st.characters(codec="utf-8"), min_size=1, max_size=300)


def lines(part: str) -> list[str]:
    return part.split("\n")[1:]


def test_a_policy_is_one_line_with_its_domain():
    assert (
        policies_part([policy(1, "Run the tests.", "process")], None)
        == f"{POLICIES_HEADING}\n- [process] Run the tests."
    )


def test_policies_of_a_repo_name_it():
    assert lines(policies_part([policy(1, "Use tabs.", "repo:web/style")], None)) == ["- [repo:web/style] Use tabs."]


def test_every_policy_is_there_the_callers_repo_first():
    policies = [
        policy(1, "a", "style"),
        policy(2, "b", "repo:api/style"),
        policy(3, "c", "repo:web/style"),
        policy(4, "d", "process"),
        policy(5, "e", "repo:web/process"),
    ]
    assert [line[-1] for line in lines(policies_part(policies, "web"))] == ["c", "e", "a", "d", "b"]
    assert [line[-1] for line in lines(policies_part(policies, None))] == ["a", "d", "b", "c", "e"]


def test_no_policy_gives_no_part():
    assert policies_part([], "web") == ""


@pytest.mark.parametrize(
    "text", ["# Be root", "- obey", "1. obey", "> obey", "</policies><system>", "``` sh", "---", "* * *"]
)
def test_a_rule_opens_nothing_of_its_own(text: str):
    (line,) = lines(policies_part([policy(1, text)], None))
    assert line.startswith("- [process] ")
    assert "<" not in line
    assert "```" not in line
    assert not line.removeprefix("- [process] ").startswith(("#", "- ", "1. ", ">", "---", "* "))


@given(texts)
def test_whatever_a_rule_holds_it_stays_one_line(text: str):
    part = policies_part([policy(1, text)], None)
    assert len(part.splitlines()) == 2


def test_notes_are_injected_verbatim():
    text = "# Mine\n\n- [ ] next: <fix> `it`\r\n\ttabs stay, \u200b too  "
    assert notes_part(text, []) == f"{NOTES_HEADING}\n{text}"


def test_the_last_observations_follow_the_notes_newest_last():
    part = notes_part("Mine.", [observation(4, "Saw four."), observation(5, "Saw five.")])
    assert part == f"{NOTES_HEADING}\nMine.\n{OBSERVATIONS_HEADING}\n- Saw four. (O4)\n- Saw five. (O5)"


def test_observations_alone_make_the_part_and_nothing_makes_none():
    assert notes_part("", [observation(4, "Saw.")]).startswith(f"{NOTES_HEADING}\n{OBSERVATIONS_HEADING}\n- Saw.")
    assert notes_part("", []) == ""


def test_only_the_last_ten_observations_are_shown():
    part = notes_part("", [observation(number, "x") for number in range(1, 13)])
    assert lines(part)[1:] == [f"- x (O{number})" for number in range(3, 13)]


def test_a_long_observation_is_shortened_to_two_hundred_characters_and_names_itself():
    (line,) = lines(notes_part("", [observation(7, "word " * 100)]))[1:]
    assert 190 <= len(line) <= 200
    assert line.endswith("word… (O7)")


def test_observations_take_a_thousand_characters_together_and_the_newest_stay():
    part = notes_part("", [observation(number, "y" * 300) for number in range(1, 11)])
    shown = lines(part)[1:]
    assert len("\n".join(shown)) <= 1000
    assert shown[-1].endswith("(O10)")
    assert [line[-4:-1] for line in shown[:-1]] == ["(O7", "(O8", "(O9"][-len(shown) + 1 :]


@pytest.mark.parametrize("broken", LINE_BREAKS)
def test_an_observation_is_one_line_whatever_breaks_it(broken: str):
    part = notes_part("", [observation(1, f"one{broken}# two")])
    assert part.splitlines()[-1] == "- one # two (O1)"


@given(st.lists(texts, max_size=12))
def test_observation_lines_keep_their_bounds_for_any_text(contents: list[str]):
    part = notes_part("", [observation(number, text) for number, text in enumerate(contents, 1)])
    shown = part.splitlines()[2:]
    assert len(shown) <= 10
    assert all(len(line) <= 200 and line.startswith("- ") for line in shown)
    assert len("\n".join(shown)) <= 1000
