"""What differs between two sentences, and whether the difference lets both hold."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from .claim_parts import Kind, Sentence, Unit
from .lexicon import Role
from .relations import ARROW

Units = tuple[Unit, ...]
_LONGEST_QUOTE = 80
_JOINED = re.compile(r"(?<=[\u3040-\u9fff]) (?=[\u3040-\u9fff])| (?=n't\b)")
_MAX_SPELLINGS = 100
_ARROW_WORD = re.compile(rf"(?<!\S){ARROW.strip()}(?!\S)")


@dataclass(frozen=True, slots=True)
class Difference:
    """Two sentences, and the units of the content that only one of them has, in order."""

    old: Sentence
    new: Sentence
    only_old: Units
    only_new: Units
    aliases: dict[str, str] = field(default_factory=dict[str, str])
    """Keys of the new sentence that are spellings of a key of the old one."""

    @property
    def shared_roles(self) -> int:
        """Roles of the units that both have."""
        return self.old.roles & self.new.roles

    @property
    def shared(self) -> int:
        """How many units of the content both have."""
        return len(self.old.content) - len(self.only_old)

    def without_weak_words(self) -> "Difference | None":
        """The same without words that only join others (use, make), where something else differs on both sides."""
        old, new = (tuple(u for u in units if not u.roles & Role.WEAK) for units in (self.only_old, self.only_new))
        has_less = len(old) + len(new) < len(self.only_old) + len(self.only_new)
        return replace(self, only_old=old, only_new=new) if old and new and has_less else None

    @property
    def evidence(self) -> str:
        """The difference in words, old before new; where one says no more than the other, both are told whole."""
        if not self.only_old or not self.only_new:
            return f"{quote_units(self.old.units)}{ARROW}{quote_units(self.new.units)}"
        return f"{quote_units(widen(self.old, self.only_old))}{ARROW}{quote_units(widen(self.new, self.only_new))}"


def quote_units(units: Sequence[Unit]) -> str:
    """The words of the units as written, at most 80 characters."""
    words = [unit.text for before, unit in zip((None, *units), units, strict=False) if _is_new(before, unit)]
    text = _JOINED.sub("", _ARROW_WORD.sub("→", " ".join(words)))
    return text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 1]}\u2026"


def _is_new(before: Unit | None, unit: Unit) -> bool:
    """The parts of a date share its text."""
    return before is None or unit.text != before.text or unit.kind is not before.kind


def widen(sentence: Sentence, units: Units) -> Units:
    """A day or a month with the rest of its date: `4 May` tells more than `4`."""
    if not units or any(u.kind is not Kind.DATE for u in units):
        return units
    start, end = (next(i for i, u in enumerate(sentence.units) if u is unit) for unit in (units[0], units[-1]))
    while start > 0 and sentence.units[start - 1].kind is Kind.DATE:
        start -= 1
    while end + 1 < len(sentence.units) and sentence.units[end + 1].kind is Kind.DATE:
        end += 1
    return sentence.units[start : end + 1]


def find_difference(old: Sentence, new: Sentence, language: str) -> Difference:
    """The units that only one of the two has; abbreviations and mere inflections are no difference."""
    shared = Counter(unit.key for unit in old.content) & Counter(unit.key for unit in new.content)
    only_old, only_new = _without(old.content, shared), _without(new.content, shared)
    aliases: dict[str, str] = {}
    if 0 < len(only_old) * len(only_new) <= _MAX_SPELLINGS:
        only_old, only_new, aliases = _match_spellings(only_old, only_new, inflects=language in _INFLECTING)
        only_old, only_new = _match_acronyms(only_old, only_new, new)
        only_new, only_old = _match_acronyms(only_new, only_old, old)
    if language in _UNSPACED and only_old and _are_glued_alike(only_old, only_new):
        only_old, only_new = (), ()
    only_old, only_new = _drop_particles(old, only_old, only_new), _drop_particles(new, only_new, only_old)
    only_old, only_new = _join_particle(old, only_old, only_new)
    only_new, only_old = _join_particle(new, only_new, only_old)
    only_old, only_new = _drop_links(old, only_old, only_new), _drop_links(new, only_new, only_old)
    return Difference(old, new, only_old, only_new, aliases)


def _drop_particles(sentence: Sentence, units: Units, others: Units) -> Units:
    """Without the `up` of `warmed up`, unless the other sentence says `down`; that of `is up` stays."""
    if not any(u.text == _PARTICLE for u in units) or any(u.sense == _PARTICLE for u in others):
        return units
    behind_verbs = [b for a, b in pairwise(sentence.units) if b.text == _PARTICLE and a.kind is not Kind.LIGHT]
    return tuple(u for u in units if not any(u is other for other in behind_verbs))


_PARTICLE = "up"


def _join_particle(sentence: Sentence, apart: Units, joined: Units) -> tuple[Units, Units]:
    """Both without `hand over` of the one, where the two words stand apart, and `handover` of the other."""
    for noun in joined:
        verb = next(
            (a for a, b in pairwise(sentence.units) if b.text.casefold() in _PARTICLES and _joins(a, b, noun)), None
        )
        if verb is not None:
            apart, joined = tuple(u for u in apart if u is not verb), tuple(u for u in joined if u is not noun)
    return apart, joined


_PARTICLES = frozenset(
    ("up", "out", "in", "on", "off", "over", "back", "down", "el", "meg", "fel", "le", "át", "vissza", "össze", "rá")
)
"""English ones, and Hungarian ones, which stand before the verb or, denied, behind it: `elindul`, `nem indul el`."""


def _joins(verb: Unit, particle: Unit, noun: Unit) -> bool:
    stem = verb.key.lstrip("=") if verb.kind is Kind.WORD else verb.text.casefold()
    written, word = noun.text.casefold(), particle.text.casefold()
    return noun.kind is Kind.WORD and (written.rstrip("s") == stem + word or written == word + verb.text.casefold())


def _drop_links(sentence: Sentence, units: Units, others: Units) -> Units:
    """Without the `after` of `expire after 30 seconds` where both have the 30 seconds and nothing is opposed to it."""
    linking = [
        a
        for a, b in pairwise(sentence.units)
        if a.sense in _AFTER and a.pole == 2 and b.kind is Kind.NUMBER and not any(b is u for u in units)
    ]
    senses = {u.sense for u in others}
    has_weekday = any(u.kind is Kind.DATE and u.key.startswith("@w") for u in sentence.content)
    return tuple(
        u
        for u in units
        if not (any(u is link for link in linking) and u.sense not in senses)
        and not (has_weekday and u.key == _WEEKLY and not any(b.kind is Kind.NUMBER for b in others))
    )


_AFTER = frozenset(("before", "vor", "innan", "voordat", "előtt"))
"""The oppositions of which `after` is the second side."""
_WEEKLY = "per:w"
"""Says no more than the weekday beside it."""


_INFLECTING = frozenset(("hu", "pl", "ru", "de", "sv", "da", "nl", "fr", "es", "it", "pt"))


_UNSPACED = frozenset(("zh", "ja"))
_AUXILIARIES = str.maketrans("", "", "会能可将要了的着过")


def _are_glued_alike(old: Units, new: Units) -> bool:
    """The same characters in one piece, or two words and the two in one piece, the other way round."""
    if _glue(old) == _glue(new):
        return True
    one, two = sorted((old, new), key=len)
    return len(one) == 1 and len(two) == 2 and _glue(one) == _glue(two[::-1])


def _glue(units: Units) -> str:
    """The text of the units in one piece: where no spaces part words, a denial in the middle cuts them otherwise."""
    return "".join(unit.text for unit in units).translate(_AUXILIARIES)


def _without(units: Units, shared: Counter[str]) -> Units:
    left = Counter(shared)
    kept: list[Unit] = []
    for unit in units:
        if left[unit.key] > 0:
            left[unit.key] -= 1
        else:
            kept.append(unit)
    return tuple(kept)


def _match_spellings(old: Units, new: Units, *, inflects: bool) -> tuple[Units, Units, dict[str, str]]:
    rest_old, rest_new = list(old), list(new)
    aliases: dict[str, str] = {}
    for unit in old:
        partner = next((u for u in rest_new if _spells_the_same(unit, u, inflects=inflects)), None)
        if partner is not None:
            rest_old.remove(unit)
            rest_new.remove(partner)
            aliases[partner.key] = unit.key
    return tuple(rest_old), tuple(rest_new), aliases


def _spells_the_same(old: Unit, new: Unit, *, inflects: bool) -> bool:
    if old.kind is Kind.QUOTED or new.kind is Kind.QUOTED:
        return old.key.strip('"') == new.key.strip('"')
    if {old.kind, new.kind} <= {Kind.NUMBER, Kind.VERSION}:
        return old.key.lstrip("#") == new.key.lstrip("#")
    a, b = old.text.casefold(), new.text.casefold()
    if a.replace("-", "") == b.replace("-", ""):
        return old.kind is not Kind.CODE and new.kind is not Kind.CODE
    if old.sense != new.sense and _is_inflection(a, b):
        return True  # `starts` (or ends), `started` (or stopped)
    if _is_numeronym(a, b) or _is_numeronym(b, a) or _name_one_office(old, new):
        return True
    if not inflects or Kind.WORD not in (old.kind, new.kind):
        return False
    return (old.kind is new.kind and _is_inflection(old.key, new.key)) or _is_participle(a, b)


def _name_one_office(old: Unit, new: Unit) -> bool:
    """`Leiterin` and `geleitet`, `responsible` and `responsibility`: the one who does it and what is done."""
    if not old.roles & new.roles & Role.HOLDER:
        return False
    a, b = (_PARTICIPLE.sub(r"\1", unit.text.casefold()) for unit in (old, new))
    least = _SHORTEST_OFFICE_UNSPACED if _IDEOGRAPH.match(a) else _SHORTEST_OFFICE
    return a[:least] == b[:least] and len(a) >= least


_SHORTEST_OFFICE, _SHORTEST_OFFICE_UNSPACED = 4, 2
_IDEOGRAPH = re.compile("[\u3040-\u9fff]")


def _is_numeronym(short: str, long: str) -> bool:
    """`i18n` for internationalization."""
    inner, ends = short[1:-1], (long[:1], long[-1:])
    return inner.isdecimal() and len(inner) < 3 and len(long) == int(inner) + 2 and (short[0], short[-1]) == ends


def _is_inflection(old: str, new: str) -> bool:
    shared = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    return shared >= 4 and max(len(old), len(new)) - shared <= 2


def _is_participle(a: str, b: str) -> bool:
    """`schließen` and `geschlossen`, `bekijken` and `bekeken`: the same consonants but for `ge` and the ending."""
    if min(len(a), len(b)) < _SHORTEST_VERB:
        return False
    bare_a, bare_b = _PARTICIPLE.sub(r"\1", a), _PARTICIPLE.sub(r"\1", b)
    if (bare_a == a) == (bare_b == b) and a[:3] != b[:3]:
        return False
    bones = _bones(bare_a)
    return bones == _bones(bare_b) and len(bones) >= _FEWEST_BONES


_SHORTEST_VERB = 6
_FEWEST_BONES = 3
_PARTICIPLE = re.compile(
    r"^(ab|an|auf|aus|bei|ein|frei|mit|nach|vor|weg|zu|zurück|op|uit|in|af|aan|bij|door|goed|toe|terug)?ge(?=\w{4})"
)
_SOFT = re.compile("[aeiouyäöüj]")


def _bones(word: str) -> str:
    return _SOFT.sub("", word).rstrip("ntd")


def _match_acronyms(short: Units, long: Units, spelled_out: Sentence) -> tuple[Units, Units]:
    """Both without an acronym and the words, side by side in that sentence, that it abbreviates."""
    for unit in short:
        letters = unit.text.rstrip("s")
        if unit.key.startswith("=") or not (2 <= len(letters) <= 6 and letters.isupper() and letters.isalpha()):
            continue
        spans = (long[i:j] for i in range(len(long)) for j in range(i + 1, min(i + len(letters), len(long)) + 1))
        span = next((s for s in spans if _initials(s) == letters and _stand_together(spelled_out, s)), None)
        if span:
            long = tuple(u for u in long if not any(u is other for other in span))
            short = tuple(u for u in short if u is not unit)
    return short, long


def _stand_together(sentence: Sentence, units: Units) -> bool:
    start = next(i for i, u in enumerate(sentence.content) if u is units[0])
    return all(a is b for a, b in zip(sentence.content[start : start + len(units)], units, strict=False))


def _initials(units: Sequence[Unit]) -> str:
    return "".join(part[:1] for unit in units for part in unit.text.split("-")).upper()
