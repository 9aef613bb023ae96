"""A model for tests: texts that share words are near each other, everything else isn't; the same in every process."""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Callable, Sequence

import numpy as np
from palimpsest.store.embedders.choose import EmbedderChoice
from palimpsest.store.errors import EmbedderBroken
from palimpsest.store.model import Vector
from palimpsest.tools.embedding import Embedding
from palimpsest.tools.models import Models

DIMENSION = 256


class FakeEmbedder:
    """Counts words: each lends a direction of its own, and a text is the sum of its words.

    `synonyms` makes one word of another, for meanings that share no word. A text that holds `poison` fails, every text
    does while `is_down`, and nothing is answered while `gate` is cleared. `asked` are the texts of each call.
    """

    def __init__(
        self,
        model: str = "fake",
        *,
        dimension: int = DIMENSION,
        synonyms: dict[str, str] | None = None,
        poison: str | None = None,
    ) -> None:
        self.model, self.dimension, self.unrelated = model, dimension, 0.0
        self.is_down = False
        self.gate = threading.Event()
        self.gate.set()
        self.asked: list[tuple[str, ...]] = []
        self._synonyms = synonyms or {}
        self._poison = poison

    @property
    def texts(self) -> list[str]:
        """Every text that was asked for, in order."""
        return [text for texts in self.asked for text in texts]

    def embed_queries(self, texts: Sequence[str]) -> Vector:
        return self._embed(texts)

    def embed_passages(self, texts: Sequence[str]) -> Vector:
        return self._embed(texts)

    def vector(self, text: str) -> Vector:
        """The vector of one text, shape (dimension,)."""
        words: list[str] = re.findall(r"\w+", text.lower()) or [""]
        total = np.sum([self._direction(self._synonyms.get(word, word)) for word in words], axis=0)
        return (total / np.linalg.norm(total)).astype(np.float32)

    def _embed(self, texts: Sequence[str]) -> Vector:
        assert self.gate.wait(30), "nobody opened the gate"
        self.asked.append(tuple(texts))
        if self.is_down:
            raise EmbedderBroken("the fake model is down")
        if self._poison is not None and any(self._poison in text for text in texts):
            raise EmbedderBroken(f"the fake model can't take '{self._poison}'")
        rows = [self.vector(text) for text in texts]
        return np.stack(rows) if rows else np.empty((0, self.dimension), np.float32)

    def _direction(self, word: str) -> Vector:
        seed = int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest())
        return np.random.default_rng(seed).standard_normal(self.dimension).astype(np.float32)


def embedding_of(embedder: FakeEmbedder) -> Embedding:
    """A workspace's embedding whose model is the given one, whatever its settings name."""
    return embedding_by(lambda _: embedder)


def embedding_by(load: Callable[[EmbedderChoice], FakeEmbedder | None]) -> Embedding:
    """A workspace's embedding whose models are loaded by a function, on the models' thread."""
    return Embedding(Models(load))
