"""The words by which an option is named, and whether a text names it by them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .analysis import QueryTerm, index_terms, query_terms

Terms = frozenset[str]

_PARTS = re.compile(r"\d+|[^\W\d_]+")
_HUMPS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[^\W\d_A-Za-z]+|\d+")


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a keyword: as a whole, or where it is put together, all of its parts.

    A part alone names nothing: `snake_case` is not about `camelCase`, nor 3.12 about 3.11.
    """

    whole: Terms
    parts: tuple[Terms, ...] = ()
    beginning: str = ""
    """Where a language adds many endings: any term that begins so."""

    @property
    def terms(self) -> Terms:
        """Every term that may speak of it, but for those that only begin as it does."""
        return self.whole.union(*self.parts)

    def stands_in(self, terms: Terms) -> bool:
        """Whether the terms hold it."""
        if not self.whole.isdisjoint(terms):
            return True
        if self.beginning and any(term.startswith(self.beginning) for term in terms):
            return True
        return bool(self.parts) and not any(terms.isdisjoint(part) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Keyword:
    """Words of which each is there."""

    words: tuple[Word, ...]
    is_denied: bool = False
    """`no semicolons` is favoured by who denies semicolons."""

    def stands_in(self, terms: Terms) -> bool:
        """Whether the terms hold all of its words."""
        return bool(self.words) and all(word.stands_in(terms) for word in self.words)


def read_keyword(text: str) -> Keyword:
    """The keyword as a text may hold it, in any inflection."""
    # Word by word: together they would lose their function words, and "two spaces" is not any spaces.
    words = tuple(_read_word(term) for word in text.split() for term in query_terms(word))
    if len(words) < 2 and " " not in text.strip():
        return Keyword(words)
    from . import stance  # the word lists of all languages, which only a choice needs

    said = stance.read_stance(text, bool)
    if not said.denied:
        return Keyword(words)
    meant = said.favoured or said.denied
    return Keyword(tuple(word for word in words if word.stands_in(meant)), is_denied=not said.favoured)


def _read_word(term: QueryTerm) -> Word:
    terms = frozenset(term.terms)
    parts = tuple(frozenset(index_terms(part)) for part in _parts_of(term.surface))
    if len(parts) > 1:
        return Word(terms.difference(*parts), parts)
    ends = {one for one in terms if one != term.surface and term.surface.endswith(one)}  # the tail of a compound
    return Word(terms - ends or terms, beginning=term.beginning)


def _parts_of(surface: str) -> Iterator[str]:
    for part in _PARTS.findall(surface):
        yield from _HUMPS.findall(part)
