"""`consolidate_memory`: what agents saw becomes facts, and what no longer holds is retired (DESIGN 2.4).

The candidates come from the calling agent: the first call returns what is pending and the form to answer in.
"""

from __future__ import annotations

from typing import Annotated

from ..store.errors import InvalidInput
from ..store.model import FactFilter
from ..store.protocol import Transaction
from . import batches, passages
from .answers import Consolidated
from .candidates import CandidateInput, read_candidate
from .consolidation_run import Consolidation
from .declare import tool
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
        domain: str | None = None,
        repo: str | None = None,
        dry_run: bool = False,
        candidates: Annotated[list[CandidateInput] | None, "your answer to pending"] = None,
    ) -> Consolidated:
        """Turn your observations and remembered items into facts; retire what expired or faded. The first call, without
        candidates, returns what is pending."""
        settings = await self._desk.settings()
        gate = Gate(settings)
        caller = self._desk.caller
        reach = exact_reach(domain, repo, caller)
        if len(candidates or []) > MOST_CANDIDATES:
            raise InvalidInput(f"'candidates' takes at most {MOST_CANDIDATES} items a call.")
        taken = [read_candidate(gate, number, given, repo) for number, given in enumerate(candidates or [])]

        def work(tx: Transaction) -> Consolidated:
            where = FactFilter(tx.now, domain_name=reach.domain_name, repo=reach.repo, include_retired=True)
            return Consolidation(tx, caller, settings, where, gate.warnings).run(taken, is_dry=dry_run)

        return await batches.run(self._desk, work, passages.of_candidates(taken), dry_run=dry_run)
