"""Goes through the stretches of a preference: which words stand for what it favours, and which for what it denies."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from .stance_signs import Turn

Names = Callable[[frozenset[str]], bool]
"""Do these terms name something that the reader asks about?"""

DENIALS = frozenset((Turn.DENIES, Turn.LACKS, Turn.LACKS_OR_BUT, Turn.HALF_DENIES, Turn.DISLIKES))
SECONDS = frozenset((Turn.AFTER, Turn.OVER, Turn.BEFORE, Turn.THAN, Turn.LEAVES))
_ARRIVES = frozenset((Turn.THAN, Turn.HINGES, Turn.ARRIVES))
SOFTENS = frozenset((Turn.FORGETS, Turn.MINDS, Turn.SHRUGS))
TURNABLE = SOFTENS | {Turn.DISLIKES, Turn.LACKS}
_CLAUSE_GOES_ON = (
    frozenset((Turn.OPENS, Turn.FAVOURS, Turn.JOINS, Turn.HINGES, Turn.THAN, Turn.LEAVES, Turn.ARRIVES, Turn.RESERVES))
    | DENIALS
    | SOFTENS
)
_VERBS = frozenset((Turn.OPENS, Turn.FAVOURS))
SUBJECT_GOES_ON = _VERBS | DENIALS | SOFTENS | {Turn.LEAVES, Turn.ARRIVES, Turn.RESERVES}
_ENDS_OF_POINTING = frozenset((Turn.STOP, Turn.PAUSE, Turn.BUT, Turn.JOINS, Turn.HINGES))
_ARTICLE_AND_NAME = 2
_LIST_GOES_ON = frozenset((Turn.PAUSE, Turn.JOINS))


@dataclass(slots=True)
class Word:
    """One word's index terms; none when it stands on neither side."""

    terms: frozenset[str]
    is_favoured: bool = True


@dataclass(slots=True)
class Span:
    """A sign, and the words from it to the next one."""

    turn: Turn
    words: list[Word]
    sign: frozenset[str]
    points: bool
    """Is all of it a word that points at something else?"""


def terms_of(words: Iterable[Word]) -> frozenset[str]:
    """The index terms of all of the words."""
    return frozenset[str]().union(*(word.terms for word in words))


def _mark(words: Iterable[Word], *, favoured: bool) -> None:
    for word in words:
        word.is_favoured = favoured


class Reading:
    """Goes through a text once; each sign says whether what follows it is favoured."""

    def __init__(self, spans: Sequence[Span], names: Names, *, has_concord: bool) -> None:
        """`has_concord`: a second denial may only repeat the first, as in `no usa nunca`."""
        self._has_concord = has_concord
        self._spans = spans
        self._names = names
        self._sentence = 0
        self._opened: int | None = None
        self._denied: int | None = None
        self._left: int | None = None
        self._stays = False
        self._taken_back: int | None = None
        self.is_unsure = False
        """Was something left out that may be meant either way?"""
        self.denied_signs = frozenset[str]()
        """The terms of signs that a denial falls on."""

    def weigh(self) -> None:
        """Mark each word as favoured or not."""
        favoured = True
        for at, span in enumerate(self._spans):
            favoured = self._turn(at, favoured=favoured)
            _mark(span.words, favoured=favoured)
            if self._opens_with_second(at):
                favoured = True
                _mark(self._behind_first_named(span.words), favoured=True)
        self._put_reserved_behind()

    def _turn(self, at: int, *, favoured: bool) -> bool:
        """Is what follows the sign favoured, when what stands before it is or isn't?"""
        turn = self._spans[at].turn
        if turn in _ARRIVES and self._arrives(at):
            self._left = None
            return not self._stays
        if turn in DENIALS:
            return self._turn_by_denial(at, favoured=favoured)
        if turn in SOFTENS:
            return self._soften(at, favoured=favoured)
        if turn in SECONDS:
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
        if at == self._taken_back:
            return favoured
        match self._spans[at].turn:
            case Turn.DENIES if not favoured and not self._has_concord and self._denies_a_denial(at):
                self._forget(self._ahead(at))
                return True
            case Turn.LACKS_OR_BUT if self._denied is not None:
                return True
            case Turn.HALF_DENIES if self._only_restricts(at):
                return favoured
            case Turn.DISLIKES | Turn.LACKS if not favoured and self._is_denied_twice(at):
                self._take_back(at)
                return True
            case Turn.DISLIKES if self._closes_denied(at):
                self._take_back(at)
                self._forget(self._before(at))
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

    def _is_named(self, words: Iterable[Word]) -> bool:
        return self._names(terms_of(words))

    def _words(self, first: int, end: int) -> list[Word]:
        return [word for span in self._spans[first:end] for word in span.words]

    def _ahead(self, at: int) -> list[Word]:
        """The words behind a sign, to the end of the clause."""
        end = at + 1
        while end < len(self._spans) and self._turn_at(end) in _CLAUSE_GOES_ON:
            end += 1
        return self._words(at, end)

    def _before(self, at: int, goes_on: frozenset[Turn] = _CLAUSE_GOES_ON) -> list[Word]:
        """The words of the clause before a sign."""
        first = at - 1
        while first > self._sentence and self._turn_at(first) in goes_on:
            first -= 1
        return self._words(max(first, 0), at)

    def _deny(self, at: int) -> bool:
        """A denial at the end of its clause falls on what stands before it: `mag Emacs nicht`."""
        self._denied = at
        closes = not self._spans[at].words and self._turn_at(at + 1) not in SUBJECT_GOES_ON | {Turn.HINGES, Turn.THAN}
        if not closes and self._is_named(self._ahead(at)):
            return False
        if self._spans[at].turn not in (Turn.LACKS, Turn.LACKS_OR_BUT) and not self._is_taken_back(at):
            self._deny_before(at)
        return True

    def _deny_before(self, at: int) -> None:
        before = self._before(at, SUBJECT_GOES_ON)
        if not self._is_named(before) and self._points_back(at):
            before = self._last_named(at)
        if self._is_denied_before(at):
            self._forget(before)
        _mark(before, favoured=False)

    def _is_taken_back(self, at: int) -> bool:
        """`Tabs: do not forget`: the sign that takes a denial back comes before anything is named."""
        end = next((i for i in range(at + 1, len(self._spans)) if self._turn_at(i) not in _CLAUSE_GOES_ON), None)
        softens = next((i for i in range(at + 1, end or len(self._spans)) if self._turn_at(i) in SOFTENS), None)
        return softens is not None and not self._is_named(self._words(at, softens))

    def _is_denied_before(self, at: int) -> bool:
        """`ich hasse Emacs nicht`, `Tabs stören mich nicht`: what stands before was turned already."""
        first = at - 1
        while first > self._sentence and self._turn_at(first) in SUBJECT_GOES_ON:
            if self._turn_at(first) in TURNABLE or (self._turn_at(first) is Turn.DENIES and not self._has_concord):
                return True
            first -= 1
        return False

    def _soften(self, at: int, *, favoured: bool) -> bool:
        """`don't forget to use tabs` favours them; what is softened otherwise may be liked or not."""
        match self._spans[at].turn:
            case Turn.FORGETS if self._is_denied_next(at):
                self._taken_back = at + 1
                self._take_back(at)
                return True
            case Turn.FORGETS if (not favoured and self._is_denied_twice(at)) or self._closes_denied(at):
                _mark(self._before(at), favoured=True)
                self._take_back(at)
                return True
            case Turn.MINDS if self._denied is None or not self._is_within_clause(self._denied, at):
                return favoured
            case _:
                return self._leave_open(at, favoured=favoured)

    def _is_denied_next(self, at: int) -> bool:
        """`glöm inte`, `n'oublie pas`."""
        return self._turn_at(at + 1) is Turn.DENIES and not self._is_named(self._spans[at].words)

    def _leave_open(self, at: int, *, favoured: bool) -> bool:
        ahead = self._softened(at)
        if self._is_named(ahead):
            self._denied = None
            self._forget(ahead)
            return True
        if self._spans[at].turn is not Turn.FORGETS:
            before = self._before(at)
            self._forget(before if self._is_named(before) else self._rest_of_sentence(at))
        return favoured

    def _take_back(self, at: int) -> None:
        """The denial fell on the sign itself: `don't skip tests` is against skipping."""
        self._denied = None
        self.denied_signs |= self._spans[at].sign

    def _softened(self, at: int) -> list[Word]:
        """The words behind a sign, to the end of the clause or where another verb begins: `and use tabs`."""
        end = at + 1
        while self._turn_at(end) in _CLAUSE_GOES_ON and not self._begins_anew(end):
            end += 1
        return self._words(at, end)

    def _begins_anew(self, at: int) -> bool:
        return self._turn_at(at) is Turn.JOINS and not self._spans[at].words and self._turn_at(at + 1) in _VERBS

    def _is_within_clause(self, first: int, at: int) -> bool:
        return all(self._turn_at(i) in SUBJECT_GOES_ON | {Turn.HINGES} for i in range(first, at))

    def _denies_a_denial(self, at: int) -> bool:
        """`no reason not to use tabs`: a denial of a denial, within one clause and nothing named between them."""
        denied = self._denied
        if denied is None or not self._is_within_clause(denied, at):
            return False
        return not self._is_named(self._words(denied, at))

    def _closes_denied(self, at: int) -> bool:
        """`auf Tabs nicht verzichten`: the verb that turns a denial stands at the end of its clause."""
        denied = self._denied
        if denied is None or not self._is_within_clause(denied, at):
            return False
        return not self._is_named(self._ahead(at))

    def _forget(self, words: list[Word]) -> None:
        """Let words stand on neither side."""
        self.is_unsure = True
        for word in words:
            word.terms = frozenset()

    def _points_back(self, at: int) -> bool:
        """`tried Redis and hated it`: nothing but a word that points at what was named before."""
        end = at + 1
        while self._turn_at(end) in _VERBS:
            end += 1
        return self._spans[end - 1].points and self._turn_at(end) in _ENDS_OF_POINTING

    def _last_named(self, at: int) -> list[Word]:
        """What was named last before a sign, unless something was compared there, as `it` may then be either."""
        for i in range(at - 1, -1, -1):
            if self._turn_at(i) in SECONDS:
                return []
            if self._is_named(self._spans[i].words):
                return self._spans[i].words
        return []

    def _put_reserved_behind(self) -> None:
        """`Prefer Postgres; Redis only for caching`: what is for one purpose doesn't stand beside what is for all."""
        reserved = [self._reserved(i) for i, span in enumerate(self._spans) if span.turn is Turn.RESERVES]
        for words in reserved:
            kept = {id(word) for word in words}
            others = (word for span in self._spans for word in span.words if word.is_favoured)
            if self._is_named([word for word in others if id(word) not in kept]):
                self._forget(words)

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
        return is_list and self._is_named(first) and self._turn_at(at + len(following)) not in SECONDS

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

    def _rest_of_sentence(self, at: int) -> list[Word]:
        """The words of the sentence behind the clause."""
        end = next((i for i in range(at + 1, len(self._spans)) if self._turn_at(i) is Turn.STOP), len(self._spans))
        pause = next((i for i in range(at + 1, end) if self._turn_at(i) in (Turn.PAUSE, Turn.BUT)), end)
        return self._words(pause, end)

    def _behind_first_named(self, words: list[Word]) -> list[Word]:
        named = next((end for end in range(1, len(words)) if self._is_named(words[:end])), len(words))
        return words[named:]

    def _put_second_before(self, at: int) -> None:
        """All that was said when the clause goes on to name another, else the last named: `Vim Emacs helyett`."""
        words = self._before(at)
        if self._denied is not None and self._is_within_clause(self._denied, at):
            self._forget(words)  # `nem tud Emacs nélkül élni`
        if not self._is_named(self._ahead(at)):
            start = next((i for i in range(len(words) - 1, 0, -1) if self._is_named(words[i:])), 0)
            words = words[start:]
        _mark(words, favoured=False)

    def _reserved(self, at: int) -> list[Word]:
        before = self._before(at)
        return before if self._is_named(before) else self._ahead(at)
