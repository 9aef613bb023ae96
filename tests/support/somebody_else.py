"""Somebody else at the same memory: another process's store on the same file, with a person behind it.

async with somebody_else(home) as bob:
    await bob("memory_fact.update", fact_id="F1", content="The port is 3.")
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from palimpsest.server.rpc_methods import methods
from palimpsest.store.model import Caller
from palimpsest.store.sqlite import SqliteStore
from palimpsest.tools.desk import Desk

Call = Callable[..., Awaitable[Any]]


@asynccontextmanager
async def somebody_else(home: Path, name: str = "bob", workspace: str = "default") -> AsyncGenerator[Call]:
    """The JSON-RPC methods as that person calls them."""
    store = await SqliteStore.open(home / "workspaces" / f"{workspace}.db")
    offered = methods(Desk(store, Caller(workspace, name, "person", session="elsewhere", is_person=True)))
    known = {one.name: one for one in offered}

    async def call(method: str, /, **params: Any) -> Any:
        return await known[method].call(params)

    try:
        yield call
    finally:
        await store.close()
