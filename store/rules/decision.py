"""Choosing between options by what is preferred (DESIGN 2.6): each sure preference votes for the options that it
favours and against those that it only denies or puts second."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from .analysis import query_terms

MIN_CONFIDENCE = 0.6

Terms = frozenset[str]


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


@dataclass(frozen=True, slots=True)
class Choice:
    """The option that stands highest (the default without any vote), and the facts whose votes carried it."""

    name: str
    fact_ids: tuple[int, ...]


def choose(options: Sequence[Option], default: str, preferences: Sequence[Preference]) -> Choice:
    """Votes weigh as much as they are sure; on a tie the default wins, else the option named first."""
    sure = [preference for preference in preferences if preference.confidence > MIN_CONFIDENCE]
    if not sure:
        return Choice(default, ())
    ballots = _count(options, sure)
    most = max(ballot.weight() for ballot in ballots)
    fallback = next(ballot for ballot in ballots if ballot.name == default)
    if fallback.weight() == most:
        return Choice(default, _ids(sure, fallback.votes_for))
    winner = next(ballot for ballot in ballots if ballot.weight() == most)
    stands_without_denial = _sum(fallback.votes_for) >= most
    return Choice(winner.name, _ids(sure, winner.votes_for + fallback.votes_against * stands_without_denial))


@dataclass(frozen=True, slots=True)
class _Keyword:
    """Words of which each is there in one of its terms."""

    words: tuple[Terms, ...]
    is_denied: bool
    """`no semicolons` is favoured by who denies semicolons."""

    def stands_in(self, terms: Terms) -> bool:
        return bool(self.words) and not any(terms.isdisjoint(word) for word in self.words)


class _Ballot:
    """The votes on one option."""

    def __init__(self, name: str, keywords: list[_Keyword]) -> None:
        self.name = name
        self.keywords = keywords
        self.votes_for: list[Preference] = []
        self.votes_against: list[Preference] = []

    def weight(self) -> float:
        return round(_sum(self.votes_for) - _sum(self.votes_against), 9)

    def is_named(self, favoured: Terms, denied: Terms) -> bool:
        return any(word.stands_in(denied if word.is_denied else favoured) for word in self.keywords)


def _count(options: Sequence[Option], preferences: Sequence[Preference]) -> list[_Ballot]:
    ballots = [_Ballot(option.name, [_read_keyword(word) for word in option.keywords]) for option in options]
    keywords = [keyword for ballot in ballots for keyword in ballot.keywords]
    vocabulary = frozenset(term for keyword in keywords for word in keyword.words for term in word)

    def names(terms: Terms) -> bool:
        return not terms.isdisjoint(vocabulary) and any(keyword.stands_in(terms) for keyword in keywords)

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
    topic = stance.read_stance(preference.topic, names)
    if said.denies:  # emacs: never again
        return favoured, topic.favoured | topic.denied | said.denied
    return favoured | topic.favoured | topic.signs, topic.denied | said.denied


def _read_keyword(keyword: str) -> _Keyword:
    words = tuple(frozenset(word.terms) for word in query_terms(keyword))
    if len(words) < 2 and " " not in keyword.strip():
        return _Keyword(words, is_denied=False)
    from . import stance

    said = stance.read_stance(keyword, bool)
    if not said.denied:
        return _Keyword(words, is_denied=False)
    meant = said.favoured or said.denied
    return _Keyword(tuple(word for word in words if word & meant), is_denied=not said.favoured)


def _sum(votes: Iterable[Preference]) -> float:
    return round(sum(vote.confidence for vote in votes), 9)


def _ids(preferences: Iterable[Preference], carried: Iterable[Preference]) -> tuple[int, ...]:
    votes = frozenset(carried)
    return tuple(one.fact_id for one in preferences if one in votes)
