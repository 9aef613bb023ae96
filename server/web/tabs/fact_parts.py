"""What the pages of one fact have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from markupsafe import Markup

from ..page import Page
from ..visible import visible
from ..word_marks import word_diff

Row = Mapping[str, Any]

WHOLE_CHARS = 500
"""Older texts behind the first are cut here; each has a page of its own."""

MOST_BENEATH = 20
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Older:
    """A text that was overwritten, the words marked that its successor has not; and that one, marked the other way."""

    row: Row
    text: Markup
    instead: Markup | None
    """None where it only left words out."""
    is_cut: bool


def named(page: Page) -> str:
    """The id of the fact in the address."""
    return str(page.request.path_params["fact_id"]).strip().upper()


def day_of(until: str | None) -> str:
    """The last day that a fact holds through, as a form takes it; the moment itself where it ends within a day."""
    if not until:
        return ""
    moment = datetime.fromisoformat(until)
    return (moment - DAY).date().isoformat() if moment.time() == time() else until


def standing(detail: Row) -> Row | None:
    """What stands in the fact's place, in use or not; None where nothing replaced it."""
    return detail["above"][-1] if detail["above"] else None


def by_other(links: Sequence[Row]) -> Sequence[Row]:
    """Links by the fact at the other end, with the kinds and weights of each; what it replaced is told by the chain."""
    found: dict[str, dict[str, Any]] = {}
    for link in links:
        if link["kind"] != "supersedes":
            kinds = found.setdefault(link["id"], {**link, "kinds": []})["kinds"]
            kinds.append((link["kind"], link["weight"]))
    return list(found.values())


def chain(detail: Row) -> Sequence[Older]:
    """What the fact overwrote, and what that had, as far as a page shows it."""
    fact, rows = detail["fact"], detail["beneath"][:MOST_BENEATH]
    texts = {row["id"]: row["content"] for row in (fact, *rows)}
    return [_older(row, texts.get(row["superseded_by"]), is_first=row["superseded_by"] == fact["id"]) for row in rows]


def _older(row: Row, successor: str | None, *, is_first: bool) -> Older:
    content = row["content"]
    if len(content) > WHOLE_CHARS and not is_first:
        return Older(row, visible(content[:WHOLE_CHARS]), None, is_cut=True)
    if successor is None:
        return Older(row, visible(content), None, is_cut=False)
    before, after = word_diff(content, successor)
    return Older(row, before, after if "<ins>" in after and len(successor) <= WHOLE_CHARS else None, is_cut=False)
