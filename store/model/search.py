"""What a search finds, and vectors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..vocabulary import MemoryType

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Vector: TypeAlias = "NDArray[np.float32]"
"""Numbers of one vector, shape (dimension,), or of several, shape (n, dimension); every row is of length 1."""


Key: TypeAlias = tuple[str, int]
"""What a search may find: `("F", 12)` is a fact, `("O", 45)` an observation."""


class Candidate(NamedTuple):
    """One match of a voice (`F` or `O`), with what its rank depends on; a higher `score` matches better.

    A query may find a thousand of them, so they are as light as can be; whole rows are read for one page only.
    """

    kind: str
    id: int
    score: float
    memory_type: MemoryType
    is_permanent: bool
    confidence: float
    supported_at: datetime
    repo: str | None
    recalled_at: datetime | None = None

    @property
    def key(self) -> Key:
        """Which fact or observation it is."""
        return self.kind, self.id


class VectorModel(NamedTuple):
    """What makes vectors: the same name always means the same ones."""

    name: str
    dimension: int


class StoredModel(NamedTuple):
    """A model that the store holds vectors of, with how many passages have one and how many have none yet."""

    model: VectorModel
    vectors: int
    missing: int


class Passage(NamedTuple):
    """The text by whose meaning something is found; `rules.passage` makes it.

    That of a fact (`F`), of an observation for its own agent (`O`), or of a cited one for everybody else (`C`).
    """

    kind: str
    id: int
    text: str


class Refusal(NamedTuple):
    """A passage that a model made no vector of, and why."""

    kind: str
    id: int
    reason: str
    at: datetime


class Trouble(NamedTuple):
    """What went wrong last with making vectors."""

    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors that were made before a transaction, by passage text, for the rows that it may write.

    `unrelated` is the cosine up to which two passages have nothing to do with each other.
    """

    model: VectorModel
    vectors: Mapping[str, Vector]
    unrelated: float = 0.0

    def of(self, passage: str) -> PassageVector | None:
        """The vector of one passage, if it was made."""
        vector = self.vectors.get(passage)
        return None if vector is None else PassageVector(self.model, vector, self.unrelated)


class PassageVector(NamedTuple):
    """One passage's vector, shape (dimension,), to be compared with those of its model alone."""

    model: VectorModel
    vector: Vector
    unrelated: float
