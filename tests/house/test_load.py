"""The load over HTTP in short: many clients at once, no call fails and no write is lost."""

import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import load
import pytest
from load_clients import Round
from load_sides import Side
from source_tree import REPOSITORY


def test_a_short_load_loses_nothing():
    command = [sys.executable, str(REPOSITORY / "benchmarks" / "load.py"), "--short"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=90)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout + ran.stderr
    found = re.search(r"errors: (\d+); facts acknowledged: (\d+), lost: (\d+), doubled: (\d+)", ran.stdout)
    assert found is not None, ran.stdout
    errors, facts, lost, doubled = map(int, found.groups())
    assert (errors, lost, doubled) == (0, 0, 0)
    assert facts > 0
    assert "beside it: CPU a call" in ran.stdout


def a_side(*rounds: Round) -> Side:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        return Side("ours", process, rounds=list(rounds))


def a_database(home: Path, *contents: str) -> None:
    (home / "workspaces").mkdir()
    with closing(sqlite3.connect(home / "workspaces" / f"{load.WORKSPACE}.db")) as connection:
        connection.execute("CREATE TABLE fact (id INTEGER PRIMARY KEY, content TEXT)")
        connection.executemany("INSERT INTO fact (content) VALUES (?)", [(content,) for content in contents])
        connection.commit()


@pytest.mark.parametrize(
    ("rounds", "is_good"),
    [
        ([Round(facts={"F1": "green"}), Round(facts={"F2": "blue"})], True),
        ([Round(facts={"F1": "green", "F3": "red"})], False),
        ([Round(facts={"F1": "blue"})], False),
        ([Round(facts={"F1": "green"}), Round(facts={"F1": "green"})], False),
        ([Round(facts={"F1": "green"}, errors=["search_memory: HTTP 500"])], False),
        ([Round()], False),
    ],
    ids=["all there", "not there", "another text", "one number for two", "a call failed", "nothing was written"],
)
def test_what_is_acknowledged_has_to_be_in_the_database(tmp_path: Path, rounds: list[Round], is_good: bool):
    a_database(tmp_path, "green", "blue")
    assert load.judge(tmp_path, a_side(*rounds), a_side()) is is_good
