"""`memory_domain.list`, `memory_graph.get` and `agent_working_memory.*`: what there is to look at beside facts."""

from __future__ import annotations

from typing import Annotated, TypedDict

from ..store.errors import NotFound
from ..store.model import Caller, Domain, EdgeKind, LinkFilter, MemoryType, Notes, Observation
from ..store.model.access import TokenScope
from ..store.protocol import Transaction
from ..tools.dates import written
from ..tools.desk import Desk
from ..tools.drafts import hidden_domains
from ..tools.graph_view import Graph, GraphView, neighbourhood, strongest
from ..tools.ids import observation_id, parse_id
from ..tools.overview import Overview, overview
from ..tools.scopes import list_reach
from ..tools.shapes import Bounds, shown
from ..tools.sight import sight
from .rpc_declare import method
from .rpc_params import AsOf, DomainName, Repo

OBSERVATIONS_SHOWN = 10


class DomainRow(TypedDict):
    """A domain with how many of its facts and policies are active."""

    domain: str
    repo: str | None
    created: str
    facts: int
    policies: int


class DomainList(TypedDict):
    """Every domain, by name and repository."""

    domains: list[DomainRow]


class NotebookRow(TypedDict):
    """An agent's notebook without its text."""

    agent: str
    characters: int
    version: int
    updated: str | None


class NotebookList(TypedDict):
    """Every notebook that was ever written, by agent."""

    notebooks: list[NotebookRow]


class ObservationRow(TypedDict):
    """One thing that the agent saw."""

    id: str
    content: str
    veracity: str
    source: str
    created: str


class WorkingMemory(TypedDict):
    """What an agent is given at launch of its own: its notes, and its last active observations, newest last."""

    agent: str
    notes: str
    version: int
    updated: str | None
    observations: list[ObservationRow]


class ViewMethods:
    """Domains, the graph and what agents keep to themselves."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @method("memory_overview.get", reads_only=True, scope=TokenScope.REVIEWER)
    async def get_overview(self) -> Overview:
        """What waits for a person: open conflicts, stale facts and policies to approve; how the facts stand, and whose
        they are."""
        return await self._desk.read(overview)

    @method("memory_domain.list", reads_only=True, scope=TokenScope.AGENT)
    async def list_domains(self) -> DomainList:
        """Every domain that isn't hidden from the caller."""

        def work(tx: Transaction) -> DomainList:
            hidden = hidden_domains(tx, self._desk.caller)
            return DomainList(domains=[_domain(one) for one in tx.domains.list() if one.id not in hidden])

        return await self._desk.read(work)

    @method("memory_graph.get", reads_only=True, scope=TokenScope.AGENT)
    async def get_graph(
        self,
        fact_id: Annotated[str | None, "F12: it and what is two links away; without it, the strongest"] = None,
        domain: DomainName = None,
        repo: Repo = None,
        memory_type: MemoryType | None = None,
        as_of: AsOf = None,
        include_superseded: bool = False,
        include_retired: bool = False,
        limit: Annotated[int, "most facts", Bounds(1, 500)] = 100,
        kinds: Annotated[list[EdgeKind] | None, "links of these kinds alone"] = None,
        least_weight: Annotated[float, "links of no less", Bounds(0, 1)] = 0.0,
        most_edges: Annotated[int, "most links, the strongest", Bounds(0, 10_000)] = 2000,
    ) -> Graph:
        """Facts and the links between them; the strongest are, of the surest facts, those that hang together most."""
        number = parse_id(fact_id, "F", "fact_id") if fact_id is not None else None
        caller = self._desk.caller
        reach = list_reach(domain, repo, caller)

        def work(tx: Transaction) -> Graph:
            where = sight(
                tx,
                caller,
                reach,
                as_of,
                memory_type=memory_type,
                include_superseded=include_superseded,
                include_retired=include_retired,
            )
            view = GraphView(where, LinkFilter(tuple(kinds or ()), least_weight), limit, most_edges)
            if number is None:
                return strongest(tx, view)
            return neighbourhood(tx, number, view)

        return await self._desk.read(work)

    @method("agent_working_memory.list", reads_only=True, scope=TokenScope.REVIEWER)
    async def list_notebooks(self) -> NotebookList:
        """Whose notebooks there are."""
        found = await self._desk.read(lambda tx: tx.notes.all())
        return NotebookList(notebooks=[_notebook(one) for one in found])

    @method("agent_working_memory.get", reads_only=True, scope=TokenScope.AGENT)
    async def get_working_memory(self, agent: Annotated[str, "its name"]) -> WorkingMemory:
        """What an agent is given at launch of its own; another agent may not read it."""
        caller = self._desk.caller

        def work(tx: Transaction) -> WorkingMemory:
            if not caller.is_person and agent != caller.agent:
                raise _nothing_of(agent, caller)
            notes = tx.notes.get(agent)
            seen = tx.observations.last_active(agent, OBSERVATIONS_SHOWN)
            if notes.version == 0 and not seen:
                raise _nothing_of(agent, caller)
            return WorkingMemory(
                agent=agent,
                notes=notes.text,
                version=notes.version,
                updated=written(notes.updated_at) if notes.updated_at else None,
                observations=[_observation(one) for one in seen],
            )

        return await self._desk.read(work)


def _nothing_of(agent: str, caller: Caller) -> NotFound:
    """The same of one that isn't there and of one that isn't the caller's."""
    where = "agent_working_memory.list names agents" if caller.is_person else f"your own is that of '{caller.agent}'"
    return NotFound(f"'{shown(agent)}' has neither notes nor observations; {where}.")


def _domain(one: Domain) -> DomainRow:
    return DomainRow(
        domain=one.scope.name,
        repo=one.scope.repo,
        created=written(one.created_at),
        facts=one.facts,
        policies=one.policies,
    )


def _notebook(one: Notes) -> NotebookRow:
    updated = written(one.updated_at) if one.updated_at else None
    return NotebookRow(agent=one.agent, characters=len(one.text), version=one.version, updated=updated)


def _observation(one: Observation) -> ObservationRow:
    return ObservationRow(
        id=observation_id(one.id),
        content=one.content,
        veracity=one.veracity.value,
        source=one.source,
        created=written(one.created_at),
    )
