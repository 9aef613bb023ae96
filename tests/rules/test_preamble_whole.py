"""The launch preamble as one text: the order of its parts, its closing sentence, and the bound on the whole."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from memory_builders import observation, policy
from palimpsest.store.rules.preamble import (
    BOUNDED_CLOSING,
    CLOSING,
    NOTES_HEADING,
    OBSERVATIONS_HEADING,
    POLICIES_HEADING,
    Parts,
    join,
    notes_part,
    policies_part,
)

ALL = Parts("## P\n- p", "## N\nn", "## F\n- f")


def test_the_parts_stand_in_order_and_the_closing_sentence_ends_them():
    assert join(ALL) == f"## P\n- p\n\n## N\nn\n\n## F\n- f\n\n{CLOSING}"


def test_the_closing_is_one_sentence_that_asks_to_verify_with_search_memory():
    for closing in (CLOSING, BOUNDED_CLOSING):
        assert "verify what matters with `search_memory`" in closing
        assert closing.count(". ") == 0
        assert closing.endswith(".")


@pytest.mark.parametrize("missing", ["policies", "notes", "facts"])
def test_a_part_with_nothing_to_say_is_absent(missing: str):
    parts = replace(ALL, **{missing: ""})
    kept = [part for part in (parts.policies, parts.notes, parts.facts) if part]
    assert join(parts) == "\n\n".join([*kept, CLOSING])


def test_nothing_at_all_is_the_empty_string():
    assert join(Parts()) == ""
    assert join(Parts(), 10) == ""


def test_a_bound_that_is_not_reached_changes_nothing():
    assert join(ALL, len(join(ALL))) == join(ALL)
    assert join(ALL, 0) == join(ALL)


def test_a_bounded_preamble_says_that_it_was_shortened_and_keeps_whole_lines():
    policies = policies_part([policy(number, f"Rule {number} holds.") for number in range(1, 50)], None)
    text = join(Parts(policies, notes_part("Mine.", [])), 400)
    assert len(text) <= 400
    assert text.endswith(BOUNDED_CLOSING)
    assert "preamble.total_chars" in text
    kept = text.split("\n\n")[0].split("\n")
    assert kept[0] == POLICIES_HEADING
    assert set(kept) <= set(policies.split("\n"))
    assert len(kept) > 3


def test_a_line_too_long_for_the_bound_leaves_room_for_others():
    policies = policies_part([policy(1, "x" * 2000), policy(2, "Short one.")], None)
    text = join(Parts(policies, notes_part("Mine.", [])), 400)
    assert "- [process] Short one." in text
    assert f"{NOTES_HEADING}\nMine." in text
    assert "xxx" not in text


@given(
    st.lists(st.text("abc\n ", min_size=1, max_size=200), max_size=6),
    st.text("de\n", max_size=300),
    st.integers(1, 900),
)
def test_the_bound_holds_for_anything(rules: list[str], notes: str, total: int):
    policies = policies_part([policy(number, rule) for number, rule in enumerate(rules, 1)], None)
    assert len(join(Parts(policies, notes_part(notes, [])), total)) <= total


def test_a_bounded_preamble_opens_no_list_of_observations_that_none_fits_into():
    seen = [observation(number, "x" * 190) for number in range(1, 4)]
    text = join(Parts("", notes_part("Mine.", seen)), len(BOUNDED_CLOSING) + 60)
    assert "Mine." in text
    assert OBSERVATIONS_HEADING not in text
