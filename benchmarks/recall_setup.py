"""What every part of the recall benchmark is given."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from palimpsest.tools.models import Load, Models

T = TypeVar("T")


@dataclass(frozen=True)
class Setup:
    """The embedder by the name of its setting, the models of the process, and how many queries of a set are asked."""

    embedder: str
    models: Models
    load: Load
    limit: int | None = None

    def some(self, queries: Iterable[T]) -> list[T]:
        """As many of the queries as are asked: evenly from all of them, the same ones each time."""
        every = list(queries)
        if self.limit is None or len(every) <= self.limit:
            return every
        return [every[place * len(every) // self.limit] for place in range(self.limit)]
