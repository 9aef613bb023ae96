"""What a search costs in a growing memory, beside the raw full-text query and the raw scan that it stands on.

Facts are made up: words as unevenly common as those of a language, in sessions and topics, linked as writing links
them. Vectors are random around a common mean. The query's vector is made up as well, so no model's time is in this. A
query goes through `search_memory` in the process, with everything but the protocol. `raw full text` is the same MATCH
for the rowid and bm25 of as many of the best facts, `raw scan` is one numpy product of all vectors with the query's,
`raw both` is one after the other, each with what the other has left in the processor's cache. CPU is of all threads of
the process, which is new for each size.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from palimpsest.store import fulltext
from palimpsest.store.driver import DRIVER
from palimpsest.store.model import (
    Caller,
    Vector,
)
from palimpsest.store.sqlite import SqliteStore
from palimpsest.tools.desk import Desk
from palimpsest.tools.embedding import Embedding
from palimpsest.tools.models import Models
from palimpsest.tools.question import Mode
from palimpsest.tools.scaling import CANDIDATES
from palimpsest.tools.search_tools import SearchTools
from recall_made_up import MODEL, NOW, SEED, VOCABULARY, Writer, close_vectors, fill
from recall_metrics import print_table

COUNTS = (1000, 10_000, 100_000)
SHORT = (100, 400)
QUERIES = 60
WARM_UP = 5
MEBIBYTE = 2**20
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""For the processes that measure: numpy reads it when it is loaded."""
RAW = """
SELECT rowid, bm25(fulltext, ?, ?, ?, ?)
FROM fulltext
WHERE fulltext MATCH ? AND rowid % 2 = 0
ORDER BY 2, rowid DESC
LIMIT ?
"""
INDEX_BYTES = "SELECT (SELECT sum(length(block)) FROM fulltext_data)"


class MadeUpEmbedder:
    """Gives each query the next of some vectors."""

    model, dimension, unrelated = MODEL.name, MODEL.dimension, 0.6

    def __init__(self) -> None:
        self._vectors = close_vectors(QUERIES, SEED + 1)
        self._next = 0

    def embed_queries(self, texts: Sequence[str]) -> Vector:
        places = [(self._next + place) % QUERIES for place in range(len(texts))]
        self._next += len(texts)
        return self._vectors[places]

    def embed_passages(self, texts: Sequence[str]) -> Vector:
        return close_vectors(len(texts), SEED + 2)


@dataclass(frozen=True)
class Cost:
    """Milliseconds a query: of the clock, and of the processor on average."""

    p50: float
    p95: float
    cpu: float


def cost(wall: Sequence[float], cpu_s: float) -> Cost:
    return Cost(float(np.median(wall)) * 1000, float(np.percentile(wall, 95)) * 1000, cpu_s * 1000 / len(wall))


def measure_raw(step: Callable[[int], object]) -> Cost:
    """The cost of a step for each query."""
    for number in range(WARM_UP):
        step(number)
    wall: list[float] = []
    used = time.process_time()
    for number in range(QUERIES):
        began = time.perf_counter()
        step(number)
        wall.append(time.perf_counter() - began)
    return cost(wall, time.process_time() - used)


async def measure_search(ask: Callable[[int], Awaitable[object]]) -> Cost:
    """As `measure_raw`, for what is awaited."""
    for number in range(WARM_UP):
        await ask(number)
    wall: list[float] = []
    used = time.process_time()
    for number in range(QUERIES):
        began = time.perf_counter()
        await ask(number)
        wall.append(time.perf_counter() - began)
    return cost(wall, time.process_time() - used)


@dataclass(frozen=True)
class Measured:
    """Everything about one size."""

    count: int
    costs: dict[str, Cost]
    fact_bytes: float
    index_bytes: float
    vector_bytes: float
    resident_mib: float
    filled_s: float


async def searches(path: Path, queries: Sequence[str], *, has_model: bool) -> tuple[dict[str, Cost], float]:
    """The cost of each mode on a store, and the MiB that the process then has in memory."""
    embedder = MadeUpEmbedder() if has_model else None
    models = Models(lambda _: embedder)
    store = await SqliteStore.open(path, lambda: NOW)
    desk = Desk(store, Caller(agent="agent-0", session="benchmark"), Embedding(models))
    tools = SearchTools(desk)
    await desk.settings()
    await desk.embedding.model.embedder(None)
    costs: dict[str, Cost] = {}
    try:
        for mode in Mode:
            if has_model or mode is not Mode.KEYWORD:
                name = mode.value if has_model else f"{mode.value}, no model"
                costs[name] = await measure_search(lambda number, mode=mode: tools.search_memory(queries[number], mode))
        resident = resident_mib()
    finally:
        await desk.close()
        await store.close()
        await models.close()
    return costs, resident


def measure_one(count: int) -> Measured:
    """Fill a store and measure it; in a process of its own."""
    writer = Writer()
    writer.words(VOCABULARY)  # so that the queries' words are others than those of the first facts
    queries = [writer.query() for _ in range(QUERIES)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.db"
        began = time.perf_counter()
        fact_bytes, vector_bytes = fill(path, count)
        filled_s = time.perf_counter() - began
        costs, resident = asyncio.run(searches(path, queries, has_model=True))
        costs |= asyncio.run(searches(path, queries, has_model=False))[0]
        connection = DRIVER.module.connect(str(path))
        matches = [fulltext.build_match(query) for query in queries]
        weights = fulltext.COLUMN_WEIGHTS
        rows, asked = close_vectors(count, SEED), close_vectors(QUERIES, SEED + 1)

        def find(at: int) -> object:
            return connection.execute(RAW, (*weights, matches[at], CANDIDATES)).fetchall()

        def scan(at: int) -> object:
            return np.vecdot(rows, asked[at])

        costs["raw full text"] = measure_raw(find)
        costs["raw scan"] = measure_raw(scan)
        costs["raw both"] = measure_raw(lambda at: (find(at), scan(at)))
        index_bytes = connection.execute(INDEX_BYTES).fetchone()[0] / count
        connection.close()
    return Measured(count, costs, fact_bytes, index_bytes, vector_bytes, resident, filled_s)


def resident_mib() -> float:
    """What the process has in memory now; 0 where that can't be read."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / MEBIBYTE if statm.exists() else 0.0


STANDS_ON = {
    "keyword": "raw full text",
    "semantic": "raw both",
    "hybrid": "raw both",
    "semantic, no model": "raw full text",
    "hybrid, no model": "raw full text",
}


def measure(counts: Sequence[int]) -> None:
    """Print what each size costs, and how that grows."""
    os.environ.update(ONE_THREAD)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1) as processes:
        measured = list(processes.map(measure_one, counts))
    names = list(measured[0].costs)
    for one in measured:
        rows = [
            [name, *(f"{value:.2f}" for value in (taken.p50, taken.p95, taken.cpu)), _ratio(one, name)]
            for name, taken in one.costs.items()
        ]
        print_table(f"Speed: {one.count} facts, milliseconds a query", ["", "p50", "p95", "CPU", "CPU / raw"], rows)
    rows = [
        [
            name,
            *(f"{last.costs[name].cpu / first.costs[name].cpu:.1f}" for first, last in itertools.pairwise(measured)),
        ]
        for name in names
    ]
    steps = [f"{first.count} to {last.count}" for first, last in itertools.pairwise(measured)]
    print_table("Growth: CPU a query, times as much", ["", *steps], rows)
    rows = [
        [
            str(one.count),
            *(
                f"{value:.0f}"
                for value in (one.fact_bytes, one.index_bytes, one.vector_bytes, one.resident_mib, one.filled_s)
            ),
        ]
        for one in measured
    ]
    header = ["facts", "bytes a fact", "of them full text", "bytes a vector", "RSS, MiB", "filled in, s"]
    print_table("Size", header, rows)


def _ratio(one: Measured, name: str) -> str:
    return f"{one.costs[name].cpu / one.costs[STANDS_ON[name]].cpu:.2f}" if name in STANDS_ON else "-"
