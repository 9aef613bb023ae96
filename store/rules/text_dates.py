"""The dates that a stored text names in full: `8 May, 2023`, `2023-05-08`, `mars 2023`, `since 2019`, `2023年5月`.

Asked of hundreds of candidates for one query, so a text without a year costs one search in C, and of the others only
what stands around the year is read. A month or day without its year is no date here: a stored text has no now.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from . import calendar_spans, numeric_dates
from .calendar_spans import Span
from .plain_text import MARK, plain

MOST_DATES = 8
_MOST_YEARS = 32  # looked at; a table of figures has thousands that are none
_BEFORE, _AFTER = 40, 26  # characters around a year that a date in words or digits can take

_YEAR = re.compile(numeric_dates.YEAR)
_JOINS = frozenset("-/.年년")
_NOT_AROUND = re.compile(r"[\w.$#@/%+-]")
_ORDINAL = r"(?:st|nd|rd|th|er|e|º|ª|°|\.|:e|:a)?"
_IN_WORDS = re.compile(
    rf"(?:(?<![\w.:/-])(?P<day>\d\d?){_ORDINAL}\s(?:(?:of|de|di|del)\s)?)?"
    rf"(?<![\w-])(?P<month>[^\W\d_]{{3,12}})\.?,?(?:\s(?P<later_day>\d\d?)(?:st|nd|rd|th)?)?,?\s(?:(?:of|de|del|di)\s)?$"
)
_LAST_WORD = re.compile(r"([^\W\d_]+)\s$")
_NEXT_WORD = re.compile(r"\s([^\W\d_]+)")


def dates_in(text: str) -> tuple[Span, ...]:
    """The first `MOST_DATES` different dates of a text, in its order: each a day, a month or a year."""
    if not _YEAR.search(text):
        return ()
    found: dict[Span, None] = {}
    for spans in _dates(text):
        found.update(dict.fromkeys(spans))
        if len(found) >= MOST_DATES:
            break
    return tuple(found)[:MOST_DATES]


def _dates(text: str) -> Iterator[tuple[Span, ...]]:
    read_up_to = 0
    for count, match in enumerate(_YEAR.finditer(text)):
        if count == _MOST_YEARS:
            return
        if match.start() < read_up_to:
            continue
        start, end = match.span()
        if text[end : end + 1] in _JOINS or text[start - 1 : start] in _JOINS or text[end : end + 2] in (" 年", " 년"):
            spans, read_up_to = _in_digits(text, start, end)
        else:
            spans = ()
        if not spans and not _NOT_AROUND.match(text[end : end + 1].replace(".", "")):
            spans = _in_words(text, start, end)
        yield spans


def _in_digits(text: str, start: int, end: int) -> tuple[tuple[Span, ...], int]:
    """A date in digits that holds the year, and where it ends."""
    first = max(0, start - 12)
    window = text[first : end + _AFTER].lower()
    for match in numeric_dates.WRITTEN.finditer(window):
        if first + match.start() <= start < first + match.end():
            return numeric_dates.spans_of(match), first + match.end()
    for match in numeric_dates.HAN.finditer(window):
        if first + match.start() == start:
            span = numeric_dates.read_han(match)
            return ((span,) if isinstance(span, Span) else ()), first + match.end()
    return (), 0


def _in_words(text: str, start: int, end: int) -> tuple[Span, ...]:
    from .time_names import months  # the word lists are loaded with the first date, not with the server

    year = int(text[start:end])
    before = plain(text[max(0, start - _BEFORE) : start]).replace(MARK, "")
    found = _IN_WORDS.search(before)
    month = months().get(found["month"], 0) if found else 0
    if found and month:
        day = int(found["day"] or found["later_day"] or 0)
        span = calendar_spans.day(year, month, day) if day else calendar_spans.months(year, month)
        return (span,) if span else ()
    span = calendar_spans.year(year) if _is_year(before, plain(text[end : end + _AFTER]), year) else None
    return (span,) if span else ()


def _is_year(before: str, after: str, year: int) -> bool:
    """Whether four digits are told as a year: in brackets of their own, or behind a word that leads to a time."""
    from .time_names import MEASURES, leading_words

    if before[-1:] in ("(", "[") and after[:1] in (")", "]"):
        return True
    word, following = _LAST_WORD.search(before), _NEXT_WORD.match(after)
    if word is None or word[1] not in leading_words() or year % 100 == 0:
        return False
    return following is None or following[1] not in MEASURES
