"""Numbered, lettered and dated subjects: what is said of room 1 contradicts nothing that is said of room 2."""

import sys

import pytest
from numbered_subjects import GRAMMARS, generate_pairs
from palimpsest.store.rules.conflict import Coexist, Contradiction, compare


@pytest.mark.parametrize("code", GRAMMARS)
def test_generated_facts_about_different_things_of_one_kind_coexist(
    code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = list(generate_pairs(code))
    wrong = [pair for pair in pairs if not isinstance(compare(*pair), Coexist)]

    with capsys.disabled():
        sys.stdout.write(f"\nnumbered subjects, {code}: {len(wrong)} of {len(pairs)} don't coexist\n")

    assert len(wrong) < 0.03 * len(pairs), wrong


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Server 1 has 2 disks.", "Server 2 has 1 disk."),
        ("Room 1 is big. It holds 10 people.", "Room 2 is big. It holds 20 people."),
        ("Gate B2 opens at 9:00.", "Gate C4 opens at 10:00."),
        ("The capacity of room 1 is 10.", "The capacity of room 2 is 20."),
        ("Standup on Monday starts at 9:00.", "Standup on Tuesday starts at 10:00."),
        ("Bus number 5 leaves at 9:00.", "Bus number 7 leaves at 10:00."),
        ("Python 3.11 needs 2 GB.", "Python 3.12 needs 3 GB."),
        ("Team A meets on Monday at 9:00.", "Team B meets on Tuesday at 10:00."),
    ],
)
def test_a_label_before_the_verb_tells_another_thing(old: str, new: str) -> None:
    assert isinstance(compare(old, new), Coexist)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "The API server listens on port 8080 in development.",
            "The API server listens on port 8081 in development.",
        ),
        ("Room 1 holds 10 people.", "Room 1 holds 20 people."),
        ("The meeting is on Monday at 9:00.", "The meeting is on Tuesday at 10:00."),
        ("The plan grants 10 seats and 5 GB.", "The plan grants 20 seats and 10 GB."),
        ("The server has 4 cores and 8 GB.", "The server has 8 cores and 16 GB."),
        ("We run Java 17 and Gradle 8.", "We run Java 21 and Gradle 9."),
        ("Server 1 calls server 2.", "Server 2 calls server 1."),
    ],
)
def test_a_value_behind_the_verb_still_contradicts(old: str, new: str) -> None:
    assert isinstance(compare(old, new), Contradiction)


@pytest.mark.parametrize(
    "text",
    [
        "We support Python {}.", "Supports Python {}.", "Vi stöder Python {}.", "Wir unterstützen Python {}.",
        "We ondersteunen Python {}.", "Támogatjuk a Python {}-t.", "我们支持 Python {}。",
        "Nous supportons Python {}.", "Soportamos Python {}.",
    ],
)  # fmt: skip
def test_several_versions_may_be_supported(text: str) -> None:
    assert isinstance(compare(text.format("3.11"), text.format("3.12")), Coexist)


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("The image ships Python 3.11.", "The image ships Python 3.12.", "version"),
        ("The meeting starts at 9.30.", "The meeting starts at 10.15.", "date"),
        ("Beginn 9.30 Uhr.", "Beginn 10.15 Uhr.", "date"),
    ],
)
def test_a_version_with_two_digits_behind_its_point_is_no_time(old: str, new: str, kind: str) -> None:
    verdict = compare(old, new)

    assert isinstance(verdict, Contradiction)
    assert verdict.kind == kind
