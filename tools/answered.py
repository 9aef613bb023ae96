"""How much of a query the texts answer that full text found."""

from __future__ import annotations

from collections.abc import Sequence

from ..store.model import Candidate, Key
from ..store.protocol import Transaction
from ..store.rules import fusion
from .heard import scores_of

TOLD_BY = 20
"""Of how many of the best matches it is looked which words of the query they hold."""


def shares_of_query(tx: Transaction, query: str, found: Sequence[Candidate]) -> dict[Key, float]:
    """Each match's score as a share of what a match of the whole query would have, 0 to 1.

    A word that none of the best holds counts as one that nobody wrote: so what is hidden from the reader makes no
    difference, and tells nothing.
    """
    best = sorted(found, key=lambda one: (-one.score, one.kind, -one.id))[:TOLD_BY]
    held = {term for terms in tx.search.terms(best) for term in terms}
    return fusion.share_of_ideal(scores_of(found), tx.search.ideal(query, held))
