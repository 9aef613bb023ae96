"""What the nearness of two texts adds where their words leave it open: nothing without a reason in the words.

A contradiction needs a value against a value of its kind, a place against a place, a word against its opposite. A
repetition needs that no such difference is there, that the construction is another one, and that hardly a word is left
over. The bounds are calibrated on the project's own pairs (`benchmarks/conflicts.py`).
"""

from itertools import takewhile

from .claim_parts import Kind, Sentence, Unit
from .construction import (
    MIN_SHARED,
    VALUES,
    count_loose,
    find_place,
    has_one_subject,
    is_of_one_kind,
    is_one_value,
    is_plain,
    is_reworded,
    may_take_many,
    name_kind,
    tell_places,
)
from .differences import Difference, Units, quote_units
from .lexicon import VERB_ROLES, Role
from .mood import MOOD
from .relations import ARROW, Contradiction, NearDuplicate, Relation
from .standing import modifies_a_noun, stands_by_copula

_SAME_IN_OTHER_WORDS = 0.9
"""So near are rewordings with a word of their own on either side; `Ada reviews it`, `it is tested by Ada` are not."""
_SAME_WITH_A_WEAK_WORD = 0.77
"""`It talks over GraphQL`, `GraphQL is used for it`: one of the two words says little."""
_SAME_WITH_A_WORD_MORE = 0.74
_SAME_THING_VALUED = 0.65
_SAME_THING_PLACED = 0.55
_SAME_THING_OPPOSED = 0.55
_MAX_LOOSE = 2


def judge_near_texts(difference: Difference, nearness: float) -> Relation | None:
    """What an embedder adds where the words alone leave it open."""
    if not is_plain(difference):
        return None
    if not _narrows_a_noun(difference):
        for rule in (_judge_loose_value, _judge_loose_place, _judge_loose_opposites):
            if relation := rule(difference, nearness):
                return relation
    return _judge_same(difference, nearness)


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
    pair = _find_opposites(difference)
    if pair is None or max(len(difference.only_old), len(difference.only_new)) > 1 + _MAX_LOOSE:
        return None
    return Contradiction(f"{quote_units(pair[:1])}{ARROW}{quote_units(pair[1:])}", Kind.OPPOSED.value)


def _find_opposites(difference: Difference) -> tuple[Unit, Unit] | None:
    pairs = ((a, b) for a in difference.only_old for b in difference.only_new)
    return next(((a, b) for a, b in pairs if a.sense and a.sense == b.sense and a.pole != b.pole), None)


def _judge_same(difference: Difference, nearness: float) -> Relation | None:
    """No value, no opposite, no other mood, and another construction of mostly the same words."""
    old, new = difference.only_old, difference.only_new
    if any(u.kind in VALUES for u in (*old, *new)) or not is_reworded(difference):
        return None
    if _find_opposites(difference) or _have_other_moods(difference) or difference.shared < MIN_SHARED:
        return None
    if max(len(old), len(new)) > _MAX_LOOSE or nearness < _bound(old, new):
        return None
    return NearDuplicate("the same in another construction")


def _bound(old: Units, new: Units) -> float:
    """How near two constructions must be, by what each has of its own."""
    if max(len(old), len(new)) > 1:
        return _SAME_IN_OTHER_WORDS
    if old and new:
        is_weak = (old[0].roles | new[0].roles) & Role.WEAK
        return _SAME_WITH_A_WEAK_WORD if is_weak else _SAME_IN_OTHER_WORDS
    return _SAME_WITH_A_WORD_MORE


def _have_other_moods(difference: Difference) -> bool:
    """What will, may or was; not the past of a passive beside a plain verb (`was fixed by`, `fixed it`)."""
    other = (difference.old.roles ^ difference.new.roles) & MOOD & ~Role.MUST
    if other != Role.PAST:
        return bool(other)
    present = difference.new if difference.old.roles & Role.PAST else difference.old
    return bool(present.roles & Role.BE)
