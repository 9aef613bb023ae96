"""Who may do what: roles by domains as they really hold, and the mode that says what they are about."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from ..notices import Notice
from ..page import Page
from ..tab import PageRoute
from . import tokens

EVERY_ROLE = "*"
MODES = ("open", "strict")
LEVELS = ("none", "read", "write")
MAY = ("reads", "at_launch", "writes_policies", "writes_facts")
ROLES_SHOWN = 10
DOMAINS_SHOWN = 40
MOST_COMPARED, MOST_ROLES = 200, 50
MOST_OFFERED = 300
"""Domains that can be chosen from a list; the others are on the pages of the matrix, and can be typed."""

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """What another mode would take from roles or give them, in which domains."""

    key: str
    roles: Sequence[str]
    domains: Sequence[str]


@dataclass(frozen=True, slots=True)
class Preview:
    """What another mode would change, and how much of the whole was looked at, where that isn't all."""

    mode: str
    changes: Sequence[Change]
    looked_at: tuple[int, int] | None


async def show(page: Page) -> Response:
    """The matrix, or what one role or one domain comes to."""
    role, domain = page.asked("role"), page.asked("domain")
    grants, domains = await asyncio.gather(page.call("memory_access_grant.list"), page.call("memory_domain.list"))
    roles = sorted({one["role"] for one in grants["grants"]} - {EVERY_ROLE})
    start = _start(page, roles)
    asked = [role] if role else [EVERY_ROLE, *(roles if domain else roles[start : start + ROLES_SHOWN])][:MOST_ROLES]
    found = await page.call(
        "memory_access_grant.effective", roles=asked, domain=domain, limit=DOMAINS_SHOWN, cursor=page.asked("cursor")
    )
    named = {one["domain"] for one in grants["grants"]} | {_qualified(one) for one in domains["domains"]}
    return page.show(
        "access.html",
        found=found,
        role=role,
        domain=domain,
        roles=roles,
        domains=sorted({*sorted(named)[:MOST_OFFERED], *([domain] if domain else [])}),
        levels=LEVELS,
        rights=MAY,
        preview=await _preview(page, found["mode"], [EVERY_ROLE, *roles]),
        other_mode=next(mode for mode in MODES if mode != found["mode"]),
        next_roles=start + ROLES_SHOWN if len(roles) > start + ROLES_SHOWN else None,
        is_first_roles=start == 0,
        is_chosen=bool(role or domain),
    )


def _start(page: Page, roles: Sequence[str]) -> int:
    """From which role on the matrix shows them."""
    text = page.asked("from") or "0"
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(len(roles))) else 0
    return number if number < len(roles) else 0


def _qualified(domain: Row) -> str:
    return f"repo:{domain['repo']}/{domain['domain']}" if domain["repo"] else domain["domain"]


async def _preview(page: Page, current: str, roles: Sequence[str]) -> Preview | None:
    mode = page.asked("mode")
    if mode is None or mode == current:
        return None
    asked = list(roles[:MOST_ROLES])
    before, after = await asyncio.gather(
        *(
            page.call("memory_access_grant.effective", roles=asked, mode=one, limit=MOST_COMPARED)
            for one in (current, mode)
        )
    )
    is_all = after["next_cursor"] is None and len(asked) == len(roles)
    return Preview(
        mode, list(_changes(before["domains"], after["domains"])), None if is_all else (MOST_COMPARED, len(asked))
    )


def _changes(before: Sequence[Row], after: Sequence[Row]) -> Iterator[Change]:
    """What differs in domains that there are, by right; roles that it is the same for stand together."""
    found: dict[tuple[str, str, bool], list[str]] = {}
    for old, new in zip(before, after, strict=True):
        for was, will in zip(old["levels"], new["levels"], strict=True):
            for right in MAY:
                if old["exists"] and was["may"][right] != will["may"][right]:
                    found.setdefault((was["role"], right, will["may"][right]), []).append(old["domain"])
    alike: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for (role, right, is_won), names in found.items():
        alike.setdefault((f"access.change.{right}_{'won' if is_won else 'lost'}", tuple(names)), []).append(role)
    for (key, names), roles in alike.items():
        yield Change(key, roles, names)


async def grant(page: Page) -> Response:
    """Say what a role may do in a domain, or take the grant back."""
    role, domain, level = (page.form.get(name).strip() for name in ("role", "domain", "level"))
    t = page.words
    if level:
        done = await page.call("memory_access_grant.set", role=role, domain=domain, level=level)
        held = done["grant"]
        text = t.plain(
            "access.set.done", role=held["role"], domain=held["domain"], level=t.plain(f"terms.level.{level}")
        )
        return page.back(Notice(text, done["batch_id"]), "access")
    grants = (await page.call("memory_access_grant.list"))["grants"]
    if not any((one["role"], one["domain"]) == (role, domain) for one in grants):
        return page.back(Notice(t.plain("access.set.nothing", role=role, domain=domain)), "access")
    done = await page.call("memory_access_grant.delete", role=role, domain=domain)
    return page.back(Notice(t.plain("access.set.removed", role=role, domain=domain), done["batch_id"]), "access")


async def switch(page: Page) -> Response:
    """Let another mode hold."""
    done = await page.call("memory_settings.set", name="access.mode", value=page.form.get("mode"))
    text = page.words.plain("access.mode.done", mode=done["value"])
    return page.go(page.url("access"), Notice(text, done["batch_id"]))


ROUTES: Sequence[PageRoute] = (
    PageRoute("access", show),
    PageRoute("access/grant", grant, "POST"),
    PageRoute("access/mode", switch, "POST"),
    *tokens.ROUTES,
)
"""The tab's addresses."""
