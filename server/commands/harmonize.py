"""`palimpsest harmonize`: what different agents believe is brought together."""

from __future__ import annotations

from argparse import Namespace

from ...tools.answers import Harmonized
from ...tools.harmonizing import harmonize
from ..config import Options
from .administer import show, show_json, table
from .upkeep import ProgressLine, ending, open_desk, reach_of, run_to_its_end


def run(namespace: Namespace) -> int:
    """Do it and say what is believed, and what contradicts."""
    answer = run_to_its_end(lambda options: _harmonize(options, namespace), namespace)
    if namespace.json:
        show_json(answer)
    else:
        show(*_lines(answer, namespace))
    return 0


async def _harmonize(options: Options, namespace: Namespace) -> Harmonized:
    with ProgressLine() as progress:
        async with open_desk(options, is_rehearsal=namespace.dry_run) as desk:
            return await harmonize(desk, await reach_of(desk, namespace), progress, dry_run=namespace.dry_run)


def _lines(answer: Harmonized, namespace: Namespace) -> list[str]:
    lines = ["No topic is spoken of by more than one agent."]
    if beliefs := answer["beliefs"]:
        rows = [
            (one["fact"], f"{one['agreement']:.0%}", ", ".join(one["authors"]), " ".join(one["content"].split()))
            for one in beliefs
        ]
        lines = table([("fact", "agreement", "authors", "what is believed"), *rows])
    for one in answer["contradictions"]:
        settled = f"{one['winner']} one kept ({one['rule']})" if one["winner"] else "open"
        lines.append(f"{one['id']}: {one['old_id']} against {one['new_id']}, {one['evidence']}: {settled}")
    if note := answer.get("note"):
        lines.append(note)
    return [*lines, ending(answer["batch_id"], namespace)]
