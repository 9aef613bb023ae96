"""Which words of a preference stand for what it favours, and which for what it denies or puts second."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from .analysis import index_parts, index_terms
from .stance_signs import Turn, cut_stretches

Names = Callable[[frozenset[str]], bool]
"""Do these terms name something that the reader asks about?"""

_DENIALS = frozenset((Turn.DENIES, Turn.LACKS, Turn.LACKS_OR_BUT, Turn.HALF_DENIES, Turn.DISLIKES))
_SECONDS = frozenset((Turn.AFTER, Turn.OVER, Turn.BEFORE, Turn.THAN, Turn.LEAVES))
_ARRIVES = frozenset((Turn.THAN, Turn.HINGES, Turn.ARRIVES))
_CLAUSE_GOES_ON = (
    frozenset((Turn.OPENS, Turn.FAVOURS, Turn.JOINS, Turn.HINGES, Turn.THAN, Turn.LEAVES, Turn.ARRIVES)) | _DENIALS
)
_VERBS = frozenset((Turn.OPENS, Turn.FAVOURS))
_SUBJECT_GOES_ON = _VERBS | _DENIALS | {Turn.LEAVES, Turn.ARRIVES}
_ARTICLE_AND_NAME = 2
_LIST_GOES_ON = frozenset((Turn.PAUSE, Turn.JOINS))


@dataclass(frozen=True, slots=True)
class Stance:
    """The index terms of a text, by what it thinks of them."""

    favoured: frozenset[str]
    denied: frozenset[str]
    signs: frozenset[str] = frozenset()
    """The terms of the words that turn one into the other."""
    denies: bool = False
    """Does its first clause deny?"""


def read_stance(text: str, names: Names) -> Stance:
    """What the text favours and denies; a denial falls on what is named behind it, else on what is named before."""
    stretches = cut_stretches(text)
    if {stretch.turn for stretch in stretches}.isdisjoint(_DENIALS | _SECONDS):
        return Stance(frozenset(index_terms(text)), frozenset())
    parts = iter(index_parts([part for one in stretches for part in (one.sign, *one.words)]))
    signs: set[str] = set()
    spans: list[_Span] = []
    for stretch in stretches:
        signs.update(next(parts))
        spans.append(_Span(stretch.turn, [_Word(frozenset(next(parts))) for _ in stretch.words]))
    words = [word for span in spans for word in span.words]
    if names(_terms(words)):
        _Reading(spans, names).weigh()
    favoured, denied = (_terms(word for word in words if word.is_favoured is side) for side in (True, False))
    first_clause = takewhile(_SUBJECT_GOES_ON.__contains__, (span.turn for span in spans[1:]))
    return Stance(favoured, denied, frozenset(signs), denies=not _DENIALS.isdisjoint(first_clause))


@dataclass(slots=True)
class _Word:
    terms: frozenset[str]
    is_favoured: bool = True


@dataclass(slots=True)
class _Span:
    turn: Turn
    words: list[_Word]


def _terms(words: Iterable[_Word]) -> frozenset[str]:
    return frozenset[str]().union(*(word.terms for word in words))


def _mark(words: Iterable[_Word], *, favoured: bool) -> None:
    for word in words:
        word.is_favoured = favoured


class _Reading:
    """Goes through a text once; each sign says whether what follows it is favoured."""

    def __init__(self, spans: Sequence[_Span], names: Names) -> None:
        self._spans = spans
        self._names = names
        self._sentence = 0
        self._opened: int | None = None
        self._denied: int | None = None
        self._left: int | None = None
        self._stays = False

    def weigh(self) -> None:
        favoured = True
        for at, span in enumerate(self._spans):
            favoured = self._turn(at, favoured=favoured)
            _mark(span.words, favoured=favoured)
            if self._opens_with_second(at):
                favoured = True
                _mark(self._behind_first_named(span.words), favoured=True)

    def _turn(self, at: int, *, favoured: bool) -> bool:
        """Is what follows the sign favoured, when what stands before it is or isn't?"""
        turn = self._spans[at].turn
        if turn in _ARRIVES and self._arrives(at):
            self._left = None
            return not self._stays
        if turn in _DENIALS:
            return self._turn_by_denial(at, favoured=favoured)
        if turn in _SECONDS:
            return self._turn_by_comparison(at, favoured=favoured)
        match turn:
            case Turn.STOP:
                self._sentence, self._opened, self._denied, self._left = at, None, None, None
                return True
            case Turn.PAUSE:
                return favoured or not self._continues_list(at)
            case Turn.BUT:
                return True
            case Turn.OPENS | Turn.FAVOURS:
                self._opened = at if turn is Turn.OPENS else self._opened
                return favoured or self._starts_anew(at)
            case _:
                return favoured

    def _turn_by_denial(self, at: int, *, favoured: bool) -> bool:
        match self._spans[at].turn:
            case Turn.LACKS_OR_BUT if self._denied is not None:
                return True
            case Turn.HALF_DENIES if self._only_restricts(at):
                return favoured
            case Turn.DISLIKES if not favoured and self._is_denied_twice(at):
                self._denied = None
                return True
            case _:
                return self._deny(at)

    def _turn_by_comparison(self, at: int, *, favoured: bool) -> bool:
        match self._spans[at].turn:
            case Turn.OVER:
                return favoured is not (self._opened is not None or self._is_named(self._before(at)))
            case Turn.THAN:
                return favoured is not self._compares(at)
            case Turn.BEFORE:
                self._put_second_before(at)
                return True
            case Turn.LEAVES:
                self._left = at
                self._stays = not favoured and self._is_denied_twice(at)
                return self._stays
            case _:
                return not favoured or self._excepts(at)

    def _turn_at(self, at: int) -> Turn:
        return self._spans[at].turn if at < len(self._spans) else Turn.STOP

    def _is_named(self, words: Iterable[_Word]) -> bool:
        return self._names(_terms(words))

    def _words(self, first: int, end: int) -> list[_Word]:
        return [word for span in self._spans[first:end] for word in span.words]

    def _ahead(self, at: int) -> list[_Word]:
        """The words behind a sign, to the end of the clause."""
        end = at + 1
        while end < len(self._spans) and self._turn_at(end) in _CLAUSE_GOES_ON:
            end += 1
        return self._words(at, end)

    def _before(self, at: int, goes_on: frozenset[Turn] = _CLAUSE_GOES_ON) -> list[_Word]:
        """The words of the clause before a sign."""
        first = at - 1
        while first > self._sentence and self._turn_at(first) in goes_on:
            first -= 1
        return self._words(max(first, 0), at)

    def _deny(self, at: int) -> bool:
        """A denial at the end of its clause falls on what stands before it: `mag Emacs nicht`."""
        self._denied = at
        closes = not self._spans[at].words and self._turn_at(at + 1) not in _SUBJECT_GOES_ON | {Turn.HINGES, Turn.THAN}
        if not closes and self._is_named(self._ahead(at)):
            return False
        if self._spans[at].turn not in (Turn.LACKS, Turn.LACKS_OR_BUT):
            _mark(self._before(at, _SUBJECT_GOES_ON), favoured=False)
        return True

    def _is_denied_twice(self, at: int) -> bool:
        """`does not dislike`: a denial, and nothing named since."""
        return self._denied is not None and not self._is_named(self._words(self._denied, at))

    def _only_restricts(self, at: int) -> bool:
        """`n'utilise que Vim` denies nothing."""
        following = (self._turn_at(i) for i in range(at + 1, len(self._spans)))
        return next((turn for turn in following if turn not in _VERBS), None) is Turn.THAN

    def _excepts(self, at: int) -> bool:
        """`no editor other than Vim`: the clause denied, and named nothing so far."""
        denied = self._denied
        if denied is None or any(self._turn_at(i) not in _CLAUSE_GOES_ON for i in range(denied, at)):
            return False
        return not self._is_named(self._words(denied, at))

    def _starts_anew(self, at: int) -> bool:
        """`hates Emacs and uses Vim`: another verb after what was named and denied, joined to it."""
        joined = max((i for i in range(self._sentence, at) if self._turn_at(i) is Turn.JOINS), default=None)
        if joined is None or self._denied is None or self._denied > joined:
            return False
        return self._is_named(self._words(self._denied, joined)) and not self._is_named(self._words(joined, at))

    def _continues_list(self, at: int) -> bool:
        """`no MongoDB, Redis or Cassandra`: an option at once, and an `or` to come."""
        following = list(takewhile(lambda span: span.turn in _LIST_GOES_ON, self._spans[at:]))
        first = [word for span in following for word in span.words][:1]
        is_list = any(span.turn is Turn.JOINS for span in following)
        return is_list and self._is_named(first) and self._turn_at(at + len(following)) not in _SECONDS

    def _compares(self, at: int) -> bool:
        """`prefers tabs to spaces`, `Vim lieber als Emacs`, but not `prefers tabs to be wide`."""
        if self._opened is None:
            return False
        between, following = self._words(self._opened, at), self._spans[at].words[:_ARTICLE_AND_NAME]
        if self._is_named(between):
            return True
        if not self._is_named(following):
            return False
        if self._is_named(self._words(self._sentence, self._opened)):
            return True
        if between:  # `prefers deployments to Hetzner`: above it, or there? Nobody can tell
            for word in following:
                word.terms = frozenset()
        return False

    def _arrives(self, at: int) -> bool:
        """`moved from Redis to Postgres`: what was left is named, and something to come is."""
        return (
            self._left is not None and self._is_named(self._words(self._left, at)) and self._is_named(self._ahead(at))
        )

    def _opens_with_second(self, at: int) -> bool:
        """`statt Emacs nutzt er Vim`: at the head of a sentence, and no pause says where the second ends."""
        if self._spans[at].turn is not Turn.AFTER or at > self._sentence + 1 or self._spans[self._sentence].words:
            return False
        return not self._is_named(self._rest_of_sentence(at))

    def _rest_of_sentence(self, at: int) -> list[_Word]:
        """The words of the sentence behind the clause."""
        end = next((i for i in range(at + 1, len(self._spans)) if self._turn_at(i) is Turn.STOP), len(self._spans))
        pause = next((i for i in range(at + 1, end) if self._turn_at(i) in (Turn.PAUSE, Turn.BUT)), end)
        return self._words(pause, end)

    def _behind_first_named(self, words: list[_Word]) -> list[_Word]:
        named = next((end for end in range(1, len(words)) if self._is_named(words[:end])), len(words))
        return words[named:]

    def _put_second_before(self, at: int) -> None:
        """All that was said when the clause goes on to name another, else the last named: `Vim Emacs helyett`."""
        words = self._before(at)
        if not self._is_named(self._ahead(at)):
            start = next((i for i in range(len(words) - 1, 0, -1) if self._is_named(words[i:])), 0)
            words = words[start:]
        _mark(words, favoured=False)
