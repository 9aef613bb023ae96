"""`make run` and `make test` find what they need, say what is missing, and repair what is broken.

They are tried on a miniature: the real Makefile and `.ci/venv` beside a distribution of one module.
"""

import shutil
import subprocess
from pathlib import Path

import pytest
from installed_copy import require_registry, run
from source_tree import REPOSITORY

PYPROJECT = """
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "palimpsest-memory"
version = "0"
scripts = { palimpsest = "palimpsest.server:main" }

[tool.setuptools]
packages = ["palimpsest.server"]
package-dir = { "palimpsest.server" = "server" }
"""
MADE, INSTALLED = "Making .venv", "Installing Palimpsest"


def miniature(folder: Path) -> Path:
    (folder / ".ci").mkdir(parents=True)
    (folder / "server").mkdir()
    shutil.copy(REPOSITORY / "Makefile", folder)
    shutil.copy(REPOSITORY / ".ci/venv", folder / ".ci")
    (folder / "pyproject.toml").write_text(PYPROJECT)
    (folder / "setup.py").write_text("from setuptools import setup\n\nsetup()\n")
    (folder / "server/__init__.py").write_text('def main() -> None:\n    print("the demo")\n')
    return folder


def said(folder: Path) -> list[str]:
    """What one `make run` did: made a .venv, installed, and always showed the demo."""
    done = run("make", "--no-print-directory", "run", cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("the demo\n")
    return [word for word in (MADE, INSTALLED) if word in done.stdout]


@pytest.mark.slow
def test_one_command_installs_once_and_repairs_what_is_broken(tmp_path: Path):
    require_registry(tmp_path)
    folder = miniature(tmp_path / "a folder, with spaces")
    assert said(folder) == [MADE, INSTALLED]
    assert said(folder) == []

    (folder / "pyproject.toml").write_text(PYPROJECT.replace('version = "0"', 'version = "1"'))
    assert said(folder) == [INSTALLED]

    folder = folder.rename(tmp_path / "moved")
    assert said(folder) == [MADE, INSTALLED]

    with subprocess.Popen(["true"]) as ended:
        pass
    (folder / ".venv/.unfinished").write_text(f"{ended.pid}\n")
    assert said(folder) == [MADE, INSTALLED]

    (folder / ".venv/bin/python").unlink()
    assert said(folder) == [MADE, INSTALLED]
    assert said(folder) == []


def machine_without_python(folder: Path) -> dict[str, str]:
    folder.mkdir()
    for name in ("sh", "make", "dirname", "cat", "cksum", "grep", "rm"):
        (folder / name).symlink_to(shutil.which(name) or pytest.skip(f"{name} is not there"))
    return {"PATH": str(folder)}


@pytest.mark.parametrize("chosen", [(), ("PYTHON=/no/such/python3",)])
def test_without_a_python_it_says_which_one_is_needed(tmp_path: Path, chosen: tuple[str, ...]):
    folder = miniature(tmp_path / "checkout")
    done = run("make", "run", *chosen, cwd=folder, env=machine_without_python(tmp_path / "bin"))
    assert done.returncode != 0
    assert "Python 3.11 or later" in done.stderr
    assert not (folder / ".venv").exists()


def test_two_installations_at_once_do_not_break_each_other(tmp_path: Path):
    folder = miniature(tmp_path / "checkout")
    (folder / ".venv").mkdir()
    with subprocess.Popen(["sleep", "60"]) as other:
        (folder / ".venv/.unfinished").write_text(f"{other.pid}\n")
        done = run("sh", ".ci/venv", cwd=folder)
        other.terminate()
    assert done.returncode != 0
    assert f"process {other.pid}" in done.stderr
    assert (folder / ".venv/.unfinished").exists()
