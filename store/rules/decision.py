"""Choosing between options by what is preferred (DESIGN 2.6): each sure preference votes for the options that it
favours and against those that it only denies or puts second."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from .keywords import Keyword, Terms, read_keyword

MIN_CONFIDENCE = 0.6


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be chosen, and the words by which a preference names it."""

    name: str
    keywords: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preference:
    """A preference as it stands now; its topic counts where its text names no option."""

    fact_id: int
    text: str
    confidence: float
    topic: str = ""
    distance: int = 0
    """From where it holds to where the choice is made: a nearer one outranks any number of farther ones."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The option that stands highest (the default without any vote), and the facts whose votes carried it."""

    name: str
    fact_ids: tuple[int, ...]


Weight = tuple[float, ...]
"""What speaks for an option, the nearest first: what is farther away counts where the nearer leaves a tie."""


def choose(options: Sequence[Option], default: str, preferences: Sequence[Preference]) -> Choice:
    """Votes weigh as much as they are sure; on a tie the default wins, else the option named first."""
    sure = [preference for preference in preferences if preference.confidence > MIN_CONFIDENCE]
    if not sure:
        return Choice(default, ())
    ballots = _count(options, sure)
    distances = sorted({preference.distance for preference in sure})
    weights = {ballot.name: ballot.weight(distances) for ballot in ballots}
    most = max(weights.values())
    fallback = next(ballot for ballot in ballots if ballot.name == default)
    if weights[default] == most:
        return Choice(default, _ids(sure, fallback.votes_for))
    winner = next(ballot for ballot in ballots if weights[ballot.name] == most)
    stands_without_denial = _weigh(fallback.votes_for, distances) >= most
    return Choice(winner.name, _ids(sure, winner.votes_for + fallback.votes_against * stands_without_denial))


class _Ballot:
    """The votes on one option."""

    def __init__(self, name: str, keywords: list[Keyword]) -> None:
        self.name = name
        self.keywords = keywords
        self.votes_for: list[Preference] = []
        self.votes_against: list[Preference] = []

    def weight(self, distances: Sequence[int]) -> Weight:
        for_it, against_it = (_weigh(votes, distances) for votes in (self.votes_for, self.votes_against))
        return tuple(round(one - other, 9) for one, other in zip(for_it, against_it, strict=True))

    def is_named(self, favoured: Terms, denied: Terms) -> bool:
        return any(word.stands_in(denied if word.is_denied else favoured) for word in self.keywords)


def _count(options: Sequence[Option], preferences: Sequence[Preference]) -> list[_Ballot]:
    ballots = [_Ballot(option.name, [read_keyword(word) for word in option.keywords]) for option in options]
    keywords = [keyword for ballot in ballots for keyword in ballot.keywords]
    words = [word for keyword in keywords for word in keyword.words]
    vocabulary = frozenset(term for word in words for term in word.terms)
    may_begin_so = any(word.beginning for word in words)

    def names(terms: Terms) -> bool:
        return (may_begin_so or not terms.isdisjoint(vocabulary)) and any(
            keyword.stands_in(terms) for keyword in keywords
        )

    for preference in preferences:
        favoured, denied = _sides_of(preference, names)
        for ballot in ballots:
            if ballot.is_named(favoured, denied):
                ballot.votes_for.append(preference)
            elif ballot.is_named(denied, favoured):
                ballot.votes_against.append(preference)
    return ballots


def _sides_of(preference: Preference, names: Callable[[Terms], bool]) -> tuple[Terms, Terms]:
    """The terms of what the preference favours and of what it denies."""
    from . import stance  # the word lists of all languages, which only a choice needs

    said = stance.read_stance(preference.text, names)
    favoured = said.favoured | said.signs
    if names(favoured) or names(said.denied):
        return favoured, said.denied
    if said.is_unsure:
        return frozenset(), frozenset()
    topic = stance.read_stance(preference.topic, names)
    if said.denies:  # emacs: never again
        return favoured, topic.favoured | topic.denied | said.denied
    return favoured | topic.favoured | topic.signs, topic.denied | said.denied


def _weigh(votes: Sequence[Preference], distances: Sequence[int]) -> Weight:
    return tuple(
        round(sum(vote.confidence for vote in votes if vote.distance == distance), 9) for distance in distances
    )


def _ids(preferences: Iterable[Preference], carried: Iterable[Preference]) -> tuple[int, ...]:
    votes = frozenset(carried)
    return tuple(one.fact_id for one in preferences if one in votes)
