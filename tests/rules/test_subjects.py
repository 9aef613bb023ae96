"""The label of a statement: the same for the same subject with another value, another for another subject."""

import sys
from itertools import combinations
from pathlib import Path

import pytest
from conflict_pairs import Pair, answer, read_pairs
from hypothesis import given, settings
from hypothesis import strategies as st
from palimpsest.store.rules.conflict import normalise_topic
from palimpsest.store.rules.subjects import MOST_CHARACTERS, topic_of
from shared_data import shared_path

DATA = Path(__file__).resolve().parents[1] / "data"


def label(text: str) -> str:
    return normalise_topic(topic_of(text))


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("The billing service listens on port 8443.", "billing"),
        ("The port of the billing service is 8443.", "billing"),
        ("billing's port is 8443", "billing"),
        ("The rate limit of the mailer API is 60 requests per minute.", "mailer api"),
        ("The mailer API allows 60 requests per minute.", "mailer api"),
        ("mailer keeps its logs for 30 days", "mailer"),
        ("The weekly meeting of the search team is on Monday.", "search team"),
        ("The search team's weekly meeting takes place on Monday.", "search team"),
        ("billing runs Postgres 15 now", "billing"),
        ("Maria leads the search team.", "search team"),
        ("The search team is led by Maria.", "search team"),
        ("The lead of the search team is Maria.", "search team"),
        ("Dark mode is enabled by default.", "dark mode"),
        ("By default, dark mode is disabled.", "dark mode"),
        ("The default branch of the docs repository is main.", "documentation repository"),
        ('The log level in production is "warn".', "log level"),
        ("Elif lives in Oslo.", "elif"),
        ("Der Vertrag mit dem Hoster läuft bis zum 31. März 2027.", "vertrag hoster"),
        ("Az egyetlen biztonsági mentés a budapesti adatközpontban van.", "biztonsági mentés"),
        ("搜索服务是用 Rust 写的。", "搜索服务"),
        ("All boxes are packed.", "box"),
        ("Rate limiting is enabled for auth.", "rate limiting"),
    ],
)
def test_a_label_names_the_subject_and_not_the_value(text: str, topic: str):
    assert topic_of(text) == topic


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The billing service listens on port 8080.", "The billing service listens on port 9090."),
        ("Alice owns billing.", "Bob owns billing."),
        ("Alice owns billing.", "The owner of billing is Bob."),
        ("The flag is enabled.", "The flag is disabled."),
        ("The legacy gateway serves live traffic.", "The legacy gateway has been shut down."),
        ("Der Export ist aktiviert.", "Der Export ist deaktiviert."),
        ("Tjänsten körs på Java 17.", "Tjänsten körs på Java 21."),
        ("De logs staan in S3.", "De logs staan in Azure."),
        ("Le service écoute sur le port 8080.", "Le service écoute sur le port 8081."),
        ("移动组的周会固定在星期二。", "移动组的周会固定在星期四。"),
        ("The cache is shared.", "The cache isn't shared."),
    ],
)
def test_another_value_has_the_same_label(one: str, other: str):
    assert label(one) == label(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The billing service listens on port 8080.", "The search service listens on port 8080."),
        ("Alice owns billing.", "Alice owns search."),
        ("Crash telemetry is enabled.", "Usage telemetry is enabled."),
        ("Das Archiv liegt in Bonn.", "Der Katalog liegt in Bonn."),
        ("搜索服务部署在东京。", "支付网关部署在东京。"),
    ],
)
def test_another_subject_has_another_label(one: str, other: str):
    assert label(one) != label(other)


REWORDED = ("conflict_pairs_reworded", "conflict_pairs_phrased")  # what these share is a meaning, no words
FILES = [shared_path("vectors/conflict_pairs.tsv"), *sorted(DATA.glob("conflict_pairs_*.tsv"))]


@pytest.mark.parametrize("path", [path for path in FILES if path.stem not in REWORDED], ids=lambda path: path.stem)
def test_contradictions_of_the_pairs_meet_under_one_label_and_unrelated_texts_do_not(
    path: Path, capsys: pytest.CaptureFixture[str]
):
    pairs = read_pairs(path)
    opposed = [pair for pair in pairs if pair.label == "conflict" and answer(pair) == "conflict"]
    met = sum(label(pair.old) == label(pair.new) for pair in opposed) / len(opposed)
    mixed = share_mixed(pairs)
    with capsys.disabled():
        sys.stdout.write(f"\n{path.stem}: contradictions under one label {met:.3f}, unrelated texts {mixed:.4f}\n")
    assert met >= 0.80
    assert mixed <= 0.01


def share_mixed(pairs: list[Pair]) -> float:
    """Share of every two texts of different pairs that have one label."""
    labels = [{label(pair.old), label(pair.new)} for pair in pairs]
    both = list(combinations(labels, 2))
    return sum(bool(one & other) for one, other in both) / len(both)


@settings(deadline=None)
@given(text=st.text(max_size=200))
def test_any_text_has_a_short_label_always_the_same(text: str):
    topic = topic_of(text)
    assert topic == topic_of(text)
    assert 0 < len(topic) <= MOST_CHARACTERS
    assert topic.strip() == topic


@settings(deadline=None)
@given(number=st.integers(2, 9_999_999))
def test_no_number_changes_a_label(number: int):
    assert label(f"The queue holds {number} jobs.") == label("The queue holds 1 jobs.")
