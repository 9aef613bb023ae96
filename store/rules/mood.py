"""Who is meant by a pronoun, and whether a sentence says what is, will, may or must be."""

from .claim_parts import Kind, Sentence
from .lexicon import PERSON, Role
from .relations import Coexist

MOOD = Role.MUST | Role.MAY | Role.PAST | Role.FUTURE
_DUE = frozenset(("zu", "te"))


def name_other_persons(old: Sentence, new: Sentence) -> bool:
    """`He owns the parser`, `she owns the parser`: does each name a person that the other doesn't?"""
    persons_old, persons_new = _persons(old), _persons(new)
    return bool(persons_old - persons_new) and bool(persons_new - persons_old)


def _persons(sentence: Sentence) -> frozenset[int]:
    return frozenset(u.pole for u in sentence.units if u.kind is Kind.LIGHT and u.sense == PERSON)


def tell_other_mood(old: Sentence, new: Sentence) -> Coexist | None:
    """Does one of two sentences of the same content, and only one, speak of what will, may or must be?"""
    if (old.roles ^ new.roles) & Role.FUTURE:
        return Coexist("one says what will be")
    other = (_duties(old) ^ _duties(new)) & (Role.MUST | Role.MAY)
    if other == Role.MUST | Role.MAY:
        return Coexist("one says may, the other must")
    # What can only be done in writing is only done in writing.
    if other and not old.roles & new.roles & Role.ONLY:
        return Coexist("one says what may or must be, the other what is")
    return None


def _duties(sentence: Sentence) -> int:
    """The sentence's roles; `sind zu bezahlen` is a must in other words."""
    is_due = any(
        light.key in _DUE and verb is sentence.content[-1]
        for light, verb in zip(sentence.units, sentence.units[1:], strict=False)
    )
    return sentence.roles | Role.MUST if is_due and sentence.roles & Role.BE else sentence.roles
