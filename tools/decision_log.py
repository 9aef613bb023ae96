"""The log of `decide`, as plain values for a person or a program."""

from __future__ import annotations

from typing import Any

from ..store.model import Decision
from ..store.protocol import Transaction
from .dates import written
from .ids import fact_id


def decision_log(
    tx: Transaction, limit: int, before_id: int | None = None, *, changed_only: bool = False
) -> list[dict[str, Any]]:
    """The last decisions, newest first, each with what would have been chosen without memory."""
    return [_answer(one) for one in tx.decisions.latest(limit, before_id, changed_only=changed_only)]


def _answer(one: Decision) -> dict[str, Any]:
    return {
        "id": one.id,
        "at": written(one.at) if one.at else None,
        "agent": one.agent,
        "question": one.question,
        "options": list(one.options),
        "choice": one.choice,
        "without_memory": one.default,
        "changed_by_memory": one.choice != one.default,
        "facts": [fact_id(number) for number in one.fact_ids],
    }
