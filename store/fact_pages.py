"""Lists of facts in SQLite, page by page in a stable order: what is written meanwhile moves no fact to another page.

A page begins behind the place of the last fact of the page before it. How sure a fact is fades with time and is never
stored, so that order alone is made of all facts that fit; the others read one page and no more.
"""

from __future__ import annotations

import heapq
from typing import LiteralString

from . import fact_rows, rows
from .driver import Connection
from .model import FactListing, FactOrder, MemoryType, Place, Placed, Validity
from .rules.decay import survival_of

BY_ID = "f.id"
BY_SUPPORT = "f.supported_at"
BY_RECALLS = "f.recall_count"
BY_TOPIC = "f.topic_key"
FALLING = "DESC"
RISING = "ASC"
BEFORE = "<"
BEHIND = ">"
# Of very many rows, where asking the enumeration for each takes several times as long.
TYPES = {one.value: one for one in MemoryType}
PERMANENT = Validity.PERMANENT.value


class SqliteFactPages:
    """`protocol.FactPages` over one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def page(self, listing: FactListing, after: Place | None, limit: int) -> list[Placed]:
        if listing.order in (FactOrder.SUREST, FactOrder.LEAST_SURE):
            return self._by_sureness(listing, after, limit)
        key, place_id = after or (None, None)
        values = fact_rows.values(listing.where) | {"key": key, "place_id": place_id, "limit": limit}
        found = rows.select(self._connection, _page(listing), **values)
        return [Placed(fact_rows.fact_of(row), (row["place"], row["id"])) for row in found]

    def count(self, listing: FactListing) -> int:
        ((number,),) = rows.select_tuples(self._connection, _count(listing), **fact_rows.values(listing.where))
        return number

    def _by_sureness(self, listing: FactListing, after: Place | None, limit: int) -> list[Placed]:
        sign = 1 if listing.order is FactOrder.LEAST_SURE else -1
        found = rows.select_tuples(self._connection, _supports(listing), **fact_rows.values(listing.where))
        places = [(sign * _sure(listing, cells), sign * cells[0]) for cells in found]
        if after is not None:
            behind = after[0], sign * after[1]
            places = [place for place in places if place > behind]
        return self._placed(listing, [(key, abs(number)) for key, number in heapq.nsmallest(limit, places)])

    def _placed(self, listing: FactListing, places: list[tuple[float, int]]) -> list[Placed]:
        numbers = rows.id_list([number for _, number in places])
        found = rows.select(self._connection, _of_ids(listing), ids=numbers, at=rows.time_text(listing.where.at))
        facts = {row["id"]: fact_rows.fact_of(row) for row in found}
        return [Placed(facts[number], (key, number)) for key, number in places]


def _sure(listing: FactListing, cells: rows.Cells) -> float:
    """How sure a fact is at the moment that is listed."""
    _, confidence, supported_at, memory_type, validity = cells
    if validity == PERMANENT:
        return confidence
    left = survival_of(TYPES[memory_type], rows.moment(supported_at), listing.where.at, is_permanent=False)
    return confidence * left


def _page(listing: FactListing) -> LiteralString:
    where = listing.where
    return f"""
        SELECT {fact_rows.columns(where)}, {_key(listing.order)} AS place
        FROM {fact_rows.table(where)} JOIN domain d ON d.id = f.domain_id
        WHERE {fact_rows.visible(listing.where)}
          AND (:place_id IS NULL OR ({_key(listing.order)}, f.id) {_sign(listing.order)} (:key, :place_id))
        ORDER BY {_key(listing.order)} {_direction(listing.order)}, f.id {_direction(listing.order)}
        LIMIT :limit
    """


def _count(listing: FactListing) -> LiteralString:
    return f"""
        SELECT count(*)
        FROM {fact_rows.table(listing.where)} JOIN domain d ON d.id = f.domain_id
        WHERE {fact_rows.visible(listing.where)}
    """


def _supports(listing: FactListing) -> LiteralString:
    """What how sure each fact is follows from."""
    return f"""
        SELECT f.id, f.confidence, f.supported_at, f.memory_type, f.validity
        FROM {fact_rows.table(listing.where)} JOIN domain d ON d.id = f.domain_id
        WHERE {fact_rows.visible(listing.where)}
    """


def _of_ids(listing: FactListing) -> LiteralString:
    return f"""
        SELECT {fact_rows.columns(listing.where)}
        FROM {fact_rows.table(listing.where)} JOIN domain d ON d.id = f.domain_id
        WHERE f.id IN (SELECT value FROM json_each(:ids))
    """


def _key(order: FactOrder) -> LiteralString:
    match order:
        case FactOrder.SUPPORTED:
            return BY_SUPPORT
        case FactOrder.RECALLED:
            return BY_RECALLS
        case FactOrder.TOPIC:
            return BY_TOPIC
        case _:
            return BY_ID


def _direction(order: FactOrder) -> LiteralString:
    return RISING if order in (FactOrder.OLDEST, FactOrder.TOPIC) else FALLING


def _sign(order: FactOrder) -> LiteralString:
    return BEHIND if order in (FactOrder.OLDEST, FactOrder.TOPIC) else BEFORE
