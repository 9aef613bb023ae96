"""How well the comparison of two facts tells a conflict, a repetition and two facts that stand side by side.

    python benchmarks/conflicts.py FILE [FILE ...] [--embedder auto] [--wrong]

A FILE has tab-separated lines of id, lang, topic, old, new, label (conflict, duplicate, compatible) and kind, and a
first line that names them; default: conflict_pairs.tsv of the shared vectors (PALIMPSEST_SHARED or ../shared). Each
file is judged without an embedder and, unless `--embedder none` says otherwise or none is installed, with it. `--wrong`
lists the pairs that got another answer than their label. A file that can't be read: exit code 2.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from conflicts_pairs import (
    ANSWERS,
    FIGURES,
    Confusion,
    Judged,
    Pair,
    UnreadablePairs,
    measure_pairs,
    read_pairs,
)
from palimpsest.store.embedders.choose import KINDS, EmbedderChoice, load
from palimpsest.store.rules.conflict import Coexist, Contradiction, NearDuplicate, Relation, SameText, compare
from recall_conversations import shared_file
from recall_metrics import print_table

MISUSED = 2
DEFAULT = shared_file("").parent / "vectors" / "conflict_pairs.tsv"
AIMS = {"no embedder": (0.80, 0.10, 0.03, 0.65), "embedder": (0.85, 0.08, 0.02, 0.80)}


def main() -> int:
    """Measure and print."""
    options = _options()
    try:
        files = {path: read_pairs(path) for path in options.files}
    except (OSError, UnreadablePairs) as problem:
        print(f"conflicts.py: {problem}", file=sys.stderr)
        return MISUSED
    embedder = load(EmbedderChoice(options.embedder))
    print(f"{embedder.model}: unrelated up to a cosine of {embedder.unrelated}" if embedder else "no embedder")
    figures: list[list[str]] = []
    for path, pairs in files.items():
        ways = {"no embedder": Confusion(pairs)}
        if embedder is not None:
            ways["embedder"] = Confusion(pairs, measure_pairs(pairs, embedder))
        for way, confusion in ways.items():
            _print_confusion(f"{path.name}, {way}", confusion)
            figures.append([f"{path.name}, {way}", *(f"{value:.3f}" for value in confusion.figures().values())])
            if options.wrong:
                _print_wrong(confusion.judged)
    _print_figures(figures)
    _print_speed([pair for pairs in files.values() for pair in pairs])
    return 0


def _print_confusion(title: str, confusion: Confusion) -> None:
    rows = [
        [label, str(confusion.labels[label]), *(str(confusion.counts[label, given]) for given in ANSWERS)]
        for label in ANSWERS
    ]
    print_table(title, ["label", "pairs", *ANSWERS], rows)
    header = ["label", "pairs", *ANSWERS, "right"]
    print_table(f"{title}: by kind", ["kind", *header], confusion.rows_by(lambda pair: pair.kind))
    print_table(f"{title}: by language", ["language", *header], confusion.rows_by(lambda pair: pair.language))


def _print_figures(rows: Sequence[Sequence[str]]) -> None:
    aims = [[f"aim, {way}", *(f"{value:.2f}" for value in values)] for way, values in AIMS.items()]
    print_table("The four figures", ["", *FIGURES], [*rows, *aims])


def _print_wrong(judged: Sequence[Judged]) -> None:
    for one in judged:
        if not one.is_right:
            pair = one.pair
            print(f"{pair.id} {pair.language} {pair.kind}: {pair.label}, not {one.answer} ({_tell(one.relation)})")
            print(f"    {pair.old}\n    {pair.new}")


def _tell(relation: Relation) -> str:
    match relation:
        case SameText():
            return "the same text"
        case Contradiction():
            return f"{relation.kind}: {relation.evidence}"
        case NearDuplicate() | Coexist():
            return relation.reason


def _print_speed(pairs: Sequence[Pair]) -> None:
    if not pairs:
        return
    began = time.process_time()
    for pair in pairs:
        compare(pair.old, pair.new, 1.0)
    spent = (time.process_time() - began) / len(pairs)
    print(f"{spent * 1000:.2f} ms of CPU a comparison, both texts analysed anew")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", default=[DEFAULT])
    parser.add_argument("--embedder", choices=[kind for kind in KINDS if kind != "openai"], default="auto")
    parser.add_argument("--wrong", action="store_true", help="list the pairs that got another answer than their label")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
