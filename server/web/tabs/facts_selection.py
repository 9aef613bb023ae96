"""A selection of facts, before anything is done to it: what would become of each, what is kept and why.

Nothing is changed here; the form that is shown sends the selection to where single facts are sent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from ....store.errors import InvalidInput
from ..page import Page
from ..tab import PageRoute

ACTS = ("wrong", "outdated", "restore")


@dataclass(frozen=True, slots=True)
class Planned:
    """A fact of the selection and what becomes of it: `why` it stays, or None."""

    row: Mapping[str, Any]
    why: str | None
    is_vouched: bool = False
    against: Sequence[str] = ()


async def preview(page: Page) -> Response:
    """What would happen to the selected facts."""
    numbers, act = page.chosen_facts(), page.form.get("do")
    if act not in ACTS:
        raise InvalidInput(f"'do' must be one of {', '.join(ACTS)}.")
    if act == "restore":
        plan = await page.call("memory_fact.restore_many", fact_ids=numbers, dry_run=True)
    else:
        plan = await page.call("memory_fact.delete", fact_ids=numbers, reason=act, dry_run=True)
    planned = _planned(plan)
    back = page.form.get("back")
    return page.show(
        "facts_selection.html",
        act=act,
        plan=plan,
        goes=[one for one in planned if one.why is None],
        stays=[one for one in planned if one.why is not None],
        back=back if page.is_own_address(back) else page.url("facts"),
    )


async def no_selection(page: Page) -> Response:
    """A selection is sent and has no address of its own: whoever comes back to it begins anew."""
    return page.go(page.url("facts"))


def _planned(plan: Mapping[str, Any]) -> list[Planned]:
    kept = {one["id"]: one["why"] for one in plan["kept"]}
    vouched = set(plan.get("vouched", ()))
    against = {one["id"]: one["against"] for one in plan.get("meets", ())}
    return [
        Planned(row, kept.get(row["id"]), row["id"] in vouched, against.get(row["id"], ())) for row in plan["facts"]
    ]


ROUTES: Sequence[PageRoute] = (
    PageRoute("facts/selection", preview, "POST"),
    PageRoute("facts/selection", no_selection),
)
"""The selection's addresses."""
