"""`harmonize_memory`: different agents' facts of one topic are brought together (DESIGN 2.5)."""

from __future__ import annotations

from ..store.model import FactFilter
from ..store.protocol import Transaction
from . import batches
from .answers import Harmonized
from .declare import tool
from .desk import Desk
from .drafts import closed_domains
from .harmony_run import Harmonisation
from .scopes import exact_reach


class HarmonyTools:
    """Bringing beliefs together."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @tool(core=True, destructive=True, idempotent=True)
    async def harmonize_memory(
        self,
        domain: str | None = None,
        repo: str | None = None,
        dry_run: bool = False,
    ) -> Harmonized:
        """Bring together what agents believe of one topic: agreement is merged, contradiction settled or listed."""
        settings = await self._desk.settings()
        caller = self._desk.caller
        reach = exact_reach(domain, repo, caller)

        def work(tx: Transaction) -> Harmonized:
            where = FactFilter(
                tx.now,
                domain_name=reach.domain_name,
                repo=reach.repo,
                hidden_domain_ids=closed_domains(tx, caller, settings),
            )
            return Harmonisation(tx, caller, settings).run(where, is_dry=dry_run)

        return await batches.run(self._desk, work, dry_run=dry_run)
