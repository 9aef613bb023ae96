"""Erasing facts for good: it is said what goes and what can't be reached, then asked for once more, then done.

Between the questions nothing is kept but what the form says; where what would be erased has changed meanwhile, it is
said anew.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from starlette.responses import Response

from ..notices import Notice
from ..page import Page
from ..tab import PageRoute
from .fact_parts import Row, named

TEXTS_SHOWN = 10
IDS_SHOWN = 100
OF_A_PLAN = ("purged", "observations", "items", "conflicts", "policies", "decisions", "copies", "counts")


async def ask_about_one(page: Page) -> Response:
    """What purging the fact of the address would erase."""
    return await _say(page, [named(page)], is_whole=True)


async def purge(page: Page) -> Response:
    """Say what would be erased; with `plan` ask for the word that does it; with that word, erase."""
    numbers = page.chosen_facts()
    is_whole = page.form.get("with_observations", "yes") != "no"
    seen = page.form.said("plan")
    if seen is None:
        return await _say(page, numbers, is_whole=is_whole)
    plan = await _plan(page, numbers, is_whole=is_whole)
    if seen != _digest(plan):
        return await _say(page, numbers, is_whole=is_whole, has_changed=True)
    typed, word = page.form.said("typed"), _word(plan)
    if typed is None or typed.upper() != word:
        return _ask_again(page, numbers, plan, is_whole=is_whole, is_wrong=typed is not None)
    return await _erase(page, numbers, is_whole=is_whole)


async def _say(page: Page, numbers: Sequence[str], *, is_whole: bool, has_changed: bool = False) -> Response:
    plan = await _plan(page, numbers, is_whole=is_whole)
    shown = plan["purged"][:TEXTS_SHOWN]
    details = await asyncio.gather(*(page.call("memory_fact.get", fact_id=one) for one in shown))
    return page.show(
        "fact_purge.html",
        HTTPStatus.CONFLICT if has_changed else HTTPStatus.OK,
        numbers=numbers,
        plan=plan,
        facts=[one["fact"] for one in details],
        digest=_digest(plan),
        is_whole=is_whole,
        has_changed=has_changed,
        ids_shown=IDS_SHOWN,
    )


def _ask_again(page: Page, numbers: Sequence[str], plan: Row, *, is_whole: bool, is_wrong: bool) -> Response:
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_wrong else HTTPStatus.OK
    return page.show(
        "fact_purge_last.html",
        status,
        numbers=numbers,
        plan=plan,
        digest=_digest(plan),
        is_whole=is_whole,
        word=_word(plan),
        is_wrong=is_wrong,
    )


async def _erase(page: Page, numbers: Sequence[str], *, is_whole: bool) -> Response:
    done = await page.call("memory_fact.purge", fact_ids=numbers, with_observations=is_whole)
    return page.go(page.url("facts"), _told(page, done))


async def _plan(page: Page, numbers: Sequence[str], *, is_whole: bool) -> Mapping[str, Any]:
    return await page.call("memory_fact.purge", fact_ids=numbers, with_observations=is_whole, dry_run=True)


def _digest(plan: Row) -> str:
    """The same while the same would be erased."""
    said = json.dumps({name: plan[name] for name in OF_A_PLAN}, sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def _word(plan: Row) -> str:
    """What is to be typed: the fact's id, or how many facts there are."""
    purged = plan["purged"]
    return str(purged[0] if len(purged) == 1 else len(purged))


def _told(page: Page, done: Row) -> Notice:
    """What is gone; there is no batch that brings it back."""
    t, gone = page.words, done["purged"]
    details = [
        t.plain("fact.purge.gone_with", observations=len(done["observations"]), conflicts=len(done["conflicts"])),
        *([] if done["is_clean"] else [t.plain("fact.purge.unclean")]),
        *(t.plain("fact.purge.quoted", id=one["id"], facts=", ".join(one["quotes"])) for one in done["quoted_in"]),
        done["note"],
    ]
    key = "fact.purge.done" if gone else "fact.purge.nothing"
    return Notice(t.plain(key, n=len(gone), id=", ".join(gone[:5])), None, details, is_problem=not done["is_clean"])


ROUTES: Sequence[PageRoute] = (
    PageRoute("facts/purge", purge, "POST"),
    PageRoute("facts/{fact_id}/purge", purge, "POST"),
    PageRoute("facts/{fact_id}/purge", ask_about_one),
)
"""Where facts are erased."""
