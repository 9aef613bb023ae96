"""What tools know of the caller's working tree: which file a source names. To read it is the host's part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file of a repository as the source of an observation: its path from the root, and its blob id as it is now."""

    repo: str
    source: str
    revision: str


class WorkingTree(Protocol):
    """The working tree that the caller sits in."""

    def find(self, source: str) -> SourceFile | None:
        """The file of the tree that a source names. It reads the file, so it runs off the event loop."""
        ...
