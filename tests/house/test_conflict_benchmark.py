"""The benchmark of conflicts prints its tables for any file of the form, and says what is wrong with another."""

import subprocess
import sys
from pathlib import Path

import pytest
from conflicts_pairs import COLUMNS
from source_tree import REPOSITORY

HEADER = "\t".join(COLUMNS)
LINES = (
    "A1\ten\tport\tThe lift uses port 8080.\tThe lift uses port 8081.\tconflict\tnumber",
    "A2\tde\ttor\tDas Tor ist offen.\tdas tor ist offen\tduplicate\tsame_text_case",
    "A3\ten\tpets\tIda has a cat.\tIda has a dog.\tcompatible\tmulti_valued",
    "A4\ten\tcrew\tNobody swims.\tThe pond is crowded.\tconflict\treworded",
)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(REPOSITORY / "benchmarks" / "conflicts.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def write(folder: Path, *lines: str) -> str:
    path = folder / "pairs.tsv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def test_each_label_kind_and_language_and_the_four_figures_are_printed(tmp_path: Path) -> None:
    ran = run(write(tmp_path, HEADER, *LINES), "--embedder", "none")

    assert ran.returncode == 0, ran.stderr
    for part in ("by kind", "by language", "conflicts found", "compatible called conflict", "duplicates recognised"):
        assert part in ran.stdout
    assert "| pairs.tsv, no embedder |           0.500 |                      0.000 |" in ran.stdout
    assert "Nobody swims." not in ran.stdout


def test_wrong_pairs_are_listed_with_what_was_said_of_them(tmp_path: Path) -> None:
    ran = run(write(tmp_path, HEADER, *LINES), "--embedder", "none", "--wrong")

    assert "A4 en reworded: conflict, not compatible (the two share no words)" in ran.stdout
    assert "A1" not in ran.stdout


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("id\tlang",), "the first line must name the columns"),
        ((HEADER, "A1\ten\tport\told"), "line 2: seven columns are wanted"),
        ((HEADER, "A1\ten\tport\told\tnew\tmaybe\tnumber"), "line 2"),
    ],
)
def test_a_file_of_another_form_is_refused_with_its_line(tmp_path: Path, lines: tuple[str, ...], said: str) -> None:
    ran = run(write(tmp_path, *lines), "--embedder", "none")

    assert ran.returncode == 2
    assert said in ran.stderr


def test_a_file_that_is_not_there_is_named() -> None:
    ran = run("nowhere.tsv")

    assert ran.returncode == 2
    assert "nowhere.tsv" in ran.stderr
