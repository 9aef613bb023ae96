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
_PLAIN = re.compile(r"u?[lm]+|u{2,}l?m*|um*")
_HASH = re.compile(r"(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{7,}", re.IGNORECASE)
_GROUPED = re.compile(r"\d{1,3}(?:[.,']\d{3})+")
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

    @property
    def is_plain(self) -> bool:
        """Whether it is a single word, with nothing to take apart."""
        return len(self.words) == 1 and not self.exact


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
        if not scripts.fold(body):  # marks alone
            continue
        if not lead and not trail and _PLAIN.fullmatch(shape):
            yield Piece("word", body, words=(scripts.lower(body)[:LONGEST_TERM],))
        else:
            yield _compound(body, shape, lead, trail)


def _compound(body: str, shape: str, lead: str, trail: str) -> Piece:
    """An identifier, path, version, address or hyphenated word: whole, by segment, by word and by hump."""
    surface = lead + body + trail
    found: dict[str, None] = {}
    segments = [_split(*part, _BETWEEN_WORDS) for part in _split(body, shape, _BETWEEN_SEGMENTS)]
    whole = _join(scripts.lower(word) for segment in segments for word, _ in segment)
    if trail and len(segments) == len(segments[0]) == 1:
        found[whole + trail] = None
        if len(whole) < _SHORTEST_BASE:
            return _piece(surface, found)
    if lead:
        found[lead + _join_words(segments[0])] = None
    found[whole] = None
    if _GROUPED.fullmatch(body):
        found[whole.replace(".", "")] = None
    for segment in segments:
        _add_segment(segment, found)
    return _piece(surface, found, joined=set() if _is_hyphenated(body) else {whole, *map(_join_words, segments)})


def _add_segment(segment: list[tuple[str, str]], found: dict[str, None]) -> None:
    found[_join_words(segment)] = None
    version = _VERSION.fullmatch(".".join(scripts.fold(word) for word, _ in segment))
    if version:
        found[version.group(1)] = None
    for word, shape in segment:
        found[scripts.lower(word)] = None
        humps = [] if is_hash(word) else _split_humps(word, shape)
        if 1 < len(humps) <= _MOST_HUMPS:
            found.update(dict.fromkeys(scripts.lower(hump) for hump in humps))


def is_hash(surface: str) -> bool:
    """Whether it looks like a commit id or checksum, which is often given by its beginning."""
    return _HASH.fullmatch(surface) is not None


def _piece(surface: str, found: dict[str, None], joined: set[str] | None = None) -> Piece:
    """Only what is one word of a language has stems: not what was joined from several."""
    forms = [form[:LONGEST_TERM] for form in found if form]
    words = tuple(form for form in forms if _is_of_letters(form) and form not in (joined or set()))
    exact = dict.fromkeys(scripts.fold(form) for form in forms if form not in set(words))
    return Piece("compound", surface, words=words, exact=tuple(form for form in exact if form))


def _is_of_letters(form: str) -> bool:
    return not scripts.classes_of(form).strip(scripts.LOWER + scripts.MARK + scripts.UPPER)


def _is_hyphenated(body: str) -> bool:
    return body.replace("-", "").isalpha()


def _split(text: str, shape: str, between: re.Pattern[str]) -> list[tuple[str, str]]:
    result: list[tuple[str, str]] = []
    start = 0
    for match in between.finditer(shape):
        result.append((text[start : match.start()], shape[start : match.start()]))
        start = match.end()
    result.append((text[start:], shape[start:]))
    return [part for part in result if part[0]]


def _split_humps(word: str, shape: str) -> list[str]:
    return [word[match.start() : match.end()] for match in _HUMPS.finditer(shape)]


def _join_words(segment: list[tuple[str, str]]) -> str:
    return _join(scripts.lower(word) for word, _ in segment)


def _join(words: Iterator[str]) -> str:
    """One term of several words, however they were written together: a point is kept between digits only."""
    joined = ""
    for word in words:
        joined += "." + word if joined[-1:].isdigit() and word[:1].isdigit() else word
    return joined
