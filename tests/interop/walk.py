"""What every Python client does with the server, as `walk.mjs` does it, and what it saw."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

Call = Callable[[str, dict[str, Any]], Awaitable[tuple[str, Any]]]
"""Call a tool: its first text, and its structured content."""


class User:
    """The user at the keyboard: chooses the new statement, until they fall silent."""

    def __init__(self) -> None:
        self.questions: list[str] = []
        self.is_silent = False
        self.asked = asyncio.Event()

    async def answer(self, message: str) -> dict[str, Any]:
        """What the user fills in."""
        self.questions.append(message)
        self.asked.set()
        if self.is_silent:
            await asyncio.Event().wait()
        return {"keep": "new"}


async def walk(
    order: dict[str, Any],
    revision: str | None,
    tools: list[str],
    read: Callable[[str], Awaitable[str]],
    call: Call,
    user: User,
) -> dict[str, Any]:
    """Walk through what a host does: list, read, call, be refused, be asked, give up."""
    seen: dict[str, Any] = {"revision": revision, "tools": tools, "read": await read("memory://domains")}
    seen["refused"], _ = await call("propose_fact", {"domain": "architecture"})
    _, seen["settled"] = await call("propose_fact", order["contradiction"])
    seen["questions"] = list(user.questions)
    seen["given_up"] = await _give_up(order, call, user)
    _, seen["conflicts"] = await call("list_memory_conflicts", {})
    return seen


async def _give_up(order: dict[str, Any], call: Call, user: User) -> bool:
    """Cancel a call while the user thinks; whether it ended by that."""
    user.is_silent = True
    user.asked.clear()
    running = asyncio.ensure_future(call("propose_fact", order["given_up"]))
    await asyncio.wait_for(user.asked.wait(), 20)
    await asyncio.sleep(0.1)
    running.cancel()
    await asyncio.wait([running], timeout=20)
    return running.cancelled()
