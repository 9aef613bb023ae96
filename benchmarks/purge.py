"""What it takes to erase facts for good, and what is left of their texts in the file.

    .venv/bin/python benchmarks/purge.py --facts 10000 --gone 500

The memory is that of the recall benchmark, with a vector for each fact. `plan` is what the dry run does, `erase` is the
transaction, in which nobody else writes, `clean` writes the file anew and empties the log.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from palimpsest.store import cleaning
from palimpsest.store.model import Caller
from palimpsest.store.sqlite import SqliteStore
from palimpsest.store.workspace_file import WorkspaceFile
from palimpsest.tools.purging import plan_purge, purge
from recall_made_up import fill

T = TypeVar("T")
ANN = Caller(agent="ann", role="person", session="benchmark", is_person=True)


async def timed(work: Callable[[], Awaitable[T]]) -> tuple[T, float]:
    """The result, and how many seconds it took."""
    began = time.perf_counter()
    return await work(), time.perf_counter() - began


def watch_cleaning() -> list[float]:
    """The seconds of every cleaning from here on."""
    seconds: list[float] = []
    clean = cleaning.clean

    def watched(file: WorkspaceFile) -> None:
        began = time.perf_counter()
        clean(file)
        seconds.append(time.perf_counter() - began)

    cleaning.clean = watched
    return seconds


async def measure(path: Path, numbers: range, seconds: list[float]) -> None:
    """Erase the facts and print what it took."""
    store = await SqliteStore.open(path)
    try:
        plan, planned = await timed(lambda: store.read(lambda tx: plan_purge(tx, ANN, numbers, with_observations=True)))
        texts = await store.read(lambda tx: [fact.content for n in numbers if (fact := tx.facts.get(n))])
        _, both = await timed(lambda: store.write(lambda tx: purge(tx, ANN, numbers, with_observations=True)))
        held = b"".join(file.read_bytes() for file in path.parent.iterdir())
        left = sum(text.encode() in held for text in texts)
    finally:
        await store.close()
    cleaned = seconds.pop()
    print(f"{len(plan.extent.fact_ids):>6} facts: plan {planned * 1000:6.0f} ms, ", end="")
    print(f"erase {(both - cleaned) * 1000:6.0f} ms, clean {cleaned * 1000:6.0f} ms, texts left {left}")


def main() -> None:
    """Fill a memory, then erase one fact of it, and many."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facts", type=int, default=10_000)
    parser.add_argument("--gone", type=int, default=500)
    options = parser.parse_args()
    seconds = watch_cleaning()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "purge.db"
        fill(path, options.facts)
        print(f"{options.facts} facts, {path.stat().st_size / 1e6:.0f} MB")
        for numbers in (range(1, 2), range(2, options.facts + 1, max(1, options.facts // options.gone))):
            asyncio.run(measure(path, numbers, seconds))


if __name__ == "__main__":
    main()
