"""Cuts a text into pieces: words, identifiers, runs of a script without spaces, symbols."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from . import scripts

LONGEST_TERM = 96  # characters; longer ones are cut on both sides alike

_PIECES = re.compile(
    r"(?P<run>[hkj][hkjm]*)|(?P<hangul>g[gm]*)|(?P<spaceless>[tn]+)|(?P<symbol>rr|[sr])|(?P<chunk>[^ hkjgtnsr]+)"
)
_COMPOUND = re.compile(
    r"(?P<lead>--?|[.#@$~/])?"
    r"(?P<body>[uldm]+(?:(?:[-_./:@'+#=&~%$\\?]{1,3}|(?<=d),(?=d))[uldm]+)*)"
    r"(?P<trail>\+\+(?!\+)|#|\+)?"
)
_BETWEEN_SEGMENTS = re.compile(r"[/\\:@=&?,~%$#+]+")
_BETWEEN_WORDS = re.compile(r"[-_.']+")
_HUMPS = re.compile(r"u{2,}l(?![ul])|u+(?!l)m*|u?[lm]+|d+")
_VERSION = re.compile(r"v?(\d+(?:\.\d+)+)", re.IGNORECASE)
_CONTRACTION = re.compile(r"'(?:s|re|ve|ll|d|m)\Z", re.IGNORECASE)  # English: the word before it is what is meant
_CONNECTORS = "-_./:@'+#=&~%$\\?,"
_PLAIN = re.compile(r"u?[lm]+|u{2,}l?m*|um*")
_HASH = re.compile(r"(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{7,}", re.IGNORECASE)
_GROUPED = re.compile(r"\d{1,3}(?:[.,']\d{3})+")
_SIGNED = re.compile(r"(?<![uldm])[uldm]+(?:\+\+(?!\+)|#(?![uldm]))|(?<![uldm])\.[uldm]+")  # C++17, C#/.NET
_LETTERS = scripts.LOWER + scripts.MARK + scripts.UPPER
_MOST_HUMPS = 4  # a word that changes between letters and digits more often is an id, not a name
_SHORTEST_BASE = 3


@dataclass(frozen=True)
class Piece:
    """What stands for one stretch of the text.

    `words` are lower-cased, made of letters, and have stems; `exact` are folded and compared as they are;
    `run` is a folded stretch that is cut into neighbouring characters.
    """

    kind: str
    surface: str
    words: tuple[str, ...] = ()
    exact: tuple[str, ...] = ()
    run: str = ""


def pieces(text: str) -> Iterator[Piece]:
    """The pieces of a text, in order."""
    text = scripts.normalise(text)
    classes = scripts.classes_of(text)
    for match in _PIECES.finditer(classes):
        kind = match.lastgroup or ""
        surface = text[match.start() : match.end()]
        if kind == "chunk":
            yield from _compounds(surface, match.group())
        elif kind == "symbol":
            yield Piece(kind, surface, exact=(surface,))
        else:
            longest = LONGEST_TERM if kind == "hangul" else None
            yield Piece(kind, surface, run=scripts.fold(surface)[:longest])


def _compounds(chunk: str, classes: str) -> Iterator[Piece]:
    for match in _COMPOUND.finditer(classes):
        start, end = match.span("body")
        lead, trail = match.group("lead") or "", match.group("trail") or ""
        ending = _CONTRACTION.search(chunk, start, end)
        if ending:
            end = ending.start()
        body, shape = chunk[start:end], classes[start:end]
        if not scripts.fold(body).strip(_CONNECTORS):  # marks alone
            continue
        if not lead and not trail and _PLAIN.fullmatch(shape):
            yield Piece("word", body, words=(_cut(scripts.lower(body)),))
        else:
            yield _compound(body, shape, lead, trail)


def _compound(body: str, shape: str, lead: str, trail: str) -> Piece:
    """An identifier, path, version, address or hyphenated word: whole, by segment, by word and by hump."""
    forms = _Forms()
    segments = [_split(*part, _BETWEEN_WORDS) for part in _split(body, shape, _BETWEEN_SEGMENTS)]
    first = _join(segments[0])
    if trail and len(segments) == len(segments[0]) == 1:
        forms.add_exact(first + trail)
        if len(first) < _SHORTEST_BASE:  # C++ is not about every C
            return forms.piece(lead + body + trail)
    for match in _SIGNED.finditer(shape):
        forms.add_exact(scripts.lower(body[match.start() : match.end()]))
    if lead:
        forms.add_exact(lead + first)
    if len(segments) > 1:
        forms.add_exact(_join([word for segment in segments for word in segment]))
    if _GROUPED.fullmatch(body):
        forms.add_exact(re.sub(r"\D", "", body))
    for segment in segments:
        _add_segment(segment, forms)
    return forms.piece(lead + body + trail)


def _add_segment(segment: list[tuple[str, str]], forms: "_Forms") -> None:
    if len(segment) > 1:
        forms.add(_join(segment), has_stems=all(_PLAIN.fullmatch(shape) for _, shape in segment))
        version = _VERSION.fullmatch(".".join(scripts.fold(word) for word, _ in segment))
        if version:
            forms.add_exact(version.group(1))
    for word, shape in segment:
        humps = [] if is_hash(word) else [word[at.start() : at.end()] for at in _HUMPS.finditer(shape)]
        forms.add(scripts.lower(word), has_stems=len(humps) < 2)
        if 1 < len(humps) <= _MOST_HUMPS:
            for hump in humps:
                forms.add(scripts.lower(hump), has_stems=True)


class _Forms:
    """Collects what a piece is found by: only what is a word of a language has stems."""

    def __init__(self) -> None:
        self._words: dict[str, None] = {}
        self._exact: dict[str, None] = {}

    def add(self, form: str, *, has_stems: bool) -> None:
        if has_stems and not scripts.classes_of(form).strip(_LETTERS):
            self._words[_cut(form)] = None
        else:
            self.add_exact(form)

    def add_exact(self, form: str) -> None:
        self._exact[scripts.fold(form)[:LONGEST_TERM]] = None

    def piece(self, surface: str) -> Piece:
        words = tuple(word for word in self._words if scripts.fold(word))
        return Piece("compound", surface, words=words, exact=tuple(form for form in self._exact if form))


def _cut(word: str) -> str:
    """At most `LONGEST_TERM` characters of a word; where marks alone would be left of it, of what they stand before."""
    beginning = word[:LONGEST_TERM]
    return beginning if scripts.fold(beginning) else scripts.fold(word)[:LONGEST_TERM]


def is_hash(surface: str) -> bool:
    """Whether it looks like a commit id or checksum, which is often given by its beginning."""
    return _HASH.fullmatch(surface) is not None


def _split(text: str, shape: str, between: re.Pattern[str]) -> list[tuple[str, str]]:
    result: list[tuple[str, str]] = []
    start = 0
    for match in between.finditer(shape):
        result.append((text[start : match.start()], shape[start : match.start()]))
        start = match.end()
    result.append((text[start:], shape[start:]))
    return [part for part in result if part[0]]


def _join(words: list[tuple[str, str]]) -> str:
    """One term of several words, however they were written together: a point is kept between digits only."""
    joined = ""
    for word, _ in words:
        joined += "." + word if joined[-1:].isdigit() and word[:1].isdigit() else word
    return scripts.lower(joined)
