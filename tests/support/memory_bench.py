"""A workspace to try the tools in: a real store, several agents that talk to it as MCP clients, and a clock to set."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from held import held
from mcp import Client
from mcp.client.session import ElicitationFnT
from mcp.types import CallToolResult, TextContent, TextResourceContents
from palimpsest.server.app import build_server
from palimpsest.store import model
from palimpsest.store.driver import DRIVER
from palimpsest.store.sqlite import SqliteStore
from palimpsest.tools import administration, sources
from palimpsest.tools.desk import Desk
from palimpsest.tools.embedding import Embedding
from palimpsest.tools.working_tree import WorkingTree

MONDAY = datetime(2027, 3, 1, 9, tzinfo=UTC)
PERSON = model.Caller(agent="person", role="person", session="cli")
ERAS = ("auto", "legacy")
Answer = dict[str, Any]


class Agent:
    """An agent's session: its calls go through the SDK's client and the server's own checks."""

    def __init__(self, client: Client, desk: Desk) -> None:
        self.client = client
        self.desk = desk

    async def result(self, tool: str, **arguments: Any) -> CallToolResult:
        """The raw result of a call."""
        return await self.client.call_tool(tool, arguments)

    async def call(self, tool: str, **arguments: Any) -> Answer:
        """The answer of a call that must succeed."""
        result = await self.result(tool, **arguments)
        assert not result.is_error, text_of(result)
        assert result.structured_content is not None
        assert json.loads(text_of(result)) == result.structured_content
        return result.structured_content

    async def refused(self, tool: str, **arguments: Any) -> str:
        """What the agent is told by a call that must fail."""
        result = await self.result(tool, **arguments)
        assert result.is_error, result.structured_content
        return text_of(result)

    async def read(self, uri: str) -> str:
        """The text of a resource."""
        contents = (await self.client.read_resource(uri)).contents
        assert isinstance(contents[0], TextResourceContents)
        return contents[0].text

    async def propose(self, content: str, topic: str = "database", domain: str = "architecture", **more: Any) -> Answer:
        """Propose a fact; the topic and the domain are always the same unless it matters."""
        return await self.call("propose_fact", domain=domain, topic=topic, content=content, **more)

    async def observe(self, content: str = "seen", count: int = 1, **more: Any) -> list[str]:
        """Record observations; their ids."""
        seen = [await self.call("record_observation", content=f"{content} {number}", **more) for number in range(count)]
        return [one["observation_id"] for one in seen]

    async def search(self, query: str, **more: Any) -> list[Answer]:
        """The hits of a keyword search."""
        return (await self.call("search_memory", query=query, mode="keyword", **more))["hits"]

    async def found(self, query: str, **more: Any) -> list[str]:
        """The ids that a keyword search finds."""
        return [hit["id"] for hit in await self.search(query, **more)]

    async def preamble(self, task: str = "") -> str:
        """The launch preamble."""
        return (await self.call("get_preamble", task=task))["text"]


class Bench:
    """One workspace."""

    def __init__(self, store: SqliteStore, path: Path, stack: AsyncExitStack, era: str) -> None:
        self.store = store
        self.path = path
        self.now = MONDAY
        self.embedding: Embedding | None = None
        self.tree: WorkingTree | None = None
        self._stack = stack
        self._era = era

    async def agent(
        self,
        name: str = "ana",
        role: str = "engineer",
        session: str = "s1",
        user: ElicitationFnT | None = None,
        **caller: Any,
    ) -> Agent:
        """A session of an agent, with a model when the bench has one by then, and a user who answers when given."""
        by = model.Caller(agent=name, role=role, session=session, **caller)
        desk = Desk(self.store, by, self.embedding, self.tree)
        self._stack.push_async_callback(desk.close)
        client = await self._stack.enter_async_context(
            held(Client(build_server(desk), mode=self._era, elicitation_callback=user))
        )
        return Agent(client, desk)

    def pass_time(self, **span: float) -> None:
        """Let the clock run on: `days=3`, `hours=1`."""
        self.now += timedelta(**span)

    async def grant(self, role: str, domain: str, level: str) -> None:
        """Set a grant as a person does."""
        await self.store.write(lambda tx: administration.set_grant(tx, PERSON, role, domain, level))

    async def setting(self, name: str, value: object) -> None:
        """Set a setting as a person does."""
        await self.store.write(lambda tx: administration.set_setting(tx, PERSON, name, str(value)))

    async def version(self, source: str, revision: str) -> None:
        """Tell the register at which revision a source stands."""
        await self.store.write(lambda tx: sources.set_version(tx, PERSON, source, revision))

    async def fact(self, name: str) -> model.Fact:
        """A fact as it is stored."""
        fact = await self.store.read(lambda tx: tx.facts.get(int(name[1:])))
        assert fact is not None
        return fact

    async def active(self) -> list[str]:
        """The ids of all active facts, oldest first."""
        found = await self.store.read(lambda tx: tx.facts.active(model.FactFilter(tx.now), 1000))
        return sorted((f"F{fact.id}" for fact in found), key=lambda name: int(name[1:]))

    async def audit(self, subject: str) -> list[model.AuditEntry]:
        """The audit entries of a subject, oldest first."""
        return await self.store.read(lambda tx: tx.audit.of_subject(subject))

    def run(self, sql: str, *values: object) -> None:
        """Change rows behind the tools' back, for a state that no tool makes."""
        with closing(DRIVER.connect(self.path, mode="rw", timeout_s=5)) as connection:
            connection.execute(sql, values)

    def dump(self) -> dict[str, list[tuple[Any, ...]]]:
        """Every row of every table but the index's own shadow tables."""
        return dump_of(self.path)


@asynccontextmanager
async def open_bench(folder: Path, era: str = "auto") -> AsyncGenerator[Bench]:
    """A fresh workspace in a folder, served in one protocol era."""
    path = folder / "bench.db"
    async with AsyncExitStack() as stack:
        bench: Bench | None = None
        store = await SqliteStore.open(path, lambda: bench.now if bench else MONDAY)
        stack.push_async_callback(store.close)
        bench = Bench(store, path, stack, era)
        yield bench


def dump_of(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of a workspace's file, by table."""
    with closing(DRIVER.connect(path, mode="ro", timeout_s=5)) as connection:
        names = [
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
            if not name.startswith("fulltext_")
        ]
        return {name: connection.execute(f'SELECT * FROM "{name}"').fetchall() for name in names}  # noqa: S608


def text_of(result: CallToolResult) -> str:
    """The text of a result."""
    assert isinstance(result.content[0], TextContent)
    return result.content[0].text
