"""The workspace of a simulated year: a real store with a clock to set, and agents that use the tools."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from palimpsest.store.model import Caller, ConflictStatus, Fact, FactFilter, Veracity
from palimpsest.store.sqlite import SqliteStore
from palimpsest.tools import administration
from palimpsest.tools.consolidation import ConsolidationTools
from palimpsest.tools.desk import Desk
from palimpsest.tools.harmony import HarmonyTools
from palimpsest.tools.note_tools import NoteTools
from year_world import AGENTS, AREAS, Seen, Truth

START = datetime(2027, 1, 4, 8, tzinfo=UTC)
PERSON = Caller(agent="person", role="person", session="cli")
KEPT_HOURS = 24 * 15
"""How long an agent asks to remember something: until the next consolidation at least."""
MOST_FACTS = 100_000


class Unheard:
    """Nobody listens to how far a long call has come."""

    async def report_progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        """Say it to nobody."""


@dataclass(frozen=True, slots=True)
class Consolidated:
    """How much one consolidation did."""

    created: int
    reinforced: int
    merged: int
    retired: int


class YearMemory:
    """One workspace, and the day that it is there."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.now = START

    def set_day(self, day: int, hour: int = 0) -> None:
        """Let it be that day of the year."""
        self.now = START + timedelta(days=day, hours=hour)

    def desk(self, agent: int) -> Desk:
        """An agent's desk in its session of the day."""
        session = f"{AGENTS[agent]}-{self.now:%Y-%m-%d}"
        return Desk(self.store, Caller(agent=AGENTS[agent], role="engineer", session=session))

    async def record(self, seen: Sequence[Seen], truths: Sequence[Truth]) -> None:
        """Let agents note what they saw in a day, some of it as remembered items with a domain and a topic."""
        for one in seen:
            notes = NoteTools(self.desk(one.agent))
            if one.is_remembered and one.truth is not None:
                truth = truths[one.truth]
                topic = f"{truth.subject} {truth.kind.name}".casefold()
                await notes.remember(
                    one.text,
                    domain=AREAS[truth.area],
                    topic=topic,
                    veracity=Veracity(one.veracity),
                    ttl_hours=KEPT_HOURS,
                )
            else:
                await notes.record_observation(one.text, veracity=Veracity(one.veracity))

    async def consolidate(self) -> Consolidated:
        """Every agent consolidates what it saw, without candidates."""
        desks = [self.desk(agent) for agent in range(len(AGENTS))]
        answers = [await ConsolidationTools(desk).consolidate_memory(Unheard()) for desk in desks]
        return Consolidated(
            sum(len(answer["created"]) for answer in answers),
            sum(len(answer["reinforced"]) for answer in answers),
            sum(len(answer["merged"]) for answer in answers),
            sum(len(answer["retired"]) for answer in answers),
        )

    async def harmonize(self) -> None:
        """One agent brings together what all of them believe."""
        await HarmonyTools(self.desk(0)).harmonize_memory(Unheard())

    async def facts(self) -> list[Fact]:
        """Every fact there has been, oldest first."""
        where = FactFilter(self.now, include_superseded=True, include_retired=True)
        found = await self.store.read(lambda tx: tx.facts.active(where, MOST_FACTS))
        return sorted(found, key=lambda fact: fact.id)

    async def open_conflicts(self) -> int:
        """How many contradictions nobody has settled."""
        status = ConflictStatus.OPEN
        found = await self.store.read(
            lambda tx: tx.conflicts.list(
                status=status, domain_name=None, repo=None, hidden_domain_ids=(), offset=0, limit=MOST_FACTS
            )
        )
        return len(found)


@asynccontextmanager
async def open_year(settings: dict[str, str]) -> AsyncGenerator[YearMemory]:
    """An empty workspace with those settings."""
    with tempfile.TemporaryDirectory() as folder:
        memory: YearMemory | None = None
        store = await SqliteStore.open(Path(folder) / "year.db", lambda: memory.now if memory else START)
        memory = YearMemory(store)
        try:
            for name, value in settings.items():
                await store.write(lambda tx, n=name, v=value: administration.set_setting(tx, PERSON, n, v))
            yield memory
        finally:
            await store.close()
