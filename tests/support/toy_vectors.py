"""Vectors for tests of the store: each text has its own, always the same, without a model."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable

import numpy as np
from palimpsest.store.model import Embedded, Passage, Vector, VectorModel
from palimpsest.store.protocol import Transaction

MODEL = VectorModel("toy", 16)


def toy_vector(text: str, dimension: int = MODEL.dimension) -> Vector:
    """The text's vector: a direction like any other."""
    numbers = np.random.default_rng(zlib.crc32(text.encode())).standard_normal(dimension)
    return (numbers / np.linalg.norm(numbers)).astype(np.float32)


def at_angle(degrees: float, dimension: int = MODEL.dimension) -> Vector:
    """A vector at an angle from `at_angle(0)`, all of them in one plane."""
    vector = np.zeros(dimension, np.float32)
    vector[:2] = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return vector


def embedded(passages: Iterable[str], model: VectorModel = MODEL) -> Embedded:
    """The toy vectors of some passages, as made before a write."""
    return Embedded(model, {text: toy_vector(text, model.dimension) for text in passages})


def fill_in(tx: Transaction, model: VectorModel = MODEL) -> list[Passage]:
    """Give every passage that has none its toy vector; these passages."""
    passages = tx.vectors.without(model, 100_000)
    vectors = [toy_vector(passage.text, model.dimension) for passage in passages]
    tx.vectors.add(model, passages, np.array(vectors, np.float32).reshape(-1, model.dimension))
    return passages
