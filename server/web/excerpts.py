"""The beginning of a stored text for a list: bounded in what it shows, and in what it takes to show it."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from .visible import visible

MARKUP_PER_CHAR = 3
"""A text of signs that have to be written out is cut the earlier, so that no page of them grows beyond bounds."""


class Excerpt(NamedTuple):
    """What is shown of a text, and how many characters the whole has where it was cut, else 0."""

    shown: Markup
    cut_from: int


def excerpt(text: str, chars: int) -> Excerpt:
    """At most so many characters of a text, made visible; cut at a word where one is near."""
    part = text if len(text) <= chars else _at_word(text[:chars])
    shown = visible(part)
    while len(shown) > MARKUP_PER_CHAR * chars:
        part = part[: len(part) * 2 // 3]
        shown = visible(part)
    return Excerpt(shown, 0 if part == text else len(text))


def _at_word(part: str) -> str:
    head, blank, _ = part.rpartition(" ")
    return head if blank and len(head) > len(part) * 3 // 4 else part
