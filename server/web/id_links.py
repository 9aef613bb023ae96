"""The ids in what somebody is told, as links to what they name."""

from __future__ import annotations

import re
from collections.abc import Callable

from markupsafe import Markup, escape

from .log_parts import place_of
from .visible import visible_part

ID = re.compile(r"\b[FPCB][1-9][0-9]{0,17}\b")


def with_links(text: str, url: Callable[[str], str]) -> Markup:
    """The text, made visible, with its ids as links; `url` makes an address of a place below the page's."""
    parts: list[Markup] = []
    end = 0
    for found in ID.finditer(text):
        parts += [visible_part(text[end : found.start()]), _link(found[0], url)]
        end = found.end()
    return Markup("<bdi>{}</bdi>").format(Markup("").join([*parts, visible_part(text[end:])]))


def _link(name: str, url: Callable[[str], str]) -> Markup:
    place = place_of(name)
    return Markup('<a href="{}">{}</a>').format(url(place), name) if place else escape(name)
