"""What a statement that nobody labelled is about: the thing that it is told of, without the value or the attribute.

A later statement about the same thing gets the same label, in other words too, since only facts of one topic are
compared. A label too wide costs a few comparisons, whose rules let different aspects of a thing stand side by side; one
too narrow leaves an outdated fact standing. So `the port of the billing service` and `billing` are both `billing`, and
of an office only what it is an office of is named (`search team`, whoever leads it).
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import dropwhile, pairwise

from . import analysis
from .claim_parts import Kind, Sentence, Unit
from .conflict import analyse_claim
from .lexicon import VERB_ROLES, Lexicon, Role, lexicon_of
from .rewordings import names_a_sort

MOST_WORDS = 5
MOST_UNSURE = 2
"""Words of a label whose sentence has no verb that is known: what follows may be the verb, or the value."""
MOST_CHARACTERS = 60

_AUXILIARIES = Role.BE | Role.MAY | Role.MUST | Role.NEGATION
_VALUES = frozenset((Kind.NUMBER, Kind.VERSION, Kind.DATE, Kind.QUOTED))
_VERBS = Role.SINGLE | Role.MANY | Role.USES | Role.ENDED | Role.HISTORY
_WITH_PLURAL_S = frozenset(("en", "fr", "es", "pt", "nl"))
_NO_PLURAL = ("ss", "us", "is")
_SIBILANT_PLURALS = ("shes", "ches", "xes", "sses")
_REMEMBERED = 8_000
"""Texts whose label is kept in mind: upkeep asks for those of all facts, time and again."""
_GENITIVES = frozenset(
    ("of", "de", "du", "des", "d", "di", "del", "della", "dei", "delle", "do", "da", "dos", "das", "av", "af", "van",
     "von")
)  # fmt: skip
_POSSESSIVES = frozenset(("'s", "s'"))
_UNSPACED = frozenset(("zh", "ja"))


@lru_cache(maxsize=_REMEMBERED)
def topic_of(text: str) -> str:
    """The label of a statement: a few of its own words, in small letters; the same for the same text, never empty."""
    claim = analyse_claim(text)
    for sentence in claim.sentences:
        if words := _Reading(sentence, claim.language).label():
            return " ".join(words)[:MOST_CHARACTERS].strip()
    return _any_words(text)


class _Reading:
    """One sentence, read for what it is about."""

    def __init__(self, sentence: Sentence, language: str) -> None:
        self._content = sentence.content
        self._sentence = sentence
        self._language = language
        self._lexicon: Lexicon = lexicon_of(language)

    def label(self) -> list[str]:
        """The words of the label."""
        units = _without(self._owner(self._held() or self._subject() or self._opening()), names_a_sort)
        return list(dict.fromkeys(self._write(unit) for unit in units))[:MOST_WORDS]

    def _owner(self, subject: list[Unit]) -> list[Unit]:
        """Of the port of a service, or a service's port, the service."""
        for place, (unit, following) in enumerate(pairwise(subject), 1):
            joints = self._between(unit, following)
            if not joints.isdisjoint(_POSSESSIVES):
                return subject[:place]
            if following.relation and not joints.isdisjoint(_GENITIVES):
                return _until(subject[place:], lambda later: bool(later.relation))
        return subject

    def _between(self, one: Unit, other: Unit) -> frozenset[str]:
        """The light words between two units, in small letters."""
        between = self._sentence.units[self._place_in_units(one) + 1 : self._place_in_units(other)]
        return frozenset(unit.text.casefold() for unit in between if unit.kind is Kind.LIGHT)

    def _held(self) -> list[Unit]:
        """Of what somebody holds an office, whoever it is; empty where the sentence names no holder."""
        if not any(self._holds(unit) for unit in self._content):
            return []
        holder = self._holder()
        rest = (unit for unit in self._content if not any(unit is one for one in holder))
        return [unit for unit in rest if unit.kind not in _VALUES and not self._holds(unit)] if holder else []

    def _holder(self) -> list[Unit]:
        """The name that holds the office: behind `by`, alone before the office, or behind it."""
        agents = frozenset(unit.key for unit in self._sentence.units if unit.roles & Role.AGENT)
        by_agent = [unit for unit in self._content if unit.relation in agents]
        if self._language in _UNSPACED or any(unit.kind is Kind.NAME for unit in by_agent):
            return by_agent
        first, second = (*self._content, None)[:2]
        length = self._sentence.subject_ends
        is_alone = length == 1 or (length == 2 and second is not None and second.kind is Kind.NAME)
        if is_alone and first is not None and first.text[:1].isupper() and not first.roles:
            return list(self._content[:length])
        return [unit for unit in self._content[length:] if unit.kind is Kind.NAME and not unit.roles]

    def _subject(self) -> list[Unit]:
        """What stands before the first known verb, without what is said of when, where and how much."""
        units = list(self._content[: self._end_of_subject()])
        if self._language in _UNSPACED:
            units = _until(units, lambda unit: unit.kind in (Kind.NAME, Kind.CODE))
        units = [unit for unit in units if unit.clause == units[-1].clause and unit.kind not in _VALUES]
        return _without(_without(units, _is_scope), _only_limits)

    def _end_of_subject(self) -> int:
        """Where the comparison sees it end, or further on, where what it takes for the verb is a noun."""
        length = self._sentence.subject_ends
        for unit, following in pairwise(self._sentence.units) if length else ():
            is_first_verb = length < len(self._content) and unit is self._content[length]
            if is_first_verb and self._is_noun_before(unit, following):
                length = self._next_verb(length)
        return length

    def _is_noun_before(self, unit: Unit, following: Unit) -> bool:
        """`the limit of the API`, `rate limiting is on`."""
        if following.kind is Kind.LIGHT and following.text.casefold() in _GENITIVES:
            return True
        return self._language == "en" and unit.text.endswith("ing") and bool(following.roles & Role.BE)

    def _next_verb(self, place: int) -> int:
        """The place in the content of the first verb behind that place."""
        behind = self._sentence.units[self._place_in_units(self._content[place]) + 1 :]
        for unit in behind:
            if unit.roles & VERB_ROLES and not unit.roles & Role.FUNCTIONAL:
                return place + 1
            place += unit.kind is not Kind.LIGHT
        return len(self._content) - 1

    def _place_in_units(self, unit: Unit) -> int:
        return next(at for at, one in enumerate(self._sentence.units) if one is unit)

    def _opening(self) -> list[Unit]:
        """The first words, where no verb is known: up to a value, or a place or a name further on."""
        units = list(dropwhile(lambda unit: unit.kind in _VALUES, self._content))
        units = _without(_until(units, self._ends_opening), _only_limits)
        return [unit for place, unit in enumerate(units) if not (place and self._is_verb(unit))][:MOST_UNSURE]

    def _ends_opening(self, unit: Unit) -> bool:
        is_name = unit.kind in (Kind.NAME, Kind.CODE) and not unit.text.isupper()
        if is_name or unit.kind in _VALUES or unit.relation:
            return True
        before = self._sentence.units[: self._place_in_units(unit)]
        is_behind_auxiliary = bool(before) and bool(before[-1].roles & _AUXILIARIES)
        return is_behind_auxiliary or (self._language == "en" and _looks_like_verb(unit.text, before[-1:]))

    def _roles(self, unit: Unit) -> int:
        """The roles of a unit, and of the word that it is another form of."""
        usual = self._lexicon.find(unit.key[1:]).roles if unit.key.startswith("=") else 0
        return unit.roles | usual

    def _holds(self, unit: Unit) -> bool:
        return bool(self._roles(unit) & Role.HOLDER)

    def _is_verb(self, unit: Unit) -> bool:
        return unit.kind is Kind.OPPOSED or bool(self._roles(unit) & _VERBS and not unit.roles & Role.FUNCTIONAL)

    def _write(self, unit: Unit) -> str:
        """A unit as a word of a label: its usual word where it has one, in the singular where that is plain to see."""
        word, stem = unit.text.casefold(), self._lexicon.stem
        if unit.key.startswith("=") and len(unit.key) > 1 and stem(unit.key[1:]) != stem(word):
            return unit.key[1:].replace("_", " ")
        if self._language not in _WITH_PLURAL_S or unit.kind not in (Kind.WORD, Kind.OPPOSED):
            return word
        return _singular(word, self._language)


def _singular(word: str, language: str) -> str:
    if len(word) <= 3 or not word.endswith("s") or word.endswith(_NO_PLURAL):
        return word
    if word.endswith("ies") and language == "en" and len(word) > 4:
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith(_SIBILANT_PLURALS) else word[:-1]


def _looks_like_verb(word: str, before: Sequence[Unit]) -> bool:
    """`the mailer retries`, `the API returns`: behind a noun in the singular; a plural noun there is lost at worst."""
    is_behind_singular = bool(before) and not before[0].text.endswith("s")
    return is_behind_singular and word.endswith("s") and not word.endswith(_NO_PLURAL)


def _until(units: Sequence[Unit], ends: Callable[[Unit], bool]) -> list[Unit]:
    """The units before the first that ends them; the first of all always stays."""
    length = next((place for place, unit in enumerate(units) if place and ends(unit)), len(units))
    return list(units[:length])


def _is_scope(unit: Unit) -> bool:
    return bool(unit.roles & Role.SCOPE and unit.relation)


def _only_limits(unit: Unit) -> bool:
    return bool(unit.roles & (Role.ONLY | Role.ALWAYS))


def _without(units: Iterable[Unit], drops: Callable[[Unit], bool]) -> list[Unit]:
    """The units but those that the test drops; all of them where it would drop all."""
    found = list(units)
    return [unit for unit in found if not drops(unit)] or found


def _any_words(text: str) -> str:
    """The first telling words of a text that makes no claim."""
    words = [piece.surface for piece, _ in analysis.telling_pieces(text)] or text.split()
    return " ".join(words[:MOST_WORDS]).casefold()[:MOST_CHARACTERS].strip() or "unlabelled"
