"""What finding the nearest vectors costs: the store's answer, exact and from codes, beside one raw product in numpy.

    OPENBLAS_NUM_THREADS=1 python benchmarks/vector_scan.py [--counts 1000 10000 100000] [--folder /dev/shm]

A store is filled with so many facts, then with a vector of 384 numbers for each: made up, around a common mean and in
clusters, as text models make them. `CPU` is of all threads. `raw` is `matrix @ vector` and the best 256 of it. `hidden`
asks for a domain that one fact in a hundred is of. `codes` is what happens above 100,000 vectors, here from the first
on; `same` is which share of the exact answer's first 10 and 100 it finds.
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

MODEL = VectorModel("made-up", 384)
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


def add_vectors(tx: Transaction, rows: Vector) -> None:
    """Vectors for the next facts that have none: the newest first."""
    passages = tx.vectors.without(MODEL, BATCH)
    tx.vectors.add(MODEL, passages, rows[[passage.id - 1 for passage in passages]])


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
        lambda tx: [one.id for one in tx.vectors.nearest_facts(MODEL, vector, where, limit)]
    )


def measure(path: Path, count: int) -> None:
    """Fill a store and print what its answers cost."""
    rows = close_vectors(count, MODEL.dimension)
    asked = rows[:: max(1, count // QUERIES)][:QUERIES] + 0.5 * close_vectors(QUERIES, MODEL.dimension, seed=1)
    asked /= np.linalg.norm(asked, axis=1, keepdims=True)
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
    parser.add_argument("--folder", type=Path, default=None, help="where the files are written (default: temporary)")
    options = parser.parse_args()
    print("CPU: median and 95th percentile")
    for count in options.counts:
        with tempfile.TemporaryDirectory(dir=options.folder) as folder:
            measure(Path(folder) / "memory.db", count)


if __name__ == "__main__":
    main()
