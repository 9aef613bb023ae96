"""Cuts a query into what a phrase of time is made of, before anything is known of its language.

Every token knows its place in the query. What is code (`v2.3`, `#2023`, `--after`, `last_week`, an address) stays one
token that means nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from . import calendar_spans, numeric_dates, scripts
from .calendar_spans import Span
from .plain_text import MARK, plain


class Form(Enum):
    """What a token looks like."""

    WORD = "word"
    RUN = "run"
    """Letters of Chinese, Japanese or Korean, to be cut by the words of a language."""
    NUMBER = "number"
    ORDINAL = "ordinal"
    """A number with letters behind it; the key holds the letters."""
    QUARTER = "quarter"
    DATE = "date"
    MONTH = "month"
    """A month, or a day of it, of no named year."""
    COMMA = "comma"
    STOP = "stop"
    DASH = "dash"
    CODE = "code"


class Token(NamedTuple):
    """A stretch of the query: its form, its text as it is compared, and its value where it has one."""

    start: int
    end: int
    form: Form
    key: str
    number: int = 0
    month: int = 0
    spans: tuple[Span, ...] = ()


_ASIAN = "\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7ff\uf900-\ufaff"
_PIECE = re.compile(
    rf"(?P<moment>(?<![\w./:-]){numeric_dates.YEAR}-\d\d-\d\d \d\d:\d\d(?::\d\d)?z?(?![\w.:]))"
    r"|(?P<comma>[,\u3001])|(?P<stop>[;:!?\u2026\u3002\n])|(?P<dash>[\u2013\u2014~\u301c])"
    r'|(?P<chunk>[^\s,;!?()\[\]{}<>"\u00a1\u00bf\u201c\u201d\u201e\u00ab\u00bb\u2026\u2013\u2014~|\u3001\u3002'
    r"\u300a-\u3011\u301c]+)"
)
_QUOTES = "'`*"
_TRAILING = "'`*.:-"
_ASIAN_RUN = re.compile(f"[{_ASIAN}]+|[^{_ASIAN}]+")
_ASIAN_LETTER = re.compile(f"[{_ASIAN}]")
_QUARTER = re.compile(
    rf"(?P<first>{numeric_dates.YEAR})?[-/]?(?P<kind>[qh])(?P<number>[1-4])[-/']?(?P<last>{numeric_dates.YEAR})?"
)
_DECADE = re.compile(r"(?:19|20)\d0s")
_ORDINAL = re.compile(r"(\d{1,2})(:?[^\W\d_]{1,3})")
_DAYS = re.compile(r"(\d{1,2})-(\d{1,2})")
_HYPHENATED = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")
_MOST_DIGITS = 4  # longer numbers count nothing that a phrase of time would


def cut(query: str) -> list[Token]:
    """The tokens of a query, in order."""
    text = plain(query)
    if text.isascii():
        return list(_cut_plain(text, 0, len(text)))
    tokens: list[Token] = []
    at = 0
    for match in numeric_dates.HAN.finditer(text):
        tokens += _cut_plain(text, at, match.start())
        at = match.end()
        tokens.append(_read_han(match))
    tokens += _cut_plain(text, at, len(text))
    return tokens


def written_words(query: str, tokens: Sequence[Token]) -> list[str]:
    """The words of a query in lower case, with their diacritics: what tells its language."""
    found = (query[token.start : token.end] for token in tokens if token.form in (Form.WORD, Form.RUN))
    return [scripts.lower(scripts.normalise(word)) for word in found]


def _read_han(match: re.Match[str]) -> Token:
    found = numeric_dates.read_han(match)
    if isinstance(found, numeric_dates.Yearless):
        return Token(match.start(), match.end(), Form.MONTH, match[0], number=found.day, month=found.month)
    form = Form.DATE if found else Form.CODE
    return Token(match.start(), match.end(), form, match[0], spans=(found,) if found else ())


def _cut_plain(text: str, start: int, end: int) -> Iterator[Token]:
    for match in _PIECE.finditer(text, start, end):
        kind = match.lastgroup
        if kind == "chunk":
            yield from _cut_chunk(match[0], match.start())
        elif kind == "moment":
            yield from _dated(match.start(), match[0])
        else:
            yield Token(match.start(), match.end(), Form(kind), match[0])


def _cut_chunk(chunk: str, at: int) -> Iterator[Token]:
    if chunk.isalpha() and chunk.isascii():  # most of them
        yield Token(at, at + len(chunk), Form.WORD, chunk)
        return
    core = chunk.lstrip(_QUOTES)
    at += len(chunk) - len(core)
    bare = core.rstrip(_TRAILING)
    if bare:
        yield from _cut_core(bare, at)
    tail = core[len(bare) :]
    if not bare and set(tail) == {"-"}:
        yield Token(at, at + len(tail), Form.DASH, tail)
    elif "." in tail or ":" in tail:
        yield Token(at + len(bare), at + len(core), Form.STOP, tail)


def _cut_core(core: str, at: int) -> Iterator[Token]:
    end = at + len(core)
    if core.isdecimal():
        is_short = len(core) <= _MOST_DIGITS
        yield Token(at, end, Form.NUMBER if is_short else Form.CODE, core, number=int(core) if is_short else 0)
    elif MARK in core:
        key = core.replace(MARK, "")
        yield Token(at, end, Form.WORD if key.isalpha() else Form.CODE, key)
    elif _ASIAN_LETTER.search(core):
        yield from _cut_asian(core, at)
    elif core.isalpha() or _HYPHENATED.fullmatch(core):
        yield Token(at, end, Form.WORD, core)
    elif "'" in core:
        yield from _cut_apostrophes(core, at)
    else:
        yield from _dated(at, core)


def _cut_asian(core: str, at: int) -> Iterator[Token]:
    for match in _ASIAN_RUN.finditer(core):
        start = at + match.start()
        if _ASIAN_LETTER.match(match[0]):
            yield Token(start, start + len(match[0]), Form.RUN, match[0])
        else:
            yield from _cut_chunk(match[0], start)


def _cut_apostrophes(core: str, at: int) -> Iterator[Token]:
    for part in core.split("'"):
        if part:
            yield from _cut_core(part, at)
        at += len(part) + 1


def _dated(at: int, core: str) -> Iterator[Token]:
    """A date, two days, a decade, a quarter or an ordinal; anything else with signs or digits in it is code."""
    end = at + len(core)
    spans = numeric_dates.read(core)
    if pair := _DAYS.fullmatch(core):
        yield from _cut_core(pair[1], at)
        yield Token(at + pair.end(1), at + pair.start(2), Form.DASH, "-")
        yield from _cut_core(pair[2], at + pair.start(2))
    elif spans:
        yield Token(at, end, Form.DATE, core, spans=spans)
    elif _DECADE.fullmatch(core):
        decade = calendar_spans.months(int(core[:4]), 1, 120)
        yield Token(at, end, Form.DATE, core, spans=(decade,) if decade else ())
    elif quarter := _QUARTER.fullmatch(core):
        yield _read_quarter(quarter, at)
    elif ordinal := _ORDINAL.fullmatch(core):
        yield Token(at, end, Form.ORDINAL, ordinal[2], number=int(ordinal[1]))
    else:
        yield Token(at, end, Form.CODE, core)


def _read_quarter(match: re.Match[str], at: int) -> Token:
    """Quarters begin in the months 1, 4, 7 and 10, half-years (`h2`) in 1 and 7."""
    length = 3 if match["kind"] == "q" else 6
    month, year = (int(match["number"]) - 1) * length + 1, match["first"] or match["last"]
    found = calendar_spans.months(int(year), month, length) if year and month <= 12 else None
    form = Form.DATE if found else Form.QUARTER if month <= 12 and not year else Form.CODE
    return Token(at, at + len(match[0]), form, match[0], length, month, (found,) if found else ())
