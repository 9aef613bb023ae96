"""Statements that say the same, brought together: how consolidation finds its candidates without a model.

Two statements say the same when the comparison of claims calls them the same text or near duplicates, or when they are
rewordings that name the same (`rewordings.py`). A cluster holds only such as say the same two by two: likeness that
adds up along a chain would end in a contradiction.
The order of the statements makes no difference.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from .blocking import likely_pairs
from .claim_parts import Claim
from .conflict import normalise_content
from .rewordings import read_claim, say_the_same

K = TypeVar("K", bound=Hashable)
Nearness = Callable[[K, K], float | None]
"""How near in meaning two statements are (0 to 1), None where nothing knows; only asked of those that share words."""


@dataclass(frozen=True, slots=True)
class Statement(Generic[K]):
    """One text that was seen, and what it is known by."""

    key: K
    text: str


@dataclass(frozen=True, slots=True)
class Cluster(Generic[K]):
    """Statements that say the same; the text is that of one of them, as it was written."""

    text: str
    keys: tuple[K, ...]
    texts: tuple[str, ...]
    """One of each wording, the cluster's own first."""


@dataclass(frozen=True, slots=True)
class _Saying(Generic[K]):
    """All statements of one text, but for case, spaces and punctuation."""

    claim: Claim
    keys: tuple[K, ...]

    @property
    def standing(self) -> tuple[int, int, int, str]:
        """Orders sayings: the most often said first, then the plainest."""
        carried = sum(len(sentence.content) for sentence in self.claim.sentences)
        return -len(self.keys), carried, len(self.claim.key), self.claim.key


def cluster(statements: Sequence[Statement[K]], nearness: Nearness[K] | None = None) -> list[Cluster[K]]:
    """The statements in clusters, each statement in one; the largest first, then by text.

    A cluster's text is the one most often said, as that is what its sources bear out; of several the plainest, since a
    fuller one may say more than most of them did. Keys keep the order of the statements.
    """
    sayings = sorted(_sayings(statements), key=lambda saying: saying.standing)
    alike = _alike(sayings, nearness)
    groups: list[list[int]] = []
    homes: dict[int, int] = {}
    for place in range(len(sayings)):
        open_to_it = sorted({homes[other] for other in alike[place] if other in homes})
        home = next((group for group in open_to_it if alike[place].issuperset(groups[group])), len(groups))
        if home == len(groups):
            groups.append([])
        groups[home].append(place)
        homes[place] = home
    order = {statement.key: place for place, statement in enumerate(statements)}
    found = [_cluster([sayings[place] for place in group], order) for group in groups]
    return sorted(found, key=lambda one: (-len(one.keys), normalise_content(one.text)))


def _sayings(statements: Iterable[Statement[K]]) -> list[_Saying[K]]:
    """The statements by what they say; the text is the commonest of their spellings."""
    grouped: defaultdict[str, list[Statement[K]]] = defaultdict(list)
    for statement in statements:
        grouped[normalise_content(statement.text)].append(statement)
    return [_saying(members) for members in grouped.values()]


def _saying(members: Sequence[Statement[K]]) -> _Saying[K]:
    spellings = Counter(statement.text for statement in members)
    text = min(spellings, key=lambda spelling: (-spellings[spelling], spelling))
    claim = read_claim(text)
    return _Saying(claim, tuple(statement.key for statement in members))


def _alike(sayings: Sequence[_Saying[K]], nearness: Nearness[K] | None) -> list[set[int]]:
    """For each saying the places of those that say the same."""
    alike: list[set[int]] = [set() for _ in sayings]
    for one, other in likely_pairs([saying.claim for saying in sayings]):
        if _say_the_same(sayings[one], sayings[other], nearness):
            alike[one].add(other)
            alike[other].add(one)
    return alike


def _say_the_same(one: _Saying[K], other: _Saying[K], nearness: Nearness[K] | None) -> bool:
    near = nearness(one.keys[0], other.keys[0]) if nearness else None
    return say_the_same(one.claim, other.claim, near)


def _cluster(sayings: Sequence[_Saying[K]], order: dict[K, int]) -> Cluster[K]:
    keys = sorted((key for saying in sayings for key in saying.keys), key=order.__getitem__)
    texts = tuple(saying.claim.text for saying in sayings)
    return Cluster(texts[0], tuple(keys), texts)
