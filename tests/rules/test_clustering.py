"""Statements that say the same become clusters; whoever came first."""

import random
import time
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palimpsest.store.rules.clustering import Cluster, Statement, cluster
from palimpsest.store.rules.conflict import Coexist, Contradiction, compare

VALUES = ("8443", "9443")
PORTS = ("The billing service listens on port {}.", "the billing service listens on port {}", "Billing uses port {}.")
NAMES = [
    "".join(syllables).title()
    for syllables in product(("ka", "lo", "mi", "ru", "te", "bo", "ni", "sa", "du", "pe"), repeat=4)
]
SAID = [
    *(wording.format(value) for wording in PORTS for value in VALUES),
    "Dark mode is enabled by default.",
    "By default, dark mode is enabled.",
    "Dark mode is disabled by default.",
    "seen 1",
    "seen 2",
    "后台任务通过 RabbitMQ 分发。",
    "后台任务通过 rabbitmq 分发",
    "后台任务通过 Kafka 分发。",
    "Ada leads the search team.",
    "The search team is led by Ada.",
    "The lead of the search team is Ada.",
    "",
    "?",
]


def clusters(*texts: str) -> list[Cluster[int]]:
    return cluster([Statement(number, text) for number, text in enumerate(texts)])


def grouped(*texts: str) -> list[set[str]]:
    """The texts of each cluster."""
    return [{texts[key] for key in one.keys} for one in clusters(*texts)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The API returns JSON.", "the API returns JSON"),
        ("Dark mode is enabled by default.", "By default, dark mode is enabled."),
        ("The search team is led by Ada.", "Ada leads the search team."),
        ("后台任务通过 RabbitMQ 分发。", "后台任务通过 rabbitmq 分发"),
        ("Der Produktkatalog liegt in Redis.", "der produktkatalog liegt in redis"),
        ("A felhasználó magyarul kéri a válaszokat.", "Fontos, hogy a felhasználó magyarul kéri a válaszokat."),
        ("Run the hooks first, then push!", "Run the hooks first; then push."),
    ],
)
def test_what_says_the_same_is_one_cluster(one: str, other: str):
    (found,) = clusters(one, other)
    assert found.keys == (0, 1)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("seen 1", "seen 2"),
        ("The billing service listens on port 8443.", "The billing service listens on port 9443."),
        ("The cache is shared between tenants.", "The cache isn't shared between tenants."),
        ("The backend uses Redis.", "The backend uses Postgres."),
        ("Code reviews are mandatory.", "Code reviews are mandatory and take a day."),
        ("移动组的周会固定在星期二。", "移动组的周会固定在星期四。"),
        ("Ada leads the search team.", "Bo leads the search team."),
    ],
)
def test_what_says_something_else_is_another_cluster(one: str, other: str):
    assert len(clusters(one, other)) == 2


def test_a_cluster_speaks_with_the_words_most_often_said():
    often, once = "By default, dark mode is enabled.", "Dark mode is enabled by default."
    (found,) = clusters(once, often, often)
    assert found == Cluster(often, (0, 1, 2), (often, once))


def test_of_words_said_as_often_the_plainest_speak_so_that_nothing_is_claimed_that_was_not_seen():
    plain, fuller = "The backend uses no ORM.", "Please note that the backend uses no ORM."
    (found,) = clusters(fuller, plain)
    assert found.text == plain


def test_the_text_is_verbatim_in_its_commonest_spelling():
    (found,) = clusters("the api returns json", "The API returns JSON.", "The API returns JSON.")
    assert found.text == "The API returns JSON."


def test_larger_clusters_come_first():
    sizes = [len(one.keys) for one in clusters("a b c", "d e f", "d e f", "g h i", "d e f.", "g h i")]
    assert sizes == [3, 2, 1]


def test_no_statements_are_no_clusters():
    assert cluster(list[Statement[int]]()) == []


@settings(deadline=None, max_examples=60)
@given(said=st.lists(st.sampled_from(SAID), max_size=14), seed=st.integers(0, 1000))
def test_the_order_of_arrival_makes_no_difference(said: list[str], seed: int):
    shuffled = said.copy()
    random.Random(seed).shuffle(shuffled)
    one, other = clusters(*said), clusters(*shuffled)
    assert [(c.text, c.texts, sorted(said[key] for key in c.keys)) for c in one] == [
        (c.text, c.texts, sorted(shuffled[key] for key in c.keys)) for c in other
    ]


@settings(deadline=None, max_examples=60)
@given(said=st.lists(st.sampled_from(SAID), max_size=14))
def test_each_statement_is_in_one_cluster_and_all_in_a_cluster_say_the_same(said: list[str]):
    found = clusters(*said)
    assert sorted(key for one in found for key in one.keys) == list(range(len(said)))
    for one in found:
        assert one.text in {said[key] for key in one.keys}
        for key in one.keys:
            assert not isinstance(compare(one.text, said[key]), Contradiction | Coexist)


@settings(deadline=None, max_examples=40)
@given(said=st.lists(st.text(max_size=40), max_size=8))
def test_any_text_at_all_is_taken(said: list[str]):
    assert sum(len(one.keys) for one in clusters(*said)) == len(said)


@pytest.mark.slow
@pytest.mark.parametrize("form", ["Note {} on billing is due", "{} likes tea in the morning", "编号 {} 的服务已经上线"])
def test_ten_thousand_different_statements_are_clustered_in_seconds(form: str):
    texts = [form.format(NAMES[number]) for number in range(10_000)]
    began = time.process_time()
    assert len(clusters(*texts)) == 10_000
    assert time.process_time() - began < 15
