"""Templates of the page: everything in them is escaped, and a name that isn't there is an error, not a blank.

Filters: `visible` (stored text), `plain` (the same in an attribute), `ink` (how dark a confidence is written),
`number` (two decimals, or as many as are said), `curve` (how a fact's confidence falls), `excerpt` (a text's
beginning), `worddiff` (two texts with the words marked that differ), `diffexcerpt` (the same, cut to where they
differ). `ago(moment)` and `t(key, ...)` are of the page's language and moment.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context

from .curve import drawn_curve
from .excerpts import excerpt
from .visible import visible, visible_plain
from .word_excerpts import diff_excerpt
from .word_marks import word_diff
from .words import Words

FOLDER = Path(__file__).with_name("templates")
INK_STEPS = 10


@cache
def environment() -> Environment:
    """The templates with what they may use."""
    made = Environment(
        loader=FileSystemLoader(FOLDER, encoding="utf-8"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )
    made.filters.update(FILTERS)
    return made


def ink(confidence: float) -> str:
    """The class of text that is so sure: the surer, the darker; the number stands beside it."""
    return f"ink-{round(min(1.0, max(0.0, confidence)) * INK_STEPS)}"


@pass_context
def number(context: Context, value: float, places: int = 2) -> str:
    """A share, confidence or count as the page's language writes it."""
    words: Words = context["t"]
    return words.number(value, places)


FILTERS: dict[str, Callable[..., Any]] = {
    "visible": visible,
    "plain": visible_plain,
    "ink": ink,
    "number": number,
    "curve": drawn_curve,
    "excerpt": excerpt,
    "worddiff": word_diff,
    "diffexcerpt": diff_excerpt,
}
