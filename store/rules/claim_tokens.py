"""Cuts a text into the tokens that a comparison of claims needs: numbers, paths and quotes stay whole.

The analyser of the full-text index serves another need (parts of identifiers, folded diacritics), so the two share no
code: here `-5`, `a/b` and `C++` must not lose their signs.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from .normal_forms import fold_case


class Form(Enum):
    """What a token looks like."""

    WORD = "word"
    NUMBER = "number"
    VERSION = "version"
    TIME = "time"
    DATE = "date"
    CODE = "code"
    QUOTED = "quoted"
    RUN = "run"
    """A run of a script without spaces, to be cut by the lexicon."""
    SIGN = "sign"
    """A comparison or an arrow; its lower-cased text is the one spelling that it's compared by."""
    PAUSE = "pause"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Token:
    """One token: its form, its text as written and its text without the case that carries nothing."""

    form: Form
    text: str
    lower: str


_UNSPACED = "\u3005\u3006\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_PIECE = re.compile(
    rf'"(?P<double>[^"\n]{{1,80}})"|`(?P<code>[^`\n]{{1,80}})`|(?<!\w)\'(?P<single>[^\'\n]{{1,80}})\'(?!\w)'
    rf"|(?P<run>[{_UNSPACED}]+)|(?P<stop>[\u3002])|(?P<pause>[\u3001])|(?P<chunk>[^\s\"`{_UNSPACED}\u3001\u3002]+)"
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_OPENING = "([{<*'"
_CLOSING = ")]}>*'.,;:!?\u2026"
_STOPS = frozenset(".!?\u2026")
_PAUSES = frozenset(",;:()[]{}\u2026")
_NUMBER = re.compile(r"[+-]?(?:\d{1,3}(?:[.,' ]\d{3})+|\d+)(?:[.,]\d+)?$")
_NUMBER_WITH_UNIT = re.compile(
    r"([$\u20ac\u00a3\u00a5~<>=\u2264\u2265]*)([+-]?\d[\d.,]*)[-\u00b0]?([^\W\d_]+|%|\u2030)$"
)
_SIGNS_OF_UNITS = ("%", "$")
_CURRENCIES = ("$", "\u20ac", "\u00a3", "\u00a5")
_CURRENCY_NUMBER = re.compile(r"([$\u20ac\u00a3\u00a5])(\d[\d.,]*)$")
_VERSION = re.compile(
    r"v?\d+(?:\.(?:\d+|x|\*)){1,4}(?:[-+]?(?:rc|alpha|beta|dev|pre|post|lts|b|a)[\w.]*)?$|v\d+$", re.IGNORECASE
)
_ISO_DATE = re.compile(r"(?:19|20)\d\d-\d\d-\d\d$|\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d$")
_TIME = re.compile(r"(?:[01]?\d|2[0-4])[:.h][0-5]\d(?:h|am|pm)?$|\d{1,2}(?:am|pm)$", re.IGNORECASE)
_CODE = re.compile(r"[_/\\@#=$&|~<>{}\[\]()]|::|\w\.\w|\w:\w|^[-.:]|[a-z][A-Z]|\+\+|\*|\d[^\W\d]|[^\W\d]\d|%")
_ASSIGNED = re.compile(r"((?:--)?[A-Za-z_][\w.-]*)=([+-]?\d[\w.,]*%?)")
_CONTRACTION = re.compile(r"(?<=[a-z])(n't|'(?:s|re|ve|ll|d|m))$")
_ELISION = re.compile(r"^(?:l|d|n|qu|j|m|t|s|c|jusqu|lorsqu|un|all|dell|nell|sull|dall|quest)'(?=\w)")
_COMPARISON = re.compile("<=|>=|==|!=|<>|&&|\\|\\||[\u2264\u2265\u2260]|[<>](?=[-+.$\u20ac\u00a3\u00a5]?\\d|$)")
_ARROW = re.compile("<?-{1,3}>|<?={1,2}>|<-{1,3}|[\u2190\u2192\u2194\u21d0\u21d2\u21d4\u2794\u279c\u27a1\u27f5\u27f6]")
_SIGN_BEGINS = frozenset("<>=!-&|\u2264\u2265\u2260\u2190\u2192\u2194\u21d0\u21d2\u21d4\u2794\u279c\u27a1\u27f5\u27f6")
_BRACKETS = "([{*'"
_SPELLINGS = {"\u2264": "<=", "\u2265": ">=", "\u2260": "!=", "<>": "!="}
_MAX_DIGITS = 20
_ABBREVIATIONS = frozenset(
    (
        "e.g",
        "i.e",
        "etc",
        "approx",
        "no",
        "nr",
        "kl",
        "bzw",
        "z.b",
        "bijv",
        "t.ex",
        "pl",
        "st",
        "dr",
        "mr",
        "mrs",
        "ms",
        "prof",
    )
)


def cut_text(text: str) -> Iterator[Token]:
    """The tokens, in order, of a text of folded typography; marks that close sentences and clauses are tokens too."""
    text = _SURROGATE.sub("\ufffd", text)
    for match in _PIECE.finditer(text):
        piece, kind = match.group(match.lastgroup or 0), match.lastgroup
        if kind == "chunk" and piece.lstrip(_BRACKETS)[:1] in _SIGN_BEGINS:
            yield from _cut_signed(piece, opens_line=text[: match.start()].rstrip(" \t")[-1:] in ("", "\n"))
        elif kind == "chunk":
            yield from _cut_chunk(piece)
        elif kind == "run":
            yield Token(Form.RUN, piece, piece)
        elif kind == "stop":
            yield Token(Form.STOP, piece, piece)
        elif kind == "pause":
            yield Token(Form.PAUSE, piece, piece)
        elif piece.strip():
            yield _quote(piece.strip())


def _quote(inner: str) -> Token:
    return Token(Form.QUOTED, inner, " ".join(fold_case(inner).rstrip(".!,;").split()) or inner)


def _cut_signed(chunk: str, *, opens_line: bool) -> Iterator[Token]:
    """A chunk that may be, or begin with, a sign; a line may open with one that marks a quotation or a list."""
    bare = chunk.lstrip(_BRACKETS)
    if len(bare) < len(chunk):
        yield from _cut_chunk(chunk[: -len(bare)])
        chunk = bare
    if match := _ARROW.fullmatch(chunk):
        if not opens_line:
            yield Token(Form.SIGN, chunk, _spell_arrow(match[0]))
        return
    if (match := _COMPARISON.match(chunk)) and not (opens_line and match[0] == chunk):
        yield Token(Form.SIGN, match[0], _SPELLINGS.get(match[0], match[0]))
        chunk = chunk[match.end() :]
    if chunk:
        yield from _cut_chunk(chunk)


def _spell_arrow(arrow: str) -> str:
    points_left = arrow[0] in "<\u2190\u2194\u21d0\u21d4\u27f5"
    points_right = arrow[-1] in ">\u2192\u2194\u21d2\u21d4\u2794\u279c\u27a1\u27f6"
    return f"{'<' if points_left else ''}-{'>' if points_right else ''}"


def _cut_chunk(chunk: str) -> Iterator[Token]:
    core = chunk.lstrip(_OPENING)
    if core != chunk and ("(" in chunk[: len(chunk) - len(core)]):
        yield Token(Form.PAUSE, "(", "(")
    bare = core.rstrip(_CLOSING)
    if bare.endswith(("(", "[", "{")) and len(bare) < len(core):
        bare = core[: len(bare) + 1]
    core, tail = bare, core[len(bare) :]
    if any(c.isalnum() for c in core) or core[:1] in ("=", "!", "<", ">", "+"):
        yield from _classify(core)
    elif core in _SIGNS_OF_UNITS:
        yield Token(Form.WORD, core, core)
    elif core and not core.isascii():
        yield Token(Form.CODE, core, core)
    if tail and not _STOPS.isdisjoint(tail) and core.casefold() not in _ABBREVIATIONS:
        yield Token(Form.STOP, tail, tail)
    elif tail and not _PAUSES.isdisjoint(tail):
        yield Token(Form.PAUSE, tail, tail)


def _classify(core: str) -> Iterator[Token]:
    lower = core.casefold()
    if core.isalpha():
        cased = fold_case(core)
        yield Token(Form.WORD if cased == lower else Form.CODE, core, cased)
    elif core[0].isdigit() or core[0] in "+-~<>=$\u20ac\u00a3\u00a5v\u2264\u2265":
        yield from _numeric(core, lower)
    else:
        yield from _worded(core, lower)


def _numeric(core: str, lower: str) -> Iterator[Token]:
    if _ISO_DATE.match(core):
        yield Token(Form.DATE, core, lower)
    elif _TIME.match(core):
        yield Token(Form.TIME, core, lower)
    elif len(core) > _MAX_DIGITS:
        yield Token(Form.CODE, core, lower)
    elif _NUMBER.match(core):
        yield Token(Form.NUMBER, core, lower)
    elif _VERSION.match(core):
        yield Token(Form.VERSION, core, lower.removeprefix("v"))
    elif match := _CURRENCY_NUMBER.match(core):
        yield Token(Form.NUMBER, core, match[2])
        yield Token(Form.WORD, match[1], match[1])
    elif (match := _NUMBER_WITH_UNIT.match(core)) and _NUMBER.match(match[2]) and not _is_acronym(match[3]):
        yield Token(Form.NUMBER, match[2], match[2])
        if match[1][-1:] in _CURRENCIES:
            yield Token(Form.CODE, match[1][-1], match[1][-1])
        yield Token(Form.WORD, match[3], match[3].casefold())
    else:
        yield from _worded(core, lower)


def _is_acronym(unit: str) -> bool:
    """`2FA`, `5G`, `3D`: no unit is written so."""
    return unit.isupper() and unit not in _CAPITAL_UNITS


_CAPITAL_UNITS = frozenset(
    ("B", "KB", "MB", "GB", "TB", "PB", "K", "M", "G", "W", "V", "A", "C", "F", "L", "H", "S", "MS", "MIN", "AM", "PM",
     "EUR", "USD", "GBP", "SEK", "CHF", "PX", "KG", "KM", "CM", "MM")
)  # fmt: skip


def _worded(core: str, lower: str) -> Iterator[Token]:
    if match := _CONTRACTION.search(lower):
        stem = lower[: match.start()]
        yield Token(Form.WORD, core[: match.start()], {"ca": "can", "wo": "will", "sha": "shall"}.get(stem, stem))
        yield Token(Form.WORD, core[match.start() :], match[1])
    elif match := _ELISION.match(lower):
        yield Token(Form.WORD, core[: match.end()], match[0][:-1])
        yield from _classify(core[match.end() :])
    elif match := _ASSIGNED.fullmatch(core):
        yield from _classify(match[1])
        yield from _classify(match[2])
    elif _CODE.search(core):
        yield Token(Form.CODE, core, fold_case(core))
    else:
        yield Token(Form.WORD, core, lower)
