"""What an embedder offers to the rest, and what a model has to bring to become one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..model import Vector


class Embedder(Protocol):
    """A loaded model. Called on one thread at a time, never on the event loop.

    Vectors are rows of length 1, shape (number of texts, dimension), in the texts' order. Any text will do, the empty
    one too; of a very long one only the beginning is read (`checked.QUERY_BYTES`, `checked.PASSAGE_BYTES`). Raises
    `EmbedderError` when there is no vector to be had.
    """

    @property
    def model(self) -> str:
        """Identity: the same name always means the same vectors, but for rounding between processors."""
        ...

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        ...

    @property
    def unrelated(self) -> float:
        """The cosine up to which a query and a passage have nothing to do with each other; 0 where nobody measured."""
        ...

    def embed_queries(self, texts: Sequence[str]) -> Vector:
        """Vectors of what is looked for."""
        ...

    def embed_passages(self, texts: Sequence[str]) -> Vector:
        """Vectors of what is to be found."""
        ...


class Engine(Protocol):
    """A model as it comes, before anything is checked; `checked.CheckedEmbedder` makes an `Embedder` of it."""

    @property
    def model(self) -> str:
        """Identity, as in `Embedder`."""
        ...

    @property
    def unrelated(self) -> float:
        """As in `Embedder`."""
        ...

    @property
    def spelled_out(self) -> Mapping[int, str]:
        """Characters that it can't take, with what stands in for each; as `str.translate` wants it."""
        ...

    def run(self, texts: Sequence[str], *, is_query: bool) -> Sequence[NDArray[np.floating[Any]]]:
        """One row of numbers for each text, in their order, of any length; at least one text is given."""
        ...
