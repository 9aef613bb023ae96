"""Two texts with the words marked that differ: struck through in the older, underlined in the newer.

{% set before, after = older.content | worddiff(newer.content) %}
<p class="under">{{ before }}</p> <p class="text">{{ after }}</p>
"""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from ...tools.word_diff import Segments, diff
from .visible import visible_part

MOST_KEPT = 256


@lru_cache(maxsize=MOST_KEPT)
def word_diff(old: str, new: str) -> tuple[Markup, Markup]:
    """Both texts, made visible, with `<del>` in the older one and `<ins>` in the newer one."""
    before, after = diff(old, new)
    return _marked(before, Markup("<del>{}</del>")), _marked(after, Markup("<ins>{}</ins>"))


def _marked(segments: Segments, mark: Markup) -> Markup:
    shown = ((visible_part(text), differs) for text, differs in segments)
    return Markup("<bdi>{}</bdi>").format(
        Markup("").join(mark.format(text) if differs else text for text, differs in shown)
    )
