"""The composition root: one workspace's store, one caller, all tools, as an MCP server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from mcp.server.context import ServerMiddleware
from mcp.server.request_state import RequestStateSecurity

from ..store.errors import PalimpsestError, StoreError
from ..store.model import Caller
from ..store.protocol import Store, Transaction
from ..tools import views
from ..tools.desk import Desk
from ..tools.embedding import Embedding
from ..tools.gate import Gate
from ..tools.instructions import build_instructions, count_pending
from ..tools.models import Models
from ..tools.toolbox import declarations
from .background import Background
from .config import Options
from .git_following import TreeFollowing
from .git_tree import CallersFiles
from .mcp_server import MemoryServer
from .register_following import RegisterFollowing
from .workspace_store import WorkspaceStore

if TYPE_CHECKING:
    from .apps.offer import Apps

MARKDOWN = "text/markdown"

PENDING_SECONDS = 1.0
"""How long the handshake waits for the number in the instructions."""

LAST_WRITE_SECONDS = 0.3
"""How long the end waits for counters that nobody would miss."""


@asynccontextmanager
async def open_server(options: Options) -> AsyncGenerator[MemoryServer]:
    """The server of one caller; the store is opened beside it and closed after it."""
    workspace = WorkspaceStore(options.database)
    followed = TreeFollowing(workspace, options.folder)
    store = followed if options.versions is None else RegisterFollowing(followed, options.versions)
    models = Models()
    embedding = Embedding(models, options.embedder_key)
    desk = Desk(store, options.caller, embedding, CallersFiles(options.folder))
    background = Background(workspace, embedding)
    try:
        pending = await count_awaiting(workspace, options.database, options.caller)
        yield build_server(desk, pending, core_only=options.tools == "core", reviewer=reviewer_of(options))
    finally:
        await asyncio.gather(background.end(), models.close())
        try:
            await leave(desk)
        finally:
            await workspace.close()


def build_server(
    desk: Desk,
    pending: int | None = 0,
    *,
    core_only: bool = False,
    request_state: RequestStateSecurity | None = None,
    middleware: Sequence[ServerMiddleware[Any]] = (),
    reviewer: str | None = None,
) -> MemoryServer:
    """The MCP server over a desk; `reviewer` is the person who may review in the client, where one may."""
    server = MemoryServer(
        version=version("palimpsest-memory"),
        instructions=build_instructions(desk.caller, pending),
        tools=declarations(desk, core_only=core_only),
        request_state=request_state,
        middleware=middleware,
        apps=_apps_over(desk, reviewer),
    )
    _add_resources(server, desk)
    _add_prompts(server, desk)
    return server


def reviewer_of(options: Options) -> str | None:
    """Who reviews in the client that the options are for: whoever runs it, where they say that they do."""
    if options.tools != "review":
        return None
    from .commands.administer import user_name

    return user_name()


def _apps_over(desk: Desk, reviewer: str | None) -> Callable[[], Apps]:
    def make() -> Apps:
        from .apps.offer import Apps

        return Apps(desk, reviewer)

    return make


async def count_awaiting(store: Store, database: Path, caller: Caller) -> int | None:
    """How much awaits consolidation; a store that can't say so at once doesn't hold up the handshake."""
    if not _is_there(database):
        return 0
    try:
        async with asyncio.timeout(PENDING_SECONDS):
            return await store.read(lambda tx: count_pending(tx, caller))
    except (TimeoutError, StoreError):
        return None


def _is_there(file: Path) -> bool:
    try:
        return file.exists()
    except OSError:
        return False


async def leave(desk: Desk) -> None:
    """Write what is still to be counted for a caller who goes, if that goes quickly."""
    with suppress(TimeoutError, PalimpsestError):
        async with asyncio.timeout(LAST_WRITE_SECONDS):
            await desk.close()


def _add_resources(server: MemoryServer, desk: Desk) -> None:
    for name, view, description in (
        ("preamble", views.preamble_text, "What you should have at launch: policies and your notes"),
        ("notes", views.notes_text, "Your private notebook"),
        ("policies", views.policies_text, "Every active policy"),
        ("domains", views.domains_text, "The domains and how much they hold"),
        ("conflicts", views.conflicts_text, "Open contradictions and the questions that settle them"),
    ):
        read = _reader(desk, view)
        server.add_text_resource(f"memory://{name}", read, name=name, description=description, mime_type=MARKDOWN)

    async def fact(id: str) -> str:  # noqa: A002 (the address says memory://fact/{id})
        number = views.parse_fact_uri(id)
        from ..tools.fact_history import fact_text  # read when somebody asks, not at every start

        return await desk.read(lambda tx: fact_text(tx, desk.caller, number))

    server.add_text_template(
        "memory://fact/{id}", fact, name="fact", description="A fact with its whole history", mime_type=MARKDOWN
    )


def _reader(desk: Desk, view: Callable[[Transaction, Caller], str]) -> Callable[[], Awaitable[str]]:
    async def read() -> str:
        return await desk.read(lambda tx: view(tx, desk.caller))

    return read


def _add_prompts(server: MemoryServer, desk: Desk) -> None:
    async def launch(task: Annotated[str, "what you are about to do"] = "") -> str:
        text = Gate(await desk.settings()).query(task, "task") if task else ""
        return await desk.read(lambda tx: views.preamble_text(tx, desk.caller, text)) or "Nothing is remembered yet."

    async def consolidate() -> str:
        return views.CONSOLIDATE

    async def save_decisions(notes: Annotated[str, "the meeting's notes"] = "") -> str:
        return views.SAVE_DECISIONS.format(notes=notes)

    server.add_text_prompt(launch, name="launch", description="Start with what this workspace remembers")
    server.add_text_prompt(consolidate, name="consolidate", description="Turn observations into facts")
    server.add_text_prompt(save_decisions, name="save_decisions", description="Save a meeting's decisions as facts")
