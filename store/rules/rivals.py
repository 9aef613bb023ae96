"""Rules for two sentences of which each has something the other lacks: can both hold?

Each rule answers, or passes by returning None; the first answer counts. A contradiction needs that nothing else
differs.
"""

from collections.abc import Callable

from .claim_parts import Kind, Sentence, Unit
from .claim_units import ARROWS, PLACE_BY_CASE, SIZES
from .construction import (
    is_reworded,
    judge_count,
    judge_duty,
    judge_move,
    judge_permission,
    judge_reworded_place,
    judge_reworded_value,
)
from .differences import Difference, Units
from .labels import numbers_the_first
from .lexicon import Role
from .numerals import may_read_alike
from .past_events import judge_event
from .relations import Coexist, Contradiction, Relation
from .rival_tails import judge_tail
from .standing import (
    counts_behind,
    has_one_value,
    identifies_a_noun,
    is_contiguous,
    is_in_condition,
    is_in_subject,
    is_scope,
    keys_with,
    leads_the_sentence,
    may_hold_of_many,
    modifies_a_noun,
    names_a_value,
    numbers_a_scope,
    speaks_of_the_past,
    stands_behind_an_object,
    stands_by_copula,
)

Rule = Callable[[Difference], Relation | None]

_TYPED = frozenset((Kind.NUMBER, Kind.VERSION, Kind.DATE, Kind.CODE, Kind.QUOTED))
_COUNTED = frozenset((Kind.NUMBER, Kind.VERSION, Kind.DATE))
_MANY_OR_USED = Role.MANY | Role.USES
_MAX_NAME = 3
_AROUND = frozenset(("before", "inside", "above", "vor", "innan", "voordat", "előtt", ARROWS, SIZES))
_OPENING_PREDICATES = frozenset(("允许",))
"""Chinese tells what is allowed or forbidden before what it is about, and needs no subject."""
_DENYING = frozenset(
    ("un", "non", "non-", "in", "im", "ir", "dis", "un-", "on", "ikke-", "nicht", "nicht-", "niet-", "icke-", "o", "u",
     "nie", "не", "des", "dés", "dé", "de", "de-")
)  # fmt: skip
_DENYING_IDEOGRAPHS = frozenset("不非未无無")


def judge_case(difference: Difference) -> Relation | None:
    """`curl -o`, `curl -O`: two names, or one that someone wrote otherwise."""
    old, new = ([u.text.casefold() for u in units] for units in (difference.only_old, difference.only_new))
    return Coexist("only the case of an identifier differs") if old == new else None


def judge_end(difference: Difference) -> Relation | None:
    """One says that the thing has ended, the other that it does something."""
    for ending, other, told, others in (
        (difference.new, difference.old, difference.only_new, difference.only_old),
        (difference.old, difference.new, difference.only_old, difference.only_new),
    ):
        said = [u for u in told if not _is_calendar(u)]
        if not said or not _says_it_ended(ending, tuple(said)) or any(u.roles & Role.ENDED for u in others):
            continue
        subject = _keys_before(ending, said[0])
        is_certain = not ending.roles & (Role.MAY | Role.MUST) and not ending.polarity and not other.polarity
        about_the_same = bool(others and subject) and other.keys[: len(subject)] == subject
        if is_certain and about_the_same and not other.roles & Role.HISTORY:
            return Contradiction(difference.evidence, "state_change")
    return None


def _says_it_ended(sentence: Sentence, said: Units) -> bool:
    """`has been switched off`, and perhaps by whom; `is stopped at night`, `was removed from the list` are no end."""
    if all(u.roles & Role.ENDED for u in said):
        return True
    is_done = bool(sentence.roles & Role.PAST) or " " in said[0].text or any(u.text == "been" for u in sentence.units)
    added = keys_with(sentence, Role.AGENT | Role.FOR) | {""}
    behind = said[1:]
    has_ended = bool(said[0].roles & Role.ENDED) and is_done and len(behind) < _MAX_NAME
    return has_ended and all(u.relation in added and not is_in_condition(sentence, u) for u in behind)


def _keys_before(sentence: Sentence, unit: Unit) -> tuple[str, ...]:
    return sentence.keys[: next(i for i, u in enumerate(sentence.content) if u is unit)]


def judge_time(difference: Difference) -> Relation | None:
    """Other dates and other claims: each may hold of its own time."""
    changed = (*difference.only_old, *difference.only_new)
    if any(_is_calendar(u) for u in changed) and not all(_is_calendar(u) for u in changed):
        return Coexist("the two speak of different times")
    return None


def _is_calendar(unit: Unit) -> bool:
    return unit.kind is Kind.DATE and unit.key[1] in "ymd"


def judge_tense(difference: Difference) -> Relation | None:
    """What was, what is and what will be may differ."""
    if (difference.old.roles ^ difference.new.roles) & Role.FUTURE:
        return Coexist("one speaks of the future")
    return Coexist("one speaks of the past") if speaks_of_the_past(difference) else None


def judge_denial(difference: Difference) -> Relation | None:
    """One denies, and something else differs too."""
    if difference.old.polarity != difference.new.polarity:
        return Coexist("the two deny different things")
    return None


def judge_condition(difference: Difference) -> Relation | None:
    """The two name other conditions; their numbers (`more than 500 messages`) are values all the same."""
    old, new = difference.only_old[0], difference.only_new[0]
    if old.kind in _TYPED and new.kind in _TYPED:
        return None
    if is_in_condition(difference.old, old) and is_in_condition(difference.new, new):
        return Coexist("the two hold under different conditions")
    return None


def judge_addition(difference: Difference) -> Relation | None:
    """`We deploy on Thursdays too`: what one says comes to what the other says."""
    if (difference.old.roles | difference.new.roles) & Role.ADDS:
        return Coexist("one adds to the other")
    return None


def judge_label(difference: Difference) -> Relation | None:
    """`User 17 complained`, `user 18 complained`: a number right behind the noun that opens the sentence."""
    old, new = difference.only_old, difference.only_new
    if len(old) == 1 == len(new) and numbers_the_first(difference.old, old[0]):
        return Coexist("the two have different subjects") if numbers_the_first(difference.new, new[0]) else None
    return None


def judge_mark(difference: Difference) -> Relation | None:
    """`1.500 EUR`, `1.5 EUR`: who knows whether the point groups thousands?"""
    old, new = difference.only_old[0], difference.only_new[0]
    if old.kind is Kind.NUMBER is new.kind and may_read_alike(old.key, new.key):
        return Coexist("a mark in the number may be read in two ways")
    return None


def judge_restriction(difference: Difference) -> Relation | None:
    """`All users can merge` against `only maintainers can merge`."""
    for all_of, some, told, others in (
        (difference.old, difference.new, difference.only_new, difference.only_old),
        (difference.new, difference.old, difference.only_old, difference.only_new),
    ):
        restricts = some.content[0].roles & Role.ONLY and any(u is some.content[0] for u in told)
        is_alike = len(others) == 1 and len(told) <= _MAX_NAME and difference.shared > 1
        if restricts and is_alike and all_of.roles & (Role.EVERY | Role.EVERYONE):
            return Contradiction(difference.evidence, Kind.OPPOSED.value)
    return None


def judge_opposed(difference: Difference) -> Relation | None:
    """One word against its opposite, all else equal."""
    if len(difference.only_old) != 1 or len(difference.only_new) != 1:
        return None
    old, new = difference.only_old[0], difference.only_new[0]
    if not _are_opposed(old, new):
        return None
    attributes = leads_the_sentence(difference.old, old) and leads_the_sentence(difference.new, new)
    is_bound = _bounds(difference.old, old) and _bounds(difference.new, new)
    is_predicate = bool(old.roles & Role.CHOICE) or old.sense in _OPENING_PREDICATES
    if attributes and not is_predicate and not is_bound:
        return Coexist("the two have different subjects")
    if old.sense in _AROUND and not _keeps_order(difference):
        return Coexist("opposed words around a changed order")
    return Contradiction(difference.evidence, Kind.OPPOSED.value)


def _bounds(sentence: Sentence, unit: Unit) -> bool:
    """`At least two reviewers`; `over 500 users`, `> 10 GB` pick out what is spoken of."""
    return unit.sense != SIZES and not unit.sense.endswith("#") and counts_behind(sentence, unit)


def _are_opposed(old: Unit, new: Unit) -> bool:
    if old.sense and old.sense == new.sense:
        return old.pole != new.pole
    short, long = sorted((old.text.casefold(), new.text.casefold()), key=len)
    prefix = long[: len(long) - len(short)]
    if not long.endswith(short):
        return False
    return (len(short) >= 5 and prefix in _DENYING) or (len(short) >= 2 and prefix in _DENYING_IDEOGRAPHS)


def _keeps_order(difference: Difference) -> bool:
    old = [u.key for u in difference.old.content if u is not difference.only_old[0]]
    new = [difference.aliases.get(u.key, u.key) for u in difference.new.content if u is not difference.only_new[0]]
    return old == new


def judge_values(difference: Difference) -> Relation | None:
    """Numbers, dates, paths, quotes against others of their kind."""
    old, new = difference.only_old, difference.only_new
    if not {u.kind for u in (*old, *new)} <= _TYPED or not _have_same_kinds(old, new):
        return None
    if len(old) != len(new) and old[0].kind is not Kind.DATE:
        return None
    kind = old[0].kind
    if _has_other_subject(difference, kind):
        return Coexist("the two have different subjects")
    if kind is Kind.NUMBER and old[0].counts:
        return _contradict(difference, kind)
    if numbers_a_scope(difference.old, old[0]) and numbers_a_scope(difference.new, new[0]):
        return Coexist("the two hold in different scopes")
    many = Role.MANY if kind in _COUNTED or kind is Kind.QUOTED or _is_place_of_an_object(difference) else _MANY_OR_USED
    if may_hold_of_many(difference, many):
        return Coexist("such a thing may hold of many")
    if difference.old.polarity and kind not in (Kind.NUMBER, Kind.VERSION):
        return Coexist("both may be denied")
    return _contradict(difference, kind)


def _is_place_of_an_object(difference: Difference) -> bool:
    """`writes its log to /a`, `writes its log to /b`."""
    return stands_behind_an_object(difference.old, difference.only_old[0]) and stands_behind_an_object(
        difference.new, difference.only_new[0]
    )


def _have_same_kinds(old: Units, new: Units) -> bool:
    loose = {Kind.VERSION: Kind.NUMBER}
    return {loose.get(u.kind, u.kind) for u in old} == {loose.get(u.kind, u.kind) for u in new}


def _has_other_subject(difference: Difference, kind: Kind) -> bool:
    """A value in the subject names another thing (`port 80 is open`); a count there (`two reviewers approve`) does not,
    unless more differs behind it (`the first quarter ... 4 %`)."""
    old, new = difference.only_old[0], difference.only_new[0]
    if not is_in_subject(difference.old, old) or not is_in_subject(difference.new, new):
        return False
    return kind is not Kind.NUMBER or not (old.counts and new.counts) or len(difference.only_old) > 1


def _contradict(difference: Difference, kind: Kind) -> Contradiction:
    if any(u.kind is Kind.VERSION for u in (*difference.only_old, *difference.only_new)):
        kind = Kind.VERSION
    return Contradiction(difference.evidence, kind.value)


def judge_names(difference: Difference) -> Relation | None:
    """One word or one name against another, nothing else changed."""
    old, new = difference.only_old, difference.only_new
    if not _is_one_thing(difference) or is_reworded(difference):
        return None
    if is_in_subject(difference.old, old[0]) or is_in_subject(difference.new, new[0]):
        return _judge_holders(difference)
    if difference.old.polarity:
        denies_in_two_ways = bool((difference.old.roles ^ difference.new.roles) & Role.WITHOUT)
        return Coexist("both may be denied", may_be_reworded=denies_in_two_ways)
    if not names_a_value(difference) and (is_scope(old[0], difference) or is_scope(new[0], difference)):
        return Coexist("the two hold in different scopes")
    if may_hold_of_many(difference, Role.MANY | Role.USES):
        return Coexist("such a thing may hold of many")
    if not _are_related_alike(difference):
        return None
    if _are_names(old) and _are_names(new) and _has_one_name(difference):
        return Contradiction(difference.evidence, Kind.NAME.value)
    if has_one_value(difference):
        return Contradiction(difference.evidence, Kind.WORD.value)
    return None


def _are_related_alike(difference: Difference) -> bool:
    """Does the same preposition stand before both, or one of place (written in Java, written by hand)?"""
    old, new = difference.only_old[0].relation, difference.only_new[0].relation
    places = keys_with(difference.old, Role.PLACE) | keys_with(difference.new, Role.PLACE)
    return old == new or (old in places and new in places)


def _are_names(units: Units) -> bool:
    return all(u.kind is Kind.NAME for u in units)


def _is_one_thing(difference: Difference) -> bool:
    """Is the difference one word on either side, or one name of up to three words?"""
    old, new = difference.only_old, difference.only_new
    if len(old) == 1 == len(new):
        return True
    if max(len(old), len(new)) > _MAX_NAME or not (_are_names(old) and _are_names(new)):
        return False
    return is_contiguous(difference.old, old) and is_contiguous(difference.new, new)


def _has_one_name(difference: Difference) -> bool:
    """Is it likely that the place of the name takes one name only? A plain object of an unknown verb may take many."""
    old, new = difference.only_old, difference.only_new
    if has_one_value(difference):
        return True
    if modifies_a_noun(difference.old, old[-1]) or modifies_a_noun(difference.new, new[-1]):
        return False
    if stands_by_copula(difference.old, old[0]) and stands_by_copula(difference.new, new[0]):
        return True
    if _is_made_with(difference):
        return True
    if identifies_a_noun(difference.old, old[0]) and identifies_a_noun(difference.new, new[0]):
        return True
    placing = keys_with(difference.old, Role.PLACE | Role.AGENT) | {PLACE_BY_CASE}
    return bool(old[0].relation) and old[0].relation == new[0].relation and old[0].relation in placing


def _is_made_with(difference: Difference) -> bool:
    """`Invoices are created with Zebu`: what is made is made with one tool, what is shared may be with many."""
    old, new = difference.only_old[0].relation, difference.only_new[0].relation
    makes = any(u.roles & Role.HISTORY or u.key.lstrip("=") == "make" for u in difference.old.units)
    return old == new and old in _MEANS and makes


_MEANS = frozenset(("with", "mit", "med", "met"))


def _judge_holders(difference: Difference) -> Relation:
    """An office has one holder: `Ada is the owner of billing` against `Bo is the owner of billing`."""
    old, new = difference.only_old[0], difference.only_new[0]
    leads = difference.old.content[0] is old and difference.new.content[0] is new
    is_named = old.text[:1].isupper() and new.text[:1].isupper() and not (old.roles | new.roles)
    if leads and is_named and difference.shared_roles & Role.HOLDER and not difference.old.polarity:
        return Contradiction(difference.evidence, Kind.NAME.value)
    return Coexist("the two have different subjects")


RULES: tuple[Rule, ...] = (
    judge_case,
    judge_condition,
    judge_end,
    judge_time,
    judge_tense,
    judge_denial,
    judge_restriction,
    judge_opposed,
    judge_permission,
    judge_duty,
    judge_addition,
    judge_label,
    judge_mark,
    judge_event,
    judge_move,
    judge_reworded_value,
    judge_reworded_place,
    judge_count,
    judge_values,
    judge_names,
    judge_tail,
)
