"""Editing a fact: another version in its place, stated by the person. Nothing that was typed is lost on the way.

The form says in which version of the fact it was made. Where somebody changed the fact meanwhile, three texts are
shown: what it said then, what stands now, and what was typed, which can still be saved over what stands.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from starlette.responses import Response

from ....store.errors import InvalidInput, NotFound, PalimpsestError, Refused
from ....store.model import MemoryType
from ..notices import Notice
from ..page import Page
from ..problems import problem_of
from ..tab import PageRoute
from .fact_parts import Row, day_of, named, standing

FIELDS = ("content", "topic", "domain", "repo", "memory_type", "validity", "valid_until", "reason")
"""What a person may say in the form."""

BLANK = ("content", "topic", "domain")
"""What can't be left blank: over JSON-RPC a blank would mean that nothing is said of it."""

Texts = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Problem:
    """Why the form wasn't taken: a key of the words, and what the refusal said beside it."""

    key: str
    reason: str = ""
    status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY
    is_restored: bool = False
    """The fact came back into use before its successor was refused."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Somebody changed the fact while it was edited: what it said when that began, and what stands now."""

    began: Row
    now: Row
    version: int
    """Of what stands now."""
    by: str | None
    at: str | None
    is_out_of_use: bool
    """Nothing stands: it has to come back before something can be put in its place."""


async def edit(page: Page) -> Response:
    """The form, as the fact stands."""
    detail = await page.call("memory_fact.get", fact_id=named(page))
    return await _form(page, detail, _said_by(detail["fact"]))


async def save(page: Page) -> Response:
    """Put what was typed in the fact's place."""
    fact_id, typed = named(page), {name: page.form.get(name) for name in FIELDS}
    try:
        detail = await page.call("memory_fact.get", fact_id=fact_id)
    except NotFound as error:
        return _gone(page, typed, error)
    if not page.form.said("restore") and _has_moved_on(detail, page.form.get("version")):
        return await _form(page, detail, typed, clash=await _clash(page, detail))
    if problem := _missing(detail["fact"], typed):
        return await _form(page, detail, typed, problem=problem)
    try:
        return await _saved(page, detail, typed)
    except NotFound as error:
        return _gone(page, typed, error)
    except (InvalidInput, Refused) as error:
        return await _refused(page, fact_id, typed, error)


def _missing(fact: Row, typed: Texts) -> Problem | None:
    """What a person has to say first."""
    for name in BLANK:
        if not typed[name].strip():
            return Problem(f"fact.edit.blank.{name}")
    return None if _changed(fact, typed) else Problem("fact.edit.nothing")


async def _saved(page: Page, detail: Row, typed: Texts) -> Response:
    fact, changed = detail["fact"], _changed(detail["fact"], typed)
    version, details = page.form.get("version"), list[str]()
    if page.form.said("restore"):
        term = {name: changed.pop(name) for name in ("validity", "valid_until") if name in changed}
        await page.call("memory_fact.restore", fact_id=fact["id"], **term)
        version = str((await page.call("memory_fact.get", fact_id=fact["id"]))["version"])
        details.append(page.words.plain("fact.edit.restored", id=fact["id"]))
    done = await page.call(
        "memory_fact.update",
        fact_id=fact["id"],
        reason=typed["reason"] or None,
        expected=int(version),
        **changed,
    )
    return page.go(page.url(f"facts/{done['new_id']}"), _told(page, done, details))


def _changed(fact: Row, typed: Texts) -> dict[str, str]:
    """What the form says otherwise than the fact; a term is said whole or not at all."""
    before = _said_by(fact)
    changed = {name: typed[name] for name in ("content", "topic", "memory_type") if typed[name] != before[name]}
    if any(typed[name].strip() != before[name] for name in ("domain", "repo")):
        domain, repo = typed["domain"].strip(), typed["repo"].strip()
        changed["domain"] = f"repo:{repo}/{domain}" if repo else domain
    if any(typed[name].strip() != before[name] for name in ("validity", "valid_until")):
        changed["validity"] = typed["validity"]
        changed["valid_until"] = typed["valid_until"].strip() if typed["validity"] == "until" else ""
    return changed


def _said_by(fact: Row) -> dict[str, str]:
    """The fields as the fact has them."""
    said = {name: fact[name] or "" for name in ("content", "topic", "domain", "repo", "memory_type")}
    return said | {"validity": fact["validity"], "valid_until": day_of(fact["valid_until"]), "reason": "outdated"}


def _has_moved_on(detail: Row, version: str) -> bool:
    return version != str(detail["version"])


async def _clash(page: Page, detail: Row) -> Clash:
    """What stands now, and who is behind it."""
    above = standing(detail)
    now = await page.call("memory_fact.get", fact_id=above["id"]) if above else detail
    last = now["changes"][-1] if now["changes"] else {"agent": None, "at": None}
    return Clash(
        began=detail["fact"],
        now=now["fact"],
        version=now["version"],
        by=last["agent"],
        at=last["at"],
        is_out_of_use=now["fact"]["state"] == "retired",
    )


async def _refused(page: Page, fact_id: str, typed: Texts, error: PalimpsestError) -> Response:
    """The form again: with what is wrong, or with what happened while it was sent."""
    try:
        detail = await page.call("memory_fact.get", fact_id=fact_id)
    except NotFound as gone:
        return _gone(page, typed, gone)
    was_out_of_use = page.form.said("restore") is not None
    if not was_out_of_use and _has_moved_on(detail, page.form.get("version")):
        return await _form(page, detail, typed, clash=await _clash(page, detail))
    status, key = problem_of(error)
    is_restored = was_out_of_use and detail["fact"]["state"] == "active"
    return await _form(page, detail, typed, problem=Problem(key, str(error), status, is_restored))


async def _form(
    page: Page, detail: Row, typed: Texts, *, problem: Problem | None = None, clash: Clash | None = None
) -> Response:
    limit, domains = await asyncio.gather(
        page.call("memory_settings.get", name="limits.content_chars"), page.call("memory_domain.list")
    )
    status = HTTPStatus.CONFLICT if clash else problem.status if problem else HTTPStatus.OK
    return page.show(
        "fact_edit.html",
        status,
        detail=detail,
        fact=detail["fact"],
        stands=standing(detail),
        typed=typed,
        problem=problem,
        types=[one.value for one in MemoryType],
        clash=clash,
        limit=limit["value"],
        domains=sorted({one["domain"] for one in domains["domains"]}),
        repos=sorted({one["repo"] for one in domains["domains"] if one["repo"]}),
    )


def _gone(page: Page, typed: Texts, error: PalimpsestError) -> Response:
    """The fact isn't there any more; what was typed is."""
    return page.show("fact_gone.html", HTTPStatus.NOT_FOUND, fact_id=named(page), typed=typed, error=error)


def _told(page: Page, done: Mapping[str, Any], details: Sequence[str]) -> Notice:
    t = page.words
    still_open = [one["id"] for one in done["conflicts"] if one["winner"] is None]
    lines = [*details]
    lines += [t.plain("fact.edit.conflicts", n=len(still_open), id=", ".join(still_open))] if still_open else []
    lines += [done["note"]] if done.get("note") else []
    key = f"fact.edit.outcome.{done['outcome']}"
    text = t.plain(key if t.has(key) else "fact.edit.outcome.other", old=done["old_id"], new=done["new_id"])
    return Notice(text, done["batch_id"], lines)


ROUTES: Sequence[PageRoute] = (
    PageRoute("facts/{fact_id}/edit", edit),
    PageRoute("facts/{fact_id}/edit", save, "POST"),
)
"""Where a fact is edited."""
