"""One sentence has all that the other has, and more: mostly a detail, sometimes a denial, an end or a restriction."""

from collections.abc import Callable

from .claim_parts import Kind, Sentence, Unit
from .construction import is_plain, is_reworded
from .differences import Difference, Units, quote_units
from .lexicon import Role
from .negation import contradict_polarity
from .relations import ARROW, Coexist, Contradiction, NearDuplicate, Relation

_MAX_DENIED_DETAIL = 3


def judge_extension(difference: Difference) -> Relation:
    """What a sentence is to another that says the same and more."""
    old, new = difference.old, difference.new
    longer, shorter, extra = (old, new, difference.only_old) if difference.only_old else (new, old, difference.only_new)
    if _forbids_alike(shorter, longer, extra):
        return NearDuplicate("what must not be is forbidden")
    if old.polarity != new.polarity:
        if _denies_the_whole(shorter, longer, extra):
            return contradict_polarity(difference)
        return Coexist("one says more, and denies only that")
    if _restricts(shorter, extra) or _forbids(shorter, longer, extra) or _excludes(shorter, longer, extra):
        return Contradiction(difference.evidence, Kind.OPPOSED.value)
    if _counts_an_article(shorter, longer, extra):
        counted = (quote_units(units) if units else "1" for units in (difference.only_old, difference.only_new))
        return Contradiction(ARROW.join(counted), Kind.NUMBER.value)
    if is_reworded(difference) and is_plain(difference) and all(u.roles & Role.WEAK for u in extra):
        return NearDuplicate("the same in another construction")
    if _only_names_the_link(shorter, longer, extra):
        return NearDuplicate("one names what links the two, the other only says that it is so")
    if _only_says_it_exists(shorter, longer, extra):
        return NearDuplicate("one says that there is what the other has")
    return Coexist("one says more than the other", may_be_reworded=True)


def _denies_the_whole(shorter: Sentence, longer: Sentence, extra: Units) -> bool:
    """A plain denial opposes the detailed claim; a detailed denial (`not on forks`) opposes a plain claim only when it
    says that something ended."""
    if all(u.roles & Role.ALWAYS or u.kind is Kind.DATE for u in extra):
        return True
    begins_alike = longer.keys[: len(shorter.keys)] == shorter.keys
    if longer.roles & Role.NO_LONGER:
        return begins_alike
    return bool(shorter.polarity & Role.NEGATION) and len(extra) <= _MAX_DENIED_DETAIL and begins_alike


def _restricts(shorter: Sentence, extra: Units) -> bool:
    """`Anyone can merge` against `only maintainers can merge`."""
    return bool(shorter.roles & Role.EVERYONE) and any(u.roles & Role.ONLY for u in extra)


def _forbids(shorter: Sentence, longer: Sentence, extra: Units) -> bool:
    """`Guests may upload files` against `uploading files is forbidden to guests`."""
    changes_permission = (shorter.roles ^ longer.roles) & Role.MAY
    return bool(changes_permission) and len(extra) == 1 and extra[0].kind is Kind.OPPOSED and extra[0].pole == 2


def _forbids_alike(shorter: Sentence, longer: Sentence, extra: Units) -> bool:
    """`Secrets must not be committed`, `committing secrets is forbidden`."""
    denies = shorter.polarity & Role.NEGATION and shorter.roles & (Role.MUST | Role.MAY) and not longer.polarity
    return bool(denies) and len(extra) == 1 and extra[0].sense == _PERMITTED and extra[0].pole == 2


_PERMITTED = "allowed"


def _excludes(shorter: Sentence, longer: Sentence, extra: Units) -> bool:
    """`during office hours` against `outside office hours`."""
    return len(extra) == 1 and extra[0].sense == "inside" and extra[0].pole == 2 and shorter.keys != longer.keys


def _only_says_it_exists(shorter: Sentence, longer: Sentence, extra: Units) -> bool:
    """`There is no cache in the client` against `the client uses no cache`."""
    verb = extra[0]
    if len(extra) != 1 or verb.kind is not Kind.WORD or shorter.keys == longer.keys[: len(shorter.keys)]:
        return False
    is_verb = bool(verb.roles & (Role.USES | Role.MANY)) or bool(shorter.polarity)
    return is_verb and bool(shorter.roles & ~longer.roles & Role.THERE)


def _only_names_the_link(shorter: Sentence, longer: Sentence, extra: Units) -> bool:
    """`is in Go` against `is written in Go`: a participle that a thing has one of, where the other has none."""
    if len(extra) != 1 or not extra[0].roles & (Role.SINGLE | Role.HISTORY) or extra[0].relation:
        return False
    place = next(i for i, u in enumerate(longer.units) if u is extra[0])
    before, behind = longer.units[place - 1 : place], longer.units[place + 1 : place + 2]
    is_link = bool(before and behind) and bool(before[0].roles & Role.BE and behind[0].roles & Role.PREPOSITION)
    following = _key_after(shorter, lambda unit: bool(unit.roles & Role.BE))
    return is_link and following == behind[0].key


def _counts_an_article(shorter: Sentence, longer: Sentence, extra: Units) -> bool:
    """`a reviewer` against `two reviewers`: the number stands where the other has its indefinite article."""
    if len(extra) != 1 or extra[0].kind is not Kind.NUMBER or not extra[0].key.isdecimal() or extra[0].key == "1":
        return False
    following = _key_after(longer, lambda unit: unit is extra[0])
    return bool(following) and following == _key_after(shorter, lambda unit: bool(unit.roles & Role.ONE))


def _key_after(sentence: Sentence, is_it: Callable[[Unit], bool]) -> str:
    for unit, following in zip(sentence.units, sentence.units[1:], strict=False):
        if is_it(unit):
            return following.key
    return ""
