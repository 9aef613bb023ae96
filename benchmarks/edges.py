"""What edges between facts cost, and what a walk over them brings.

    python benchmarks/edges.py [--facts 10000] [--writes 200] [DATA]

Cost: a memory of the facts of `calls.py`, forty a session, is filled; then facts are written with their edges and
without, and walks start from the eight best matches of a query of three words. CPU time of this process, best of three
rounds. Recall: every turn of a LoCoMo conversation is a fact (session as written, one domain, a topic of its own),
every question is ranked by full text alone, and with half of what a walk says added, its best being 1. DATA is
`locomo_first3.json` of the shared data; without it only the cost is measured.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from unittest import mock

import calls
from palimpsest.store.model import Caller, EdgeKind, FactFilter, Scope
from palimpsest.store.protocol import Transaction
from palimpsest.store.rules import graph
from palimpsest.store.sqlite import PlainStore
from palimpsest.tools import fact_acts, fact_writes
from palimpsest.tools.drafts import FactDraft
from palimpsest.tools.graph_voice import walk
from palimpsest.tools.settings import Settings
from recall_conversations import default_data, questions, turns
from recall_metrics import DEPTH, Outcomes

SEED = 2
SESSION = 40
WALKS = 200
REACHED = 200
MATCHES = 1000
WALK_SHARE = 0.5
DEFAULTS = Settings()
TOGETHER = 50

Ranker = Callable[[Transaction, str], list[int]]


def write(tx: Transaction, number: int, source: random.Random) -> None:
    said = calls.fact(number, source)
    caller = Caller(agent="ana", session=f"session-{number // SESSION}")
    fact_writes.write_fact(tx, caller, DEFAULTS, FactDraft(Scope(said["domain"]), said["topic"], said["content"]))


def cpu_ms(count: int, step: Callable[[int], object]) -> float:
    """CPU time of a step, the best of three rounds."""
    rounds: list[float] = []
    for lap in range(3):
        began = time.process_time()
        for number in range(count):
            step(lap * count + number)
        rounds.append((time.process_time() - began) * 1000 / count)
    return min(rounds)


def measure_cost(folder: Path, facts: int, writes: int) -> None:
    """Fill a memory, write more and walk in it."""
    store, source = PlainStore(folder / "cost.db"), random.Random(SEED)
    for first in range(0, facts, TOGETHER):
        numbers = range(first, min(facts, first + TOGETHER))
        store.write(lambda tx, numbers=numbers: [write(tx, number, source) for number in numbers])
    linked = cpu_ms(writes, lambda number: store.write(lambda tx: write(tx, facts + number, source)))
    with mock.patch.object(fact_acts, "link_new"):
        plain = cpu_ms(writes, lambda number: store.write(lambda tx: write(tx, 2 * facts + number, source)))
    print(f"write_fact with edges {linked:.2f} ms CPU, without {plain:.2f} ms")
    store.read(lambda tx: measure_walks(tx, source))
    store.read(lambda tx: print(f"edges a fact: {ends_of(tx, facts)}"))
    store.close()


def measure_walks(tx: Transaction, source: random.Random) -> None:
    where, taken = FactFilter(tx.now), list[float]()
    for _ in range(WALKS):
        query = " ".join(source.choices(calls.WORDS, calls.WEIGHTS, k=3))
        seeds = shares({one.id: one.score for one in tx.search.facts(query, where, graph.MOST_SEEDS)})
        began = time.process_time()
        walk(tx, seeds, where, REACHED)
        taken.append((time.process_time() - began) * 1000)
    print(f"walk p50 {statistics.median(taken):.2f} ms CPU")


def ends_of(tx: Transaction, facts: int) -> str:
    """How many edges a fact has on average, by kind, both ends counted."""
    ends: Counter[EdgeKind] = Counter()
    for counts in tx.edges.counts(range(1, facts + 1)).values():
        ends.update(counts)
    return ", ".join(f"{kind} {count / facts:.2f}" for kind, count in sorted(ends.items()))


def shares(scores: Mapping[int, float]) -> dict[int, float]:
    """Scores as shares of the best one."""
    best = max(scores.values(), default=1.0)
    return {number: score / best for number, score in scores.items()}


def by_words(tx: Transaction, query: str) -> list[int]:
    return [one.id for one in tx.search.facts(query, FactFilter(tx.now), MATCHES)]


def by_words_and_walk(tx: Transaction, query: str) -> list[int]:
    where = FactFilter(tx.now)
    total = shares({one.id: one.score for one in tx.search.facts(query, where, MATCHES)})
    walked = {one.candidate.id: one.candidate.score for one in walk(tx, total, where, REACHED)}
    for number, share in shares(walked).items():
        total[number] = total.get(number, 0.0) + WALK_SHARE * share
    return sorted(total, key=lambda number: (-total[number], -number))


def measure_recall(folder: Path, entries: list[dict[str, Any]]) -> None:
    """Recall of both rankings over all conversations."""
    found = {"words": Outcomes(), "words and walk": Outcomes()}
    for place, entry in enumerate(entries):
        store, turn_of = PlainStore(folder / f"{place}.db"), dict[int, str]()

        def fill(tx: Transaction, entry: dict[str, Any] = entry, turn_of: dict[int, str] = turn_of) -> None:
            for turn in turns(entry["conversation"]):
                draft = FactDraft(Scope("talk"), f"turn {turn.id}", turn.content)
                turn_of[fact_writes.write_fact(tx, Caller(session=turn.source), DEFAULTS, draft).fact.id] = turn.id

        store.write(fill)
        for asked in questions(entry, turn_of.values()):
            wanted = [frozenset([turn]) for turn in sorted(asked.evidence)]
            for name, rank in (("words", by_words), ("words and walk", by_words_and_walk)):
                ranked = store.read(lambda tx, rank=rank, asked=asked: rank(tx, asked.text))
                found[name].add(asked.category, [turn_of[number] for number in ranked[:DEPTH]], wanted)
        store.close()
    for name, outcomes in found.items():
        figures = "  ".join(f"{metric} {outcomes.mean(metric):.3f}" for metric in ("recall@5", "recall@10"))
        print(f"LoCoMo turns as facts, {name:14}  {outcomes.count()} questions  {figures}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", type=Path, default=default_data())
    parser.add_argument("--facts", type=int, default=10_000, help="facts in the memory whose cost is measured")
    parser.add_argument("--writes", type=int, default=200, help="measured writes of each kind")
    given = parser.parse_args()
    print(f"{given.facts} facts, seed {SEED}, Python {sys.version.split()[0]}")
    with tempfile.TemporaryDirectory() as folder:
        measure_cost(Path(folder), given.facts, given.writes)
        if given.data.is_file():
            measure_recall(Path(folder), json.loads(given.data.read_text(encoding="utf-8")))
        else:
            print(f"no recall: there is no data file {given.data}")


if __name__ == "__main__":
    main()
