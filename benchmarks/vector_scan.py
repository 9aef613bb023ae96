"""What finding the nearest vectors costs: the store's answer, exact and from codes, beside one raw product in numpy.

    OPENBLAS_NUM_THREADS=1 python benchmarks/vector_scan.py [--counts 1000 10000 100000] [--vectors ROWS.npy]

A store is filled with so many facts, then with a vector for each: of 384 numbers, made up around a common mean and in
clusters of about forty, or rows of length 1 that a model made, the last forty of which are asked for. `CPU` is of all
threads. `raw` is `matrix @ vector` and the best 256 of it. `hidden` asks for a domain that one fact in a hundred is of.
`codes` is what happens above 100,000 vectors, here from the first on; `same` is which share of the exact answer's first
10 and 100 it finds.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from palimpsest.store import shared_index
from palimpsest.store.model import FactFilter, MemoryType, NewFact, Scope, Validity, Vector, VectorModel, Veracity
from palimpsest.store.protocol import Transaction
from palimpsest.store.sqlite import PlainStore

DIMENSION = 384
NOW = datetime(2027, 3, 1, 9, tzinfo=UTC)
WHERE = FactFilter(NOW)
RARE = replace(WHERE, domain_name="rare")
BATCH = 2000
QUERIES = 40
MEBIBYTE = 2**20


def close_vectors(count: int, dimension: int, seed: int = 0) -> Vector:
    """Unit vectors around a common mean, in clusters of about forty."""
    numbers = np.random.default_rng(seed)
    mean = 1.6 * numbers.standard_normal(dimension, np.float32)
    centres = 0.6 * numbers.standard_normal((count // 40 + 1, dimension), np.float32)
    rows = mean + centres[numbers.integers(len(centres), size=count)]
    rows += 0.6 * numbers.standard_normal((count, dimension), np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def raw_scan(rows: Vector, vector: Vector, count: int = 256) -> Sequence[int]:
    """The least that finding the nearest can be: where the `count` highest products are."""
    scores = rows @ vector
    count = min(count, len(scores))
    return np.argpartition(scores, -count)[-count:].tolist()


def cpu_ms(work: Callable[[Vector], object], vectors: Vector) -> str:
    """Median and 95th percentile of the processor time that `work` takes for one vector."""
    work(vectors[0])
    taken: list[float] = []
    for vector in vectors:
        began = time.process_time()
        work(vector)
        taken.append((time.process_time() - began) * 1000)
    return f"{np.median(taken):6.2f} {np.percentile(taken, 95):6.2f}"


def fact(number: int, domain_id: int) -> NewFact:
    """A fact like many others."""
    content = f"The service of order {number} listens on port {number % 60_000}."
    return NewFact(
        domain_id=domain_id,
        topic=f"service {number % 997}",
        topic_key=f"service {number % 997}",
        content=content,
        content_key=content.casefold(),
        memory_type=MemoryType.FACT,
        veracity=Veracity.INFERRED,
        confidence=0.7,
        validity=Validity.OPEN,
        valid_until=None,
        agent="bench",
        role="general",
        session="s1",
    )


def add_facts(tx: Transaction, numbers: range) -> None:
    domains = [tx.domains.ensure(Scope(name))[0].id for name in ("common", "rare")]
    for number in numbers:
        tx.facts.insert(fact(number, domains[number % 100 == 0]))


def model_of(rows: Vector) -> VectorModel:
    return VectorModel("bench", rows.shape[1])


def add_vectors(tx: Transaction, rows: Vector) -> None:
    """Vectors for the next facts that have none: the newest first."""
    passages = tx.vectors.without(model_of(rows), BATCH)
    tx.vectors.add(model_of(rows), passages, rows[[passage.id - 1 for passage in passages]])


def batches(count: int) -> Iterator[range]:
    return (range(start, min(start + BATCH, count)) for start in range(0, count, BATCH))


def file_bytes(store: PlainStore, path: Path) -> int:
    store.close()
    return path.stat().st_size


def resident_mib() -> float:
    """What the process has in memory now; only Linux tells."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / MEBIBYTE


def search(store: PlainStore, limit: int, where: FactFilter = WHERE) -> Callable[[Vector], list[int]]:
    """The ids of the facts nearest to a vector."""
    return lambda vector: store.read(
        lambda tx: [one.id for one in tx.vectors.nearest_facts(model_of(vector[np.newaxis]), vector, where, limit)]
    )


def made_up(count: int) -> tuple[Vector, Vector]:
    """Rows, and vectors to ask for that lie near some of them."""
    rows = close_vectors(count, DIMENSION)
    asked = rows[:: max(1, count // QUERIES)][:QUERIES] + 0.5 * close_vectors(QUERIES, DIMENSION, seed=1)
    return rows, asked / np.linalg.norm(asked, axis=1, keepdims=True)


def measure(path: Path, rows: Vector, asked: Vector) -> None:
    """Fill a store and print what its answers cost."""
    count = len(rows)
    store = PlainStore(path, lambda: NOW)
    for numbers in batches(count):
        store.write(lambda tx, numbers=numbers: add_facts(tx, numbers))
    without = file_bytes(store, path)
    store = PlainStore(path, lambda: NOW)
    for _ in batches(count):
        store.write(lambda tx: add_vectors(tx, rows))
    size = file_bytes(store, path)
    print(f"\n{count} facts: {without / count:.0f} bytes each in the file, and {(size - without) / count:.0f} a vector")
    print(f"raw          {cpu_ms(lambda vector: raw_scan(rows, vector), asked)} ms")
    exact = report("exact", path, asked)
    coded = report("codes", path, asked)
    for cut in (10, 100):
        shares = [len({*one[:cut]} & {*other[:cut]}) / min(cut, count) for one, other in zip(exact, coded, strict=True)]
        print(f"same@{cut:<7} {np.mean(shares):.3f}")


def report(kind: str, path: Path, asked: Vector) -> list[list[int]]:
    """Print what one kind of index costs; its answers."""
    shared_index.EXACT_UP_TO = 0 if kind == "codes" else 10**9
    store = PlainStore(path, lambda: NOW)
    before, began = resident_mib(), time.process_time()
    search(store, 1)(asked[0])
    print(f"{kind} load   {(time.process_time() - began) * 1000:6.0f} ms, {resident_mib() - before:.0f} MiB more")
    for limit in (50, 200):
        print(f"{kind} {limit:<6} {cpu_ms(search(store, limit), asked)} ms")
    print(f"{kind} hidden {cpu_ms(search(store, 50, RARE), asked)} ms")
    answers = [search(store, 100)(vector) for vector in asked]
    store.close()
    return answers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--counts", type=int, nargs="+", default=[1000, 10_000, 100_000], help="how many facts")
    parser.add_argument("--vectors", type=Path, default=None, help="rows of a model's vectors, as numpy saves them")
    options = parser.parse_args()
    print("CPU: median and 95th percentile")
    given: Vector | None = None if options.vectors is None else np.load(options.vectors)
    for count in options.counts:
        rows, asked = made_up(count) if given is None else (given[:-QUERIES][:count], given[-QUERIES:])
        with tempfile.TemporaryDirectory() as folder:
            measure(Path(folder) / "memory.db", rows, asked)


if __name__ == "__main__":
    main()
