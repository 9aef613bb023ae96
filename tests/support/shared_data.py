"""Finds the shared cases and data; a test that needs what is not there skips with the reason."""

import os
from pathlib import Path

import pytest

_REPOSITORY = Path(__file__).resolve().parents[2]


def shared_path(name: str) -> Path:
    """Path of a shared file such as `vectors/conflict_pairs.tsv`; skips the calling test when it is absent."""
    root = Path(os.environ.get("PALIMPSEST_SHARED") or _REPOSITORY.parent / "shared")
    path = root / name
    if not path.exists():
        pytest.skip(f"shared file {name} is not there (PALIMPSEST_SHARED or ../shared)")
    return path
