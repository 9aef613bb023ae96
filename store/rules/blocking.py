"""Which of many claims are worth comparing: those that may say the same, without looking at every two of them.

Claims that say the same hold the same numbers and dates and nearly the same words. So those are paired whose words are
equal but for one on either side, and those that share half of the shorter's words by way of a word that is not common.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from . import analysis
from .claim_parts import Claim, Kind

MOST_SHARING = 60
"""A word of more claims leads to none of them: among ten thousand claims a common word would pair them all."""
MOST_EQUAL_BUT_ONE = 60
SHARED = 0.5
LONGEST_VARIED = 24
"""Words of a claim up to which each may be left out."""

_REMEMBERED = 4_000
_COUNTED = frozenset((Kind.NUMBER, Kind.VERSION, Kind.DATE))

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Parts:
    """What of a claim tells most cheaply which others may say the same."""

    values: tuple[str, ...]
    """Numbers, versions and dates, sorted."""
    keys: tuple[str, ...]
    """The words that carry the claim, sorted."""


def likely_pairs(claims: Sequence[Claim]) -> Iterator[Pair]:
    """The places of those two claims that may say the same, each two once, the lower place first."""
    alike: defaultdict[tuple[str, ...], dict[int, tuple[str, ...]]] = defaultdict(dict)
    for place, claim in enumerate(claims):
        parts = _parts(claim)
        alike[parts.values][place] = parts.keys
    for keys in alike.values():
        if len(keys) > 1:
            yield from sorted(_equal_but_one(keys) | _sharing({place: _terms(claims[place].text) for place in keys}))


def _parts(claim: Claim) -> _Parts:
    content = [unit for sentence in claim.sentences for unit in sentence.content]
    values = sorted(unit.key.lstrip("#") for unit in content if unit.kind in _COUNTED)
    return _Parts(tuple(values), tuple(sorted(unit.key for unit in content if unit.kind not in _COUNTED)))


@lru_cache(maxsize=_REMEMBERED)
def _terms(text: str) -> frozenset[str]:
    """What the index would find it by, function words left out."""
    return frozenset(term for _, found in analysis.telling_pieces(text) for term in found)


def _equal_but_one(keys: Mapping[int, tuple[str, ...]]) -> set[Pair]:
    """Those whose words are equal when at most one is left out of each."""
    forms: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for place, words in keys.items():
        for form in _forms(words):
            forms[form].append(place)
    return {pair for found in forms.values() if len(found) <= MOST_EQUAL_BUT_ONE for pair in combinations(found, 2)}


def _forms(keys: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    yield keys
    if 1 < len(keys) <= LONGEST_VARIED:
        yield from {keys[:left_out] + keys[left_out + 1 :] for left_out in range(len(keys))}


def _sharing(terms: Mapping[int, frozenset[str]]) -> set[Pair]:
    """Those that share half of the terms of the shorter, one of them held by few."""
    holding: defaultdict[str, list[int]] = defaultdict(list)
    for place, words in terms.items():
        for term in words:
            holding[term].append(place)
    found: set[Pair] = set()
    for places in holding.values():
        if len(places) <= MOST_SHARING:
            found.update((a, b) for a, b in combinations(places, 2) if _share_half(terms[a], terms[b]))
    return found


def _share_half(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= SHARED * min(len(one), len(other))
