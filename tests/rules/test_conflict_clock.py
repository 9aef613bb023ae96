"""A time of the day is one, however it's told."""

import pytest
from palimpsest.store.rules.conflict import Contradiction, NearDuplicate, compare


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The backup runs at 02:00.", "The backup runs at 2 am."),
        ("The backup runs at 02:00.", "The backup runs at 2am."),
        ("The backup runs at 14:00.", "The backup runs at 2 p.m."),
        ("The backup runs at 14:30.", "The backup runs at 2:30 pm."),
        ("The backup runs at noon.", "The backup runs at 12:00."),
        ("The backup runs at midnight.", "The backup runs at 00:00."),
        ("The backup runs at 12 am.", "The backup runs at 00:00."),
        ("The backup runs at 24:00.", "The backup runs at midnight."),
        ("Das Backup läuft um 14:00.", "Das Backup läuft um 14 Uhr."),
        ("Das Backup läuft um Mitternacht.", "Das Backup läuft um 0 Uhr."),
        ("Backupen körs kl. 14.", "Backupen körs klockan 14:00."),
        ("Backupen kører kl. 14.", "Backupen kører klokken 14:00."),
        ("De back-up draait om 14 uur.", "De back-up draait om 14:00."),
        ("A szerver mentése 14 órakor indul.", "A szerver mentése 14:00-kor indul."),
        ("备份在14点运行。", "备份在14:00运行。"),
        ("备份在下午2点运行。", "备份在14点运行。"),
        ("备份在下午2点30分运行。", "备份在14:30运行。"),
        ("バックアップは午後2時に実行されます。", "バックアップは14:00に実行されます。"),
    ],
)
def test_one_time_told_in_two_ways_is_a_repetition(old: str, new: str) -> None:
    assert isinstance(compare(old, new), NearDuplicate)


@pytest.mark.parametrize(
    ("old", "new", "evidence"),
    [
        ("The backup runs at 02:00.", "The backup runs at 3 am.", "02:00 -> 3 am"),
        ("The backup runs at 2 am.", "The backup runs at 2 pm.", "2 am -> 2 pm"),
        ("The backup runs at noon.", "The backup runs at midnight.", "noon -> midnight"),
        ("Das Backup läuft um 14:00.", "Das Backup läuft um 15 Uhr.", "14:00 -> 15 Uhr"),
        ("Backupen körs kl. 14.", "Backupen körs klockan 15.", "kl 14 -> klockan 15"),
        ("备份在下午2点运行。", "备份在上午2点运行。", None),
    ],
)
def test_another_time_contradicts_however_it_is_told(old: str, new: str, evidence: str | None) -> None:
    verdict = compare(old, new)

    assert isinstance(verdict, Contradiction)
    assert verdict.kind == "date"
    assert evidence is None or verdict.evidence == evidence


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The app needs Python 3.11.", "The app needs Python 3.12."),
        ("The task takes 2 hours.", "The task takes 14 hours."),
        ("De taak duurt 2 uur.", "De taak duurt 14 uur."),
        ("Der Bus hält an Steig 2 am Bahnhof.", "Der Bus hält an Steig 3 am Bahnhof."),
    ],
)
def test_versions_durations_and_numbers_are_no_times_of_the_day(old: str, new: str) -> None:
    verdict = compare(old, new)

    assert isinstance(verdict, Contradiction)
    assert verdict.kind in ("number", "version")
