"""`consolidate_memory`: what agents saw becomes facts, and what no longer holds is retired (DESIGN 2.4).

Candidates come from the calling agent, or else from clustering; what neither takes is returned with the form to answer
in.
"""

from __future__ import annotations

from typing import Annotated

from ..store.errors import InvalidInput
from .answers import Consolidated
from .candidates import CandidateInput, read_candidate
from .declare import Progress, tool
from .desk import Desk
from .gate import Gate
from .scopes import exact_reach

MOST_CANDIDATES = 200


class ConsolidationTools:
    """Making facts of what was seen."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @tool(core=True, destructive=True)
    async def consolidate_memory(
        self,
        progress: Progress,
        domain: str | None = None,
        repo: str | None = None,
        dry_run: bool = False,
        candidates: Annotated[list[CandidateInput] | None, "your answer to pending"] = None,
    ) -> Consolidated:
        """Turn your observations and remembered items into facts; retire what expired or faded. The first call, without
        candidates, takes what was seen repeatedly and returns what is pending."""
        # A run loads much that a server at its start has no use for.
        from .consolidating import Order, consolidate
        from .tidying import Reach

        settings = await self._desk.settings()
        gate = Gate(settings)
        caller = self._desk.caller
        reach = exact_reach(domain, repo, caller)
        if len(candidates or []) > MOST_CANDIDATES:
            raise InvalidInput(f"'candidates' takes at most {MOST_CANDIDATES} items a call.")
        taken = tuple(read_candidate(gate, number, given, repo) for number, given in enumerate(candidates or []))
        order = Order(Reach(caller, settings, reach.domain_name, reach.repo), caller.agent, taken, tuple(gate.warnings))
        return await consolidate(self._desk, order, progress, dry_run=dry_run)
