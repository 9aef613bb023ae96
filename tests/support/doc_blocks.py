"""The code blocks and links of the Markdown files.

A block of `python` always runs, a block of `json` always parses; a block of `bash` runs when the line before it is
the comment `<!-- run -->`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

RUN_MARK = "<!-- run -->"
FENCE = re.compile(r"^(?P<fence>```+|~~~+)(?P<language>[\w-]*)")
LINK = re.compile(r"\]\((?P<target>[^()\s]+)\)")


@dataclass(frozen=True)
class Block:
    """One fenced block: where it opens, its language, its text, and whether it is marked to run."""

    file: Path
    line: int
    language: str
    text: str
    is_marked: bool


def blocks(file: Path) -> Iterator[Block]:
    lines = file.read_text("utf-8").splitlines()
    number = 0
    while number < len(lines):
        opened = FENCE.match(lines[number])
        number += 1
        if opened is None:
            continue
        start, fence = number, opened["fence"]
        while number < len(lines) and not lines[number].startswith(fence):
            number += 1
        before = next((line.strip() for line in reversed(lines[: start - 1]) if line.strip()), "")
        text = "\n".join(lines[start:number]) + "\n"
        yield Block(file, start, opened["language"], text, before == RUN_MARK)
        number += 1


def file_links(file: Path) -> Iterator[str]:
    """Links to other files of the project, without their anchors; what stands in code blocks is no link."""
    text = file.read_text("utf-8")
    for block in blocks(file):
        text = text.replace(block.text, "\n")
    for found in LINK.finditer(text):
        target = found["target"].partition("#")[0]
        if target and "://" not in target and not target.startswith("mailto:"):
            yield target
