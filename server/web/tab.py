"""How a tab says which addresses it has: a path below the page's, an async function of a `Page`, and its methods."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from starlette.responses import Response

from .page import Page

Answer = Callable[[Page], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class PageRoute:
    """An address of a tab; what changes anything is a POST, whose form was checked before `answer` is called."""

    path: str
    answer: Answer
    method: Literal["GET", "POST"] = "GET"
