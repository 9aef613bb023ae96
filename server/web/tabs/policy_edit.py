"""Rewording a policy: another wording in its place. Nothing that was typed is lost on the way.

A wording never changes: who names `P3` names the words that they read. So a form is out of date exactly when its
policy isn't in force any more; then what it said, what stands now and what was typed are shown, and what was typed
can still be put in the place of what stands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from starlette.responses import Response

from ....store.errors import InvalidInput, PalimpsestError, Refused
from ..notices import Notice
from ..page import Page
from ..problems import problem_of
from ..tab import PageRoute

FIELDS = ("rule", "required_role", "reason")

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Problem:
    """Why the form wasn't taken: a key of the words, and what the refusal said beside it."""

    key: str
    reason: str = ""
    status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY


def named(page: Page) -> str:
    """The policy that the address names."""
    return str(page.request.path_params["policy_id"])


async def edit(page: Page) -> Response:
    """The form, as the policy stands."""
    found = await page.call("memory_policy.get", policy_id=named(page))
    policy = found["policy"]
    if policy["status"] != "active":
        text = page.words.plain("policies.edit.not_in_force", id=policy["id"])
        return page.go(page.url(f"policies/{policy['id']}"), Notice(text, is_problem=True))
    return _form(page, found, {"rule": policy["rule"], "required_role": policy["required_role"] or "", "reason": ""})


async def save(page: Page) -> Response:
    """Put what was typed in the policy's place."""
    typed = {name: page.form.get(name) for name in FIELDS}
    found = await page.call("memory_policy.get", policy_id=named(page))
    if found["policy"]["status"] != "active" and not page.form.said("restore"):
        return _form(page, found, typed, is_out_of_date=True)
    if problem := _problem(found["policy"], typed):
        return _form(page, found, typed, problem)
    try:
        return await _saved(page, found["policy"], typed)
    except (InvalidInput, Refused) as error:
        return await _refused(page, typed, error)


def _problem(policy: Row, typed: Mapping[str, str]) -> Problem | None:
    if not typed["rule"].strip():
        return Problem("policies.edit.blank")
    return None if _changed(policy, typed) else Problem("policies.edit.nothing")


async def _saved(page: Page, policy: Row, typed: Mapping[str, str]) -> Response:
    if policy["status"] != "active":
        await page.call("memory_policy.restore", policy_id=policy["id"])
    reason = typed["reason"].strip() or None
    changed = _changed(policy, typed)
    done = await page.call("memory_policy.update", policy_id=policy["id"], reason=reason, **changed)
    text = page.words.plain("policies.done.saved", old=done["old_id"], new=done["policy"]["id"])
    details = [done["note"]] if done["note"] else []
    return page.go(page.url(f"policies/{done['policy']['id']}"), Notice(text, done["batch_id"], details))


def _changed(policy: Row, typed: Mapping[str, str]) -> dict[str, Any]:
    """What the form says otherwise than the policy."""
    changed: dict[str, Any] = {}
    if typed["rule"].strip() != policy["rule"].strip():
        changed["rule"] = typed["rule"]
    role = typed["required_role"].strip()
    if role != (policy["required_role"] or ""):
        changed |= {"required_role": role} if role else {"for_everyone": True}
    return changed


async def _refused(page: Page, typed: Mapping[str, str], error: PalimpsestError) -> Response:
    """The form again: with what is wrong, or with what happened while it was sent."""
    found = await page.call("memory_policy.get", policy_id=named(page))
    if found["policy"]["status"] != "active" and not page.form.said("restore"):
        return _form(page, found, typed, is_out_of_date=True)
    status, key = problem_of(error)
    return _form(page, found, typed, Problem(key, str(error), status))


def _form(
    page: Page,
    found: Row,
    typed: Mapping[str, str],
    problem: Problem | None = None,
    *,
    is_out_of_date: bool = False,
) -> Response:
    """The form; one that is out of date leads to what stands now."""
    steps = {step["policy"]["id"]: step for step in found["chain"]}
    policy = found["policy"]
    now = steps[found["in_force"]]["policy"] if found["in_force"] else policy
    status = HTTPStatus.CONFLICT if is_out_of_date else problem.status if problem else HTTPStatus.OK
    return page.show(
        "policy_edit.html",
        status,
        policy=policy,
        now=now,
        by=steps[policy["id"]]["ended_by"],
        typed=typed,
        problem=problem,
        is_out_of_date=is_out_of_date,
    )


ROUTES: Sequence[PageRoute] = (
    PageRoute("policies/{policy_id}/edit", edit),
    PageRoute("policies/{policy_id}/edit", save, "POST"),
)
"""Where a policy is reworded."""
