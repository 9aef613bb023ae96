"""Two sentences in another construction: do they give one thing another value?

Words that both have stand in another order, or what differs opens the one and closes the other (`Ada leads the team`,
`the team is led by Bo`). More detail, another aspect and another subject mostly keep the order, which is what makes a
construction telling.
"""

from dataclasses import replace

from .claim_parts import Kind, Sentence, Unit
from .claim_units import PLACE_BY_CASE
from .differences import Difference, Units, quote_units
from .lexicon import Role
from .relations import ARROW, Contradiction, Relation
from .standing import (
    has_one_value,
    is_contiguous,
    is_in_condition,
    is_scope,
    is_tail,
    keys_with,
    may_hold_of_many,
    speaks_of_the_past,
)

VALUES = frozenset((Kind.NUMBER, Kind.VERSION, Kind.DATE, Kind.CODE, Kind.QUOTED, Kind.NAME))
MIN_SHARED = 2
"""Words that two constructions share before they are taken to speak of one thing."""
_MAX_NAME = 3
_NO_PLACES = frozenset((Kind.DATE, Kind.VERSION, Kind.QUOTED, Kind.NUMBER))


def judge_reworded_value(difference: Difference) -> Relation | None:
    """One value against another, all else shared, in another construction: `Our tutor is Ada`, `Bo is our tutor`."""
    old, new = _as_names(difference.old, difference.only_old), _as_names(difference.new, difference.only_new)
    if not is_reworded(difference) or not is_plain(difference):
        return None
    if not (is_one_value(old) and is_one_value(new) and is_of_one_kind(old, new)):
        return None
    if old[0].kind is Kind.NAME and not (_takes_one_name(difference) and _are_whole_names(difference)):
        return None
    if old[0].kind is not Kind.NUMBER and not has_one_value(difference) and may_take_many(difference):
        return None
    return Contradiction(difference.evidence, name_kind(old, new))


def _as_names(sentence: Sentence, units: Units) -> Units:
    """The units, where a capital that opens the sentence may be that of a name: `Lokalise translates all texts`."""
    first = sentence.content[0]
    may_name = first.kind is Kind.WORD and first.text[:1].isupper() and not first.roles
    if not units or units[0] is not first or not may_name:
        return units
    return (replace(first, kind=Kind.NAME), *units[1:])


def is_reworded(difference: Difference) -> bool:
    """Do the shared words stand in another order, or around what differs on the other side?"""
    shared_old = [u.key for u in difference.old.content if not is_among(u, difference.only_old)]
    shared_new = [
        difference.aliases.get(u.key, u.key) for u in difference.new.content if not is_among(u, difference.only_new)
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
        and not is_among(second.content[0], closing)
    )


def is_among(unit: Unit, units: Units) -> bool:
    """Is it one of these very units?"""
    return any(unit is other for other in units)


def is_plain(difference: Difference) -> bool:
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


def is_one_value(units: Units) -> bool:
    """One value of a kind that is told exactly, a name or a date of some words."""
    if not units or not all(u.kind in VALUES for u in units) or len({u.kind for u in units}) > 1:
        return False
    return len(units) == 1 or (units[0].kind in (Kind.NAME, Kind.DATE) and len(units) <= _MAX_NAME)


def is_of_one_kind(old: Units, new: Units) -> bool:
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


def name_kind(old: Units, new: Units) -> str:
    """How a contradiction of the two is called."""
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


def _are_whole_names(difference: Difference) -> bool:
    return is_contiguous(difference.old, difference.only_old) and is_contiguous(difference.new, difference.only_new)


def _is_linked(sentence: Sentence, name: Units) -> bool:
    """`X is ...`, `... is X`: does a light verb stand right beside the name, and nothing else between?"""
    start = next(i for i, u in enumerate(sentence.units) if u is name[0])
    beside = (*sentence.units[max(0, start - 1) : start], *sentence.units[start + len(name) : start + len(name) + 1])
    return any(u.roles & Role.BE and not u.roles & Role.HAVE for u in beside)


def judge_reworded_place(difference: Difference) -> Relation | None:
    """Another place of the same thing, with a verb of being there: `is in the safe`, `is kept at the bank`."""
    old, new = find_place(difference.old, difference.only_old), find_place(difference.new, difference.only_new)
    if not old or not new or difference.old.polarity or not is_plain(difference):
        return None
    loose = [u for u in (*difference.only_old, *difference.only_new) if not is_among(u, (*old, *new))]
    is_alike = old[0].relation == new[0].relation or Kind.NAME not in (old[0].kind, new[0].kind)
    if not loose or not is_alike or not all(u.roles & Role.SINGLE for u in loose):
        return None
    if difference.old.keys[0] != difference.new.keys[0] or (old[0].roles ^ new[0].roles) & Role.FUNCTIONAL:
        return None  # `listens on port 8080` and `is on Postgres 16` are no two places
    return tell_places(old, new)


def tell_places(old: Units, new: Units) -> Contradiction:
    """The contradiction of two places."""
    kind = Kind.CODE.value if old[0].kind is new[0].kind is Kind.CODE else "location"
    return Contradiction(f"{quote_units(old)}{ARROW}{quote_units(new)}", kind)


def judge_move(difference: Difference) -> Relation | None:
    """`The shop is hosted at Strato`, `the shop has moved to Netcup`: what took the place of what was."""
    old, new = difference.only_old, difference.only_new
    is_moved = [any(u.roles & Role.MOVED for u in units) for units in (old, new)]
    if is_moved[0] is is_moved[1] or difference.old.polarity or not is_plain(difference):
        return None
    if difference.old.keys[0] != difference.new.keys[0] or max(len(old), len(new)) > 1 + _MAX_NAME:
        return None
    values = [tuple(u for u in units if not u.roles & _HELD) for units in (old, new)]
    if not all(value and value[0].kind in _NAMING for value in values):
        return None
    return Contradiction(f"{quote_units(values[0])}{ARROW}{quote_units(values[1])}", "state_change")


_NAMING = frozenset((Kind.NAME, Kind.CODE, Kind.VERSION))
_HELD = Role.MOVED | Role.SINGLE | Role.USES


def judge_permission(difference: Difference) -> Relation | None:
    """`Anybody may change the code` against `the code can only be changed by its owners`, in whatever words."""
    old, new = difference.old, difference.new
    if old.polarity or new.polarity or difference.shared < MIN_SHARED or not is_reworded(difference):
        return None
    for open_to_all, kept_to_some, told, kept in (
        (old, new, difference.only_old, difference.only_new),
        (new, old, difference.only_new, difference.only_old),
    ):
        is_open = open_to_all.roles & Role.MAY and (
            open_to_all.roles & Role.EVERYONE
            or (open_to_all.roles & Role.EVERY and _differ_in_who(open_to_all, told, kept_to_some, kept))
        )
        is_kept = kept_to_some.roles & Role.ONLY and (kept_to_some.roles & (Role.MAY | Role.AGENT) or _reserves(kept))
        if is_open and is_kept and not kept_to_some.roles & Role.EVERYONE:
            return Contradiction(f"{quote_units(old.units)}{ARROW}{quote_units(new.units)}", Kind.OPPOSED.value)
    return None


def _differ_in_who(open_to_all: Sentence, told: Units, kept_to_some: Sentence, kept: Units) -> bool:
    """`Every guest may ring the bell`, `ringing the bell is restricted to wardens`: is the rest what both have?"""
    place = next((i for i, u in enumerate(kept_to_some.content) if u.roles & Role.ONLY), 0)
    some = kept_to_some.content[place : place + len(kept)]
    return _are_the_same(some, kept) and _are_the_same(open_to_all.content[: len(told)], told)


def _are_the_same(some: Units, others: Units) -> bool:
    return len(some) == len(others) and all(a is b for a, b in zip(some, others, strict=True))


def _reserves(units: Units) -> bool:
    """`Reserved for`, `restricted to`."""
    return any(u.roles & Role.ONLY and " " in u.text for u in units)


def judge_duty(difference: Difference) -> Relation | None:
    """`Attendance is voluntary` against `everyone must attend`."""
    old, new = difference.old, difference.new
    if old.polarity or new.polarity or not difference.shared or not is_plain(difference):
        return None
    for free, bound, told in ((old, new, difference.only_old), (new, old, difference.only_new)):
        is_free = any(u.roles & Role.OPTIONAL for u in told) and not free.roles & Role.MUST
        if is_free and bound.roles & Role.MUST and not bound.roles & Role.OPTIONAL and has_one_subject(difference):
            return Contradiction(f"{quote_units(old.units)}{ARROW}{quote_units(new.units)}", Kind.OPPOSED.value)
    return None


def judge_count(difference: Difference) -> Relation | None:
    """Another number of what both count: `passes four gates`, `there are three gates for each`."""
    old, new = _numbers(difference.only_old), _numbers(difference.only_new)
    if len(old) != 1 or len(new) != 1 or not is_plain(difference) or may_take_many(difference):
        return None
    counted = _counted(difference.old, old[0])
    if not counted or counted != _counted(difference.new, new[0]) or not _names_both_subjects(difference):
        return None
    loose = [u for u in (*difference.only_old, *difference.only_new) if not is_among(u, (*old, *new))]
    if len(loose) > 1 or any(u.kind is not Kind.WORD or u.relation for u in loose):
        return None
    return Contradiction(f"{quote_units(old)}{ARROW}{quote_units(new)}", Kind.NUMBER.value)


def _numbers(units: Units) -> Units:
    return tuple(u for u in units if u.kind is Kind.NUMBER)


def _counted(sentence: Sentence, number: Unit) -> str:
    """The key of the noun that the number counts."""
    place = next(i for i, u in enumerate(sentence.units) if u is number)
    following = sentence.units[place + 1 : place + 2]
    counts = number.counts and following and following[0].kind in (Kind.WORD, Kind.NAME)
    return following[0].key if counts else ""


def _names_both_subjects(difference: Difference) -> bool:
    """Does what opens each sentence, its number aside, stand in the other as well?"""
    pairs = ((difference.old, difference.only_old), (difference.new, difference.only_new))
    opening = (next((u for u in s.content if u.kind is not Kind.NUMBER), None) for s, _ in pairs)
    return all(u is not None and not is_among(u, told) for u, (_, told) in zip(opening, pairs, strict=True))


def find_place(sentence: Sentence, units: Units) -> Units:
    """The words behind a preposition of place, when they close the sentence."""
    places = keys_with(sentence, Role.PLACE) | {PLACE_BY_CASE}
    start = next((i for i, u in enumerate(units) if u.relation in places and u.kind not in _NO_PLACES), None)
    if start is not None and any(u.kind is Kind.NUMBER for u in units[start + 1 : start + 2]):
        return ()  # at least 16
    return () if start is None or not is_tail(sentence, units[start:]) else units[start:]


def may_take_many(difference: Difference) -> bool:
    """Does the predicate hold of several things at once?"""
    return may_hold_of_many(difference, Role.MANY | Role.USES)


def count_loose(units: Units, value: Units) -> int:
    """How many words stand beside the value; a preposition right before it (`after 40 seconds`) is part of it."""
    return sum(not (u.roles & Role.PREPOSITION or u.sense.endswith("#") or is_among(u, value)) for u in units)


def has_one_subject(difference: Difference) -> bool:
    """Does the one sentence's first word stand in the other, too, and in the same place or in another construction?"""
    first_old, first_new = difference.old.content[0], difference.new.content[0]
    if is_among(first_old, difference.only_old) and is_among(first_new, difference.only_new):
        return False
    return first_old.key == first_new.key or (is_reworded(difference) and difference.shared >= MIN_SHARED)
