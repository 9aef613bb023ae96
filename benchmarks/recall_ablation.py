"""What each voice, part and factor is worth: the figures without it, on conversations, languages and circumstances."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import replace

from palimpsest.store.model import Caller
from palimpsest.store.protocol import Transaction
from palimpsest.tools.question import Question
from palimpsest.tools.recall import gather, next_page
from recall_memory import names
from recall_metrics import DEPTH, Outcomes, print_table, share, worth
from recall_sets import CIRCUMSTANTIAL, Parts
from recall_what_if import count, print_counted, print_softened, soften

VOICES_AND_PARTS = ("lexical", "semantic", "graph", "temporal", "source", "named")
FACTORS = ("decay", "confidence", "repo", "diversity")

Ranking = dict[str, list[str]]


def left_out(tx: Transaction, caller: Caller, question: Question) -> Ranking:
    """What hybrid finds whole, and without each of its voices, parts and factors."""
    heard = gather(tx, caller, question)
    found: Ranking = {}
    for name in ("", *VOICES_AND_PARTS, *FACTORS):
        asked = replace(question, without=frozenset([name])) if name else question
        is_heard = name not in VOICES_AND_PARTS
        page, _ = next_page(tx, asked, heard if is_heard else gather(tx, caller, asked))
        found[name] = names([hit.candidate.key for hit in page])
    return found


async def measure(measured: Mapping[str, Callable[[], Parts]]) -> None:
    """Print what everything is worth on each set, and whether counters would help."""
    results: dict[str, dict[str, Outcomes]] = {}
    counted: dict[str, dict[str, Outcomes]] = {}
    softer: dict[str, dict[str, Outcomes]] = {}
    for name, parts in measured.items():
        ways: defaultdict[str, Outcomes] = defaultdict(Outcomes)
        with_counts: defaultdict[str, Outcomes] = defaultdict(Outcomes)
        with_less: defaultdict[str, Outcomes] = defaultdict(Outcomes)
        async for part in parts():
            for asked in part.asked:
                found = await part.memory.ask(asked.text, left_out, limit=DEPTH, **asked.arguments)
                for way, hits in found.items():
                    ways[way].add(asked.kind, hits, asked.wanted)
            await count(part, with_counts)
            await soften(part, with_less)
        results[name], counted[name], softer[name] = ways, with_counts, with_less
    _print_worth(results)
    if CIRCUMSTANTIAL in results:
        _print_kinds(results[CIRCUMSTANTIAL])
    print_counted(counted)
    print_softened(softer)


def _print_worth(results: Mapping[str, Mapping[str, Outcomes]]) -> None:
    for metric in ("recall@5", "recall@10", "MRR"):
        rows = [["all of hybrid", *(share(ways[""].mean(metric)) for ways in results.values())]]
        rows += [
            [name, *(worth(ways[""].mean(metric) - ways[name].mean(metric)) for ways in results.values())]
            for name in (*VOICES_AND_PARTS, *FACTORS)
        ]
        header = ["", *(f"{name} ({ways[''].count()})" for name, ways in results.items())]
        print_table(f"What each is worth: {metric} lost without it", header, rows)


def _print_kinds(ways: Mapping[str, Outcomes]) -> None:
    kinds = ways[""].kinds()
    for metric in ("MRR", "recall@5"):
        rows = [["all of hybrid", *(share(ways[""].mean(metric, kind)) for kind in kinds)]]
        rows += [
            [name, *(worth(ways[""].mean(metric, kind) - ways[name].mean(metric, kind)) for kind in kinds)]
            for name in (*VOICES_AND_PARTS, *FACTORS)
        ]
        header = ["", *(f"{kind} ({ways[''].count(kind)})" for kind in kinds)]
        print_table(f"Circumstances by kind of query: {metric} lost without it", header, rows)
