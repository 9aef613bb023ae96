"""What agents must do: the rules by how they stand, and beside them the preamble as any agent would get it."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from shlex import quote
from typing import Any

from starlette.responses import Response

from ....store.errors import InvalidInput
from ..notices import Notice
from ..page import Page
from ..tab import PageRoute
from . import policy_edit

MUCH_CHARS = 1500
"""Of all policies in force: above it a person is warned."""

MOST_SHOWN = 20_000
"""Characters of a preamble that one page shows."""

MOST_OFFERED = 300
"""Names that can be chosen from a list."""

STATUSES = ("active", "pending", "flagged", "inactive", "superseded")
GROUPS = {"active": "active", "pending": "waiting", "flagged": "waiting", "inactive": "ended", "superseded": "ended"}
NARROWING = ("q", "status", "domain", "repo", "role")

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Preamble:
    """Whose preamble was asked for, and what it is, or why it can't be said."""

    asked: Mapping[str, str | None]
    names: Mapping[str, str]
    """Who is meant where nobody is named."""
    seen: Row | None
    problem: str | None
    command: str
    """What prints it whole."""


async def show(page: Page) -> Response:
    """The list, and the preamble."""
    found, preamble, domains, others = await asyncio.gather(
        page.call(
            "memory_policy.list",
            query=page.asked("q"),
            status=page.asked("status"),
            domain=page.asked("domain"),
            repo=page.asked("repo"),
            required_role=page.asked("role"),
            order="standing",
            limit=50,
            cursor=page.asked("cursor"),
        ),
        _preamble(page),
        page.call("memory_domain.list"),
        _known_names(page),
    )
    agents, roles = others
    return page.show(
        "policies.html",
        found=found,
        groups=_grouped(found["policies"]),
        most_chars=MUCH_CHARS,
        statuses=STATUSES,
        domains=_offered(page.asked("domain"), {one["domain"] for one in domains["domains"]}),
        repos=_offered(page.asked("repo"), {one["repo"] for one in domains["domains"] if one["repo"]}),
        agents=agents,
        roles=sorted({*roles, *(one["required_role"] for one in found["policies"] if one["required_role"])}),
        is_narrowed=any(page.asked(name) for name in NARROWING),
        preamble=preamble,
        most_shown=MOST_SHOWN,
    )


def _offered(asked: str | None, names: Collection[str]) -> list[str]:
    """What can be chosen from, with what is chosen."""
    return sorted({*sorted(names)[:MOST_OFFERED], *([asked] if asked else [])})


def _grouped(rows: Sequence[Row]) -> list[tuple[str, list[Row]]]:
    groups = {name: [row for row in rows if GROUPS[row["status"]] == name] for name in ("active", "waiting", "ended")}
    return [(name, members) for name, members in groups.items() if members]


async def _preamble(page: Page) -> Preamble | None:
    if not page.may("memory_preamble.get"):
        return None
    asked = {name: page.asked(f"as_{name}") for name in ("agent", "role", "repo", "task")}
    nobody = await page.call("memory_preamble.get")
    names = {name: nobody[name] for name in ("agent", "role")}
    try:
        seen = await page.call("memory_preamble.get", **asked) if any(asked.values()) else nobody
    except InvalidInput as error:
        return Preamble(asked, names, None, str(error), "")
    flags = {"workspace": page.workspace.id, **asked}
    given = [f"--{name} {quote(text)}" for name, text in flags.items() if text]
    return Preamble(asked, names, seen, None, " ".join(["palimpsest preamble", *given]))


async def _known_names(page: Page) -> tuple[list[str], list[str]]:
    """Agents and roles that a person may mean, as far as they may know of them."""
    if not page.may("memory_access_grant.list"):
        return [], []
    notebooks, grants = await asyncio.gather(
        page.call("agent_working_memory.list"), page.call("memory_access_grant.list")
    )
    roles = {one["role"] for one in grants["grants"]} - {"*"}
    return [one["agent"] for one in notebooks["notebooks"]], sorted(roles)


async def detail(page: Page) -> Response:
    """One policy with every wording of it."""
    found = await page.call("memory_policy.get", policy_id=policy_edit.named(page))
    return page.show("policy.html", policy=found["policy"], chain=found["chain"][::-1], in_force=found["in_force"])


async def deactivate(page: Page) -> Response:
    """Take policies out of force; those that await approval are rejected by it."""
    done = await page.call("memory_policy.delete", policy_ids=list(page.form.all("policy_id")))
    kept = [f"{one['id']}: {one['why']}" for one in done["kept"]]
    if not done["deleted"]:
        return page.back(Notice(page.words.plain("policies.done.nothing"), None, kept, is_problem=True), "policies")
    text = page.words.plain("policies.done.deactivated", id=", ".join(done["deleted"]))
    return page.back(Notice(text, done["batch_id"], kept), "policies")


async def reactivate(page: Page) -> Response:
    """Put a policy into force: one that ended comes back, one that waits is approved."""
    policy_id = page.form.get("policy_id")
    before = (await page.call("memory_policy.get", policy_id=policy_id))["policy"]
    done = await page.call("memory_policy.restore", policy_id=policy_id)
    what = "approved" if GROUPS[before["status"]] == "waiting" else "reactivated"
    text = page.words.plain(f"policies.done.{what}", id=done["policy"]["id"])
    return page.back(Notice(text, done["batch_id"]), "policies")


ROUTES: Sequence[PageRoute] = (
    PageRoute("policies", show),
    PageRoute("policies/delete", deactivate, "POST"),
    PageRoute("policies/restore", reactivate, "POST"),
    *policy_edit.ROUTES,
    PageRoute("policies/{policy_id}", detail),
)
"""The tab's addresses."""
