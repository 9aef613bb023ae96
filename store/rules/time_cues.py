"""What a query says about time without naming one: when, the latest, the first, before an event."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import takewhile
from typing import NamedTuple

from .time_lexicon import OTHER, Role
from .time_query import Anchor, Direction, Side
from .time_terms import Reading, Term
from .time_vocabulary import pattern

_LONGEST_NAME = 80  # characters of an event's name; more is a clause that says something else too


class Cue(NamedTuple):
    """A word that asks for a time (`what` is None), for an end of a history, or for a side of an event."""

    what: Direction | Anchor | None
    start: int
    end: int


def find_cues(query: str, reading: Reading) -> list[Cue]:
    """The cues of a query, in order; of several events only the first."""
    cues = [Cue(what, term.start, term.end) for term, what in _ends(reading)]
    cues += [Cue(None, term.start, term.end) for at, term in enumerate(reading.terms) if _asks_when(reading, at)]
    anchor = next(_anchors(query, reading), None)
    return sorted([*cues, anchor] if anchor else cues, key=lambda cue: cue.start)


def _ends(reading: Reading) -> Iterator[tuple[Term, Direction]]:
    for term in reading.terms:
        if term.roles & (Role.LATEST | Role.EARLIEST):
            yield term, Direction.LATEST if term.roles & Role.LATEST else Direction.EARLIEST


def _asks_when(reading: Reading, at: int) -> bool:
    """Whether the term asks for a time.

    A word that may also mean `whenever` does so behind a verb of asking, or at the beginning of a question that isn't
    the condition of another one.
    """
    terms, spelling = reading
    if not terms[at].roles & Role.MAYBE_WHEN:
        return bool(terms[at].roles & Role.WHEN)
    before = terms[at - 1].roles if at else Role.STOP
    if before & (Role.ASKS | Role.SINCE | Role.UNTIL):
        return True
    if not before & (Role.COMMA | Role.STOP):
        return False
    if before & Role.STOP and at + 1 < len(terms) and terms[at + 1].roles & Role.AUXILIARY:
        return True
    asked_before = _any_of("[<question>]").search(spelling, 0, at)
    return not asked_before and not _any_of("[<comma><question>]").search(spelling, at + 1)


@cache
def _any_of(text: str) -> re.Pattern[str]:
    return pattern(text)


def _anchors(query: str, reading: Reading) -> Iterator[Cue]:
    """Events that the query tells a time from; a rule's (what must be done before a release) are no such events."""
    if _any_of("[<duty>]").search(reading.spelling):
        return
    terms = reading.terms
    for at, term in enumerate(terms):
        name = ""
        if term.roles & Role.EVENT:
            name = _name_behind(query, terms, at)
        elif term.roles & Role.EVENT_BEHIND:
            name = _name_ahead(query, terms, at)
        if name:
            is_after = term.roles & (Role.AFTER | Role.SINCE | Role.AFTER_BEHIND | Role.SINCE_BEHIND)
            yield Cue(Anchor(Side.AFTER if is_after else Side.BEFORE, name), term.start, term.end)


_ENDS_NAME = Role.COMMA | Role.STOP | Role.QUESTION | Role.DATE | Role.DASH | Role.MAYBE_WHEN
_NO_NAME = Role.NUMBER | Role.UNIT | Role.ANY_ONE | Role.EVERY


def _name_behind(query: str, terms: Sequence[Term], at: int) -> str:
    """What stands behind a preposition up to the end of its clause; empty where that is no one event."""
    name = list(takewhile(lambda term: not term.roles & _ENDS_NAME, terms[at + 1 :]))
    if not name or name[0].roles & _NO_NAME or any(term.roles & Role.EVERY for term in name):
        return ""
    following = at + 1 + len(name)
    end = terms[following].start if following < len(terms) else len(query)
    return _tidy(query[terms[at].end : end])[:_LONGEST_NAME].rstrip()


def _name_ahead(query: str, terms: Sequence[Term], at: int) -> str:
    """What stands ahead of a word that follows its event (迁移之前), back to the beginning of its clause."""
    start = max((term.end for term in terms[:at] if term.roles & _ENDS_NAME), default=0)
    is_number = at > 0 and terms[at - 1].roles != OTHER and not terms[at - 1].roles & ~(Role.NUMBER | Role.UNIT)
    return "" if is_number else _tidy(query[start : terms[at].start])[-_LONGEST_NAME:].lstrip()


def _tidy(text: str) -> str:
    name = " ".join(text.split()).strip(" ,.;:!?\"'()[]{}<>\u300c\u300d")
    return name if any(char.isalpha() for char in name) else ""
