"""Two topics are near when the words that tell what they are about are the same; one of their sort is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from palimpsest.store.rules.near_topics import are_near, read_label

NEAR = [
    ("test runner", "testing framework"),
    ("orders api port", "port of the orders service"),
    ("database", "database engine"),
    ("deploy target", "deployment target"),
    ("CI/CD", "ci cd"),
    ("branch policy", "branching strategy"),
    ("base de datos", "motor de base de datos"),
    ("порт сервиса заказов", "порт api заказов"),
    ("adatbázis", "adatbázis motor"),
    ("code_owner", "owner of the code"),
]
APART = [
    ("orders port", "orders timeout"),
    ("orders port", "billing port"),
    ("test server", "test framework"),
    ("backup schedule", "backup location"),
    ("release day", "release manager"),
    ("port", "import"),
    ("データベース", "データ"),
]


@pytest.mark.parametrize(("one", "other"), NEAR)
def test_two_labels_of_one_thing_are_near(one: str, other: str):
    assert are_near(read_label(one), read_label(other))


@pytest.mark.parametrize(("one", "other"), APART)
def test_labels_that_tell_of_other_things_are_not(one: str, other: str):
    assert not are_near(read_label(one), read_label(other))


def test_a_label_of_nothing_but_its_sort_is_told_by_that():
    assert are_near(read_label("services"), read_label("the service"))
    assert not are_near(read_label("service"), read_label("framework"))


@given(st.text(max_size=40), st.text(max_size=40))
def test_it_does_not_matter_which_of_two_labels_came_first(one: str, other: str):
    assert are_near(read_label(one), read_label(other)) == are_near(read_label(other), read_label(one))
