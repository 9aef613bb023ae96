"""The tabs of the page, each with its addresses."""

from __future__ import annotations

from collections.abc import Sequence

from ..tab import PageRoute
from . import access, conflicts, fact, facts, graph, history, policies, review

ROUTES: Sequence[PageRoute] = (
    *facts.ROUTES,
    *fact.ROUTES,
    *policies.ROUTES,
    *graph.ROUTES,
    *conflicts.ROUTES,
    *access.ROUTES,
    *review.ROUTES,
    *history.ROUTES,
)
"""Every address of every tab."""
