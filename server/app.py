"""The composition root: one workspace's store, one caller, all tools, as an MCP server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

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
from .config import Options
from .git_following import TreeFollowing
from .git_tree import CallersFiles
from .mcp_server import MemoryServer
from .register_following import RegisterFollowing
from .workspace_store import WorkspaceStore

MARKDOWN = "text/markdown"

PENDING_SECONDS = 1.0
"""How long the handshake waits for the number in the instructions."""

BACKGROUND_AFTER_S = 0.5
"""Loading a model takes a core for as long."""

RECOVER_AGAIN_S = 5.0
"""When to try again where the store couldn't."""

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
    background = asyncio.create_task(_work_in_background(workspace, embedding))
    try:
        yield build_server(desk, await _pending(workspace, options), core_only=options.tools == "core")
    finally:
        await asyncio.gather(_end(background), models.close())
        await _close(desk, workspace)


def build_server(
    desk: Desk,
    pending: int | None = 0,
    *,
    core_only: bool = False,
    request_state: RequestStateSecurity | None = None,
    middleware: Sequence[ServerMiddleware[Any]] = (),
) -> MemoryServer:
    """The MCP server over a desk."""
    server = MemoryServer(
        version=version("palimpsest-memory"),
        instructions=build_instructions(desk.caller, pending),
        tools=declarations(desk, core_only=core_only),
        request_state=request_state,
        middleware=middleware,
    )
    _add_resources(server, desk)
    _add_prompts(server, desk)
    return server


async def _pending(store: Store, options: Options) -> int | None:
    """How much awaits consolidation; a store that can't say so at once doesn't hold up the handshake."""
    if not _is_there(options.database):
        return 0
    try:
        async with asyncio.timeout(PENDING_SECONDS):
            return await store.read(lambda tx: count_pending(tx, options.caller))
    except (TimeoutError, StoreError):
        return None


def _is_there(file: Path) -> bool:
    try:
        return file.exists()
    except OSError:
        return False


async def _work_in_background(store: Store, embedding: Embedding) -> None:
    """Make the vectors that are missing, once the client has its handshake."""
    await asyncio.sleep(BACKGROUND_AFTER_S)
    await _recover(store)
    from ..tools.backfill import Backfill

    await Backfill(store, embedding).run()


async def _recover(store: Store) -> None:
    """Undo what another process left half done, should it have been at work when the store was opened."""
    from ..tools.runs import recover

    while True:
        try:
            return await recover(store)
        except StoreError:
            await asyncio.sleep(RECOVER_AGAIN_S)


async def _end(task: asyncio.Task[None]) -> None:
    """End the background work where it stands; what it doesn't get done quickly is left to its lease."""
    task.cancel()
    _, pending = await asyncio.wait([task], timeout=LAST_WRITE_SECONDS)
    if pending:
        task.cancel()  # it was giving up its lease, and waits for another process's write


async def _close(desk: Desk, store: Store) -> None:
    """Write what is still to be counted, if that goes quickly, and close the store in any case."""
    try:
        async with asyncio.timeout(LAST_WRITE_SECONDS):
            await desk.close()
    except (TimeoutError, PalimpsestError):
        pass
    finally:
        await store.close()


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
