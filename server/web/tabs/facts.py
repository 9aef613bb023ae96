"""The Facts tab: everything that agents came to hold, narrowed down, searched, put in order, and selected from.

What is listed, and what a search finds, are the same rows. What happens to a selection is shown before it does
(`facts_selection`); single facts are taken out of use by `fact`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from starlette.responses import Response

from ....store.errors import InvalidInput, NoWorkspace
from ....store.vocabulary import FactOrder, MemoryType, Veracity
from ..page import Page
from ..tab import PageRoute
from . import facts_selection
from .facts_choices import Choices, choices

ROWS = 30
"""As many of the longest texts and names as a page of 300 kB holds."""
STATES = ("active", "superseded", "retired", "stale", "contested", "any")
MODES = ("keyword", "hybrid")
NARROWING = ("domain", "repo", "memory_type", "veracity", "agent", "state", "as_of")
COUNTED = ("active", "superseded")

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Listed:
    """One page of facts; of a search also what each voice says, and why each fact was found."""

    rows: Sequence[Row]
    next_cursor: str | None
    why: Mapping[str, Row] = field(default_factory=dict[str, Row])
    voices: Mapping[str, Row] = field(default_factory=dict[str, Row])
    hint: str | None = None
    is_first_again: bool = False
    """The page that was asked for is there no longer."""
    problem: str | None = None
    """Why nothing can be listed like that."""


async def show(page: Page) -> Response:
    """The facts that the address asks for."""
    try:
        seen, domains, found = await asyncio.gather(
            page.call("memory_overview.get"), page.call("memory_domain.list"), _listed(page)
        )
    except NoWorkspace:
        return page.show("facts_none.html", is_begun=False)
    if not any(seen["facts"].values()):
        return page.show("facts_none.html", is_begun=True, waiting=seen)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if found.problem else HTTPStatus.OK
    return page.show("facts.html", status, **_context(page, seen, choices(page, domains["domains"], seen), found))


def _context(page: Page, seen: Row, offered: Choices, found: Listed) -> dict[str, Any]:
    return {
        "found": found,
        "waiting": seen,
        "forgets": seen["forgets_below"],
        "choices": offered,
        "count": _count(page, seen, found),
        "query": page.asked("q"),
        "mode": mode(page),
        "modes": MODES,
        "states": STATES,
        "orders": [one.value for one in FactOrder],
        "types": [one.value for one in MemoryType],
        "veracities": [one.value for one in Veracity],
        "narrowing": {name: said for name in NARROWING if (said := page.asked(name)) and said != "active"},
        "is_past": page.asked("as_of") is not None,
    }


def mode(page: Page) -> str:
    """How a query is looked for: by its words, unless the address says otherwise."""
    said = page.asked("mode")
    return said if said in MODES else MODES[0]


async def _listed(page: Page) -> Listed:
    """What fits; where the page at hand is there no longer, the first one."""
    cursor = page.asked("cursor")
    try:
        return await _asked(page, cursor)
    except InvalidInput as error:
        if cursor is None:
            return Listed((), None, problem=str(error))
    try:
        found = await _asked(page, None)
    except InvalidInput as error:
        return Listed((), None, problem=str(error))
    return Listed(found.rows, found.next_cursor, found.why, found.voices, found.hint, is_first_again=True)


async def _asked(page: Page, cursor: str | None) -> Listed:
    wanted = {name: page.asked(name) for name in NARROWING} | {"limit": ROWS, "cursor": cursor}
    if (query := page.asked("q")) is None:
        found = await page.call("memory_fact.list", **wanted, order=page.asked("order"))
        return Listed(found["facts"], found["next_cursor"])
    wanted |= {"in_repo": wanted.pop("repo"), "state": wanted["state"] or "active", "with_facts": True}
    if mode(page) == "hybrid":
        found = await page.call("memory_fact.recall", query=query, **wanted)
    else:
        found = await page.call("memory_fact.search", query=query, **wanted, explain=True)
    why = {hit["id"]: hit["why"] for hit in found["hits"]}
    return Listed(found["facts"], found["next_cursor"], why, found["voices"], found.get("hint"))


def _count(page: Page, seen: Row, found: Listed) -> int | None:
    """How many facts fit, where that is known without reading them."""
    is_narrowed = any(page.asked(name) for name in ("q", *NARROWING) if name != "state")
    state = page.asked("state") or "active"
    if not is_narrowed and state == "any":
        return sum(seen["facts"].values())
    if not is_narrowed and state in COUNTED:
        return seen["facts"][state]
    return len(found.rows) if found.next_cursor is None and page.asked("cursor") is None else None


ROUTES: Sequence[PageRoute] = (PageRoute("facts", show), *facts_selection.ROUTES)
"""The tab's addresses."""
