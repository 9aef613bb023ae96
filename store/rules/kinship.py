"""What links two facts and how strongly: the weights of edges, and which shared words say that two texts are related.

Two facts are related by what few others hold: a name (an identifier, path, version, or a word with a capital inside of
a sentence) is enough, of other words it takes two.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from . import analysis, light_stems, runs
from .words import Piece

SUPERSEDES = 1.0
SAME_OBSERVATION = 0.9
SAME_NAMED_SOURCE = 0.6
"""Less than the same observation: a source may be a whole conversation."""
SAME_TOPIC = 0.7
CROWDED_TOPIC = 0.2
"""Of a topic that holds `CROWD` facts and more: it is a shelf rather than a subject."""
CROWD = 12
NEXT_IN_SESSION = 0.5
SESSION_FADES = 0.8
"""What is left of `NEXT_IN_SESSION` with each fact in between."""
BARELY_RELATED = 0.2
A_HINT_MORE = 0.1
MOST_RELATED = 0.8

MOST_MARKS = 6
"""Words of a fact that are looked up, names and long ones first: looking one up is what linking costs most."""
MOST_PAIRS = 10
"""As many with pairs of neighbours where words stand without spaces: the first ones, as each says less than a word."""
MOST_SHARING = 48
MOST_SHARE = 50
"""A word in more facts than `MOST_SHARING`, or than one in `MOST_SHARE`, is no sign that two of them are related."""
ALWAYS_FEW = 3
"""A word in so few facts may be a sign in the smallest memory."""

NAME_HINTS = 2
WORD_HINTS = 1
ENOUGH_HINTS = 2

_RUNS = frozenset(("run", "spaceless"))
_SHORTEST_WORD = 3
_SHORTEST_COMPOUND = 5  # 2027, 3.11 and v2 are found in texts about anything
_WORD = re.compile(r"\w+")
_SENTENCE_START = re.compile(r"(?:\A|[.!?:;\n])\W*(\w+)")
_PATH = re.compile(r"[/\\:@]")


class Mark(NamedTuple):
    """Something that two texts may share: a text has it that is found by one of the terms."""

    terms: tuple[str, ...]
    hints: int


def topic_weight(others: int) -> float:
    """The weight between facts of one topic in which a fact finds so many others."""
    return SAME_TOPIC if others < CROWD else CROWDED_TOPIC


def session_weight(between: int) -> float:
    """The weight between two facts of a session with so many others between them."""
    return NEXT_IN_SESSION * SESSION_FADES**between


def most_sharing(facts: int) -> int:
    """How many of so many facts may hold a word that still says something of any two of them."""
    return min(MOST_SHARING, max(ALWAYS_FEW, facts // MOST_SHARE))


def marks(topic: str, content: str) -> list[Mark]:
    """What of a fact is worth looking for in others, the most telling first; no term is in two of them."""
    names = _names(content)
    words: list[Mark] = []
    pairs: list[Mark] = []
    for piece, terms in analysis.telling_pieces(f"{content}\n{topic}"):
        if piece.kind in _RUNS:
            pairs.extend(_pairs_of(piece.surface))
        else:
            words.extend(_marks_of(piece, terms, is_name=piece.surface in names))
    words.sort(key=lambda mark: (-mark.hints, -len(mark.terms[0])))
    telling = _distinct(words, MOST_MARKS)
    return telling + _distinct(pairs, MOST_PAIRS - len(telling))


def related(found: Iterable[tuple[Mark, Iterable[int]]]) -> list[tuple[int, float]]:
    """The facts that share enough, each with the weight of its edge: the strongest first, then the newer.

    `found` names the facts that have each mark.
    """
    hints: defaultdict[int, int] = defaultdict(int)
    for mark, facts in found:
        for fact in facts:
            hints[fact] += mark.hints
    ordered = sorted(hints.items(), key=lambda item: (-item[1], -item[0]))
    return [(fact, related_weight(count)) for fact, count in ordered if count >= ENOUGH_HINTS]


def related_weight(hints: int) -> float:
    """The weight between two facts that share so many hints."""
    return min(MOST_RELATED, BARELY_RELATED + A_HINT_MORE * (hints - ENOUGH_HINTS))


def _distinct(found: Iterable[Mark], count: int) -> list[Mark]:
    """The first so many that share no term with one before."""
    chosen: list[Mark] = []
    taken: set[str] = set()
    for mark in found:
        if len(chosen) < count and taken.isdisjoint(mark.terms):
            chosen.append(mark)
            taken.update(mark.terms)
    return chosen


def _marks_of(piece: Piece, terms: tuple[str, ...], *, is_name: bool) -> Iterator[Mark]:
    match piece.kind:
        case "word" if len(terms[0]) >= _SHORTEST_WORD or is_name:
            yield Mark(terms, NAME_HINTS if is_name else WORD_HINTS)
        case "compound":
            yield from _marks_of_compound(piece.surface, terms)
        case "hangul" if len(piece.run) > 1:
            forms = (piece.run, light_stems.without_hangul_ending(piece.run))
            yield Mark(tuple(dict.fromkeys(form for form in forms if len(form) > 1)), WORD_HINTS)
        case _:
            pass


def _pairs_of(run: str) -> Iterator[Mark]:
    return (Mark((pair,), WORD_HINTS) for pairs in runs.stretches_of_query(run) for pair in pairs if len(pair) > 1)


def _marks_of_compound(surface: str, terms: tuple[str, ...]) -> Iterator[Mark]:
    """An identifier whole, and of a path its longest part as well, which is often the file."""
    longest = sorted(terms, key=lambda term: -len(term))
    for term in longest[: 2 if _PATH.search(surface) else 1]:
        if len(term) >= _SHORTEST_COMPOUND:
            yield Mark((term,), NAME_HINTS)


def _names(text: str) -> frozenset[str]:
    """Words that are written like names: in capitals, or with one where no sentence begins."""
    if text.isupper():
        return frozenset()
    words = Counter(_WORD.findall(text))
    words.subtract(_SENTENCE_START.findall(text))
    return frozenset(
        word
        for word, inside in words.items()
        if (len(word) > 1 and word.isupper()) or (inside > 0 and len(word) > 2 and word.istitle())
    )
