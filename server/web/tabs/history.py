"""The tab History: what happened, in batches or change by change, and undoing it, whole or in part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.responses import Response

from ....store.errors import InsufficientTokenScope, NotFound, Refused
from ..log_parts import parts_of, place_of, saying
from ..notices import Notice
from ..page import Page
from ..tab import PageRoute

MOST_SHOWN = 50
MOST_NAMED = 30
MOST_TRIED = 6
KINDS = ("change", "consolidation", "harmonisation", "undo", "purge", "recovery")
ACTIONS = (
    *("create", "mention", "supersede", "retire", "restore", "merge", "confirm", "extend", "reinforced", "weakened"),
    *("resolve", "find", "end", "set", "unset", "delete", "write", "promote", "drop", "consolidate", "import"),
    *("refresh", "decide", "mark", "purge", "undo"),
)
FOR_GOOD = ("recovery", "purge")
"""Kinds of batches that are never undone."""

FILTERS = ("agent", "kind", "action", "subject", "since", "until")


async def show(page: Page) -> Response:
    """What happened, newest first."""
    is_of_entries = page.asked("of") == "entries" or bool(page.asked("subject") or page.asked("action"))
    found = await page.call(
        "memory_audit.list",
        of="entries" if is_of_entries else "batches",
        agent=page.asked("agent"),
        kind=None if is_of_entries else page.asked("kind"),
        subject=page.asked("subject"),
        action=page.asked("action"),
        since=page.asked("since"),
        until=page.asked("until"),
        limit=MOST_SHOWN,
        cursor=page.asked("cursor"),
    )
    return page.show(
        "history.html",
        found=found,
        is_of_entries=is_of_entries,
        is_narrowed=any(page.asked(name) for name in FILTERS),
        kinds=KINDS,
        actions=ACTIONS,
        **_tools(page),
    )


async def show_batch(page: Page) -> Response:
    """One batch with each change, and what undoing it would come to; `part`: undoing that subject alone."""
    name, part = str(page.request.path_params["batch"]), page.asked("part")
    found = await page.call("memory_audit.list", batch_id=name, limit=MOST_SHOWN, cursor=page.asked("cursor"))
    if not found["batches"]:
        raise NotFound(f"There is no batch {name}.")
    batch = found["batches"][0]
    outlook, obstacle = await _outlook(page, name, part)
    free = _free(outlook)
    return page.show(
        "history_batch.html",
        batch=batch,
        entries=found["entries"],
        next_cursor=found["next_cursor"],
        part=part,
        outlook=outlook,
        obstacle=obstacle,
        kept={one["id"]: one["why"] for one in outlook["kept"]} if outlook else {},
        free=free,
        apart=set[str]() if part else await _apart(page, name, free),
        most_named=MOST_NAMED,
        **_tools(page),
    )


async def undo(page: Page) -> Response:
    """Put back what a batch did, or those of its changes that the form names; what stays as it is, is said."""
    name, parts = page.form.get("batch_id"), list(page.form.all("subject"))
    done = await page.call("memory_audit.undo", batch_id=name, subjects=parts)
    t = page.words
    if done["batch_id"] is None:
        text = t.plain("history.undone.nothing", batch=done["undone"])
    elif parts:
        text = t.plain("history.undone.part", batch=done["undone"], parts=_some(page, parts))
    else:
        text = t.plain("history.undone.whole", batch=done["undone"])
    notice = Notice(text, done["batch_id"], _came_to(page, done), is_problem=done["batch_id"] is None)
    return page.back(notice, default="history")


async def _outlook(page: Page, batch: str, part: str | None) -> tuple[Mapping[str, Any] | None, str | None]:
    """What undoing would come to, or why it can't be done."""
    try:
        asked = [part] if part else None
        return await page.call("memory_audit.undo", batch_id=batch, subjects=asked, dry_run=True), None
    except (Refused, InsufficientTokenScope, NotFound) as error:
        return None, str(error)


def _free(outlook: Mapping[str, Any] | None) -> set[str]:
    return {*outlook["restored"], *outlook["taken_back"]} if outlook else set()


async def _apart(page: Page, batch: str, free: set[str]) -> set[str]:
    """Those that can be put back without all the others; of a few it is looked at, of many some always can."""
    if len(free) > MOST_TRIED:
        return free
    return {name for name in free if _free((await _outlook(page, batch, name))[0]) != free}


def _came_to(page: Page, done: Mapping[str, Any]) -> list[str]:
    """What became of it, a line for each kind; only what stays, and what contradicts now, is told one by one."""
    t = page.words
    lines = [
        t.plain(f"history.undone.{name}", names=_some(page, done[name]))
        for name in ("restored", "taken_back")
        if done[name]
    ]
    if done["conflicts"]:
        names = {"facts": _some(page, done["contradicting"]), "conflicts": _some(page, done["conflicts"])}
        lines.append(t.plain("history.undone.conflicts", **names))
    lines += [
        t.plain("history.undone.kept", id=one["id"], why=page.said(one["why"])) for one in done["kept"][:MOST_NAMED]
    ]
    more = len(done["kept"]) - MOST_NAMED
    return [*lines, t.plain("history.undone.more", n=more)] if more > 0 else lines


def _some(page: Page, names: Sequence[str]) -> str:
    shown, more = ", ".join(names[:MOST_NAMED]), len(names) - MOST_NAMED
    return f"{shown} {page.words.plain('history.and_more', n=more)}" if more > 0 else shown


def _may_be_undone(batch: Mapping[str, Any]) -> bool:
    return batch["undone_by"] is None and batch["finished"] is not None and batch["kind"] not in FOR_GOOD


def _tools(page: Page) -> dict[str, Any]:
    """What both pages' templates use."""

    def parts(entry: Mapping[str, Any]) -> Sequence[object]:
        return parts_of(entry, page.words)

    return {"parts_of": parts, "place_of": place_of, "saying": saying, "may_be_undone": _may_be_undone}


ROUTES: Sequence[PageRoute] = (
    PageRoute("history", show),
    PageRoute("history/{batch}", show_batch),
    PageRoute("undo", undo, "POST"),
)
"""The tab's addresses."""
