"""Reads a query for its time, in each language that it may be written in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from .query_languages import languages_of
from .time_cues import find_cues
from .time_points import find_points
from .time_query import NO_TIME, Anchor, Direction, Place, TimeQuery
from .time_ranges import find_ranges
from .time_terms import read
from .time_tokens import Form, Token, cut, written_words
from .time_vocabulary import NO_LANGUAGE, Vocabulary, vocabulary_of

READ_AT_EACH_END = 800  # characters: what is asked stands at one of the ends of a pasted text
MOST_SPANS = 8  # of the dates that a pasted text names the first are asked for


def read_time(query: str, now: datetime) -> TimeQuery:
    """As `find_time`."""
    shown = _ends_of(query)
    tokens = cut(shown)
    languages = list(languages_of(written_words(shown, tokens)))
    for is_known in (True, False):
        codes = [code for code, known in languages if known is is_known]
        codes += [] if is_known else [NO_LANGUAGE]
        found = [_read(shown, tokens, code, is_known=is_known, now=now) for code in codes]
        best = max(found, key=_length, default=NO_TIME)
        if best.words:
            return best
    return NO_TIME


def _ends_of(query: str) -> str:
    """The query with blanks for its middle where it is long."""
    hidden = len(query) - 2 * READ_AT_EACH_END
    return query if hidden <= 0 else query[:READ_AT_EACH_END] + "\n" + " " * (hidden - 1) + query[-READ_AT_EACH_END:]


def _length(found: TimeQuery) -> int:
    return sum(place.end - place.start for place in found.words)


def _read(query: str, tokens: Sequence[Token], code: str, *, is_known: bool, now: datetime) -> TimeQuery:
    vocabulary = vocabulary_of(code, is_known=is_known)
    if not any(_may_tell(token, vocabulary) for token in tokens):
        return NO_TIME
    terms = read(tokens, vocabulary)
    ranges, rest = find_ranges(find_points(terms, now))
    cues = find_cues(query, rest)
    spans = [span for found in ranges for span in found.spans]
    return TimeQuery(
        spans=tuple(sorted(dict.fromkeys(spans[:MOST_SPANS]))),
        asks_when=any(cue.what is None for cue in cues),
        direction=next((cue.what for cue in cues if isinstance(cue.what, Direction)), None),
        anchor=next((cue.what for cue in cues if isinstance(cue.what, Anchor)), None),
        words=_united((*((found.start, found.end) for found in ranges), *((cue.start, cue.end) for cue in cues))),
    )


def _may_tell(token: Token, vocabulary: Vocabulary) -> bool:
    """Whether a phrase of time can be made with the token; most queries have no such token, and cost no more."""
    match token.form:
        case Form.WORD:
            return token.key in vocabulary.telling
        case Form.RUN:
            return vocabulary.runs is not None
        case Form.NUMBER:
            return len(token.key) == 4
        case form:
            return form in (Form.DATE, Form.QUARTER, Form.MONTH)


def _united(places: Iterable[tuple[int, int]]) -> tuple[Place, ...]:
    result: list[Place] = []
    for start, end in sorted(places):
        if result and start <= result[-1].end:
            result[-1] = Place(result[-1].start, max(end, result[-1].end))
        else:
            result.append(Place(start, end))
    return tuple(result)
