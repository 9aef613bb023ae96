"""What happened once may have happened at another time, or elsewhere, too: such events stand side by side."""

import re
from collections.abc import Sequence

from .claim_parts import Kind, Unit
from .claim_units import PLACE_BY_CASE
from .differences import Difference, Units
from .lexicon import Lexicon, Role
from .relations import Coexist, Relation
from .standing import keys_with

_PARTICIPLE = re.compile(
    r"\w*ge\w{2,}(?:t|en|d)|(?:be|ver|er|ent|zer)\w{2,}(?:t|en)|\w{2,}(?:é|ée|és|ées|ado|ada|ido|ida|ato|ata|ito|uto|uta)"
    r"|\w{2,}(?:ed|at|ats|et|t)"
)
_VERBS = frozenset((Kind.WORD, Kind.OPPOSED))
_ONCE = Role.HISTORY | Role.ENDED | Role.FUNCTIONAL | Role.ONLY | Role.RANK | Role.DATED | Role.ORDINAL | Role.HOLDER
_IN_ONE_PLACE = Role.SINGLE | Role.MOVED


def tell_of_an_event(units: Sequence[Unit], lexicon: Lexicon) -> bool:
    """Does a sentence of these units say what happened, by a verb's past or by a light verb and a participle?"""
    light = next((i for i, u in enumerate(units) if u.roles & Role.BE), None)
    if light is None:
        return any(_is_past_verb(unit, lexicon) for unit in units[_opens_late(lexicon) :])
    is_done = units[light].roles & (Role.PAST | Role.HAVE)
    return bool(is_done) and any(_may_be_participle(u) for u in (*units[light + 1 : light + 3], units[-1]))


def _opens_late(lexicon: Lexicon) -> int:
    """Where the subject may be missing, the verb may open the sentence; elsewhere a participle there is a noun's."""
    return 0 if lexicon.code in _DROPPING else 1


_DROPPING = frozenset(("es", "pt", "it", "pl", "ru", "hu", "zh", "ja"))


def _is_past_verb(unit: Unit, lexicon: Lexicon) -> bool:
    if unit.kind not in _VERBS or unit.relation:
        return False
    return bool(unit.roles & Role.HAPPENED or lexicon.past_forms.fullmatch(unit.text.casefold()))


def _may_be_participle(unit: Unit) -> bool:
    return unit.kind in _VERBS and bool(_PARTICIPLE.fullmatch(unit.text.casefold().split()[-1]))


def judge_event(difference: Difference) -> Relation | None:
    """`The build failed on Monday`, `... on Tuesday`; not `was founded on`, `the last build failed on`."""
    if not difference.shared_roles & Role.HAPPENED:
        return None
    told = (*difference.only_old, *difference.only_new)
    if any(u.roles & _ONCE for u in difference.old.units if not any(u is other for other in told)):
        return None
    if all(u.kind is Kind.DATE for u in told):
        return Coexist("the two tell of events at different times")
    is_elsewhere = _are_places(difference, difference.only_old) and _are_places(difference, difference.only_new)
    if is_elsewhere and not difference.shared_roles & _IN_ONE_PLACE:
        return Coexist("the two tell of events in different places")
    return None


def _are_places(difference: Difference, units: Units) -> bool:
    places = keys_with(difference.old, Role.PLACE) | keys_with(difference.new, Role.PLACE) | {PLACE_BY_CASE}
    return units[0].relation in places
