"""A memory that is made up, the same each time: facts in a language of their own, linked, with vectors.

Words are as unevenly common as those of a language; facts stand in sessions and topics and are linked as writing links
them. Vectors are random around a common mean.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
from palimpsest.store.model import (
    Edge,
    EdgeKind,
    MemoryType,
    NewFact,
    Scope,
    Validity,
    Vector,
    VectorModel,
    Veracity,
)
from palimpsest.store.protocol import Transaction
from palimpsest.store.rules.conflict import normalise_content, normalise_topic
from palimpsest.store.sqlite import PlainStore

SEED = 3
DIMENSION = 384
MODEL = VectorModel("made-up", DIMENSION)
NOW = datetime(2027, 3, 1, 9, tzinfo=UTC)
BATCH = 5000
VOCABULARY = 20_000
FRAMES = (
    "The {} of the {} is {} for {}.",
    "{} {} was moved from {} to {}.",
    "Every {} needs a {} before {} and {}.",
    "When the {} is {}, the {} must not be {}.",
)


def vocabulary(source: random.Random) -> list[str]:
    """Words of two and three syllables, no two alike, the commonest first."""
    onsets = [
        "b",
        "br",
        "c",
        "cl",
        "d",
        "dr",
        "f",
        "fl",
        "g",
        "gr",
        "h",
        "k",
        "l",
        "m",
        "n",
        "p",
        "pl",
        "r",
        "s",
        "st",
        "t",
        "tr",
        "v",
        "w",
    ]
    syllables = [
        onset + vowel + coda for onset in onsets for vowel in "aeiou" for coda in ("", "l", "m", "n", "r", "s", "x")
    ]
    words: dict[str, None] = {}
    while len(words) < VOCABULARY:
        words["".join(source.choices(syllables, k=source.choice((2, 2, 3))))] = None
    return list(words)


class Writer:
    """Makes up the same facts each time."""

    def __init__(self) -> None:
        self._source = random.Random(SEED)
        self._words = vocabulary(self._source)
        self._sums = np.cumsum(1 / np.arange(10, VOCABULARY + 10)).tolist()

    def words(self, count: int) -> list[str]:
        return self._source.choices(self._words, cum_weights=self._sums, k=count)

    def content(self) -> str:
        """One sentence of about twelve words, or two."""
        frames = self._source.sample(FRAMES, self._source.choice((1, 2)))
        return " ".join(frame.format(*self.words(4)) for frame in frames)

    def query(self) -> str:
        """A question of three to five words that tell something."""
        words = self.words(self._source.choice((3, 4, 5)))
        return f"Which {words[0]} is {' '.join(words[1:-1])} for the {words[-1]}?"


def close_vectors(count: int, seed: int) -> Vector:
    """Unit vectors around a common mean, as text models make them."""
    numbers = np.random.default_rng(seed)
    mean = np.random.default_rng(SEED).standard_normal(DIMENSION, np.float32)
    rows = 1.6 * mean + numbers.standard_normal((count, DIMENSION), np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def fact(number: int, content: str, domain_id: int) -> NewFact:
    """A fact of one of a few domains, of a topic that some fifteen share and of a session of twenty."""
    topic = f"topic {number % max(1, number // 15 + 1)}"
    return NewFact(
        domain_id=domain_id,
        topic=topic,
        topic_key=normalise_topic(topic),
        content=content,
        content_key=normalise_content(content),
        memory_type=MemoryType.FACT,
        veracity=Veracity.INFERRED,
        confidence=0.7,
        validity=Validity.OPEN,
        valid_until=None,
        agent=f"agent-{number // 20 % 5}",
        role="general",
        session=f"session {number // 20}",
    )


def add_facts(tx: Transaction, numbers: range, writer: Writer, source: random.Random) -> None:
    """Facts with two links of three kinds each, as a write makes them."""
    domains = [tx.domains.ensure(Scope(f"area-{number}"))[0].id for number in range(8)]
    for number in numbers:
        added = tx.facts.insert(fact(number, writer.content(), domains[number % len(domains)]))
        near = {EdgeKind.SAME_SESSION: (added.id - 1, added.id - 2)}
        if added.id > 20:
            near[EdgeKind.SAME_TOPIC] = (added.id - 15, added.id - 16)
            near[EdgeKind.RELATED] = (source.randrange(1, added.id - 16), source.randrange(1, added.id - 16))
        for kind, others in near.items():
            for other in {one for one in others if one > 0}:
                tx.edges.link(Edge(added.id, other, kind, 0.5))


def fill(path: Path, count: int) -> tuple[float, float]:
    """Fill a store; the bytes of the file for each fact without vectors, and for each vector."""
    writer, source = Writer(), random.Random(SEED + 3)
    store = PlainStore(path, lambda: NOW - timedelta(days=source.randrange(400)))
    for numbers in _batches(count):
        store.write(lambda tx, numbers=numbers: add_facts(tx, numbers, writer, source))
    store.close()
    without = path.stat().st_size
    store = PlainStore(path, lambda: NOW)
    for number, _ in enumerate(_batches(count)):
        store.write(lambda tx, number=number: _add_vectors(tx, number))
    store.close()
    return without / count, (path.stat().st_size - without) / count


def _add_vectors(tx: Transaction, number: int) -> None:
    passages = tx.vectors.without(MODEL, BATCH)
    tx.vectors.add(MODEL, passages, close_vectors(len(passages), 100 + number))


def _batches(count: int) -> Iterator[range]:
    return (range(start, min(start + BATCH, count)) for start in range(0, count, BATCH))
