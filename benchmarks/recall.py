"""How well memory is found again, and what that costs: one command, the same figures each time.

    python benchmarks/recall.py [DATA] [--parts locomo,multilingual,ablation,speed] [--embedder auto]
                                [--longmemeval PATH] [--limit N] [--short]

DATA is a file of conversations in LoCoMo's form (default: locomo_first3.json of the shared data, PALIMPSEST_SHARED or
../shared; it is licensed for measuring only). Without it the parts on conversations can't be measured: exit code 2.
`--limit` asks so many queries of each conversation, language and set. `--short` is a quick run with one conversation,
few queries and small stores, which shows that everything works. `--longmemeval` measures that file, and nothing else
unless `--parts` says so.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sys
import time
from pathlib import Path

import recall_ablation
import recall_languages
import recall_locomo
import recall_longmemeval
import recall_sets
import recall_speed
from palimpsest.store.embedders.choose import KINDS, EmbedderChoice
from palimpsest.tools.models import Models
from recall_conversations import default_data, read_conversations
from recall_memory import remembering_load
from recall_setup import Setup

PARTS = ("locomo", "multilingual", "ablation", "speed")
OF_CONVERSATIONS = ("locomo", "ablation")
MISUSED = 2
SHORT = 6
"""Queries of each set in a short run."""


def main() -> int:
    """Measure and print."""
    options = _options()
    parts = options.parts or (() if options.longmemeval else PARTS)
    files = [options.data] if set(parts) & set(OF_CONVERSATIONS) else []
    for path in [*files, *([options.longmemeval] if options.longmemeval else [])]:
        if not path.is_file():
            print(f"recall.py: there is no data file {path}; name one, or choose other --parts", file=sys.stderr)
            return MISUSED
    asyncio.run(_measure(options, parts))
    return 0


async def _measure(options: argparse.Namespace, parts: tuple[str, ...]) -> None:
    load = remembering_load()
    limit = options.limit or (SHORT if options.short else None)
    setup = Setup(options.embedder, Models(load), load, limit)
    embedder = load(EmbedderChoice(options.embedder))
    model = f"{embedder.model}, {embedder.dimension} numbers" if embedder else "no model"
    print(f"{model}; Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores")
    entries = read_conversations(options.data) if set(parts) & set(OF_CONVERSATIONS) else []
    entries = entries[:1] if options.short else entries
    for part in parts:
        began = time.perf_counter()
        match part:
            case "locomo":
                await recall_locomo.measure(entries, setup)
            case "multilingual":
                await recall_languages.measure(setup)
            case "ablation":
                await recall_ablation.measure(recall_sets.sets(entries, setup))
            case _:
                recall_speed.measure(recall_speed.SHORT if options.short else recall_speed.COUNTS)
        print(f"({part}: {time.perf_counter() - began:.0f} s)", flush=True)
    if options.longmemeval:
        await recall_longmemeval.measure(read_conversations(options.longmemeval), setup)
    await setup.models.close()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="?", type=Path, default=default_data())
    parser.add_argument("--parts", type=_parts, default=None)
    parser.add_argument("--embedder", choices=[kind for kind in KINDS if kind != "openai"], default="auto")
    parser.add_argument("--longmemeval", type=Path, default=None, metavar="PATH")
    parser.add_argument("--limit", type=int, default=None, help="queries of each set")
    parser.add_argument("--short", action="store_true")
    return parser.parse_args()


def _parts(text: str) -> tuple[str, ...]:
    named = tuple(part.strip() for part in text.split(",") if part.strip())
    unknown = [part for part in named if part not in PARTS]
    if unknown or not named:
        raise argparse.ArgumentTypeError(f"choose from {', '.join(PARTS)}")
    return named


if __name__ == "__main__":
    raise SystemExit(main())
