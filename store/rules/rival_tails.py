"""Two sentences that begin alike up to their predicate, and go on with another value altogether."""

from .claim_parts import Kind, Sentence, Unit
from .claim_units import PLACE_BY_CASE
from .differences import Difference, Units, quote_units
from .lexicon import Role
from .relations import ARROW, Contradiction, Relation
from .standing import PREDICATES, follows_a_passive, is_scope, keys_with, stands_by_copula

_MAX_TAIL = 6
_NO_PLACES = frozenset((Kind.DATE, Kind.VERSION, Kind.QUOTED))
_NAMING = frozenset((Kind.NAME, Kind.CODE, Kind.VERSION, Kind.QUOTED, Kind.DATE))


def judge_tail(difference: Difference) -> Relation | None:
    """Same beginning up to a single-valued predicate, and then another value altogether."""
    begins = _count_alike(difference)
    old, new = difference.old.content[begins:], difference.new.content[begins:]
    if not begins or not old or not new or max(len(old), len(new)) > _MAX_TAIL or difference.old.polarity:
        return None
    if is_scope(old[0], difference) or is_scope(new[0], difference):
        return None
    if (old[0].roles ^ new[0].roles) & Role.FUNCTIONAL:
        return None  # `listens on port 8080`, `is on Postgres 16`: a value of one thing, and of another
    evidence = f"{quote_units(old)}{ARROW}{quote_units(new)}"
    has_other_predicate = (old[0].roles | new[0].roles) & (PREDICATES | Role.HISTORY)
    if begins > 1 and difference.old.content[begins - 1].roles & Role.SINGLE and not has_other_predicate:
        if old[0].relation == new[0].relation:
            return Contradiction(evidence, Kind.WORD.value)
        if _are_common_places(difference, old, new):
            return Contradiction(evidence, "location")
    return Contradiction(evidence, "location") if _are_placed_otherwise(difference, old, new) else None


def _count_alike(difference: Difference) -> int:
    """How many words of content the two begin with alike."""
    pairs = zip(difference.old.keys, difference.new.keys, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), 0)


def _are_common_places(difference: Difference, old: Units, new: Units) -> bool:
    """`sits on the second floor` against `sits in the basement`; in `runs on Linux` a name tells of something else."""
    return all(
        units[0].relation in keys_with(sentence, Role.PLACE) and not any(u.kind in _NAMING for u in units)
        for sentence, units in ((difference.old, old), (difference.new, new))
    )


def _are_placed_otherwise(difference: Difference, old: Units, new: Units) -> bool:
    """`is in the basement` against `is on the top floor`."""
    one, other = _head_of_place(old), _head_of_place(new)
    for sentence, unit in ((difference.old, one), (difference.new, other)):
        if unit.relation not in keys_with(sentence, Role.PLACE) | {PLACE_BY_CASE}:
            return False
        if one.relation != other.relation and (unit.kind in _NO_PLACES or unit.roles & Role.FUNCTIONAL):
            return False
    return _is_placed(difference.old, one) and _is_placed(difference.new, other)


def _head_of_place(units: Units) -> Unit:
    """The word that the preposition stands before, or that carries the ending of a place."""
    return units[-1] if units[-1].relation == PLACE_BY_CASE else units[0]


def _is_placed(sentence: Sentence, unit: Unit) -> bool:
    """`is in the lobby`, `is collected in the lobby`; not `is used in the lobby`, which it may be elsewhere too."""
    return stands_by_copula(sentence, unit) or follows_a_passive(sentence, unit)
