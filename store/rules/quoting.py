"""Which texts quote others word for word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

LEAST_CHARS = 4
"""Shorter ones are in every other text."""

_ENDS = " \t\n.,;:!?…。！？"


def quoting(texts: Iterable[tuple[str, str]], wanted: Mapping[int, str]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The names of texts that hold wanted ones, each with the numbers of those; case and what ends a text aside."""
    plain = {number: _plain(text) for number, text in wanted.items()}
    needles = [(number, text) for number, text in plain.items() if len(text) >= LEAST_CHARS]
    for name, text in texts:
        held = text.casefold()
        if found := tuple(number for number, needle in needles if needle in held):
            yield name, found


def _plain(text: str) -> str:
    return text.casefold().strip(_ENDS)
