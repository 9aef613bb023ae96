"""The one way from a model to vectors that may be stored and compared: bounded texts, checked answers, unit rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import EmbedderBroken, NotFinite, WrongDimension

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..model import Vector
    from .protocol import Engine

# A token is about four bytes of UTF-8 in any script. A query is answered while someone waits: 250 tokens cost the
# slowest of the offline models half a second of one core. Models of this size were trained on 512 tokens; a passage of
# so many takes a second, which is also how long a query may have to wait behind one.
QUERY_BYTES = 1_000
PASSAGE_BYTES = 2_000

_PROBE = "How many numbers does a vector have?"


class CheckedEmbedder:
    """The `Embedder` around an `Engine`; making one embeds a text, to learn the dimension.

    Every later answer must have that dimension, or it is a `WrongDimension`.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        probe = engine.run([_PROBE], is_query=False)
        self._dimension = int(np.size(probe[0])) if len(probe) else 0
        if not self._dimension:
            raise EmbedderBroken(f"'{engine.model}' makes vectors without a number in them. Choose another model.")
        unit_rows(engine.model, probe, (1, self._dimension))

    @property
    def model(self) -> str:
        return self._engine.model

    @property
    def dimension(self) -> int:
        return self._dimension

    @property
    def unrelated(self) -> float:
        return self._engine.unrelated

    def embed_queries(self, texts: Sequence[str]) -> Vector:
        return self._embed(texts, QUERY_BYTES, is_query=True)

    def embed_passages(self, texts: Sequence[str]) -> Vector:
        return self._embed(texts, PASSAGE_BYTES, is_query=False)

    def _embed(self, texts: Sequence[str], limit: int, *, is_query: bool) -> Vector:
        if not texts:
            return np.empty((0, self._dimension), np.float32)
        readable = [readable_text(text, self._engine.spelled_out, limit) for text in texts]
        rows = self._engine.run(readable, is_query=is_query)
        return unit_rows(self.model, rows, (len(texts), self._dimension))


def readable_text(text: str, spelled_out: Mapping[int, str], limit: int) -> str:
    """The beginning of a text that has at most `limit` bytes of UTF-8, whole characters, never empty."""
    # Half of a surrogate pair has no UTF-8; stored text has none, a caller's may.
    encoded = text.translate(spelled_out).encode("utf-8", "replace")
    return encoded[:limit].decode("utf-8", "ignore") or " "


def unit_rows(model: str, rows: Sequence[NDArray[np.floating[Any]]], shape: tuple[int, int]) -> Vector:
    """The rows as float32, each of length 1; shape is (number of texts, dimension).

    Raises `EmbedderBroken` when there are more or fewer rows, `WrongDimension` and `NotFinite` for any of them.
    """
    count, dimension = shape
    if len(rows) != count:
        raise EmbedderBroken(f"'{model}' made {len(rows)} vectors of {count} texts. Nothing was stored.")
    for row in rows:
        if np.shape(row) != (dimension,):
            raise WrongDimension(model, dimension, int(np.size(row)))
    exact = np.array(rows, np.float64)
    if not np.isfinite(exact).all() or not exact.any(axis=1).all():
        raise NotFinite(
            f"NotFinite: '{model}' made a vector that points nowhere: NaN, infinite or all zero. Nothing was stored. "
            "If it goes on, the model is broken: choose another one."
        )
    scaled = exact / np.abs(exact).max(axis=1, keepdims=True)  # so that squaring neither overflows nor vanishes
    return (scaled / np.sqrt(np.square(scaled).sum(axis=1, keepdims=True))).astype(np.float32)
