"""What files still say."""

from __future__ import annotations

from pathlib import Path


def holding(folder: Path, *texts: str) -> list[tuple[str, str]]:
    """The files of the folder in which one of the texts can be read, each with the text."""
    files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    return [(file.name, text) for file in files for text in texts if text.encode() in file.read_bytes()]
