"""Recall of short facts by words of many languages, straight from FTS5 with the project's analyser.

    .venv/bin/python benchmarks/recall_multilingual.py [--one-table] [--misses]

Prints recall@5 and the mean reciprocal rank per language and kind of query. The files hold, per language,
`facts` (id, topic, content) and `queries` (q, kind, relevant).
"""

import argparse
import json
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from palimpsest.store import fulltext

ROOT = Path(__file__).resolve().parent.parent
FILES = (ROOT.parent / "shared/data/multilingual_recall.json", ROOT / "tests/data/recall_more_languages.json")
DEPTH = 5
CREATE = "CREATE VIRTUAL TABLE fulltext USING fts5(kind, topic, content, context, tokenize='ascii')"
INSERT = "INSERT INTO fulltext(kind, topic, content, context) VALUES ('f', ?, ?, '')"
SEARCH = "SELECT rowid FROM fulltext WHERE fulltext MATCH ? ORDER BY bm25(fulltext, ?, ?, ?, ?), rowid LIMIT 50"


@dataclass(frozen=True)
class Outcome:
    """How one query fared."""

    language: str
    kind: str
    query: str
    recall: float
    reciprocal_rank: float


def main() -> None:
    arguments = _arguments()
    languages: dict[str, Any] = {}
    for path in arguments.files:
        languages.update(json.loads(path.read_text(encoding="utf-8")))
    outcomes = list(measure(languages, one_table=arguments.one_table))
    _print_table(outcomes)
    if arguments.misses:
        for outcome in outcomes:
            if outcome.recall < 1.0 and outcome.kind != "paraphrase":
                _say(f"{outcome.language} {outcome.kind}: {outcome.query} ({outcome.recall:.2f})")


def measure(languages: dict[str, Any], *, one_table: bool) -> Iterator[Outcome]:
    """Each query against the facts of its own language, or against all facts in one table."""
    everything = [fact for data in languages.values() for fact in data["facts"]]
    for language, data in languages.items():
        facts = everything if one_table else data["facts"]
        with closing(_index(facts)) as db:
            for query in data["queries"]:
                yield _outcome(language, query, _ranked(db, facts, query["q"]))


def _index(facts: list[dict[str, str]]) -> sqlite3.Connection:
    db = sqlite3.connect(":memory:")
    db.execute(CREATE)
    encode = fulltext.encode_column
    db.executemany(INSERT, [(encode(fact["topic"]), encode(fact["content"])) for fact in facts])
    return db


def _ranked(db: sqlite3.Connection, facts: list[dict[str, str]], query: str) -> list[str]:
    match = fulltext.build_match(query, ["f"])
    if match is None:
        return []
    return [facts[rowid - 1]["id"] for (rowid,) in db.execute(SEARCH, (match, *fulltext.COLUMN_WEIGHTS))]


def _outcome(language: str, query: dict[str, Any], ranked: list[str]) -> Outcome:
    relevant = set(query["relevant"])
    first = next((at for at, fact_id in enumerate(ranked, 1) if fact_id in relevant), 0)
    recall = len(relevant.intersection(ranked[:DEPTH])) / len(relevant)
    return Outcome(language, query["kind"], query["q"], recall, 1 / first if first else 0.0)


def _print_table(outcomes: Iterable[Outcome]) -> None:
    groups: defaultdict[tuple[str, str], list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        for key in ((outcome.language, outcome.kind), (outcome.language, "all"), ("all", outcome.kind)):
            groups[key].append(outcome)
    kinds = [*sorted({kind for _, kind in groups} - {"all"}), "all"]
    _say("recall@5 / MRR".ljust(16) + "".join(kind.rjust(22) for kind in kinds))
    for language in dict.fromkeys(language for language, _ in groups):
        cells = (_cell(groups.get((language, kind), [])) for kind in kinds)
        _say(language.ljust(16) + "".join(cell.rjust(22) for cell in cells))


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def _cell(group: list[Outcome]) -> str:
    if not group:
        return "-"
    recall = sum(outcome.recall for outcome in group) / len(group)
    rank = sum(outcome.reciprocal_rank for outcome in group) / len(group)
    return f"{recall:.2f} / {rank:.2f} ({len(group)})"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, default=[path for path in FILES if path.exists()])
    parser.add_argument("--one-table", action="store_true", help="all languages share one table")
    parser.add_argument("--misses", action="store_true", help="name the queries that missed, paraphrases aside")
    return parser.parse_args()


if __name__ == "__main__":
    main()
