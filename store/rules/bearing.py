"""What a statement means for facts that are there: it speaks for those that say the same, against those it contradicts.

A fact is met in all the wordings that it rests on: whoever said that Ada leads the team, and that the team is led by
Ada, is contradicted by "the team is led by Bo" in either wording. That is an inference, and no likeness of texts.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar

from .claim_parts import Claim
from .conflict import Contradiction, compare_claims
from .rewordings import read_claim, say_the_same

MOST_WORDINGS = 6
"""Of a fact and of a statement each; a fact may rest on hundreds of observations."""
MOST_READ = 40
"""Texts of a fact among which its wordings are looked for."""

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Bearing(Generic[K]):
    """The facts that a statement speaks for, and those it contradicts, each with the difference (`8080 -> 8081`)."""

    supports: tuple[K, ...]
    contradicts: tuple[tuple[K, Contradiction], ...]


def bearing(said: Sequence[str], believed: Mapping[K, Sequence[str]]) -> Bearing[K]:
    """What a statement, in all its wordings, means for facts; of each fact its own text comes first, then its sources'.

    A source's text counts only where it says what the fact says; a fact is never both supported and contradicted.
    """
    claims = [read_claim(text) for text in dict.fromkeys(said[:MOST_WORDINGS])]
    supports: list[K] = []
    contradicts: list[tuple[K, Contradiction]] = []
    for key, texts in believed.items():
        pairs = [(old, new) for old in _wordings(texts) for new in claims]
        relations = (compare_claims(old, new) for old, new in pairs)
        if any(say_the_same(old, new) for old, new in pairs):
            supports.append(key)
        elif opposed := next((one for one in relations if isinstance(one, Contradiction)), None):
            contradicts.append((key, opposed))
    return Bearing(tuple(supports), tuple(contradicts))


def _wordings(texts: Sequence[str]) -> list[Claim]:
    """The fact's own text, and the different ones among the others that say the same."""
    own, *others = (read_claim(text) for text in islice(dict.fromkeys(texts), MOST_READ))
    return [own, *(claim for claim in others if say_the_same(own, claim))][:MOST_WORDINGS]
