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

MOST_MARKUP = 6_000
"""Of one text as markup, where characters that are written out take more room than they have."""

WRITTEN_OUT_CHARS = 90
"""No character takes more as markup."""

MOST_KEPT = 256


@lru_cache(maxsize=MOST_KEPT)
def diff_excerpt(old: str, new: str) -> tuple[Markup, Markup]:
    """Both texts, made visible and marked as `worddiff` does, cut to what a list has room for."""
    before, after = diff(old, new)
    return _excerpt(before, Markup("<del>{}</del>")), _excerpt(after, Markup("<ins>{}</ins>"))


def _excerpt(segments: Segments, mark: Markup) -> Markup:
    length = sum(len(segment.text) for segment in segments)
    pieces = _pieces(segments) if length > WHOLE_CHARS else ((text, differs, 0) for text, differs in segments)
    shown, told = Markup(""), 0
    for text, differs, left_out in pieces:
        room = MOST_MARKUP - len(shown)
        kept = text if len(visible_part(text)) <= room else text[: max(0, room // WRITTEN_OUT_CHARS)]
        shown += mark.format(visible_part(kept)) if differs and kept else visible_part(kept)
        if kept != text:
            return _whole(shown + _gap(length - told - len(kept)))
        shown += _gap(left_out)
        told += len(text) + left_out
    return _whole(shown)


def _whole(shown: Markup) -> Markup:
    return Markup("<bdi>{}</bdi>").format(shown)


def _gap(left_out: int) -> Markup:
    """How many characters are left out, where there are any."""
    return Markup(' <span class="cut">[… {} …]</span> ').format(left_out) if left_out else Markup("")


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
