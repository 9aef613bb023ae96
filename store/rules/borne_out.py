"""Does a text name a value that the texts it is said to rest on don't?

A model that draws a fact may put in a number of its own, and a wrong port looks as right as the right one. Only what is
written in digits is held against it: "two" may stand for a pair, and a date may be worked out from "tomorrow".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .claim_parts import Kind, Unit
from .conflict import analyse_claim

_VALUES = frozenset((Kind.NUMBER, Kind.VERSION))
_DIGITS = re.compile(r"\d+")


def strange_values(text: str, others: Sequence[str]) -> tuple[str, ...]:
    """Numbers and versions of the text, as it writes them, that none of the others holds in any unit or spelling."""
    known = {_value(unit) for other in others for unit in _units(other)}
    digits = {run for other in others for run in _DIGITS.findall(other)}
    strange = (
        unit.text
        for unit in _units(text)
        if unit.kind in _VALUES and _value(unit) not in known and not digits.issuperset(_DIGITS.findall(unit.text))
    )
    return tuple(dict.fromkeys(strange))


def _units(text: str) -> Iterator[Unit]:
    for sentence in analyse_claim(text).sentences:
        yield from sentence.units


def _value(unit: Unit) -> str:
    """The bare value: `1800` of "30 minutes", `15.2` of "v15.2", `2` of "two"."""
    return unit.key.partition(" ")[0].lstrip("#@")
