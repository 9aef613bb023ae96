"""The type checker looks at the source: a checker that finds no file finds no error either."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from source_tree import FOLDERS, REPOSITORY


def test_the_type_checker_bites_in_every_folder(tmp_path: Path):
    shutil.copy(REPOSITORY / "pyproject.toml", tmp_path)
    (tmp_path / ".venv").symlink_to(sys.prefix)
    shutil.copytree(REPOSITORY / ".typing", tmp_path / ".typing", symlinks=True)
    for folder in (*FOLDERS, "tests", "benchmarks"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "wrong.py").write_text('number: int = "text"\n')
    checked = subprocess.run(
        [str(Path(sys.executable).with_name("pyright")), "--outputjson"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        stdin=subprocess.DEVNULL,
    )
    errors = json.loads(checked.stdout)["generalDiagnostics"]
    assert sorted(Path(error["file"]).parent.name for error in errors) == sorted((*FOLDERS, "tests", "benchmarks"))
