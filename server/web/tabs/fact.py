"""One fact: whole, with what it overwrote beneath it; taking facts out of use and back.

Editing is in `fact_edit`, erasing in `fact_purge`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from http import HTTPStatus

from starlette.responses import Response

from ....store.errors import InvalidInput, PalimpsestError, Refused
from ..log_parts import parts_of, place_of
from ..notices import Notice
from ..page import Page
from ..problems import problem_of
from ..tab import PageRoute
from . import fact_edit, fact_purge
from .fact_parts import Row, by_other, chain, named, standing

CHANGES_SHOWN = 20
SOURCES_SHOWN = 20
LINKS_SHOWN = 20
IDS_SHOWN = 8


async def show(page: Page) -> Response:
    """The fact of the address."""
    return await _show(page, named(page))


async def _show(page: Page, fact_id: str, error: PalimpsestError | None = None) -> Response:
    """The fact, with what stands in the way of what was asked."""
    detail, log, forgets = await asyncio.gather(
        page.call("memory_fact.get", fact_id=fact_id),
        page.call("memory_audit.list", subject=fact_id, limit=CHANGES_SHOWN),
        page.call("memory_settings.get", name="forgetting.min_confidence"),
    )
    status = problem_of(error)[0] if error else HTTPStatus.OK
    first = _first_source(page, len(detail["sources"]))
    return page.show(
        "fact.html",
        status,
        detail=detail,
        fact=detail["fact"],
        forgets=forgets["value"],
        stands=standing(detail),
        beneath=chain(detail),
        sources=detail["sources"][first : first + SOURCES_SHOWN],
        first_source=first,
        sources_shown=SOURCES_SHOWN,
        links=by_other(detail["links"])[:LINKS_SHOWN],
        changes=log["entries"],
        parts_of=partial(parts_of, words=page.words),
        place_of=place_of,
        more_changes=log["next_cursor"] is not None,
        error=error,
    )


def _first_source(page: Page, count: int) -> int:
    said = page.query.get("sources_from", "")
    return min(int(said), max(0, count - 1)) if said.isascii() and said.isdigit() and len(said) < 7 else 0


async def delete(page: Page) -> Response:
    """Take facts out of use; one that is no longer as it was shown stays, and what happened is said."""
    numbers = page.chosen_facts()
    version = page.form.said("version")
    expected = {numbers[0]: _whole(version)} if version and len(numbers) == 1 else None
    reason = page.form.said("reason")
    try:
        done = await page.call("memory_fact.delete", fact_ids=numbers, reason=reason, expected=expected)
    except Refused as error:
        if len(numbers) > 1:
            raise
        return await _show(page, numbers[0], error)
    return page.back(_deleted(page, done))


def _deleted(page: Page, done: Row) -> Notice:
    t, gone = page.words, done["deleted"]
    key = "fact.deleted.these" if gone else "fact.deleted.none"
    details = [f"{one['id']}: {one['why']}" for one in done["kept"]] + ([done["note"]] if done["note"] else [])
    return Notice(t.plain(key, n=len(gone), id=_first(gone)), done["batch_id"], details, is_problem=not gone)


async def restore(page: Page) -> Response:
    """Take facts back into use; what stands in the way of one is shown with it, of several it is told."""
    numbers = page.chosen_facts()
    if len(numbers) > 1:
        done = await page.call("memory_fact.restore_many", fact_ids=numbers)
        return page.back(_restored(page, done, done["restored"], done["vouched"], done["kept"]))
    term = {"validity": page.form.said("validity"), "valid_until": page.form.said("valid_until")}
    try:
        done = await page.call("memory_fact.restore", fact_id=numbers[0], **term)
    except (Refused, InvalidInput) as error:
        return await _show(page, numbers[0], error)
    return page.back(_restored(page, done, numbers, numbers if done["vouched"] else [], []))


def _restored(page: Page, done: Row, names: Sequence[str], vouched: Sequence[str], kept: Sequence[Row]) -> Notice:
    t, met = page.words, [conflict["id"] for conflict in done["conflicts"]]
    details = [f"{one['id']}: {one['why']}" for one in kept]
    details += [t.plain("fact.restored.vouched", id=_first(vouched))] if vouched else []
    details += [t.plain("fact.restored.met", n=len(met), id=_first(met))] if met else []
    key = "fact.restored.these" if names else "fact.restored.none"
    return Notice(t.plain(key, n=len(names), id=_first(names)), done["batch_id"], details, is_problem=not names)


def _first(names: Sequence[str]) -> str:
    return ", ".join(names[:IDS_SHOWN]) + ("…" if len(names) > IDS_SHOWN else "")


async def nothing_sent(page: Page) -> Response:
    """What was sent has no address of its own: whoever comes back to it, or loads it anew, begins with the list."""
    return page.go(page.url("facts"))


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise InvalidInput("'version' is a whole number: load the page anew.")
    return int(text)


ROUTES: Sequence[PageRoute] = (
    PageRoute("facts/delete", delete, "POST"),
    PageRoute("facts/restore", restore, "POST"),
    *(PageRoute(f"facts/{act}", nothing_sent) for act in ("delete", "restore", "purge")),
    *fact_purge.ROUTES,
    *fact_edit.ROUTES,
    PageRoute("facts/{fact_id}", show),
)
"""The tab's addresses."""
