"""What is imported is declared: nothing is there only because something else happens to bring it."""

import ast
import importlib.metadata
import re
import sys
from collections.abc import Iterator

from source_tree import Source, sources

# Pinned by pydantic to the one version that fits it.
PART_OF = {"pydantic-core": "pydantic"}


def normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def outside_imports(source: Source) -> Iterator[str]:
    """Top-level names a module imports that are neither the project's nor the standard library's."""
    for node in ast.walk(source.tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        yield from (top for top in (name.split(".")[0] for name in names) if top not in sys.stdlib_module_names)


def declared() -> set[str]:
    required = importlib.metadata.requires("palimpsest-memory") or []
    return {normalised(re.split(r"[^\w.-]", line)[0]) for line in required if "extra ==" not in line}


def test_every_imported_package_is_declared():
    distributions = importlib.metadata.packages_distributions()
    imported = {name for source in sources() for name in outside_imports(source)}
    brought = {normalised(name) for top in imported for name in distributions.get(top, [top])}
    assert {PART_OF.get(name, name) for name in brought} - declared() == set()
