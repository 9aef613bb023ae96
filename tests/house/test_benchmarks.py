"""The recall benchmark says what it needs, and names what it measured."""

import json
import os
import subprocess
import sys
from pathlib import Path

from source_tree import REPOSITORY

CONVERSATION = {
    "conversation": {
        "session_1_date_time": "9:00 am on 1 March, 2027",
        "session_1": [
            {"dia_id": "D1:1", "speaker": "Ana", "text": "The lighthouse was painted green."},
            {"dia_id": "D1:2", "speaker": "Bob", "text": "Dinner is at eight."},
        ],
    },
    "qa": [
        {"question": "What happened to the lighthouse?", "evidence": ["D1:1"], "category": 4},
        {"question": "When is dinner?", "evidence": ["D1:2"], "category": 2},
    ],
}


def locomo(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(REPOSITORY / "benchmarks" / "locomo.py"), *arguments]
    return subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, check=False, timeout=120
    )


def test_without_its_data_it_says_so_in_one_line(tmp_path: Path):
    ran = locomo(PALIMPSEST_SHARED=str(tmp_path))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1
    assert str(tmp_path / "data" / "locomo_first3.json") in ran.stderr


def test_figures_are_told_by_the_name_of_the_category(tmp_path: Path):
    data = tmp_path / "data.json"
    data.write_text(json.dumps([CONVERSATION]))
    ran = locomo(str(data))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert [line.split()[:2] for line in ran.stdout.splitlines()[1:]] == [
        ["temporal", "1"],
        ["single-hop", "1"],
        ["all", "2"],
    ]
