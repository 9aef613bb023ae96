"""All sixteen tools over one desk."""

from __future__ import annotations

from .conflict_tools import ConflictTools
from .consolidation import ConsolidationTools
from .context_tools import ContextTools
from .decision_tools import DecisionTools
from .declare import Declaration, tools_of
from .desk import Desk
from .fact_tools import FactTools
from .harmony import HarmonyTools
from .note_tools import NoteTools
from .policy_tools import PolicyTools
from .search_tools import SearchTools

FAMILIES = (
    SearchTools,
    FactTools,
    PolicyTools,
    NoteTools,
    ConsolidationTools,
    HarmonyTools,
    ConflictTools,
    ContextTools,
    DecisionTools,
)


def declarations(desk: Desk, *, core_only: bool = False) -> list[Declaration]:
    """The tools to serve; `core_only` leaves those that the others' replies don't point to."""
    every = [declaration for family in FAMILIES for declaration in tools_of(family(desk))]
    return [declaration for declaration in every if declaration.traits.core or not core_only]
