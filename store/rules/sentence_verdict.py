"""The verdict on two sentences: one rule after another, the cautious answer last."""

from collections.abc import Callable

from .argument_order import compare_order
from .claim_units import Kind, Unit
from .claims import Sentence
from .differences import Difference, Units, find_difference, quote_units
from .lexicon import NO_ROLE, Role
from .relations import Coexist, Contradiction, NearDuplicate, Relation

_UNSURE = "nothing shows that both cannot hold"
_TYPED = (Kind.NUMBER, Kind.VERSION, Kind.DATE, Kind.CODE, Kind.QUOTED)
_MAX_TAIL = 6


def judge_sentences(old: Sentence, new: Sentence, language: str) -> Relation:
    """What the new sentence is to the old one."""
    difference = find_difference(old, new, language)
    if not difference.only_old and not difference.only_new:
        return _judge_equal_content(difference, language)
    if difference.shared == 0:
        return Coexist("the two share no words")
    if not difference.only_old or not difference.only_new:
        return _judge_extension(difference)
    for rule in _RULES:
        if relation := rule(difference):
            return relation
    return Coexist(_UNSURE)


def _judge_equal_content(difference: Difference, language: str) -> Relation:
    old, new = difference.old, difference.new
    if old.polarity != new.polarity:
        return _negation(difference)
    if number := _counted_article(difference):
        return number
    if (old.roles ^ new.roles) & (Role.MUST | Role.MAY) == Role.MUST | Role.MAY:
        return Coexist("one says may, the other must")
    return compare_order(old, new, language)


def _negation(difference: Difference) -> Contradiction:
    def negating(sentence: Sentence) -> str:
        return quote_units([u for u in sentence.units if u.roles & (Role.NEGATION | Role.WITHOUT | Role.NO_LONGER)])

    return Contradiction(f"{negating(difference.old)} -> {negating(difference.new)}", "polarity")


def _counted_article(difference: Difference) -> Contradiction | None:
    """`a reviewer` against `two reviewers`."""
    return None


def _judge_extension(difference: Difference) -> Relation:
    """One has all that the other has, and more."""
    old, new = difference.old, difference.new
    longer, shorter, extra = (old, new, difference.only_old) if difference.only_old else (new, old, difference.only_new)
    if old.polarity != new.polarity:
        if _negates_the_whole(shorter, longer, extra):
            return _negation(difference)
        return Coexist("one says more, and denies only that")
    if ended := _judge_end(difference):
        return ended
    if restricted := _judge_restriction(shorter, longer, extra, difference):
        return restricted
    if (old.roles ^ new.roles) & Role.MAY and len(extra) == 1 and extra[0].kind is Kind.OPPOSED and extra[0].pole == 2:
        return Contradiction(difference.evidence, Kind.OPPOSED.value)
    if _says_something_exists(shorter, longer, extra):
        return NearDuplicate("one says that there is what the other has")
    if _counts_an_article(shorter, longer, extra):
        return Contradiction(difference.evidence.replace("\u2205", "1"), "number")
    return Coexist("one says more than the other")


def _negates_the_whole(shorter: Sentence, longer: Sentence, extra: Units) -> bool:
    """A plain denial opposes the detailed claim; a detailed denial (`not on forks`) opposes a plain claim only when it
    says that something ended."""
    if extra and all(u.roles & Role.ALWAYS or u.kind is Kind.DATE for u in extra):
        return True
    if longer.roles & Role.NO_LONGER:
        return longer.keys[: len(shorter.keys)] == shorter.keys
    return bool(shorter.polarity) and len(extra) <= 3 and longer.keys[: len(shorter.keys)] == shorter.keys


def _judge_restriction(shorter: Sentence, longer: Sentence, extra: Units, difference: Difference) -> Relation | None:
    """`Anyone can merge` against `only maintainers can merge`."""
    if shorter.roles & Role.EVERYONE and any(u.roles & Role.ONLY for u in extra):
        return Contradiction(difference.evidence, "opposed_words")
    return None


def _says_something_exists(shorter: Sentence, longer: Sentence, extra: Units) -> bool:
    """`There is no cache in the client` against `the client uses no cache`."""
    bare = len(extra) == 1 and bool(extra[0].roles & (Role.USES | Role.MANY)) and extra[0].kind is Kind.WORD
    return bare and bool(shorter.roles & ~longer.roles & Role.THERE) and shorter.keys != longer.keys


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


def _judge_end(difference: Difference) -> Relation | None:
    """One says that the thing has ended, the other that it does something."""
    for ending, other, rest, other_rest in (
        (difference.new, difference.old, difference.only_new, difference.only_old),
        (difference.old, difference.new, difference.only_old, difference.only_new),
    ):
        told = [u for u in rest if u.kind is not Kind.DATE]
        if not told or not all(u.roles & Role.ENDED for u in told) or any(u.roles & Role.ENDED for u in other_rest):
            continue
        subject = [u.key for u in ending.content if u not in rest]
        if (
            other_rest
            and list(other.keys[: len(subject)]) == subject
            and not ending.polarity
            and not other.polarity
            and not (other.roles & Role.HISTORY)
        ):
            return Contradiction(difference.evidence, "state_change")
    return None


def _judge_time(difference: Difference) -> Relation | None:
    """Other dates and other claims: each may hold of its own time."""
    dated = [any(_is_calendar(u) for u in units) for units in (difference.only_old, difference.only_new)]
    if any(dated) and not all(_is_calendar(u) for u in (*difference.only_old, *difference.only_new)):
        return Coexist("the two speak of different times")
    return None


def _is_calendar(unit: Unit) -> bool:
    return unit.kind is Kind.DATE and unit.key[1] in "ymd"


def _judge_opposed(difference: Difference) -> Relation | None:
    """One word against its opposite, all else equal."""
    if len(difference.only_old) != 1 or len(difference.only_new) != 1:
        return None
    old, new = difference.only_old[0], difference.only_new[0]
    if not _are_opposed(old, new):
        return None
    if difference.old.polarity != difference.new.polarity:
        return Coexist("opposed words, one of them denied")
    if _is_subject(difference.old, old) and _is_subject(difference.new, new) and not old.roles & Role.CHOICE:
        return Coexist("the two have different subjects")
    if old.sense in ("before", "inside") and not _same_places(difference):
        return Coexist("opposed words around a changed order")
    return Contradiction(difference.evidence, "opposed_words")


def _same_places(difference: Difference) -> bool:
    old = [u.key for u in difference.old.content if u not in difference.only_old]
    new = [u.key for u in difference.new.content if u not in difference.only_new]
    return old == new


_DENYING = ("un", "non", "in", "im", "dis", "de", "de-", "non-", "un-", "on", "o", "u", "in", "ikke-", "nicht", "nicht-", "niet-", "icke-", "nie", "\u043d\u0435", "\u4e0d", "\u975e", "\u672a", "\u65e0", "\u7121", "des", "d\u00e9s", "d\u00e9", "in-", "mis", "a")  # fmt: skip


def _are_opposed(old: Unit, new: Unit) -> bool:
    if old.sense and old.sense == new.sense:
        return old.pole != new.pole
    a, b = old.text.casefold(), new.text.casefold()
    short, long = (a, b) if len(a) < len(b) else (b, a)
    return len(short) >= 5 and long.endswith(short) and long[: -len(short)] in _DENYING


def _is_subject(sentence: Sentence, unit: Unit) -> bool:
    """Does the unit stand in the subject, as far as one can see: first, or before the first verb that is known?"""
    position = next(i for i, u in enumerate(sentence.content) if u is unit)
    return position == 0 or position < sentence.subject_ends


def _judge_typed(difference: Difference) -> Relation | None:
    """Values of one kind against each other, nothing else changed."""
    old, new = difference.only_old, difference.only_new
    kinds = [u.kind for u in old]
    if difference.old.polarity != difference.new.polarity:
        return Coexist("the two deny different things")
    if not all(k in _TYPED for k in kinds) or not _same_kinds(old, new):
        return None
    if all(k is Kind.DATE for k in kinds) or len(old) == len(new):
        return _judge_values(difference, old[0].kind)
    return None


def _same_kinds(old: Units, new: Units) -> bool:
    loose = {Kind.VERSION: Kind.NUMBER}
    return {loose.get(u.kind, u.kind) for u in old} == {loose.get(u.kind, u.kind) for u in new}


def _judge_values(difference: Difference, kind: Kind) -> Relation:
    old, new = difference.only_old[0], difference.only_new[0]
    in_subject = _is_subject(difference.old, old) and _is_subject(difference.new, new)
    roles = difference.shared_roles
    if in_subject and (kind is not Kind.NUMBER or not (old.counts and new.counts)):
        return Coexist("the two have different subjects")
    if kind is Kind.NUMBER and old.counts:
        return Contradiction(difference.evidence, _number_kind(difference))
    if _may_hold_of_many(
        difference, Role.MANY if kind in (Kind.NUMBER, Kind.VERSION, Kind.DATE) else Role.MANY | Role.USES
    ):
        return Coexist("such a thing may hold of many")
    if difference.old.polarity and kind not in (Kind.NUMBER, Kind.VERSION):
        return Coexist("both may be denied")
    return Contradiction(difference.evidence, _number_kind(difference) if kind is Kind.NUMBER else kind.value)


def _number_kind(difference: Difference) -> str:
    kinds = {u.kind for u in (*difference.only_old, *difference.only_new)}
    return Kind.VERSION.value if Kind.VERSION in kinds else Kind.NUMBER.value


def _may_hold_of_many(difference: Difference, roles: Role) -> bool:
    """Does the predicate that governs the difference hold of many values at once?"""
    if difference.shared_roles & (Role.ALWAYS | Role.ONLY):
        return False
    return _governing(difference.old, difference.only_old[0], roles) and _governing(
        difference.new, difference.only_new[0], roles
    )


def _governing(sentence: Sentence, unit: Unit, roles: Role) -> bool:
    """Is the nearest known predicate of the clause, before the unit or else behind it, one of those roles?"""
    place = next(i for i, u in enumerate(sentence.units) if u is unit)
    clause = [u for u in sentence.units[:place] if u.clause == unit.clause][::-1]
    clause += [u for u in sentence.units[place + 1 :] if u.clause == unit.clause]
    for other in clause:
        if other.roles & _PREDICATES:
            return bool(other.roles & roles)
    return bool(roles & Role.USES) and any(u.roles & Role.MAY for u in clause)


_PREDICATES = Role.MANY | Role.USES | Role.SINGLE


def _judge_named(difference: Difference) -> Relation | None:
    """One word or name against another, nothing else changed."""
    if len(difference.only_old) != 1 or len(difference.only_new) != 1:
        return None
    old, new = difference.only_old[0], difference.only_new[0]
    exclusive = bool(difference.shared_roles & (Role.ALWAYS | Role.ONLY))
    if _is_subject(difference.old, old) or _is_subject(difference.new, new):
        return _judge_holders(difference, old, new)
    if difference.old.polarity:
        return Coexist("both may be denied")
    if not _names_a_value(difference) and (_is_scope(old, difference) or _is_scope(new, difference)):
        return Coexist("the two hold in different scopes")
    if _may_hold_of_many(difference, Role.MANY | Role.USES):
        return Coexist("such a thing may hold of many")
    if Kind.NAME in (old.kind, new.kind) and {old.kind, new.kind} <= {Kind.NAME, Kind.WORD, Kind.CODE}:
        return Contradiction(difference.evidence, Kind.NAME.value)
    if exclusive or difference.shared_roles & (Role.SINGLE | Role.FUNCTIONAL):
        return Contradiction(difference.evidence, Kind.WORD.value)
    return None


def _names_a_value(difference: Difference) -> bool:
    """`The default environment is staging`: after a noun of one value and a verb, a scope word is the value."""
    subject = difference.old.content[: difference.old.subject_ends]
    return any(u.roles & Role.FUNCTIONAL for u in subject) and not difference.only_old[0].relation


def _is_scope(unit: Unit, difference: Difference) -> bool:
    return bool(unit.roles & Role.SCOPE) or unit.relation in _scope_prepositions(difference)


def _scope_prepositions(difference: Difference) -> frozenset[str]:
    return frozenset(u.key for u in difference.old.units if u.roles & Role.FOR)


def _judge_holders(difference: Difference, old: Unit, new: Unit) -> Relation:
    """An office has one holder: `Ada is the owner of billing` against `Bo is the owner of billing`."""
    first = difference.old.content[0] is old and difference.new.content[0] is new
    named = old.text[:1].isupper() and new.text[:1].isupper()
    plain = not (old.roles | new.roles) & ~(Role.SCOPE)
    if first and named and plain and difference.shared_roles & Role.HOLDER and not difference.old.polarity:
        return Contradiction(difference.evidence, Kind.NAME.value)
    return Coexist("the two have different subjects")


def _judge_tail(difference: Difference) -> Relation | None:
    """Same subject and single-valued predicate, and then another value altogether."""
    size_old, size_new = len(difference.only_old), len(difference.only_new)
    old, new = difference.old.content, difference.new.content
    if (
        max(size_old, size_new) > _MAX_TAIL
        or old[-size_old:] != difference.only_old
        or new[-size_new:] != difference.only_new
    ):
        return None
    head = old[:-size_old]
    if not any(u.roles & Role.SINGLE for u in head[1:]) or [u.key for u in head] != [u.key for u in new[:-size_new]]:
        return None
    first_old, first_new = difference.only_old[0], difference.only_new[0]
    if first_old.relation != first_new.relation or difference.old.polarity or difference.new.polarity:
        return None
    if _may_hold_of_many(difference, Role.MANY | Role.USES) or any(
        _is_scope(u, difference) for u in (first_old, first_new)
    ):
        return None
    return Contradiction(difference.evidence, Kind.WORD.value)


_RULES: tuple[Callable[[Difference], Relation | None], ...] = (
    _judge_end,
    _judge_time,
    _judge_opposed,
    _judge_typed,
    _judge_named,
    _judge_tail,
)
