"""Bounds of a number that are told in several ways meet in one: `at most`, `up to`, `no more than`, `may not exceed`.

They become one word before the number, and a denial that only makes the bound goes.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from .claim_parts import Kind, Unit
from .lexicon import Lexicon, Role

LEAST, MOST = 1, 2
_MOOD = Role.MAY | Role.MUST

Units = list[Unit | None]


def read_bounds(units: Units, lexicon: Lexicon) -> Units:
    """The units with each bound as one word before its number."""
    if not lexicon.bound or not any(u is not None and u.kind is Kind.NUMBER for u in units):
        return units
    read: Units = []
    for unit in units:
        if unit is not None and unit.kind is Kind.NUMBER:
            _bind(read, lexicon)
        read.append(unit)
    return _put_before(read, lexicon.bound)


def _bind(before: Units, lexicon: Lexicon) -> None:
    """Turn the words that end here, right before a number, into the bound that they make."""
    clause = before[_clause_start(before) :]
    words = [u for u in clause if u is not None]
    if not words:
        return
    length, pole = _find_bound(words, lexicon)
    if not length:
        return
    text = " ".join(u.text for u in words[-length:])
    rest: Units = [*before[: len(before) - len(words)], *map(_without_mood, words[:-length])]
    before[:] = [*rest, Unit(Kind.OPPOSED, f"{lexicon.bound}|{pole}", text, sense=lexicon.bound, pole=pole)]


def _clause_start(units: Units) -> int:
    return next((i + 1 for i in range(len(units) - 1, -1, -1) if units[i] is None), 0)


def _find_bound(words: Sequence[Unit], lexicon: Lexicon) -> tuple[int, int]:
    """How many words make the bound, and its side; (0, 0) when they make none."""
    last, before = words[-1], words[-2] if len(words) > 1 else None
    if last.text.casefold().replace(" ", "_") in lexicon.up_to:
        return 1, MOST
    if before is not None and f"{before.text}_{last.text}".casefold() in lexicon.up_to:
        return 2, MOST
    if before is not None and last.text.casefold() in lexicon.than and last.kind is Kind.LIGHT:
        pole = LEAST if before.text.casefold() in lexicon.lesser else MOST
        if before.roles & Role.NO_LONGER:
            return 2, MOST
        return (2, pole) if _takes_denial(words[:-2]) else (0, 0)
    exceeds = last.sense.endswith("#") or last.text.casefold() in lexicon.exceed
    if exceeds and _takes_denial(words[:-1]):
        return 1, LEAST if last.sense.endswith("#") and last.pole == LEAST + 1 else MOST
    return 0, 0


def _takes_denial(words: Sequence[Unit]) -> bool:
    return sum(bool(u.roles & Role.NEGATION) for u in words) == 1


def _without_mood(unit: Unit) -> Unit:
    """`may not be larger than`, `may be up to`: permission and denial are in the bound now."""
    if unit.kind is not Kind.LIGHT or not unit.roles & (_MOOD | Role.NEGATION):
        return unit
    return replace(unit, roles=unit.roles & ~(_MOOD | Role.NEGATION) | Role.LIGHT)


def _put_before(units: Units, bound: str) -> Units:
    """`three days at most` as `at most three days`."""
    for place, (number, following) in enumerate(pairwise(units)):
        if number is None or number.kind is not Kind.NUMBER or following is None:
            continue
        behind = units[place + 2] if place + 2 < len(units) else None
        if following.sense == bound:
            return [*units[:place], following, number, *units[place + 2 :]]
        if following.roles & Role.PREPOSITION and behind is not None and behind.sense == bound:
            return [*units[:place], following, behind, number, *units[place + 3 :]]
    return units
