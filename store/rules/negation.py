"""Tells of a denial, in words of the texts."""

from .claim_parts import Sentence
from .differences import Difference, quote_units
from .lexicon import Role
from .relations import ARROW, Contradiction
from .standing import is_in_condition


def contradict_polarity(difference: Difference) -> Contradiction:
    """The contradiction of two sentences of which one denies what the other says."""
    return Contradiction(f"{_quote_denial(difference.old)}{ARROW}{_quote_denial(difference.new)}", "polarity")


def denies_a_condition(sentence: Sentence) -> bool:
    """`when the cache is not warm`: is all that the sentence denies part of a condition?"""
    denials = [u for u in sentence.units if u.roles & (Role.NEGATION | Role.WITHOUT)]
    return bool(denials) and all(is_in_condition(sentence, u) for u in denials)


def _quote_denial(sentence: Sentence) -> str:
    return quote_units([u for u in sentence.units if u.roles & (Role.NEGATION | Role.WITHOUT | Role.NO_LONGER)])
