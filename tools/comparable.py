"""Which facts of a topic are compared: comparing is work inside of a write transaction, so there is an end to it."""

from __future__ import annotations

from collections.abc import Sequence

from ..store.model import Fact

MOST_CHARS = 200_000


def newest_comparable(facts: Sequence[Fact], most: int) -> list[Fact]:
    """The newest `most` facts, fewer when their texts are long, in the order they came in (oldest first)."""
    chosen: list[Fact] = []
    room = MOST_CHARS
    for fact in reversed(facts[-most:]):
        room -= len(fact.content)
        if room < 0:
            break
        chosen.append(fact)
    return chosen[::-1]
