"""Who may import whom: import-linter's contracts hold and bite, and rules know the model alone."""

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from source_tree import FOLDERS, REPOSITORY, Source, parse, sources

BREACHES = {
    "store/breach_upwards.py": "from ..tools import __doc__\n",
    "store/breach_surface.py": "import pydantic\n",
    "store/breach_driver.py": "import sqlite3\n",
    "store/rules/breach_clock.py": "import time\n",
    "tools/breach_database.py": "import aiosqlite\n",
    "server/web/breach_shortcut.py": "from ...tools import curation\n",
}


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """import-linter on the pyproject.toml of a folder; a `palimpsest` in that folder goes before the installed one."""
    return subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"],
        cwd=folder,
        env={"PATH": os.defpath, "PYTHONPATH": str(folder), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        stdin=subprocess.DEVNULL,
    )


def project_imports(source: Source) -> Iterator[tuple[str, int]]:
    """The modules of the project that a module imports, as `store.model`, with the line."""
    package = source.module.split(".") if source.path.endswith("__init__.py") else source.module.split(".")[:-1]
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            for name in [node.module] if node.module else [alias.name for alias in node.names]:
                yield ".".join([*base, name]), node.lineno


def impure(source: Source) -> list[str]:
    """What a module of the rules imports beside the rules and the model."""
    return [
        f"{source.path}:{line} {name}"
        for name, line in project_imports(source)
        if name != "store.model" and not f"{name}.".startswith("store.rules.")
    ]


def imported(source: Source, roots: tuple[str, ...]) -> list[str]:
    """Where a module is imported from one of the top-level packages, by its full name."""
    found: list[tuple[str, int]] = []
    for node in ast.walk(source.tree):
        match node:
            case ast.Import(names=names):
                found += [(alias.name, node.lineno) for alias in names]
            case ast.ImportFrom(module=str(module), level=0):
                found.append((module, node.lineno))
            case _:
                pass
    return [f"{source.path}:{line} {name}" for name, line in found if name.split(".")[0] in roots]


def test_every_contract_is_kept():
    checked = lint_imports(REPOSITORY)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_every_contract_bites(tmp_path: Path):
    shutil.copy(REPOSITORY / "pyproject.toml", tmp_path)
    for folder in FOLDERS:
        shutil.copytree(REPOSITORY / folder, tmp_path / "palimpsest" / folder)
    for path, text in BREACHES.items():
        (tmp_path / "palimpsest" / path).write_text(text)
    checked = lint_imports(tmp_path)
    assert checked.returncode == 1, checked.stdout + checked.stderr
    assert "Contracts: 0 kept, 6 broken." in checked.stdout, checked.stdout


def test_rules_use_the_model_and_each_other_alone():
    assert [place for source in sources("store/rules") for place in impure(source)] == []


def test_a_rule_that_reaches_for_the_store_is_seen():
    text = "from ..model import Fact\nfrom . import decay\nfrom .decay import survival\nfrom .. import model, rows\n"
    source = parse("store/rules/x.py", text + "from ..facts import GET\nfrom ...tools import gate\n")
    assert impure(source) == [f"store/rules/x.py:{n}" for n in ("4 store.rows", "5 store.facts", "6 tools")]


def test_no_module_goes_by_its_bare_name():
    """`import store` works by accident when the checkout is on the path, and nowhere else."""
    files = sources("server", "tools", "store", "tests", "benchmarks")
    assert [place for source in files for place in imported(source, FOLDERS)] == []


def test_imports_inside_the_distribution_are_relative():
    assert [place for source in sources() for place in imported(source, ("palimpsest",))] == []


def test_every_form_of_a_bare_import_is_seen():
    text = "import server\nimport json, tools.gate as gate\nfrom store import model\nfrom ..store import model\n"
    source = parse("x.py", text + "from palimpsest.store import facts\nimport storefront\n")
    assert imported(source, FOLDERS) == ["x.py:1 server", "x.py:2 tools.gate", "x.py:3 store"]
