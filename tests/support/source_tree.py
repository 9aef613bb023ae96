"""The project's own source, as syntax trees: what the house tests look through."""

import ast
import gc
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
FOLDERS = ("server", "tools", "store")


@dataclass(frozen=True)
class Source:
    """One Python file: its path from the top of the checkout, its text and its syntax tree."""

    path: str
    text: str
    tree: ast.Module

    @property
    def module(self) -> str:
        """The dotted name without `palimpsest.`: `store.rules.decay`; a package is named by its folder."""
        return self.path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")

    def at(self, node: ast.AST) -> str:
        return f"{self.path}:{getattr(node, 'lineno', '?')}"


def parse(path: str, text: str) -> Source:
    return Source(path, text, ast.parse(text, path))


@cache
def sources(*folders: str) -> tuple[Source, ...]:
    """Every Python file under the given top-level folders; by default all that is installed."""
    found = (path for folder in folders or FOLDERS for path in sorted((REPOSITORY / folder).rglob("*.py")))
    read = tuple(parse(path.relative_to(REPOSITORY).as_posix(), path.read_text("utf-8")) for path in found)
    # Two million nodes that stay: walking them takes the collector two seconds, within whatever test it interrupts.
    gc.collect()
    gc.freeze()
    return read


def strings(tree: ast.AST) -> Iterator[ast.Constant | ast.JoinedStr]:
    """Every string the code builds, an f-string as a whole and not again by its parts; docstrings are none."""
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
        if is_text and id(node) not in prose | parts:
            yield node  # pyright: ignore[reportReturnType]


def tracked_files() -> tuple[Path, ...]:
    """What git holds of the project; a test that runs outside a checkout skips."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=REPOSITORY, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    paths = (REPOSITORY / name for name in listed.stdout.decode().split("\0") if name)
    return tuple(path for path in paths if path.is_file() and not path.is_symlink())
