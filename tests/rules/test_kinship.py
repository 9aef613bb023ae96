"""Which shared words say that two facts are related, and how much an edge weighs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.rules import kinship
from palimpsest.store.rules.kinship import Mark, marks, most_sharing, related

NAME, WORD = kinship.NAME_HINTS, kinship.WORD_HINTS


def hints_of(content: str, topic: str = "") -> dict[str, int]:
    """The first term of each mark, with its hints."""
    return {mark.terms[0]: mark.hints for mark in marks(topic, content)}


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("Deploys go through Hermes.", "hermes"),
        ("It reads the DNS zone.", "dns"),
        ("See store/rules/graph.py first.", "storerulesgraphpy"),
        ("See store/rules/graph.py first.", "graphpy"),
        ("It calls getUserName there.", "getusername"),
        ("It sets max_batch_size there.", "maxbatchsize"),
        ("Run it with --dry-run.", "--dryrun"),
        ("It runs PostgreSQL there.", "postgresql"),
        ("Pinned to 1.24.3 for now.", "1.24.3"),
        ("Broken since abc1234f was merged.", "abc1234f"),
        ("It is ticket #48291 now.", "#48291"),
        ("Она живёт в Москве.", "москве"),
    ],
)
def test_a_name_is_a_sign_by_itself(content: str, name: str):
    assert hints_of(content)[name] >= kinship.ENOUGH_HINTS


@pytest.mark.parametrize("content", ["Backups run at night.", "It stops. Monitoring goes on.", "WE SHIP IT AGAIN"])
def test_a_capital_where_a_sentence_begins_or_everywhere_names_nothing(content: str):
    assert set(hints_of(content).values()) == {WORD}


def test_function_words_and_short_numbers_are_no_signs():
    assert hints_of("It is on the 3 of them in 2027, v2 or 3.11, and so on.") == {}
    assert marks("", "") == []


def test_the_topic_tells_as_well_and_its_capitals_name_nothing():
    assert hints_of("It restarts.", topic="Payment gateway") == {"restarts": WORD, "payment": WORD, "gateway": WORD}


def test_a_word_is_looked_for_in_its_other_forms_once():
    assert marks("", "Backups of a backup") == [Mark(("backups", "backup"), WORD)]


def test_names_and_long_words_go_first_and_few_are_looked_up():
    words = " ".join(f"{letter * 3}{'x' * at}" for at, letter in enumerate("bcdfghjk"))
    found = marks("", f"The {words} near Rome")
    assert [mark.terms[0] for mark in found[:2]] == ["rome", "kkkxxxxxxx"]
    assert len(found) == kinship.MOST_MARKS


def test_words_without_spaces_are_looked_for_in_pairs_from_the_beginning():
    found = [mark.terms for mark in marks("", "张伟负责数据库迁移和备份以及监控报警系统")]
    assert found[0] == ("张伟",)
    assert len(found) == kinship.MOST_PAIRS
    assert ("서울에서", "서울") in [mark.terms for mark in marks("", "서울에서 열렸다")]


def test_one_name_or_two_words_relate_and_more_do_so_more():
    hermes, night, restart = Mark(("hermes",), NAME), Mark(("night",), WORD), Mark(("restart",), WORD)
    found = related([(hermes, [1, 4]), (night, [2, 3, 4]), (restart, [3, 4])])
    assert found == [(4, pytest.approx(0.4)), (3, pytest.approx(0.2)), (1, pytest.approx(0.2))]


def test_a_word_that_many_hold_is_no_sign_and_in_a_small_memory_three_are_few():
    assert [most_sharing(facts) for facts in (1, 100, 200, 1000, 10**6)] == [3, 3, 4, 20, 48]


def test_a_crowded_topic_and_a_far_place_in_a_session_weigh_little():
    assert kinship.topic_weight(3) > kinship.topic_weight(kinship.CROWD)
    assert kinship.session_weight(0) > kinship.session_weight(1) > kinship.session_weight(5) > 0


@given(st.text(), st.text())
def test_any_text_has_few_marks_of_distinct_terms(topic: str, content: str):
    found = marks(topic, content)
    assert len(found) <= max(kinship.MOST_MARKS, kinship.MOST_PAIRS)
    terms = [term for mark in found for term in mark.terms]
    assert all(terms)
    assert found == marks(topic, content)


@given(
    st.lists(st.tuples(st.builds(Mark, st.just(("w",)), st.sampled_from([NAME, WORD])), st.lists(st.integers(1, 9))))
)
def test_weights_stay_between_barely_and_most(found: list[tuple[Mark, list[int]]]):
    weights = [weight for _, weight in related(found)]
    assert weights == sorted(weights, reverse=True)
    assert all(kinship.BARELY_RELATED <= weight <= kinship.MOST_RELATED for weight in weights)
