"""Two sentences in another construction: do they give one thing another value, or say the same in other words?

Words that both have stand in another order, or what differs opens the one and closes the other (`Ada leads the team`,
`the team is led by Bo`). More detail, another aspect and another subject mostly keep the order, which is what makes a
construction telling. How near the texts are for an embedder is asked only where the differences allow an answer.
"""

from dataclasses import replace

from .claim_parts import Kind, Sentence, Unit
from .claim_units import PLACE_BY_CASE
from .differences import Difference, Units, quote_units
from .lexicon import Role
from .mood import MOOD
from .relations import ARROW, Contradiction, NearDuplicate, Relation
from .standing import (
    has_one_value,
    is_in_condition,
    is_scope,
    is_tail,
    keys_with,
    may_hold_of_many,
    speaks_of_the_past,
    stands_by_copula,
)

VALUES = frozenset((Kind.NUMBER, Kind.VERSION, Kind.DATE, Kind.CODE, Kind.QUOTED, Kind.NAME))
_VALUED_SHARE = 2
_MAX_LOOSE = 2
_MAX_NAME = 3
_SAME_IN_OTHER_WORDS = 0.9
"""So near are rewordings with a word of their own on either side; `Ada reviews it`, `it is tested by Ada` are not."""
_SAME_WITH_A_WORD_MORE = 0.74
_SAME_THING_VALUED = 0.65
_SAME_PLACED = 0.55
_NO_PLACES = frozenset((Kind.DATE, Kind.VERSION, Kind.QUOTED, Kind.NUMBER))
_OPPOSED_IN_OTHER_WORDS = 0.55


def judge_reworded_value(difference: Difference) -> Relation | None:
    """One value against another, all else shared, in another construction: `Our tutor is Ada`, `Bo is our tutor`."""
    old, new = _as_names(difference.old, difference.only_old), _as_names(difference.new, difference.only_new)
    if not is_reworded(difference) or not _is_plain(difference):
        return None
    if not (_is_one_value(old) and _is_one_value(new) and _is_of_one_kind(old, new)):
        return None
    if old[0].kind is Kind.NAME and not _takes_one_name(difference):
        return None
    if old[0].kind is not Kind.NUMBER and not has_one_value(difference) and _may_take_many(difference):
        return None
    return Contradiction(difference.evidence, _name_kind(old, new))


def _as_names(sentence: Sentence, units: Units) -> Units:
    """The units, where a capital that opens the sentence may be that of a name: `Lokalise translates all texts`."""
    first = sentence.content[0]
    may_name = first.kind is Kind.WORD and first.text[:1].isupper() and not first.roles
    if not units or units[0] is not first or not may_name:
        return units
    return (replace(first, kind=Kind.NAME), *units[1:])


def judge_rewording(difference: Difference, nearness: float) -> Relation | None:
    """What an embedder adds where the words alone leave it open."""
    if not _is_plain(difference):
        return None
    for rule in (_judge_loose_value, _judge_loose_place, _judge_loose_opposites, _judge_same):
        if relation := rule(difference, nearness):
            return relation
    return None


def is_reworded(difference: Difference) -> bool:
    """Do the shared words stand in another order, or around what differs on the other side?"""
    shared_old = [u.key for u in difference.old.content if not _is_among(u, difference.only_old)]
    shared_new = [
        difference.aliases.get(u.key, u.key) for u in difference.new.content if not _is_among(u, difference.only_new)
    ]
    if shared_old != shared_new:
        return True
    return _frames(difference.old, difference.only_old, difference.new, difference.only_new) or _frames(
        difference.new, difference.only_new, difference.old, difference.only_old
    )


def _frames(first: Sentence, opening: Units, second: Sentence, closing: Units) -> bool:
    """Does what differs open the one sentence and close the other?"""
    if not opening or not closing:
        return False
    return (
        first.content[0] is opening[0]
        and second.content[-1] is closing[-1]
        and not _is_among(second.content[0], closing)
    )


def _is_among(unit: Unit, units: Units) -> bool:
    return any(unit is other for other in units)


def _is_plain(difference: Difference) -> bool:
    """Neither denies what the other says, nor holds at another time, in another scope or under a condition."""
    old, new = difference.old, difference.new
    if old.polarity != new.polarity or (old.roles ^ new.roles) & (Role.FUTURE | Role.ONLY):
        return False
    if speaks_of_the_past(difference) and (old.roles ^ new.roles) & Role.SINCE:
        return False
    for sentence, told in ((old, difference.only_old), (new, difference.only_new)):
        if any(_is_scope(u, difference) or is_in_condition(sentence, u) or _is_calendar(u) for u in told):
            return False
    return True


def _is_scope(unit: Unit, difference: Difference) -> bool:
    """`for 30 days` says how long, not for whom."""
    return unit.kind is not Kind.NUMBER and is_scope(unit, difference)


def _is_calendar(unit: Unit) -> bool:
    return unit.kind is Kind.DATE and unit.key[1] == "y"


def _is_one_value(units: Units) -> bool:
    if not units or not all(u.kind in VALUES for u in units) or len({u.kind for u in units}) > 1:
        return False
    return len(units) == 1 or (units[0].kind in (Kind.NAME, Kind.DATE) and len(units) <= _MAX_NAME)


def _is_of_one_kind(old: Units, new: Units) -> bool:
    """Numbers of one unit, versions, names: what could stand in one place."""
    kinds = {old[0].kind, new[0].kind}
    if kinds == {Kind.NUMBER}:
        return _dimension(old[0]) == _dimension(new[0])
    if kinds == {Kind.DATE}:
        return {u.key[1] for u in old} == {u.key[1] for u in new}
    return len(kinds) == 1 or kinds <= {Kind.NUMBER, Kind.VERSION} or kinds <= {Kind.NAME, Kind.CODE}


def _dimension(number: Unit) -> str:
    """`time` of `600 time`; a rate (`per:h`) is a dimension of its own."""
    return "per" if number.key.startswith("per:") else number.key.partition(" ")[2]


def _name_kind(old: Units, new: Units) -> str:
    return Kind.VERSION.value if Kind.VERSION in (old[0].kind, new[0].kind) else old[0].kind.value


def _takes_one_name(difference: Difference) -> bool:
    """Is the named one the doer of a passive, what the subject is, or the holder of an office?"""
    old, new = difference.old, difference.new
    by = keys_with(old, Role.AGENT) | keys_with(new, Role.AGENT)
    if any(units[0].relation in by for units in (difference.only_old, difference.only_new) if units[0].relation):
        return True
    first, second = difference.only_old[0].relation, difference.only_new[0].relation
    if first and first == second and first in keys_with(old, Role.PLACE):
        return True
    return (
        has_one_value(difference)
        or bool(difference.shared_roles & Role.HOLDER)
        or (_is_linked(old, difference.only_old) and _is_linked(new, difference.only_new))
    )


def _is_linked(sentence: Sentence, name: Units) -> bool:
    """`X is ...`, `... is X`: does a light verb stand right beside the name, and nothing else between?"""
    start = next(i for i, u in enumerate(sentence.units) if u is name[0])
    beside = (*sentence.units[max(0, start - 1) : start], *sentence.units[start + len(name) : start + len(name) + 1])
    return any(u.roles & Role.BE and not u.roles & Role.HAVE for u in beside)


def _judge_loose_place(difference: Difference, nearness: float) -> Relation | None:
    """`The disk is in the safe`, `we keep the disk at the bank`: another place of the same thing."""
    old, new = _place(difference.old, difference.only_old), _place(difference.new, difference.only_new)
    loose = _count_loose(difference.only_old, old), _count_loose(difference.only_new, new)
    if nearness < _SAME_PLACED or not old or not new or max(loose) > 1 or not _has_one_subject(difference):
        return None
    if difference.old.polarity or not any(stands_by_copula(s, p[0]) for s, p in _places(difference, old, new)):
        return None
    return Contradiction(f"{quote_units(old)}{ARROW}{quote_units(new)}", "location")


def _places(difference: Difference, old: Units, new: Units) -> tuple[tuple[Sentence, Units], ...]:
    return (difference.old, old), (difference.new, new)


def _place(sentence: Sentence, units: Units) -> Units:
    """The words behind a preposition of place, when they close the sentence."""
    places = keys_with(sentence, Role.PLACE) | {PLACE_BY_CASE}
    start = next((i for i, u in enumerate(units) if u.relation in places and u.kind not in _NO_PLACES), None)
    return () if start is None or not is_tail(sentence, units[start:]) else units[start:]


def _may_take_many(difference: Difference) -> bool:
    return may_hold_of_many(difference, Role.MANY | Role.USES)


def _judge_loose_value(difference: Difference, nearness: float) -> Relation | None:
    """One value each, and a word or two of the construction beside it: `has 8 digits`, `is ten digits long`."""
    old, new = (tuple(u for u in units if u.kind in VALUES) for units in (difference.only_old, difference.only_new))
    loose = _count_loose(difference.only_old, old), _count_loose(difference.only_new, new)
    if nearness < _SAME_THING_VALUED or max(loose) > 1 or not (_is_one_value(old) and _is_one_value(new)):
        return None
    if not _is_of_one_kind(old, new) or old[0].kind is Kind.NAME:
        return None
    if not _has_one_subject(difference) or _may_take_many(difference):
        return None
    return Contradiction(f"{quote_units(old)}{ARROW}{quote_units(new)}", _name_kind(old, new))


def _count_loose(units: Units, value: Units) -> int:
    """How many words stand beside the value; a preposition right before it (`after 40 seconds`) is part of it."""
    return sum(not (u.roles & Role.PREPOSITION or u.sense.endswith("#") or _is_among(u, value)) for u in units)


def _has_one_subject(difference: Difference) -> bool:
    """Does the one sentence's first word stand in the other, too, and in the same place or in another construction?"""
    first_old, first_new = difference.old.content[0], difference.new.content[0]
    if _is_among(first_old, difference.only_old) and _is_among(first_new, difference.only_new):
        return False
    return first_old.key == first_new.key or (is_reworded(difference) and difference.shared >= _VALUED_SHARE)


def _judge_loose_opposites(difference: Difference, nearness: float) -> Relation | None:
    """One word and its opposite, with a word or two beside them."""
    if nearness < _OPPOSED_IN_OTHER_WORDS or not _has_one_subject(difference):
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
    if _have_other_moods(difference) or difference.shared < _VALUED_SHARE:
        return None
    loose = max(len(old), len(new))
    bound = _SAME_IN_OTHER_WORDS if old and new else _SAME_WITH_A_WORD_MORE
    if loose > 1 or nearness < bound:
        return None
    return NearDuplicate("the same in another construction")


def _have_other_moods(difference: Difference) -> bool:
    """What will, may or was; not the past of a passive beside a plain verb (`was fixed by`, `fixed it`)."""
    other = (difference.old.roles ^ difference.new.roles) & MOOD & ~Role.MUST
    if other != Role.PAST:
        return bool(other)
    present = difference.new if difference.old.roles & Role.PAST else difference.old
    return bool(present.roles & Role.BE)
