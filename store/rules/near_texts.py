"""What the nearness of two texts adds where their words leave it open: nothing without a reason in the words.

A contradiction needs a value against a value of its kind, a place against a place, a word against its opposite. A
repetition needs that no such difference is there, that the construction is another one, and that hardly a word is left
over. The bounds are calibrated on the project's own pairs (`benchmarks/conflicts.py`).
"""

from itertools import takewhile

from .claim_parts import Kind, Sentence, Unit
from .construction import (
    VALUES,
    count_loose,
    find_place,
    has_one_subject,
    is_of_one_kind,
    is_one_value,
    is_plain,
    may_take_many,
    name_kind,
    tell_places,
)
from .differences import Difference, quote_units
from .lexicon import VERB_ROLES, Role
from .relations import ARROW, Contradiction, Relation
from .same_claim import find_opposites, judge_same
from .standing import modifies_a_noun, stands_by_copula

_SAME_THING_VALUED = 0.65
_SAME_THING_PLACED = 0.55
_SAME_THING_OPPOSED = 0.55
_MAX_LOOSE = 2


def judge_near_texts(difference: Difference, nearness: float) -> Relation | None:
    """What an embedder adds where the words alone leave it open."""
    if is_plain(difference) and not _narrows_a_noun(difference):
        for rule in (_judge_loose_value, _judge_loose_place, _judge_loose_opposites):
            if relation := rule(difference, nearness):
                return relation
    return judge_same(difference, nearness)


def _narrows_a_noun(difference: Difference) -> bool:
    """`An incremental build takes 40 s` doesn't speak of every build; in `we keep the disk` the word is a verb."""
    pairs = ((difference.old, difference.only_old), (difference.new, difference.only_new))
    return any(
        told
        and told[0] is sentence.content[0]
        and not _is_verb(sentence, told[0])
        and modifies_a_noun(sentence, told[0])
        for sentence, told in pairs
    )


def _is_verb(sentence: Sentence, first: Unit) -> bool:
    """Is the first word of content one of a predicate, or does a pronoun stand before it?"""
    has_pronoun = any(u.roles == Role.LIGHT for u in takewhile(lambda u: u is not first, sentence.units))
    return (
        has_pronoun
        or first.kind not in (Kind.WORD, Kind.OPPOSED)
        or bool(first.roles & (VERB_ROLES | Role.WEAK | Role.MOVED))
    )


def _judge_loose_place(difference: Difference, nearness: float) -> Relation | None:
    """`The disk is in the safe`, `we keep the disk at the bank`: another place of the same thing."""
    old, new = find_place(difference.old, difference.only_old), find_place(difference.new, difference.only_new)
    loose = count_loose(difference.only_old, old), count_loose(difference.only_new, new)
    if nearness < _SAME_THING_PLACED or not old or not new or max(loose) > 1 or not has_one_subject(difference):
        return None
    is_there = stands_by_copula(difference.old, old[0]) or stands_by_copula(difference.new, new[0])
    return tell_places(old, new) if is_there and not difference.old.polarity else None


def _judge_loose_value(difference: Difference, nearness: float) -> Relation | None:
    """One value each, and a word or two of the construction beside it: `has 8 digits`, `is ten digits long`."""
    old, new = (tuple(u for u in units if u.kind in VALUES) for units in (difference.only_old, difference.only_new))
    loose = count_loose(difference.only_old, old), count_loose(difference.only_new, new)
    if nearness < _SAME_THING_VALUED or max(loose) > 1 or not (is_one_value(old) and is_one_value(new)):
        return None
    if not is_of_one_kind(old, new) or Kind.NAME in (old[0].kind, new[0].kind):
        return None
    if not has_one_subject(difference) or may_take_many(difference):
        return None
    return Contradiction(f"{quote_units(old)}{ARROW}{quote_units(new)}", name_kind(old, new))


def _judge_loose_opposites(difference: Difference, nearness: float) -> Relation | None:
    """One word and its opposite, with a word or two beside them."""
    if nearness < _SAME_THING_OPPOSED or not has_one_subject(difference):
        return None
    if any(u.kind in VALUES for u in (*difference.only_old, *difference.only_new)):
        return None
    pair = find_opposites(difference)
    if pair is None or max(len(difference.only_old), len(difference.only_new)) > 1 + _MAX_LOOSE:
        return None
    return Contradiction(f"{quote_units(pair[:1])}{ARROW}{quote_units(pair[1:])}", Kind.OPPOSED.value)
