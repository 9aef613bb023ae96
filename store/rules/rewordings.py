"""Do two sentences give one value for one thing in other words, where the comparison of claims rather doubts?

The comparison asks whether a fact may be dropped for another, and so lets `billing runs Postgres 16` and `the billing
service is on Postgres 16` stand side by side. Whoever brings together what was seen asks whether both bear out one
thing: they do when all they name is the same, a value among it, and only the verb is spared, or the word for what sort
of thing it is. Two different verbs are two claims (listens on, writes to); two different words are two things.
"""

from functools import lru_cache

from .claim_parts import Claim, Kind, Sentence, Unit
from .claims import agree_on_language
from .conflict import analyse_claim, compare_claims
from .differences import find_difference
from .lexicon import Role
from .mood import name_other_persons, tell_other_mood
from .relations import Coexist, Contradiction, NearDuplicate, SameText

_REMEMBERED = 2_000
_VALUES = frozenset((Kind.NUMBER, Kind.VERSION, Kind.CODE, Kind.DATE, Kind.QUOTED))
_VERBS = Role.SINGLE | Role.USES
_NOT_PLAIN = Role.MANY | Role.ENDED | Role.SCOPE | Role.FUNCTIONAL | Role.HOLDER | Role.ONLY
_SORTS = frozenset(
    ("service", "server", "application", "app", "system", "programme", "program", "dienst", "anwendung", "programm",
     "tjänst", "tjänsten", "toepassing", "applicatie", "szolgáltatás", "alkalmazás", "服务", "应用")
)  # fmt: skip
"""Words for what sort of thing a named thing is, which are said or spared: `billing`, `the billing service`."""


@lru_cache(maxsize=_REMEMBERED)
def read_claim(text: str) -> Claim:
    """`analyse_claim`, kept in mind: upkeep reads what is pending and what is believed time and again."""
    return analyse_claim(text)


def say_the_same(one: Claim, other: Claim, nearness: float | None = None) -> bool:
    """Whether two claims bear out one thing: the same text, near duplicates, rewordings."""
    match compare_claims(one, other, nearness):
        case SameText() | NearDuplicate():
            return True
        case Contradiction():
            return False
        case Coexist():
            return is_reworded(one, other)


def is_reworded(one: Claim, other: Claim) -> bool:
    """Whether two claims of one sentence each name the same things and value, but for a verb or a word of sort."""
    one, other = agree_on_language(one, other)
    if len(one.sentences) != 1 or len(other.sentences) != 1 or one.key.endswith("?") != other.key.endswith("?"):
        return False
    a, b = one.sentences[0], other.sentences[0]
    if a.polarity != b.polarity or name_other_persons(a, b) or tell_other_mood(a, b):
        return False
    if (a.roles ^ b.roles) & (Role.PAST | Role.FUTURE | Role.CONDITION | Role.ONLY | Role.MAY | Role.MUST):
        return False
    return _names_the_same(a, b, one.language)


def _names_the_same(one: Sentence, other: Sentence, language: str) -> bool:
    difference = find_difference(one, other, language)
    verbs = [[unit for unit in units if _is_verb(unit)] for units in (difference.only_old, difference.only_new)]
    rest = [
        unit for unit in (*difference.only_old, *difference.only_new) if not _is_verb(unit) and not names_a_sort(unit)
    ]
    if rest or all(verbs) or max(map(len, verbs)) > 1:
        return False
    spared = {id(unit) for unit in (*difference.only_old, *difference.only_new)}
    shared = [unit for unit in one.content if id(unit) not in spared]
    return any(unit.kind in _VALUES for unit in shared) and any(unit.kind not in _VALUES for unit in shared)


def _is_verb(unit: Unit) -> bool:
    return bool(unit.roles & _VERBS) and not unit.roles & _NOT_PLAIN and unit.kind is Kind.WORD


def names_a_sort(unit: Unit) -> bool:
    """Whether it only says what sort of thing the word beside it names."""
    return unit.text.casefold() in _SORTS or unit.key.lstrip("=") in _SORTS
