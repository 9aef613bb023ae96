"""Comparison signs and arrows: what is below a limit, or comes from a place, is not what is above it, or goes there."""

import pytest
from palimpsest.store.rules.conflict import Coexist, Contradiction, NearDuplicate, SameText, compare


@pytest.mark.parametrize(
    ("old", "new", "evidence"),
    [
        ("Disk usage stays < 10 GB.", "Disk usage stays > 10 GB.", "< -> >"),
        ("Disk usage stays <10GB.", "Disk usage stays >10GB.", "< -> >"),
        ("The latency is (<10 ms).", "The latency is (>10 ms).", "< -> >"),
        ("Latency <= 10 ms", "Latency >= 10 ms", "<= -> >="),
        ("Latency < 10 ms", "Latency >= 10 ms", "< -> >="),
        ("Latency ≤ 10 ms", "Latency > 10 ms", "≤ -> >"),
        ("The check is count == 0.", "The check is count != 0.", "== -> !="),
        ("Die Last bleibt < 80 %.", "Die Last bleibt > 80 %.", "< -> >"),
        ("负载保持 < 80%。", "负载保持 > 80%。", "< -> >"),
        ("src <- dst", "src -> dst", "<- -> →"),
        ("Run lint && tests.", "Run lint || tests.", "&& -> ||"),
    ],
)
def test_a_sign_against_its_opposite_contradicts(old: str, new: str, evidence: str) -> None:
    assert compare(old, new) == Contradiction(evidence, "opposed_words")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Rows are copied src -> dst.", "Rows are copied dst -> src."),
        ("Copy src -> dst every night.", "Copy dst -> src every night."),
        ("Daten fließen src -> dst.", "Daten fließen dst -> src."),
        ("Data kopieras src → dst.", "Data kopieras dst -> src."),
        ("The data goes old cluster -> new site.", "The data goes new site -> old cluster."),
        ("The load of alpha < the load of beta", "The load of beta < the load of alpha"),
    ],
)
def test_sides_of_a_sign_that_changed_places_contradict(old: str, new: str) -> None:
    verdict = compare(old, new)

    assert isinstance(verdict, Contradiction)
    assert verdict.kind == "argument_order"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Latency < 10 ms", "Latency <= 10 ms"),
        ("Latency < 10 ms", "Latency 10 ms"),
        ("src -> dst", "src <-> dst"),
        ("src -> dst", "dst <- src"),
        ("src->dst", "dst->src"),
        ("Files < 10 GB are kept.", "Files > 10 GB are kept."),
    ],
)
def test_other_signs_are_no_repetition(old: str, new: str) -> None:
    assert isinstance(compare(old, new), Coexist)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Latency ≤ 10 ms", "Latency <= 10 ms"),
        ("Rows are copied src → dst.", "Rows are copied src -> dst."),
        ("Rows are copied src => dst.", "Rows are copied src --> dst."),
        ("> The cache is shared.", "The cache is shared."),
        ("Line one.\n-> The cache is shared.", "Line one. The cache is shared."),
        ("The <name> tag is set.", "The name tag is set."),
    ],
)
def test_spellings_of_a_sign_and_marks_of_a_quotation_are_no_difference(old: str, new: str) -> None:
    assert isinstance(compare(old, new), SameText | NearDuplicate)


@pytest.mark.parametrize(
    ("old", "new"),
    [("The budget is $10M.", "The budget is €10M."), ("Access is given to Kim.", "Access is given by Kim.")],
)
def test_another_currency_and_the_doer_for_the_receiver_are_no_repetition(old: str, new: str) -> None:
    assert not isinstance(compare(old, new), SameText | NearDuplicate)


def test_a_version_behind_a_sign_is_no_time() -> None:
    verdict = compare("The image needs Python >= 3.11.", "The image needs Python >= 3.12.")

    assert verdict == Contradiction("3.11 -> 3.12", "version")
