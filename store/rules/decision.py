"""Choosing between options by what is preferred (DESIGN 2.6): each sure preference votes for the option it names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .analysis import index_terms, query_terms

MIN_CONFIDENCE = 0.6


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be chosen, and the words by which a preference names it."""

    name: str
    keywords: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preference:
    """A preference as it stands now."""

    fact_id: int
    text: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Choice:
    """The option with most votes (the default without any), and the facts that voted for it."""

    name: str
    fact_ids: tuple[int, ...]


def choose(options: Sequence[Option], default: str, preferences: Sequence[Preference]) -> Choice:
    """Votes weigh as much as they are sure; on a tie the default wins, else the option named first."""
    votes: dict[str, list[Preference]] = {option.name: [] for option in options}
    for preference in preferences:
        if preference.confidence > MIN_CONFIDENCE:
            for option in _named_by(preference, options):
                votes[option.name].append(preference)
    weights = {name: round(sum(vote.confidence for vote in cast), 9) for name, cast in votes.items()}
    most = max(weights.values(), default=0.0)
    if not most or weights.get(default) == most:
        return Choice(default, tuple(vote.fact_id for vote in votes.get(default, [])))
    winner = next(name for name, weight in weights.items() if weight == most)
    return Choice(winner, tuple(vote.fact_id for vote in votes[winner]))


def _named_by(preference: Preference, options: Sequence[Option]) -> list[Option]:
    """The options of which a keyword stands in the preference; a multi-word keyword needs all its words."""
    terms = set(index_terms(preference.text))
    return [option for option in options if any(_stands_in(keyword, terms) for keyword in option.keywords)]


def _stands_in(keyword: str, terms: set[str]) -> bool:
    words = query_terms(keyword)
    return bool(words) and all(terms.intersection(word.terms) for word in words)
