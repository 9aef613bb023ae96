"""The tab Review: a person marks a sample of facts, one at a time, and sees what that says of the whole memory.

A fact is looked at under an address of its own, so that no change by others puts another one under somebody's hands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.responses import Response

from ....store.errors import NotFound
from ..notices import Notice
from ..page import TOLD, Page
from ..review_charts import course, span
from ..tab import PageRoute

MARKS = ("correct", "wrong", "outdated")
NO_MARK = "none"
MORE = 30
MOST_SAMPLED = 1000
MOST_RESOLUTIONS, MOST_DECISIONS = 12, 50
FOUND = {"open": False, "found": True, "all": None}

Answer = Mapping[str, Any]


async def show(page: Page) -> Response:
    """The review that is open, or the last, at one fact of its sample; or how to begin one."""
    number = _number(page.asked("number"))
    marks = await page.call("memory_review.get", number=number)
    review, names = marks["review"], [one["id"] for one in marks["facts"]]
    report = await page.call("memory_review.report", number=review["id"] if review else None)
    asked = page.asked("fact")
    if review and asked not in names and not _is_part(page):
        waiting = _waiting(marks["facts"])
        if asked or (waiting and not review["closed"]):
            first = waiting[0] if waiting else None
            return page.go(page.url("review", number=number, fact=first, **{TOLD: page.asked(TOLD)}))
    return page.show("review.html", marks=marks, report=report, **_drawn(report), **await _at_hand(page, marks, asked))


def _is_part(page: Page) -> bool:
    """Whether only what others changed is asked for: the fact at hand stays, even where that is of another review."""
    return "Palimpsest-Part" in page.request.headers


async def draw(page: Page) -> Response:
    """Begin a review, or make the sample of the open one longer."""
    size = _number(page.form.said("size"))
    await page.call("memory_review.sample", size=size, is_new=page.form.said("is_new") is not None)
    return page.go(page.url("review"))


async def mark(page: Page) -> Response:
    """Mark the fact, and go on to the next that waits for a mark; whose other mark gave way is said."""
    fact, word = page.form.get("fact"), page.form.get("mark")
    done = await page.call("memory_review.mark", marks={fact: word}, number=_number(page.form.said("review")))
    told = [
        page.words.plain("review.replaced", id=one["id"], who=one["by"] or "", mark=_word(page, one["mark"]))
        for one in done["replaced"]
    ]
    to = fact if word == NO_MARK else _next(done["facts"], fact)
    is_last = to is None and page.form.said("was") is None
    return page.go(page.url("review", fact=None if is_last else to or fact), Notice(" ".join(told)) if told else None)


async def preview(page: Page) -> Response:
    """The facts that would be taken back, as they were found wrong or outdated."""
    report = await page.call("memory_review.report", number=_number(page.asked("number")))
    return page.show("review_retire.html", report=report, facts=_to_retire(report))


async def retire(page: Page) -> Response:
    """Take back those that were chosen of them."""
    chosen = page.chosen_facts()
    done = await page.call("memory_review.retire", number=_number(page.form.said("review")), fact_ids=chosen)
    gone = done["retired"]
    kept = [page.words.plain("review.retire.kept", id=name) for name in chosen if name not in gone]
    text = page.words.plain("review.retire.done", n=len(gone), ids=", ".join(gone) or "-")
    return page.go(page.url("review"), Notice(text, done["batch_id"], kept))


async def apply(page: Page) -> Response:
    """Raise the thresholds as the report proposes."""
    done = await page.call("memory_review.apply", number=_number(page.form.said("review")))
    changed = [
        page.words.plain("review.apply.changed", name=one["name"], before=one["before"], after=one["after"])
        for one in done["settings"]
        if one["before"] != one["after"]
    ]
    key = "review.apply.done" if changed else "review.apply.nothing"
    return page.back(Notice(page.words.plain(key), done["batch_id"], changed), default="review")


async def show_resolutions(page: Page) -> Response:
    """What rules settled without asking anybody, to be confirmed or overturned."""
    asked = page.asked("found")
    chosen = asked if asked in FOUND else "open"
    found = await page.call(
        "memory_review.resolutions", is_found=FOUND[chosen], limit=MOST_RESOLUTIONS, cursor=page.asked("cursor")
    )
    report = await page.call("memory_review.report")
    return page.show("review_resolutions.html", found=found, chosen=chosen, report=report)


async def show_decisions(page: Page) -> Response:
    """What was decided, with memory and without."""
    changed_only = page.asked("changed") is not None
    found = await page.call(
        "memory_review.decisions", changed_only=changed_only, limit=MOST_DECISIONS, cursor=page.asked("cursor")
    )
    report = await page.call("memory_review.report")
    return page.show("review_decisions.html", found=found, changed_only=changed_only, report=report)


async def _at_hand(page: Page, marks: Answer, name: str | None) -> dict[str, Any]:
    """The fact that is looked at, with its place in the sample and its neighbours; nothing without one."""
    names = [one["id"] for one in marks["facts"]]
    if name not in names:
        return {"card": None}
    place = names.index(name)
    return {
        "card": await page.call("memory_fact.get", fact_id=name),
        "mark": marks["facts"][place],
        "place": place + 1,
        "before": names[place - 1] if place else None,
        "after": names[place + 1] if place + 1 < len(names) else None,
    }


def _drawn(report: Answer) -> dict[str, Any]:
    """The drawings, and how far a longer sample would go."""
    precision, review = report["precision"], report["review"]
    is_measured = precision["share"] is not None
    over_time = [one["precision"] for one in reversed(report["earlier"])] + ([precision] if is_measured else [])
    return {
        "span": span(precision) if is_measured else None,
        "course": course(over_time) if len(over_time) > 1 else None,
        "longer": _longer(review, precision["needed"]) if review else None,
        "to_retire": len(_to_retire(report)),
    }


def _longer(review: Answer, needed: int | None) -> int | None:
    """The size of a longer sample: as many as would make the result sure, else some more; None: there are no more."""
    size = min(max(needed or 0, review["sampled"] + MORE), review["population"], MOST_SAMPLED)
    return size if size > review["sampled"] else None


def _to_retire(report: Answer) -> list[Answer]:
    return [one for one in report["bad_facts"] if one["is_active"]]


def _waiting(facts: Sequence[Answer]) -> list[str]:
    return [one["id"] for one in facts if one["mark"] is None]


def _next(facts: Sequence[Answer], name: str) -> str | None:
    """The next of the sample behind this one that waits for a mark, from the start again at its end."""
    names = [one["id"] for one in facts]
    place = names.index(name) + 1 if name in names else 0
    waiting = _waiting([*facts[place:], *facts[:place]])
    return waiting[0] if waiting else None


def _word(page: Page, mark: str | None) -> str:
    return page.words.plain(f"review.mark.{mark or NO_MARK}")


def _number(text: str | None) -> int | None:
    """A number that an address or a form names."""
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise NotFound(f"'{text}' is no number.")
    return int(text)


ROUTES: Sequence[PageRoute] = (
    PageRoute("review", show),
    PageRoute("review/sample", draw, "POST"),
    PageRoute("review/mark", mark, "POST"),
    PageRoute("review/apply", apply, "POST"),
    PageRoute("review/retire", preview),
    PageRoute("review/retire", retire, "POST"),
    PageRoute("review/resolutions", show_resolutions),
    PageRoute("review/decisions", show_decisions),
)
"""The tab's addresses."""
