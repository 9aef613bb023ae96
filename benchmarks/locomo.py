"""How many of the turns that answer a question a search finds: LoCoMo, over stdio, as an agent would use it.

    python benchmarks/locomo.py [--mode keyword] [DATA]

Each conversation is a workspace of its own. Each turn is recorded with `record_observation` (content `[date] speaker:
text`, source `session-N`), each question is a query of `search_memory` with `include_observations`. Recall is the share
of a question's evidence turns among the first 5 and 10 hits, averaged over the questions whose evidence exists. DATA is
`locomo_first3.json` of the shared data (PALIMPSEST_SHARED, else ../shared); it is licensed for measuring only. Without
it there is nothing to measure: exit code 2.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pipe import PipedServer

COMMAND = (str(Path(sys.executable).with_name("palimpsest")), "serve")
CUTS = (5, 10)
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
MISUSED = 2
_TURN = re.compile(r"D\d+:\d+")


def default_data() -> Path:
    """Where the shared data is."""
    shared = os.environ.get("PALIMPSEST_SHARED") or Path(__file__).resolve().parents[2] / "shared"
    return Path(shared) / "data" / "locomo_first3.json"


def turns(conversation: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Each turn's id, source and content, in order."""
    number = 1
    while f"session_{number}" in conversation:
        date = conversation[f"session_{number}_date_time"]
        for turn in conversation[f"session_{number}"]:
            yield turn["dia_id"], f"session-{number}", f"[{date}] {turn['speaker']}: {turn['text']}"
        number += 1


def questions(entry: dict[str, Any], known: Iterable[str]) -> Iterator[tuple[dict[str, Any], set[str]]]:
    """Each question whose evidence is among the known turns, with that evidence."""
    turns_there = set(known)
    for question in entry["qa"]:
        evidence = {turn for text in question["evidence"] for turn in _TURN.findall(text)} & turns_there
        if evidence:
            yield question, evidence


def query(question: dict[str, Any], mode: str) -> dict[str, Any]:
    """The question as arguments of `search_memory`."""
    return {"query": question["question"], "mode": mode, "include_observations": True, "limit": max(CUTS)}


def recall_at_cuts(evidence: set[str], hits: Sequence[str | None]) -> dict[int, float]:
    """Which share of the evidence is among the first hits, at each cut."""
    return {cut: len(evidence.intersection(hits[:cut])) / len(evidence) for cut in CUTS}


def call(server: PipedServer, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """A tool's answer; an error ends the measure."""
    result = server.request("tools/call", {"name": tool, "arguments": arguments})
    if result.get("isError"):
        raise RuntimeError(f"{tool}: {result['content']}")
    return result["structuredContent"]


def recalls(entry: dict[str, Any], mode: str) -> Iterator[tuple[int, dict[int, float]]]:
    """For each question with evidence: its category and the recall at each cut."""
    with tempfile.TemporaryDirectory() as home:
        server = PipedServer(COMMAND, {"PALIMPSEST_HOME": home}, "2026-07-28")
        server.open()
        recorded: dict[str, str] = {}
        for turn, source, content in turns(entry["conversation"]):
            answer = call(server, "record_observation", {"content": content, "source": source})
            recorded[answer["observation_id"]] = turn
        for question, evidence in questions(entry, recorded.values()):
            hits = [recorded.get(hit["id"]) for hit in call(server, "search_memory", query(question, mode))["hits"]]
            yield question["category"], recall_at_cuts(evidence, hits)
        server.kill()


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", type=Path, default=default_data())
    parser.add_argument("--mode", default="keyword", choices=("keyword", "semantic", "hybrid"))
    options = parser.parse_args()
    if not options.data.is_file():
        print(f"locomo.py: there is no data file {options.data}; name one as DATA", file=sys.stderr)
        return MISUSED
    by_category: defaultdict[int, list[dict[int, float]]] = defaultdict(list)
    began = time.perf_counter()
    for entry in json.loads(options.data.read_text(encoding="utf-8")):
        for category, recall in recalls(entry, options.mode):
            by_category[category].append(recall)
    everything = [recall for found in by_category.values() for recall in found]
    print(f"mode {options.mode}, {len(everything)} questions, {time.perf_counter() - began:.0f} s")
    named = [(CATEGORIES[category], found) for category, found in sorted(by_category.items())]
    for name, found in [*named, ("all", everything)]:
        shares = "  ".join(f"recall@{cut} {sum(one[cut] for one in found) / len(found):.3f}" for cut in CUTS)
        print(f"{name:11}  {len(found):4} questions  {shares}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
