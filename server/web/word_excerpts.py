"""Two long texts where they differ: what both say at length is left out between, visibly, so that lists stay lists.

{% set before, after = older.content | diffexcerpt(newer.content) %}
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from markupsafe import Markup

from ...tools.word_diff import Segments, diff
from .visible import visible_part

WHOLE_CHARS = 600
"""Texts up to here are shown whole."""

AROUND_CHARS = 120
"""Of what both say, so much is left beside what differs."""

MOST_CHARS = 1_000
"""Of one text; what follows is left out too."""

MOST_KEPT = 256


@lru_cache(maxsize=MOST_KEPT)
def diff_excerpt(old: str, new: str) -> tuple[Markup, Markup]:
    """Both texts, made visible and marked as `worddiff` does, cut to what a list has room for."""
    before, after = diff(old, new)
    return _excerpt(before, Markup("<del>{}</del>")), _excerpt(after, Markup("<ins>{}</ins>"))


def _excerpt(segments: Segments, mark: Markup) -> Markup:
    is_long = sum(len(segment.text) for segment in segments) > WHOLE_CHARS
    pieces = list(_pieces(segments)) if is_long else [(text, differs, 0) for text, differs in segments]
    shown = Markup("").join(_shown(*piece, mark) for piece in pieces)
    return Markup("<bdi>{}</bdi>").format(shown)


def _pieces(segments: Segments) -> Iterator[tuple[str, bool, int]]:
    """Text, whether it differs, and how many characters are left out behind it."""
    room = MOST_CHARS
    for place, (text, differs) in enumerate(segments):
        if room <= 0 or (differs and len(text) > room):
            yield text[:room], differs, sum(len(one.text) for one in segments[place:]) - room
            return
        if differs:
            yield text, True, 0
            room -= len(text)
            continue
        head = "" if place == 0 and len(segments) > 1 else text[:AROUND_CHARS]
        tail = text[-AROUND_CHARS:] if place < len(segments) - 1 else ""
        left_out = len(text) - len(head) - len(tail)
        if left_out <= AROUND_CHARS:
            head, tail, left_out = text, "", 0
        yield head, False, left_out
        yield tail, False, 0
        room = max(0, room - len(head) - len(tail))


def _shown(text: str, differs: bool, left_out: int, mark: Markup) -> Markup:
    part = visible_part(text)
    gap = Markup(' <span class="cut">[… {} …]</span> ').format(left_out) if left_out else Markup("")
    return (mark.format(part) if differs and text else part) + gap
