"""`palimpsest history`: the last changes, or everything that happened to a fact, to a policy or in a batch."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from ...store.errors import NotFound
from ...store.protocol import Transaction
from ...tools.batch_history import batch_history, batch_lines
from ...tools.fact_history import fact_history
from ...tools.ids import conflict_id, parse_id
from ...tools.policy_history import policy_history
from .administer import read, show, table


def _of_conflict(tx: Transaction, number: int) -> str:
    """Both sides of a conflict with their chains."""
    conflict = tx.conflicts.get(number)
    if conflict is None:
        raise NotFound(f"There is no conflict {conflict_id(number)}.")
    old, new = (fact_history(tx, side) for side in (conflict.old_fact_id, conflict.new_fact_id))
    return old if f"F{conflict.new_fact_id} [" in old else f"{old}\n\n{new}"


OF_LETTER: dict[str, Callable[[Transaction, int], str]] = {
    "P": policy_history,
    "B": batch_history,
    "C": _of_conflict,
    "F": fact_history,
}


def run(namespace: Namespace) -> int:
    """Print the whole chain, oldest first; without an id the last batches, newest first."""
    name: str | None = namespace.of_id
    if name is None:
        found = read(namespace, batch_lines, without=[])
        show(*table([("BATCH", "WHEN", "KIND", "BY", "WHAT"), *found]))
        return 0
    letter = name.strip()[:1].upper()
    tell = OF_LETTER.get(letter, fact_history)
    number = parse_id(name, letter if letter in OF_LETTER else "F", "ID")
    show(read(namespace, lambda tx: tell(tx, number)))
    return 0
