"""Ids as people and models say them: a letter for the kind and a small number (`F12`)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..store.errors import InvalidInput
from ..store.model import in_order

KINDS = {
    "F": "fact",
    "P": "policy",
    "O": "observation",
    "H": "hot item",
    "C": "conflict",
    "B": "batch",
    "T": "token",
}
_ID = re.compile(r"([A-Za-z])([1-9][0-9]{0,17})")


def fact_id(number: int) -> str:
    """A fact's number as its id."""
    return f"F{number}"


def policy_id(number: int) -> str:
    """A policy's number as its id."""
    return f"P{number}"


def observation_id(number: int) -> str:
    """An observation's number as its id."""
    return f"O{number}"


def item_id(number: int) -> str:
    """A hot item's number as its id."""
    return f"H{number}"


def conflict_id(number: int) -> str:
    """A conflict's number as its id."""
    return f"C{number}"


def batch_id(number: int) -> str:
    """A batch's number as its id."""
    return f"B{number}"


def token_id(number: int) -> str:
    """A token's number as its id."""
    return f"T{number}"


def parse_id(text: str, letter: str, name: str) -> int:
    """The number of an id of one kind; `InvalidInput` names the argument and what belongs there."""
    found = _ID.fullmatch(text.strip())
    kind = KINDS[letter]
    if found is None:
        raise InvalidInput(f"'{name}' must be the id of {_a(kind)}, such as {letter}12.")
    given = found.group(1).upper()
    if given != letter:
        what = KINDS.get(given, "nothing known")
        raise InvalidInput(
            f"'{name}' must be the id of {_a(kind)} ({letter}…); {given}{found.group(2)} names {_a(what)}."
        )
    return int(found.group(2))


def parse_ids(texts: Sequence[str], letter: str, name: str, *, limit: int = 100) -> tuple[int, ...]:
    """The numbers of ids of one kind, each once."""
    if len(texts) > limit:
        raise InvalidInput(f"'{name}' takes at most {limit} ids.")
    return in_order([parse_id(text, letter, name) for text in texts])


def _a(noun: str) -> str:
    return noun if noun.startswith("nothing") else f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
