"""Tells of a denial, in words of the texts."""

from .claim_parts import Kind, Sentence, Unit
from .differences import Difference, quote_units
from .lexicon import Role
from .relations import ARROW, Contradiction
from .standing import is_in_condition

_DENIALS = Role.NEGATION | Role.WITHOUT | Role.NO_LONGER
_BEFORE = Role.BE | Role.MAY | Role.MUST | Role.PREPOSITION


def contradict_polarity(difference: Difference) -> Contradiction:
    """The contradiction of two sentences of which one denies what the other says: `is cached -> is not cached`."""
    old, new = difference.old, difference.new
    denied = _denied(new) or _denied(old)
    if denied is None:
        return Contradiction(f"{quote_units(old.units)}{ARROW}{quote_units(new.units)}", "polarity")
    return Contradiction(f"{_quote(old, denied)}{ARROW}{_quote(new, denied)}", "polarity")


def denies_a_condition(sentence: Sentence) -> bool:
    """`when the cache is not warm`: is all that the sentence denies part of a condition?"""
    denials = [u for u in sentence.units if u.roles & (Role.NEGATION | Role.WITHOUT)]
    return bool(denials) and all(is_in_condition(sentence, u) for u in denials)


def denies_alike(old: Sentence, new: Sentence) -> bool:
    """`Doesn't use a framework`, `is built without a framework`: do both deny one and the same thing, in two ways?"""
    without, plain = (old, new) if old.polarity & Role.WITHOUT else (new, old)
    if without.polarity != Role.WITHOUT or plain.polarity != Role.NEGATION:
        return False
    missing, denied = _behind(without, Role.WITHOUT)[:1], _behind(plain, Role.NEGATION)[:2]
    return bool(missing) and missing[0] in denied and not _behind(plain, Role.NEGATION)[2:3]


def _behind(sentence: Sentence, role: int) -> list[str]:
    """The keys of the content behind the first word of that role."""
    place = next((i for i, u in enumerate(sentence.units) if u.roles & role), len(sentence.units))
    return [u.key for u in sentence.units[place:] if u.kind is not Kind.LIGHT]


def _denied(sentence: Sentence) -> Unit | None:
    """The word of content behind the denial, else the last one before it."""
    place = next((i for i, u in enumerate(sentence.units) if u.roles & _DENIALS), None)
    if place is None:
        return None
    behind = [u for u in sentence.units[place:] if u.kind is not Kind.LIGHT]
    return (
        behind[0] if behind else next((u for u in reversed(sentence.units[:place]) if u.kind is not Kind.LIGHT), None)
    )


def _quote(sentence: Sentence, denied: Unit) -> str:
    """The word with its light verb and its denial; the whole sentence where the word is another one."""
    units = sentence.units
    at = next((i for i, u in enumerate(units) if u.key == denied.key), None)
    if at is None:
        return quote_units(units)
    denials = [i for i, u in enumerate(units) if u.roles & _DENIALS]
    start, end = min([at, *denials[:1]]), max([at, *denials[:1]])
    while start > 0 and (units[start - 1].roles & _BEFORE or units[start].text == "n't"):
        start -= 1
    return quote_units(units[start : end + 1])
