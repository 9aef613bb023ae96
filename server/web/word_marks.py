"""Two texts with the words marked that differ: struck through in the older, underlined in the newer.

{% set before, after = older.content | worddiff(newer.content) %}
<p class="under">{{ before }}</p> <p class="text">{{ after }}</p>
"""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from ...tools.word_diff import Segment, Segments, diff
from .visible import MOST_NAMED, visible_part

MOST_KEPT = 256
MOST_STRETCHES = 300
"""Where two texts differ more often, all between the first and the last difference is marked as one."""


@lru_cache(maxsize=MOST_KEPT)
def word_diff(old: str, new: str) -> tuple[Markup, Markup]:
    """Both texts, made visible, with `<del>` in the older one and `<ins>` in the newer one."""
    before, after = diff(old, new)
    return _marked(before, Markup("<del>{}</del>")), _marked(after, Markup("<ins>{}</ins>"))


def _marked(segments: Segments, mark: Markup) -> Markup:
    kept = _joined(segments) if len(segments) > MOST_STRETCHES else segments
    named = MOST_NAMED // max(1, len(kept)) + 1
    shown = ((visible_part(text, named), differs) for text, differs in kept)
    return Markup("<bdi>{}</bdi>").format(
        Markup("").join(mark.format(text) if differs else text for text, differs in shown)
    )


def _joined(segments: Segments) -> Segments:
    """The same text as one stretch that differs, with what is common before and behind it."""
    first, last = (0 if segments[0].differs else 1), len(segments) - (0 if segments[-1].differs else 1)
    middle = Segment("".join(segment.text for segment in segments[first:last]), differs=True)
    return (*segments[:first], middle, *segments[last:])
