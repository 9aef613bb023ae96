"""The tab Conflicts: what contradicts, by topic, and one contradiction whole; a person settles it, or judges the rule.

What somebody else settled meanwhile is told with who and what, and nothing that was typed is lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from starlette.responses import Response

from ....store.errors import InvalidInput, Refused
from ..notices import Notice
from ..page import Page
from ..problems import problem_of
from ..tab import PageRoute

STATUSES = ("open", "resolved", "all")
MOST_SHOWN = 12
FINDINGS = ("confirm", "overturn", "both")


async def show_all(page: Page) -> Response:
    """Contradictions of one status, those about one topic together."""
    asked = page.asked("status")
    status = asked if asked in STATUSES else STATUSES[0]
    found = await page.call(
        "memory_conflict.topics",
        status=status,
        domain=page.asked("domain"),
        repo=page.asked("repo"),
        cursor=page.asked("cursor"),
        limit=MOST_SHOWN,
    )
    known = (await page.call("memory_domain.list"))["domains"]
    domains, repos = _choices(known, "domain"), _choices(known, "repo")
    return page.show("conflicts.html", found=found, chosen=status, domains=domains, repos=repos)


async def show_one(page: Page) -> Response:
    """One contradiction whole."""
    return await _show(page)


async def settle(page: Page) -> Response:
    """Keep a side as the form says; what can't be taken shows the contradiction as it stands, with what was typed."""
    name, keep = _name(page), page.form.get("keep")
    loss = "wrong" if page.form.said("loss") else "outdated"
    try:
        done = await page.call(
            "memory_conflict.resolve", conflict_id=name, keep=keep, reason=page.form.said("reason"), loss=loss
        )
    except (InvalidInput, Refused) as error:
        return await _show(page, error)
    if done["batch_id"] is None:
        who = (await _conflict(page, name))["settled_by"] or ""
        return page.back(Notice(page.words.plain("conflicts.settled.before", id=name, who=who)), default="conflicts")
    fact = done["old_id"] if keep == "old" else done["new_id"]
    text = page.words.plain(f"conflicts.settled.{keep}", id=done["id"], fact=fact)
    return page.back(Notice(text, done["batch_id"]), default="conflicts")


async def find(page: Page) -> Response:
    """Say what is found of what a rule settled."""
    name, finding = _name(page), page.form.get("finding")
    if finding not in FINDINGS:
        raise InvalidInput(f"'finding' is one of {', '.join(FINDINGS)}.")
    if finding == "confirm":
        done = await page.call("memory_review.confirm", conflict_id=name)
    else:
        loss = "outdated" if page.form.said("loss") else "wrong"
        done = await page.call("memory_review.overturn", conflict_id=name, both=finding == "both", reason=loss)
    found = done["resolution"]
    if done["batch_id"] is None:
        text = page.words.plain("conflicts.done.again", id=name, who=found["found_by"] or "")
    else:
        loser = found["old" if found["winner"] == "new" else "new"]["id"]
        text = page.words.plain(f"conflicts.done.{finding}", id=name, fact=loser)
    return page.back(Notice(text, done["batch_id"]), default="conflicts")


async def _show(page: Page, error: InvalidInput | Refused | None = None) -> Response:
    whole = await page.call("memory_conflict.get", conflict_id=_name(page))
    conflict = whole["conflict"]
    old, new = [await page.call("memory_fact.get", fact_id=conflict[side]["id"]) for side in ("old", "new")]
    return page.show(
        "conflict.html",
        HTTPStatus.OK if error is None else problem_of(error)[0],
        c=conflict,
        others=whole["others"],
        old=old,
        new=new,
        problem=_problem(page, conflict, error) if error else None,
        typed={"reason": page.form.said("reason"), "loss": page.form.said("loss")},
    )


def _problem(page: Page, conflict: Mapping[str, Any], error: InvalidInput | Refused) -> str:
    """In the page's language where it is what somebody else did meanwhile."""
    if isinstance(error, Refused) and conflict["winner"]:
        key = f"conflicts.meanwhile.{conflict['winner']}"
        return page.words.plain(key, who=conflict["settled_by"] or "?", id=conflict["id"])
    return f"{page.words.plain(problem_of(error)[1])}: {error}"


async def _conflict(page: Page, name: str) -> Mapping[str, Any]:
    return (await page.call("memory_conflict.get", conflict_id=name))["conflict"]


def _name(page: Page) -> str:
    return str(page.request.path_params["conflict"])


def _choices(rows: Sequence[Mapping[str, Any]], part: str) -> list[str]:
    return sorted({row[part] for row in rows if row[part]})


ROUTES: Sequence[PageRoute] = (
    PageRoute("conflicts", show_all),
    PageRoute("conflicts/{conflict}", show_one),
    PageRoute("conflicts/{conflict}", settle, "POST"),
    PageRoute("conflicts/{conflict}/finding", find, "POST"),
)
"""The tab's addresses."""
