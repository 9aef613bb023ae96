"""What a statement that nobody labelled is about: its subject and the noun that names the attribute, not the value.

A statement of the same thing with another value gets the same label, as far as the words tell, since only facts of one
topic are compared. A label too wide costs a few comparisons; one too narrow leaves an outdated fact standing. So of an
office only what it is an office of is named (`search team` for whoever leads it, in all wordings).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from . import analysis
from .claim_parts import Kind, Sentence, Unit
from .conflict import analyse_claim
from .lexicon import Lexicon, Role, lexicon_of

MOST_WORDS = 5
MOST_UNSURE = 2
"""Words of a label whose sentence has no verb that is known: what follows may be the verb, or the value."""
MOST_CHARACTERS = 60

_VALUES = frozenset((Kind.NUMBER, Kind.VERSION, Kind.DATE, Kind.QUOTED))
_VERBS = Role.SINGLE | Role.MANY | Role.USES | Role.ENDED | Role.HISTORY
_WITH_PLURAL_S = frozenset(("en", "fr", "es", "pt", "nl"))
_NO_PLURAL = ("ss", "us", "is")
_SIBILANT_PLURALS = ("shes", "ches", "xes", "sses")
_UNSPACED = frozenset(("zh", "ja"))


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
        """The words of the label, the attribute last."""
        if held := self._held():
            units = held
        else:
            subject = self._subject() or self._opening()
            units = [*_without(subject, self._is_attribute), *self._attributes(subject)]
        return list(dict.fromkeys(self._write(unit) for unit in units))[:MOST_WORDS]

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
        units = list(self._content[: self._sentence.subject_ends])
        if self._language in _UNSPACED:
            units = _until(units, lambda unit: unit.kind in (Kind.NAME, Kind.CODE))
        units = [unit for unit in units if unit.clause == units[-1].clause and unit.kind not in _VALUES]
        return _without(_without(units, _is_scope), _only_limits)

    def _opening(self) -> list[Unit]:
        """The first words, where no verb is known: up to a value, or a place or a name further on."""
        units = list(self._content)
        while units and units[0].kind in _VALUES:
            del units[0]
        units = _without(_until(units, _ends_opening), _only_limits)
        return [unit for place, unit in enumerate(units) if not (place and self._is_verb(unit))][:MOST_UNSURE]

    def _attributes(self, subject: Sequence[Unit]) -> Iterator[Unit]:
        """The nouns of one value (port, name): those of the subject, and those that stand right before the value."""
        for place, unit in enumerate(self._content):
            is_inside = any(unit is one for one in subject)
            if self._is_attribute(unit) and (is_inside or self._names_what_follows(place)):
                yield unit

    def _names_what_follows(self, place: int) -> bool:
        """`listens on port 8443`; not `is enabled by default`, nor `shows the level of water`."""
        following = self._content[place + 1 : place + 2]
        is_noun = bool(following) and following[0].kind is Kind.WORD
        return bool(following) and not is_noun and not self._content[place].roles & Role.RANK

    def _roles(self, unit: Unit) -> int:
        """The roles of a unit, and of the word that it is another form of."""
        usual = self._lexicon.find(unit.key[1:]).roles if unit.key.startswith("=") else 0
        return unit.roles | usual

    def _holds(self, unit: Unit) -> bool:
        return bool(self._roles(unit) & Role.HOLDER)

    def _is_attribute(self, unit: Unit) -> bool:
        return bool(unit.roles & Role.FUNCTIONAL)

    def _is_verb(self, unit: Unit) -> bool:
        return unit.kind is Kind.OPPOSED or bool(self._roles(unit) & _VERBS and not self._is_attribute(unit))

    def _write(self, unit: Unit) -> str:
        """A unit as a word of a label: its usual word where it has one, in the singular where that is plain to see."""
        if unit.key.startswith("=") and len(unit.key) > 1:
            return unit.key[1:].replace("_", " ")
        word = unit.text.casefold()
        if self._language not in _WITH_PLURAL_S or unit.kind not in (Kind.WORD, Kind.OPPOSED):
            return word
        return _singular(word, self._language)


def _singular(word: str, language: str) -> str:
    if len(word) <= 3 or not word.endswith("s") or word.endswith(_NO_PLURAL):
        return word
    if word.endswith("ies") and language == "en" and len(word) > 4:
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith(_SIBILANT_PLURALS) else word[:-1]


def _until(units: Sequence[Unit], ends: Callable[[Unit], bool]) -> list[Unit]:
    """The units before the first that ends them; the first of all always stays."""
    length = next((place for place, unit in enumerate(units) if place and ends(unit)), len(units))
    return list(units[:length])


def _ends_opening(unit: Unit) -> bool:
    return unit.kind in _VALUES or unit.kind in (Kind.NAME, Kind.CODE) or bool(unit.relation)


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
