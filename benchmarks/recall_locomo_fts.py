"""Recall of the evidence turns of LoCoMo's questions, straight from FTS5 with the project's analyser.

    .venv/bin/python benchmarks/recall_locomo_fts.py [FILE] [--captions] [--neighbours N] [--context-weight W]

Each turn is one document, `[date] speaker: text`, with its neighbours in the session as context; each conversation is
a table of its own. The data is read where it lies (CC BY-NC 4.0, for measuring only).
"""

import argparse
import json
import re
import sqlite3
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from palimpsest.store import fulltext

DATA = Path(__file__).resolve().parent.parent.parent / "shared/data/locomo_first3.json"
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
DEPTHS = (5, 10)
CREATE = "CREATE VIRTUAL TABLE fulltext USING fts5(kind, topic, content, context, tokenize='ascii')"
INSERT = "INSERT INTO fulltext(rowid, kind, topic, content, context) VALUES (?, 'o', '', ?, ?)"
SEARCH = "SELECT rowid FROM fulltext WHERE fulltext MATCH ? ORDER BY bm25(fulltext, ?, ?, ?, ?), rowid LIMIT 10"


@dataclass(frozen=True)
class Turn:
    """One thing said, and what was said around it."""

    turn_id: str
    content: str
    context: str


def main() -> None:
    arguments = _arguments()
    weights = (*fulltext.COLUMN_WEIGHTS[:3], arguments.context_weight)
    recalls: defaultdict[str, list[tuple[float, ...]]] = defaultdict(list)
    search_seconds = 0.0
    for item in json.loads(arguments.file.read_text(encoding="utf-8")):
        turns = list(_turns(item["conversation"], captions=arguments.captions, reach=arguments.neighbours))
        with closing(_index(turns)) as db:
            for question in item["qa"]:
                evidence = _evidence(question, turns)
                if not evidence:
                    continue
                start = time.perf_counter()
                ranked = _ranked(db, turns, question["question"], weights)
                search_seconds += time.perf_counter() - start
                found = tuple(len(evidence.intersection(ranked[:depth])) / len(evidence) for depth in DEPTHS)
                recalls[CATEGORIES[question["category"]]].append(found)
                recalls["all"].append(found)
    _print_table(recalls)
    sys.stdout.write(f"one search, with its query built: {search_seconds / len(recalls['all']) * 1000:.2f} ms\n")


def _turns(conversation: dict[str, Any], *, captions: bool, reach: int) -> Iterator[Turn]:
    for number in range(1, 100):
        said: list[dict[str, str]] = conversation.get(f"session_{number}") or []
        date = conversation.get(f"session_{number}_date_time", "")
        texts = [f"[{date}] {turn['speaker']}: {turn['text']}{_caption(turn) if captions else ''}" for turn in said]
        for at, turn in enumerate(said):
            around = texts[max(0, at - reach) : at] + texts[at + 1 : at + 1 + reach]
            yield Turn(turn["dia_id"], texts[at], "\n".join(around))


def _caption(turn: dict[str, str]) -> str:
    return f" ({turn['blip_caption']})" if turn.get("blip_caption") else ""


def _evidence(question: dict[str, Any], turns: list[Turn]) -> set[str]:
    named: list[str] = re.findall(r"D\d+:\d+", " ".join(question["evidence"]))
    return set(named).intersection(turn.turn_id for turn in turns)


def _index(turns: list[Turn]) -> sqlite3.Connection:
    db = sqlite3.connect(":memory:")
    db.execute(CREATE)
    encode = fulltext.encode_column
    db.executemany(INSERT, [(at, encode(turn.content), encode(turn.context)) for at, turn in enumerate(turns)])
    return db


def _ranked(db: sqlite3.Connection, turns: list[Turn], question: str, weights: tuple[float, ...]) -> list[str]:
    match = fulltext.build_match(question, ["o"])
    rows: list[tuple[int]] = db.execute(SEARCH, (match, *weights)).fetchall() if match else []
    return [turns[rowid].turn_id for (rowid,) in rows]


def _print_table(recalls: dict[str, list[tuple[float, ...]]]) -> None:
    sys.stdout.write("questions          number" + "".join(f"  recall@{depth}".rjust(12) for depth in DEPTHS) + "\n")
    for name in sorted(recalls, key=lambda name: (name == "all", name)):
        group = recalls[name]
        means = (sum(found[at] for found in group) / len(group) for at in range(len(DEPTHS)))
        sys.stdout.write(f"{name:18} {len(group):6}" + "".join(f"{mean:12.3f}" for mean in means) + "\n")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=DATA)
    parser.add_argument("--captions", action="store_true", help="add the captions of pictures to their turns")
    parser.add_argument("--neighbours", type=int, default=1, help="turns before and after that count as context")
    parser.add_argument("--context-weight", type=float, default=fulltext.COLUMN_WEIGHTS[3])
    return parser.parse_args()


if __name__ == "__main__":
    main()
