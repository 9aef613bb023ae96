"""What the analyser alone finds: recall straight from FTS5, with no ranking of ours on top.

    python benchmarks/analyser.py [DATA] [--captions] [--neighbours N] [--context-weight W] [--one-table] [--misses]

Conversations: each turn is one document, `[date] speaker: text`, with its neighbours in the session as context; each
conversation is a table of its own. Facts in many languages: each language is a table of its own, or all share one.
The conversations are read where they lie (CC BY-NC 4.0, for measuring only).
"""

from __future__ import annotations

import argparse
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from palimpsest.store import fulltext
from recall_conversations import default_data, questions, read_conversations, turns
from recall_languages import languages
from recall_metrics import Outcomes, print_table, share

CREATE = "CREATE VIRTUAL TABLE fulltext USING fts5(kind, topic, content, context, tokenize='ascii')"
INSERT = "INSERT INTO fulltext(rowid, kind, topic, content, context) VALUES (?, ?, ?, ?, ?)"
SEARCH = "SELECT rowid FROM fulltext WHERE fulltext MATCH ? ORDER BY bm25(fulltext, ?, ?, ?, ?), rowid LIMIT 10"


class Document(NamedTuple):
    """One row of the table, by the name of what it holds."""

    id: str
    kind: str
    topic: str
    content: str
    context: str = ""


class Table:
    """An FTS5 table of documents."""

    def __init__(self, documents: Iterable[Document], context_weight: float) -> None:
        self._documents = list(documents)
        self._weights = (*fulltext.COLUMN_WEIGHTS[:3], context_weight)
        self._db = sqlite3.connect(":memory:")
        self._db.execute(CREATE)
        encode = fulltext.encode_column
        self._db.executemany(
            INSERT,
            [
                (place, one.kind, encode(one.topic), encode(one.content), encode(one.context))
                for place, one in enumerate(self._documents)
            ],
        )

    def found(self, query: str) -> list[str]:
        """The documents that a query finds, best first."""
        match = fulltext.build_match(query)
        rows: list[tuple[int]] = self._db.execute(SEARCH, (match, *self._weights)).fetchall() if match else []
        return [self._documents[place].id for (place,) in rows]

    def close(self) -> None:
        self._db.close()


def of_turns(conversation: Mapping[str, Any], *, captions: bool, reach: int) -> list[Document]:
    """The turns with so many of their neighbours on each side as context."""
    documents: list[Document] = []
    for _, session in groupby(turns(conversation, captions=captions), key=lambda turn: turn.source):
        said = list(session)
        for at, turn in enumerate(said):
            around = [*said[max(0, at - reach) : at], *said[at + 1 : at + 1 + reach]]
            documents.append(Document(turn.id, "o", "", turn.content, "\n".join(one.content for one in around)))
    return documents


def measure_conversations(entries: Sequence[Mapping[str, Any]], given: argparse.Namespace) -> None:
    """Print recall by category."""
    outcomes, search_s = Outcomes(), 0.0
    for entry in entries:
        documents = of_turns(entry["conversation"], captions=given.captions, reach=given.neighbours)
        with closing(Table(documents, given.context_weight)) as table:
            for asked in questions(entry, [document.id for document in documents]):
                began = time.perf_counter()
                found = table.found(asked.text)
                search_s += time.perf_counter() - began
                outcomes.add(asked.category, found, [frozenset([turn]) for turn in sorted(asked.evidence)])
    rows = [
        [kind, str(outcomes.count(kind)), *(share(outcomes.mean(name, kind)) for name in ("recall@5", "recall@10"))]
        for kind in outcomes.kinds()
    ]
    print_table("Conversations, straight from FTS5", ["", "questions", "recall@5", "recall@10"], rows)
    print(f"one search, with its query built: {search_s / max(1, outcomes.count()) * 1000:.2f} ms")


def measure_languages(parts: Mapping[str, Any], given: argparse.Namespace) -> None:
    """Print recall@5 and MRR by language and kind."""
    every, by_language = Outcomes(), dict[str, Outcomes]()
    everything = [fact for part in parts.values() for fact in part["facts"]]
    for language, part in parts.items():
        facts = everything if given.one_table else part["facts"]
        documents = [Document(fact["id"], "f", fact["topic"], fact["content"]) for fact in facts]
        outcomes = by_language[language] = Outcomes()
        with closing(Table(documents, given.context_weight)) as table:
            for query in part["queries"]:
                found, wanted = table.found(query["q"]), [frozenset([name]) for name in query["relevant"]]
                for one in (outcomes, every):
                    one.add(query["kind"], found, wanted)
                if given.misses and not {*query["relevant"]} <= {*found[:5]} and query["kind"] != "paraphrase":
                    print(f"{language} {query['kind']}: {query['q']}")
    rows = [
        [language, *(_cell(outcomes, kind) for kind in every.kinds())]
        for language, outcomes in [*by_language.items(), ("all", every)]
    ]
    print_table("Languages, straight from FTS5: recall@5 / MRR", ["", *every.kinds()], rows)


def _cell(outcomes: Outcomes, kind: str) -> str:
    if not outcomes.count(kind):
        return "-"
    return f"{share(outcomes.mean('recall@5', kind))} / {share(outcomes.mean('MRR', kind))} ({outcomes.count(kind)})"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", type=Path, default=default_data())
    parser.add_argument("--captions", action="store_true", help="add the captions of pictures to their turns")
    parser.add_argument("--neighbours", type=int, default=1, help="turns before and after that count as context")
    parser.add_argument("--context-weight", type=float, default=fulltext.COLUMN_WEIGHTS[3])
    parser.add_argument("--one-table", action="store_true", help="all languages share one table")
    parser.add_argument("--misses", action="store_true", help="name the queries that missed, paraphrases aside")
    given = parser.parse_args()
    if given.data.is_file():
        measure_conversations(read_conversations(given.data), given)
    measure_languages(languages(), given)


if __name__ == "__main__":
    main()
