"""`palimpsest undo`: puts back what a batch changed, as far as it is still as the batch left it."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence

from ...tools.ids import conflict_id, parse_id
from ...tools.undoing import Undone, undo
from .administer import show, write

NOTHING_LEFT = 1
MOST_NAMED = 50


def run(namespace: Namespace) -> int:
    """Undo the batch and say what came of it; 1 when nothing of it could be put back."""
    number = parse_id(namespace.of_id, "B", "ID")
    done = write(namespace, lambda tx, caller: undo(tx, caller, number))
    if namespace.json:
        show(json.dumps(as_json(done), ensure_ascii=False))
    else:
        show(*_lines(done))
    return NOTHING_LEFT if done.by is None else 0


def as_json(done: Undone) -> dict[str, object]:
    """What undoing came to, for a program."""
    return {
        "batch_id": done.batch,
        "undone_by": done.by,
        "restored": list(done.restored),
        "taken_back": list(done.taken_back),
        "kept": [{"id": one.id, "why": one.why} for one in done.kept],
        "conflicts": [conflict_id(number) for number in done.conflicts],
    }


def _lines(done: Undone) -> list[str]:
    lines = [f"{done.batch}: nothing of it could be put back."]
    if done.by is not None:
        lines = [f"{done.batch} is undone; undo {done.by} brings it back."]
        if done.restored:
            lines.append(f"  as before: {_some(done.restored)}")
        if done.taken_back:
            lines.append(f"  out of use: {_some(done.taken_back)}")
    lines += [f"  {one.id} stays: {one.why}" for one in done.kept[:MOST_NAMED]]
    if len(done.kept) > MOST_NAMED:
        lines.append(f"  {len(done.kept) - MOST_NAMED} more stay; --json names them all.")
    if done.conflicts:
        names = ", ".join(map(conflict_id, done.conflicts))
        lines.append(f"  What holds again contradicts what came in meanwhile: {names}")
    return lines


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more
