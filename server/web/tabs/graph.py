"""The knowledge graph: facts and the links between them, as a list, of which the script draws a picture."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response

from ....store.errors import InvalidInput
from ....store.model import MemoryType
from ..graph_rows import KINDS, Node, bytes_of, domain_name, glyphs, nodes
from ..page import Page
from ..tab import PageRoute

FIRST = 60
MORE = 60
MOST = 300
MOST_BYTES = 280_000
EDGES_PER_FACT = 3
"""Links that are drawn for each fact, on average, the strongest of all: more would be a hairball."""
WEIGHTS = ("0.3", "0.5", "0.7", "0.9")
INCLUDED = {
    "superseded": {"include_superseded": True},
    "retired": {"include_retired": True},
    "all": {"include_superseded": True, "include_retired": True},
}
# An id however it is typed: F12, f12 and 12.
_NUMBER = re.compile(r"[Ff]?([1-9]\d{0,18})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks for; None and empty are no condition."""

    focus: str | None
    words: str | None
    """What was typed in place of an id, to find the fact by."""
    domain: str | None
    repo: str | None
    memory_type: str | None
    kinds: tuple[str, ...]
    weight: str | None
    include: str | None
    limit: int

    @property
    def narrows(self) -> bool:
        """Whether anything but the focus is asked for."""
        return bool(self.domain or self.repo or self.memory_type or self.kinds or self.weight)

    @property
    def params(self) -> Mapping[str, Any]:
        """For `memory_graph.get`."""
        return {
            "fact_id": self.focus,
            "domain": self.domain,
            "repo": self.repo,
            "memory_type": self.memory_type,
            "kinds": list(self.kinds) or None,
            "least_weight": float(self.weight or 0),
            "limit": self.limit,
            "most_edges": self.limit * EDGES_PER_FACT,
            **INCLUDED.get(self.include or "", {}),
        }

    @property
    def address(self) -> dict[str, object]:
        """The parameters that say the same, each once."""
        return {
            "focus": self.words or self.focus,
            "domain": self.domain,
            "repo": self.repo,
            "memory_type": self.memory_type,
            "kinds": " ".join(self.kinds),
            "weight": self.weight,
            "include": self.include,
            "limit": self.limit if self.limit != FIRST else None,
        }


async def show(page: Page) -> Response:
    """The facts around one, or the strongest."""
    asked = _asked(page)
    if len(page.request.query_params.getlist("kinds")) > 1:
        return page.go(page.url("graph", **asked.address))
    found = await page.call("memory_domain.list")
    domains = {domain_name(one): int(one["facts"]) for one in found["domains"]}
    if asked.words:
        asked = replace(asked, focus=await _best(page, asked.words))
    graph, shown = await _found(page, asked, glyphs(domains))
    has_more = graph["left_out"] and len(shown) == asked.limit < MOST
    more = min(MOST, asked.limit + MORE) if has_more else 0
    return page.show(
        "graph.html",
        asked=asked,
        first=FIRST,
        address=_behind(asked),
        graph=graph,
        nodes=shown,
        marks=_marks_of(shown),
        domains=domains,
        repos=sorted({one["repo"] for one in found["domains"] if one["repo"]}),
        types=list(MemoryType),
        weights=sorted({*WEIGHTS, asked.weight} - {None}, key=lambda one: float(one or 0)),
        includes=list(INCLUDED),
        kinds=KINDS,
        more_url=page.url("graph", **asked.address | {"limit": more}) if more else None,
        whole_url=page.url("graph", **asked.address | {"focus": None}),
        domain_url=partial(_domain_url, page, asked),
    )


async def _found(page: Page, asked: Asked, marks: Mapping[str, int]) -> tuple[Mapping[str, Any], list[Node]]:
    """As many of the facts as a page may send: fewer than asked for where their texts take much room."""
    while True:
        graph = await page.call("memory_graph.get", **asked.params)
        shown = nodes(graph, marks)
        size = bytes_of(shown, len(graph["edges"]))
        if size <= MOST_BYTES:
            return graph, shown
        asked = replace(asked, limit=min(asked.limit, len(shown)) * MOST_BYTES // size)


async def _best(page: Page, words: str) -> str | None:
    """The fact that the words find first."""
    hits = (await page.call("memory_fact.search", query=words, limit=1))["hits"]
    return str(hits[0]["id"]) if hits else None


def _domain_url(page: Page, asked: Asked, name: str) -> str:
    return page.url("graph", **asked.address | {"focus": None, "domain": name})


def _behind(asked: Asked) -> str:
    """What follows a focus in an address, so that the filters stay."""
    kept = {name: value for name, value in asked.address.items() if value and name not in ("focus", "limit")}
    return f"&{urlencode(kept)}" if kept else ""


def _marks_of(shown: Sequence[Node]) -> list[tuple[str, int, int]]:
    """The domains that are shown, with their mark and how many of the facts are of it."""
    counts: dict[tuple[str, int], int] = {}
    for node in shown:
        counts[node.domain, node.glyph] = counts.get((node.domain, node.glyph), 0) + 1
    return sorted((domain, glyph, count) for (domain, glyph), count in counts.items())


def _asked(page: Page) -> Asked:
    typed = page.asked("focus") or ""
    found = _NUMBER.fullmatch(typed)
    return Asked(
        focus=f"F{found[1]}" if found else None,
        words=None if found else typed or None,
        domain=page.asked("domain"),
        repo=page.asked("repo"),
        memory_type=page.asked("memory_type"),
        kinds=_kinds(page.request.query_params.getlist("kinds")),
        weight=_weight(page.asked("weight")),
        include=page.asked("include") if page.asked("include") in INCLUDED else None,
        limit=_limit(page.asked("limit")),
    )


def _kinds(given: Sequence[str]) -> tuple[str, ...]:
    """The kinds that are asked for, by themselves or several in one; all of them are no condition."""
    asked = {kind for text in given for kind in re.split(r"[\s,]+", text) if kind}
    unknown = sorted(asked.difference(KINDS))
    return () if asked == set(KINDS) else (*(kind for kind in KINDS if kind in asked), *unknown)


def _weight(text: str | None) -> str | None:
    try:
        weight = float(text or 0)
    except ValueError:
        weight = -1.0
    if not 0 <= weight <= 1:
        raise InvalidInput("'weight' is a number from 0 to 1.")
    return f"{weight:g}" if weight else None


def _limit(text: str | None) -> int:
    return max(1, min(MOST, int(text))) if text and text.isascii() and text.isdigit() and len(text) < 9 else FIRST


ROUTES: Sequence[PageRoute] = (PageRoute("graph", show),)
"""The tab's addresses."""
