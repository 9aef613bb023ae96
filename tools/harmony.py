"""`harmonize_memory`: bringing together what different agents believe (DESIGN 2.5)."""

from __future__ import annotations

from .answers import Harmonized
from .declare import Progress, tool
from .desk import Desk
from .scopes import exact_reach


class HarmonyTools:
    """Bringing beliefs together."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @tool(core=True, destructive=True, idempotent=True)
    async def harmonize_memory(
        self,
        progress: Progress,
        domain: str | None = None,
        repo: str | None = None,
        dry_run: bool = False,
    ) -> Harmonized:
        """Bring together what agents believe of one topic: agreement is merged, contradiction settled or listed."""
        # A run loads much that a server at its start has no use for.
        from .harmonizing import harmonize
        from .tidying import Reach

        settings = await self._desk.settings()
        caller = self._desk.caller
        reach = exact_reach(domain, repo, caller)
        where = Reach(caller, settings, reach.domain_name, reach.repo)
        return await harmonize(self._desk, where, progress, dry_run=dry_run)
