"""Replies that a client can take in: a page of so many characters, in which long texts are cut and say so."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TypeVar

from ..store.model import Fact
from ..store.rules.text import shorten
from .ids import fact_id

PAGE_CHARS = 24_000
T = TypeVar("T")


def cut(content: str, room: int, how: str) -> str:
    """The content when it has at most `room` characters; else its start, how long it is and how to read it whole."""
    if len(content) <= room:
        return content
    return f"{shorten(content, room)} [cut: {len(content)} characters; {how}]"


def cut_fact(fact: Fact, room: int) -> str:
    """The fact's content, cut when it is longer."""
    return cut(fact.content, room, f"the resource memory://fact/{fact_id(fact.id)} has it whole")


def page_of(entries: Sequence[T], room: int = PAGE_CHARS) -> list[T]:
    """As many of the entries, from the first, as have room as JSON; the first always."""
    page: list[T] = []
    for entry in entries:
        room -= len(json.dumps(entry, ensure_ascii=False))
        if page and room < 0:
            break
        page.append(entry)
    return page
