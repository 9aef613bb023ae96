import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conflict_pairs import Confusion, read_pairs
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
