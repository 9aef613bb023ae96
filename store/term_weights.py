"""How much a query asks for: what the full-text index's own formula would give a text that has all of its words."""

from __future__ import annotations

import math
from collections.abc import Collection

from . import fulltext, rows
from .driver import Connection
from .rules import analysis

# Nothing is ever taken out but by purging, so the highest ids tell how many texts there are, without counting them.
TEXTS = "SELECT coalesce(sum(seq), 0) FROM sqlite_sequence WHERE name IN ('fact', 'observation')"
HOLDING = "SELECT coalesce(max(doc), 0) FROM fulltext_term WHERE term = :term"
HOLDING_BEGINNING = "SELECT coalesce(sum(doc), 0) FROM fulltext_term WHERE term >= :beginning AND term < :beyond"
LAST_CHARACTER = "\U0010ffff"
# FTS5 gives a word that more than half of the texts hold this weight.
LEAST_WEIGHT = 1e-6


def ideal_score(connection: Connection, query: str, held: Collection[str]) -> float:
    """The score of a text of ordinary length that holds every word of the query once; 0 for a query without words.

    A word of which no form is among the terms that are `held` counts as one that no text holds, and so most: a query
    that is full of such words is hardly answered by the others.
    """
    (texts,) = rows.select_tuples(connection, TEXTS)[0]
    return sum(_weight(connection, term, texts, held) for term in analysis.query_terms(query))


def _weight(connection: Connection, term: analysis.QueryTerm, texts: int, held: Collection[str]) -> float:
    holding = min(texts, max(_counts(connection, term))) if _is_held(term, held) else 0
    return max(LEAST_WEIGHT, math.log((texts - holding + 0.5) / (holding + 0.5)))


def _is_held(term: analysis.QueryTerm, held: Collection[str]) -> bool:
    return any(form in held for form in term.terms) or (
        bool(term.beginning) and any(word.startswith(term.beginning) for word in held)
    )


def _counts(connection: Connection, term: analysis.QueryTerm) -> list[int]:
    """How many texts hold each form of the word; the most common form stands for all of them."""
    counts = [_count(connection, fulltext.encode_term(form)) for form in term.terms]
    if term.beginning:
        beginning = fulltext.encode_term(term.beginning)
        beyond = beginning + LAST_CHARACTER
        (count,) = rows.select_tuples(connection, HOLDING_BEGINNING, beginning=beginning, beyond=beyond)[0]
        counts.append(count)
    return counts


def _count(connection: Connection, term: str) -> int:
    (count,) = rows.select_tuples(connection, HOLDING, term=term)[0]
    return count
