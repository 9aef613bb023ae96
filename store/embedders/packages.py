"""Packages that carry a model: where one is installed, and whether its files are those that were read and measured."""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Mapping
from pathlib import Path

from ..errors import EmbedderBroken, EmbedderMissing


def is_installed(package: str) -> bool:
    """Whether a top-level package can be found; it isn't imported."""
    return importlib.util.find_spec(package) is not None


def find_package(package: str, install: str) -> Path:
    """The folder of an installed package, without importing it; `install` is what pip is asked for otherwise."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise EmbedderMissing(
            f"The package '{package}' isn't installed: pip install '{install}', or choose another embedder."
        )
    return Path(spec.submodule_search_locations[0])


def require_files(folder: Path, known: Mapping[str, str], requirement: str) -> None:
    """Refuse files that aren't byte for byte the known ones: SHA-256 by path in the folder.

    Code that maps a file into memory believes what stands there, and a damaged one may end the process. Reads every
    file once, 72 MB in about 0.05 s.
    """
    for name, expected in known.items():
        found = _digest(folder / name)
        if found != expected:
            what = "is missing or can't be read" if found is None else "is damaged or of another version"
            raise EmbedderBroken(
                f"{folder / name} {what}. Install it anew: pip install --force-reinstall '{requirement}', or choose "
                "another embedder."
            )


def _digest(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None
