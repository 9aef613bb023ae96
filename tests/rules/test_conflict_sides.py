"""Opposite sides of a thing contradict; other ways of standing to it, and unsure numbers, are not the same."""

import pytest
from palimpsest.store.rules.conflict import Coexist, Contradiction, NearDuplicate, compare


@pytest.mark.parametrize(
    ("old", "new", "evidence"),
    [
        ("The gateway is in front of the cache.", "The gateway is behind the cache.", "in front of -> behind"),
        ("The cable runs over the floor.", "The cable runs under the floor.", "over -> under"),
        ("The filter sits upstream of the pump.", "The filter sits downstream of the pump.", None),
        ("The sign is above the door.", "The sign is below the door.", "above -> below"),
        ("The key is inside the box.", "The key is outside the box.", "inside -> outside"),
        ("Das Gateway steht vor dem Cache.", "Das Gateway steht hinter dem Cache.", "vor -> hinter"),
        ("Porten står framför huset.", "Porten står bakom huset.", "framför -> bakom"),
        ("De proxy staat voor de cache.", "De proxy staat achter de cache.", "voor -> achter"),
        ("Serveren står foran døren.", "Serveren står bag døren.", "foran -> bag"),
        ("Le filtre est devant le serveur.", "Le filtre est derrière le serveur.", "devant -> derrière"),
        ("El filtro está delante del servidor.", "El filtro está detrás del servidor.", None),
        ("网关在缓存前面。", "网关在缓存后面。", None),
    ],
)
def test_the_other_side_of_a_thing_contradicts(old: str, new: str, evidence: str | None) -> None:
    verdict = compare(old, new)

    assert isinstance(verdict, Contradiction)
    assert evidence is None or verdict.evidence == evidence


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The gateway is in front of the cache.", "The gateway is beside the cache."),
        ("The gateway is between the caches.", "The gateway is around the caches."),
        ("The gateway is in front of the cache.", "The cache is behind the gateway."),
        ("Das Kabel liegt neben dem Schrank.", "Das Kabel liegt zwischen dem Schrank."),
        ("The price is 1.500 EUR.", "The price is 1.5 EUR."),
        ("The price is 1.500 EUR.", "The price is 1500 EUR."),
        ("The price is 1.500 EUR.", "The price is 1,500 EUR."),
        ("价格是 1.500 元。", "价格是 1.5 元。"),
    ],
)
def test_what_may_be_meant_otherwise_is_no_repetition(old: str, new: str) -> None:
    assert isinstance(compare(old, new), Coexist)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The price is 1,500 EUR.", "The price is 1500 EUR."),
        ("Der Preis ist 1.500 EUR.", "Der Preis ist 1500 EUR."),
        ("The share is 0.500 %.", "The share is 0.5 %."),
    ],
)
def test_marks_and_prepositions_without_doubt_stay_the_same(old: str, new: str) -> None:
    assert isinstance(compare(old, new), NearDuplicate)


@pytest.mark.parametrize(
    ("old", "new"), [("The price is 1.500 EUR.", "The price is 1.7 EUR."), ("The price is 1.500 EUR.", "It is hourly.")]
)
def test_a_number_read_in_two_ways_is_still_told_from_others(old: str, new: str) -> None:
    assert not isinstance(compare(old, new), NearDuplicate)
