"""Which of several like things a sentence speaks of: a number, letter, version or day before the verb tells."""

from collections.abc import Sequence
from dataclasses import dataclass

from .claim_parts import Kind, Sentence, Unit
from .differences import Difference, Units
from .lexicon import VERB_ROLES, Role

_NUMBERING = frozenset((Kind.NUMBER, Kind.VERSION, Kind.CODE, Kind.QUOTED))
_NOUNS = frozenset((Kind.WORD, Kind.NAME, Kind.CODE))
_NUMBER_WORDS = frozenset(("number", "no", "nr", "nummer", "sz\u00e1m"))
_VERSIONED = frozenset(
    (
        *(
            "android",
            "angular",
            "ansible",
            "chrome",
            "debian",
            "django",
            "docker",
            "elasticsearch",
            "fedora",
            "firefox",
        ),
        *(
            "flask",
            "gcc",
            "go",
            "golang",
            "gradle",
            "helm",
            "ios",
            "java",
            "javascript",
            "kafka",
            "kotlin",
            "kubernetes",
        ),
        *("linux", "macos", "mariadb", "maven", "mongodb", "mysql", "nginx", "node.js", "nodejs", "npm", "openssl"),
        *("perl", "php", "postgres", "postgresql", "python", "rails", "react", "redis", "ruby", "rust", "safari"),
        *("scala", "spring", "sqlite", "swift", "terraform", "typescript", "ubuntu", "vue", "windows"),
    )
)
"""What comes in versions, in every language: a number behind it says which, and not another of its kind."""
_NO_NOUN = Role.MANY | Role.USES | Role.SINGLE | Role.ENDED


@dataclass(frozen=True, slots=True)
class Label:
    """`Room 1`: the key of the noun (empty for a day), and that of the label."""

    noun: str
    key: str


def speak_of_others(difference: Difference) -> bool:
    """`Room 1 holds 10 people`, `room 2 holds 20`: do the labels of the subject differ, and something else too?"""
    old, new = find_labels(difference.old), find_labels(difference.new)
    if not name_others(old, new):
        return False
    if not difference.only_old and not difference.only_new:
        return not _change_places(difference.new, old)
    return _say_more(difference.only_old, old) or _say_more(difference.only_new, new)


def _say_more(units: Units, labels: tuple[Label, ...]) -> bool:
    """Does more differ than the labels?"""
    return not {u.key.lstrip("#") for u in units} <= {label.key for label in labels}


def name_others(old: tuple[Label, ...], new: tuple[Label, ...]) -> bool:
    """Do two sentences number the same sort of thing otherwise?"""
    return any(a.noun == b.noun and a.key != b.key for a, b in zip(old, new, strict=False))


def find_labels(sentence: Sentence) -> tuple[Label, ...]:
    """The labels before the verb, in order."""
    units = sentence.units
    found: list[Label] = []
    place = -1
    for position, unit in enumerate(units):
        if unit.roles & VERB_ROLES and not unit.roles & Role.FUNCTIONAL:
            break
        if unit.kind is Kind.LIGHT:
            continue
        place += 1
        before = units[position - 1] if position else None
        after = units[position + 1 : position + 4]
        if after and _labels(unit, before, after, place):
            found.append(_label(unit, before))
    return tuple(found)


def numbers_the_first(sentence: Sentence, unit: Unit) -> bool:
    """Is it a number in digits that numbers the noun at the sentence's beginning, with something told behind it?"""
    first, *rest = sentence.content
    if len(rest) > 1 and rest[1].roles & Role.FUNCTIONAL:
        return False  # a Hungarian number stands before its noun: `a 9400-as porton`
    is_number = unit.kind in (Kind.NUMBER, Kind.VERSION) and unit.text.isdecimal()
    if not is_number or len(rest) < 2 or rest[0] is not unit or first.relation or first.clause != unit.clause:
        return False
    place = next(i for i, u in enumerate(sentence.units) if u is unit)
    follows = sentence.units[place - 1] is first and sentence.units[place + 1].text.casefold() not in _TIMES
    is_version = first.text.casefold() in _VERSIONED
    return follows and not is_version and first.kind in _NOUNS and not first.roles & (_NO_NOUN | Role.FUNCTIONAL)


_TIMES = frozenset(("time", "times"))


def _label(unit: Unit, before: Unit | None) -> Label:
    is_behind_noun = before is not None and unit.kind is not Kind.DATE
    return Label(before.key if before is not None and is_behind_noun else "", unit.key.lstrip("#"))


def _labels(unit: Unit, before: Unit | None, after: Sequence[Unit], place: int) -> bool:
    opens_predicate = bool(after[0].roles & VERB_ROLES)
    if unit.kind is Kind.DATE:
        return place == 1 and bool(unit.relation) and (after[0].kind in _NOUNS or opens_predicate)
    if not _may_label(unit) or before is None or before.kind not in _NOUNS or before.roles & _NO_NOUN:
        return False
    if after[0].kind is Kind.LIGHT and not opens_predicate and before.roles & Role.FUNCTIONAL:
        return False  # `port 8080 and host a`: a value, told without a verb
    # Further on an unknown verb may stand before the number (`the plan grants 10 seats`), unless one follows it.
    return place == 1 or opens_predicate or before.text.casefold() in _NUMBER_WORDS or _is_value_near(after)


def _may_label(unit: Unit) -> bool:
    is_letter = unit.kind is Kind.NAME and len(unit.text) == 1
    return is_letter or (unit.kind in _NUMBERING and not {" ", ":"} & set(unit.key))


def _is_value_near(after: Sequence[Unit]) -> bool:
    """`holds 10`, `starts at 9:00` behind the label: a word so near to a value must be the verb."""
    verb, *behind = after
    if verb.kind is not Kind.WORD or not behind:
        return False
    is_placed = bool(behind[0].roles & Role.PREPOSITION) and behind[-1].kind is Kind.DATE
    return is_placed or behind[0].kind in (Kind.NUMBER, Kind.DATE)


def _change_places(sentence: Sentence, labels: tuple[Label, ...]) -> bool:
    """`Server 2 calls server 1` against `server 1 calls server 2`; not `server 2 has 1 disk`, which counts disks."""
    named = {
        (before.key, unit.key.lstrip("#")) for before, unit in zip(sentence.units, sentence.units[1:], strict=False)
    }
    return any((label.noun, label.key) in named for label in labels)
