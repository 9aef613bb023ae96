"""What is built is the three folders, whole, as `palimpsest`, and nothing else."""

import importlib.metadata
import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from installed_copy import Installed, run, shipped_files
from source_tree import FOLDERS

ENTRY_POINT = "palimpsest.server.cli:main"
FIND = "import importlib.util, json; print(json.dumps([bool(importlib.util.find_spec(n)) for n in {names!r}]))"
BESIDE = ("docs", "tests", "benchmarks")
MODULES = """
import json, pathlib, pkgutil, palimpsest
walked = pkgutil.walk_packages(palimpsest.__path__, 'palimpsest.', onerror=lambda name: None)
print(json.dumps({"folder": str(pathlib.Path(*palimpsest.__path__)), "modules": sorted(m.name for m in walked)}))
"""


def findable(python: str, names: tuple[str, ...], folder: Path) -> list[bool]:
    """Which top-level names an interpreter finds, isolated from the current folder and from variables."""
    found = subprocess.run(
        [python, "-I", "-c", FIND.format(names=names)], cwd=folder, capture_output=True, text=True, check=True
    )
    return json.loads(found.stdout)


def test_the_wheel_holds_the_three_folders_and_nothing_else(checkout: Path, archives: Path):
    with zipfile.ZipFile(next(archives.glob("*.whl"))) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert names == {f"palimpsest/{name}" for name in shipped_files(checkout)}


def test_the_source_archive_holds_every_shipped_file(checkout: Path, archives: Path):
    with tarfile.open(next(archives.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert shipped_files(checkout) - names == set()


def test_the_source_archive_holds_what_one_reads_and_tests_with(checkout: Path, archives: Path):
    with tarfile.open(next(archives.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    folders = (path for folder in BESIDE for path in (checkout / folder).rglob("*") if path.is_file())
    expected = {path.relative_to(checkout).as_posix() for path in (*folders, *checkout.glob("*.md"))}
    assert {"CHANGELOG.md", "ARCHITECTURE.md", "README.md"} <= expected
    assert {name for name in expected if "__pycache__" not in name} - names == set()
    assert [name for name in names if name.endswith(".pyc") or name.startswith(".typing")] == []


def test_installed_files_are_those_of_the_tree(checkout: Path, installed: Installed, tmp_path: Path):
    listed = installed.run("python", "-I", "-c", MODULES, cwd=tmp_path)
    assert listed.returncode == 0, listed.stderr
    seen = json.loads(listed.stdout)
    assert shipped_files(Path(seen["folder"])) == shipped_files(checkout)
    assert {path.name for path in Path(seen["folder"]).iterdir()} == set(FOLDERS)


def test_every_module_is_found_by_its_name(checkout: Path, installed: Installed, tmp_path: Path):
    seen = json.loads(installed.run("python", "-I", "-c", MODULES, cwd=tmp_path).stdout)
    sources = (name for name in shipped_files(checkout) if name.endswith(".py"))
    names = {f"palimpsest.{name.removesuffix('.py').removesuffix('/__init__').replace('/', '.')}" for name in sources}
    assert set(seen["modules"]) == names


def test_no_bare_name_is_importable_from_an_installed_copy(installed: Installed, tmp_path: Path):
    names = ("palimpsest", *FOLDERS, "tests")
    assert findable(str(installed.scripts / "python"), names, tmp_path) == [True, False, False, False, False]


def test_no_bare_name_is_importable_from_the_editable_install(tmp_path: Path):
    assert findable(sys.executable, ("palimpsest", *FOLDERS), tmp_path) == [True, False, False, False]


def test_the_command_is_the_clis_main():
    scripts = importlib.metadata.distribution("palimpsest-memory").entry_points.select(group="console_scripts")
    assert {script.name: script.value for script in scripts} == {"palimpsest": ENTRY_POINT}


def test_the_installed_command_says_how_to_use_it(installed: Installed, tmp_path: Path):
    told = installed.run("palimpsest", "--help", cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    assert "serve" in told.stdout


def test_uvx_runs_the_command_from_a_checkout(checkout: Path, uvx: tuple[str, ...]):
    told = run(*uvx, "--python", sys.executable, "--from", ".", "palimpsest", "--help", cwd=checkout)
    assert told.returncode == 0, told.stderr
    assert "serve" in told.stdout
