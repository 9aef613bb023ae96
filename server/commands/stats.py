"""`palimpsest stats`: how much a memory holds, and how far its vectors are."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

from ...tools.statistics import STATES, statistics
from ..config import resolve_options
from .administer import read, show, table


def run(namespace: Namespace) -> int:
    """Print the counts, as lines or as JSON."""
    path = resolve_options(namespace).database
    counts = read(namespace, statistics)
    files = {"file": str(path), "bytes": _size(path), "log_bytes": _size(path.with_name(f"{path.name}-wal"))}
    if namespace.json:
        print(json.dumps({**files, **counts}, ensure_ascii=False, indent=2))  # noqa: T201
    else:
        show(*_lines(files), *_facts(counts["facts"]), *_others(counts), *_embedder(counts))
    return 0


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _lines(files: dict[str, Any]) -> list[str]:
    return [f"file: {files['file']}, {_megabytes(files['bytes'])} and {_megabytes(files['log_bytes'])} of log", ""]


def _megabytes(size: int) -> str:
    return f"{size / 2**20:,.1f} MB"


def _facts(facts: dict[str, Any]) -> list[str]:
    rows = [(one["domain"], *(str(one[state]) for state in STATES)) for one in facts["domains"]]
    total = ("all", *(str(facts[state]) for state in STATES))
    return [*table([("FACTS", *(state.upper() for state in STATES)), *rows, total]), ""]


def _others(counts: dict[str, Any]) -> list[str]:
    seen, policies, conflicts = counts["observations"], counts["policies"], counts["conflicts"]
    return [
        f"observations: {seen['all']}, of which {seen['active']} hold and {seen['pending']} await consolidation",
        f"remembered items that await it: {counts['remembered_items']}",
        f"policies: {policies['all']}, of which {policies['active']} are active",
        f"conflicts: {conflicts['all']}, of which {conflicts['open']} are open",
        f"notebooks: {counts['notebooks']}",
        f"edges between facts: {counts['edges']}",
        f"full text: by analyser {counts['analyser']}",
        "",
    ]


def _embedder(counts: dict[str, Any]) -> list[str]:
    embedder = counts["embedder"]
    chosen = embedder["setting"] if embedder["setting"] == embedder["uses"] else f"auto, here {embedder['uses']}"
    lines = [f"embedder: {chosen}"]
    if embedder["models"]:
        lines += table([("MODEL", "DIMENSION", "EMBEDDED", "MISSING", "REFUSED", "LAST IN USE"), *_models(embedder)])
    else:
        lines.append("no passage has a vector yet")
    for one in embedder["models"]:
        if one["embedding_now"]:
            lines.append(f"{one['name']}: {one['embedding_now']} makes vectors now")
        lines += [f"{one['name']} refuses {refusal['id']}: {refusal['reason']}" for refusal in one["refusals"]]
    if trouble := embedder["trouble"]:
        lines.append(f"last failure, {trouble['at']}: {trouble['reason']}")
    return lines


def _models(embedder: dict[str, Any]) -> list[tuple[str, ...]]:
    columns = ("name", "dimension", "embedded", "missing", "refused")
    return [(*(str(one[column]) for column in columns), one["used_at"] or "unknown") for one in embedder["models"]]
