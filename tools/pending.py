"""What waits for consolidation, as much of it as one answer can hold."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ..store.model import DAY, HotItem
from ..store.protocol import Transaction
from .answers import Pending
from .candidates import Source
from .ids import item_id, observation_id
from .lapsing import holds

MOST_ITEMS = 60
MOST_CHARS = 20_000
ANSWER_FORM = (
    "Call again with candidates: one item for each thing worth keeping, with text, domain, topic and sources (ids of "
    "pending items that say it); supports, weakens or contradicts name facts (F12) that it bears on, memory_type and "
    "valid_until say what it is and how long it holds; leave out what isn't worth keeping."
)


def still_pending(tx: Transaction, whose: str | None) -> list[Source]:
    """What waits and still holds, of one agent or of all: observations, then items, each oldest first."""
    observations = (one for one in tx.observations.pending(whose) if one.is_active(tx.now))
    items = (one for one in tx.hot_items.pending(whose) if holds(one, tx))
    return [*observations, *items]


def shown_pending(waiting: Sequence[Source], now: datetime) -> list[Pending]:
    """The first of what waits, oldest first, whole items within what one answer can hold; never none of several."""
    shown: list[Pending] = []
    room = MOST_CHARS
    for one in waiting[:MOST_ITEMS]:
        room -= len(one.content)
        if room < 0 and shown:
            break
        shown.append(_pending(one, now))
    return shown


def answer_form(shown: int, waiting: int) -> str:
    """How to answer, and how many wait beyond those that are shown."""
    rest = waiting - shown
    return f"{ANSWER_FORM} {rest} more wait and are shown once these are answered." if rest else ANSWER_FORM


def _pending(one: Source, now: datetime) -> Pending:
    is_item = isinstance(one, HotItem)
    name = item_id(one.id) if is_item else observation_id(one.id)
    age = round((now - one.created_at) / DAY, 1)
    pending = Pending(id=name, text=one.content, veracity=one.veracity.value, age_days=age)
    if is_item:
        pending["domain"] = str(one.scope)
        pending["topic"] = one.topic
    return pending
