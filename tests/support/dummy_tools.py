"""A family of small tools that shows each kind of argument, answer and failure."""

from __future__ import annotations

import asyncio
from enum import StrEnum
from typing import Annotated, Literal, NotRequired, TypedDict

from palimpsest.store.errors import InvalidInput, NotFound
from palimpsest.tools.declare import Progress, tool
from palimpsest.tools.shapes import Bounds


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Hit(TypedDict):
    id: str
    score: float
    superseded_by: str | None


class Found(TypedDict):
    hits: list[Hit]
    scope: Annotated[str, "where it was looked for"]
    next_cursor: str | None
    why: NotRequired[dict[str, object]]


class Candidate(TypedDict):
    text: str
    colour: NotRequired[Colour]
    sources: NotRequired[list[str]]


class Echo(TypedDict):
    given: dict[str, object]


class DummyTools:
    """Tools without a store behind them."""

    def __init__(self) -> None:
        self.cancelled = asyncio.Event()
        self.started = asyncio.Event()

    @tool(reads_only=True, core=True, always_load=True)
    async def search(
        self,
        query: Annotated[str, "what to look for"],
        mode: Annotated[Literal["hybrid", "keyword"], "how"] = "hybrid",
        domain: str | None = None,
        limit: Annotated[int, "most hits", Bounds(1, 50)] = 8,
        least: Annotated[float, Bounds(0, 1)] = 0.5,
        explain: bool = False,
    ) -> Found:
        """Find what was said about something."""
        hit = Hit(id="F1", score=least, superseded_by=None)
        return Found(hits=[hit] * min(limit, 3), scope=f"{domain}/{mode}/{query}/{explain}", next_cursor=None)

    @tool(idempotent=True)
    async def gather(
        self,
        candidates: list[Candidate] | None = None,
        versions: dict[str, str] | None = None,
        colour: Colour = Colour.RED,
    ) -> Echo:
        """Take structured things."""
        return Echo(given={"candidates": candidates, "versions": versions, "colour": colour})

    @tool(destructive=True)
    async def fail(self, how: Literal["refused", "missing", "crash", "long"]) -> Echo:
        """Fail as told."""
        if how == "crash":
            raise RuntimeError("the secret detail")
        if how == "missing":
            raise NotFound("There is no fact F99; search_memory finds those that there are.")
        raise InvalidInput("Say it\nbetter. " + ("x" * 1000 if how == "long" else ""))

    @tool()
    async def wait(self, seconds: Annotated[float, Bounds(0, 60)], progress: Progress) -> Echo:
        """Wait, and report it."""
        self.started.set()
        try:
            await progress.report_progress(0, 1, "waiting")
            await asyncio.sleep(seconds)
        except asyncio.CancelledError:
            self.cancelled.set()
            raise
        return Echo(given={"seconds": seconds})
