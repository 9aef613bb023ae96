"""The dialogue of `palimpsest review`: one thing at a time, one key each, kept at once.

It reads lines, so it works at a terminal and behind a pipe alike. Nothing is locked while a person thinks.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from .administer import show

T = TypeVar("T")

QUIT, BACK, SKIP = "q", "b", "s"
MOST_MISSES = 100
"""Answers in a row that say nothing: whoever pipes in something else gets an end."""


def ask(keys: Mapping[str, str]) -> str:
    """The key that a person chose by its letter or by its word; the end of the input is to quit."""
    for _ in range(MOST_MISSES):
        print("  ".join(f"{key} {word}" for key, word in keys.items()), end=" > ", flush=True)  # noqa: T201
        line = _line()
        if line is None:
            show("")
            return QUIT
        answer = line.strip().casefold()
        chosen = next((key for key, word in keys.items() if answer in (key, word)), None)
        if chosen is not None:
            return chosen
        show(f"Answer with one of {', '.join(keys)}.")
    return QUIT


def _line() -> str | None:
    if (stdin := getattr(sys, "stdin", None)) is None:
        return None
    try:
        line = stdin.readline()
    except UnicodeDecodeError:
        return "?"
    return line or None


class Walk:
    """Goes through what is to be judged: on to the next that waits, and back to what was shown before."""

    def __init__(self, names: Sequence[str], waiting: Callable[[], set[str]]) -> None:
        self._names = list(names)
        self._waiting = waiting
        self._shown: list[int] = []
        self._at = self._next(-1)

    @property
    def current(self) -> str | None:
        """What is to be shown; None at the end."""
        return None if self._at is None else self._names[self._at]

    @property
    def place(self) -> str:
        """`3 of 30`."""
        return f"{(self._at or 0) + 1} of {len(self._names)}"

    def go_on(self) -> None:
        """To the next behind this one that waits."""
        if self._at is not None:
            self._shown.append(self._at)
            self._at = self._next(self._at)

    def go_back(self) -> bool:
        """To what was shown before; False at the beginning."""
        if not self._shown:
            return False
        self._at = self._shown.pop()
        return True

    def _next(self, behind: int) -> int | None:
        waiting = self._waiting()
        return next((at for at in range(behind + 1, len(self._names)) if self._names[at] in waiting), None)


def converse(
    walk: Walk, keys: Mapping[str, str], present: Callable[[str, str], None], act: Callable[[str, str], None]
) -> bool:
    """Present one after the other and act on each answer; whether all of it was gone through."""
    while (name := walk.current) is not None:
        present(name, walk.place)
        match ask(keys):
            case key if key == QUIT:
                return False
            case key if key == BACK:
                if not walk.go_back():
                    show("This is the first one.")
            case key if key == SKIP:
                walk.go_on()
            case key:
                act(name, key)
                walk.go_on()
    return True
