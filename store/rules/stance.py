"""Which words of a preference stand for what it favours, and which for what it denies or puts second."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from .analysis import index_parts, index_terms
from .stance_reading import DENIALS, SECONDS, SOFTENS, SUBJECT_GOES_ON, TURNABLE, Names, Reading, Span, Word, terms_of
from .stance_signs import Stretch, Turn, cut

MOST_SIGNS = 500
"""A text of more of them says nothing for sure, and each is weighed against those before it."""


@dataclass(frozen=True, slots=True)
class Stance:
    """The index terms of a text, by what it thinks of them."""

    favoured: frozenset[str]
    denied: frozenset[str]
    signs: frozenset[str] = frozenset()
    """The terms of the words that turn one into the other."""
    denies: bool = False
    """Does its first clause deny?"""
    is_unsure: bool = False
    """Does it speak of something in a way that may mean either?"""


def read_stance(text: str, names: Names) -> Stance:
    """What the text favours and denies; a denial falls on what is named behind it, else on what is named before."""
    found = cut(text)
    if {stretch.turn for stretch in found.stretches}.isdisjoint(DENIALS | SECONDS | SOFTENS | {Turn.RESERVES}):
        return Stance(frozenset(index_terms(text)), frozenset())
    if len(found.stretches) > MOST_SIGNS:
        return Stance(frozenset(), frozenset(), is_unsure=True)
    spans = _spans_of(found.stretches)
    signs = frozenset[str]().union(*(span.sign for span in spans))
    words = [word for span in spans for word in span.words]
    reading = Reading(spans, names, has_concord=found.has_concord)
    if names(terms_of(words) | signs):
        reading.weigh()
    favoured, denied = (terms_of(word for word in words if word.is_favoured is side) for side in (True, False))
    first_clause = list(takewhile(SUBJECT_GOES_ON.__contains__, (span.turn for span in spans[1:])))
    is_softened = _is_softened(first_clause)
    return Stance(
        favoured,
        denied | reading.denied_signs,
        signs - reading.denied_signs,
        denies=not is_softened and not DENIALS.isdisjoint(first_clause),
        is_unsure=is_softened or reading.is_unsure,
    )


def _spans_of(stretches: Sequence[Stretch]) -> list[Span]:
    parts = iter(index_parts([part for one in stretches for part in (one.sign, *one.words)]))
    spans: list[Span] = []
    for stretch in stretches:
        sign = frozenset(next(parts))
        spans.append(
            Span(stretch.turn, [Word(frozenset(next(parts))) for _ in stretch.words], sign, points=stretch.points)
        )
    return spans


def _is_softened(clause: Sequence[Turn]) -> bool:
    """`doesn't dislike it`, `don't forget it`: whatever it is, it may be liked or not."""
    denials = [turn for turn in clause if turn in DENIALS and turn is not Turn.HALF_DENIES]
    return not SOFTENS.isdisjoint(clause) or not TURNABLE.isdisjoint(denials[1:])
