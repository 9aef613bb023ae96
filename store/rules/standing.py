"""Where a unit stands in its sentence: in the subject, under which predicate, in whose scope."""

import re

from .claim_parts import Kind, Sentence, Unit
from .claim_units import PLACE_BY_CASE
from .differences import Difference, Units
from .lexicon import Role

PREDICATES = Role.MANY | Role.USES | Role.SINGLE


def is_in_subject(sentence: Sentence, unit: Unit) -> bool:
    """Does it stand in the subject, as far as one can see: first, or before the first verb that is known?"""
    if unit.relation and unit.relation in keys_with(sentence, Role.AGENT):
        return False
    position = next(i for i, u in enumerate(sentence.content) if u is unit)
    return position == 0 or position < sentence.subject_ends


def keys_with(sentence: Sentence, role: int) -> frozenset[str]:
    """The keys of the units that have the role."""
    return frozenset(u.key for u in sentence.units if u.roles & role)


def is_governed_by(sentence: Sentence, unit: Unit, roles: int) -> bool:
    """Is the nearest known predicate of the clause, before the unit or else behind it, one of those roles?"""
    place = next(i for i, u in enumerate(sentence.units) if u is unit)
    before = [u for u in sentence.units[:place] if u.clause == unit.clause]
    behind = [u for u in sentence.units[place + 1 :] if u.clause == unit.clause]
    subject = _noun_of_many(sentence)
    if roles & Role.USES and any(u.roles & Role.MAY for u in before):
        return True
    for other in (*reversed(before), *behind):
        if not other.roles & PREDICATES or other is subject:
            continue
        if other.roles & Role.SINGLE and other is sentence.content[0] and not any(u.roles & Role.BE for u in before):
            return bool(roles & Role.USES)  # a command: run the linter
        return bool(other.roles & roles)
    return bool(roles & Role.USES) and any(u.roles & Role.MAY for u in behind)


def _noun_of_many(sentence: Sentence) -> Unit | None:
    """`Support answers in a day`: the word of `many` that opens the sentence; in `supports Java` it is the verb."""
    first, *behind = [u for u in sentence.units if not u.roles & Role.ARTICLE]
    has_verb = any(u.roles & (Role.BE | Role.MUST | PREDICATES) for u in behind)
    is_verb = not has_verb and bool(behind) and behind[0].kind in (Kind.NAME, Kind.CODE)
    return first if first.roles & Role.MANY and not is_verb else None


def may_hold_of_many(difference: Difference, roles: int) -> bool:
    """Does the predicate that governs the difference hold of many values at once?"""
    if _is_exclusive(difference) or _are_called(difference):
        return False
    return is_governed_by(difference.old, difference.only_old[0], roles) and is_governed_by(
        difference.new, difference.only_new[0], roles
    )


def _are_called(difference: Difference) -> bool:
    """`exported as build_ms`: an identifier behind `as` is what the thing is called."""
    values = difference.only_old[0], difference.only_new[0]
    return all(u.relation == "as" and (u.kind is Kind.CODE or "-" in u.text) for u in values)


def has_one_value(difference: Difference) -> bool:
    """Do both sentences say that the value that differs is the one value?"""
    if _is_exclusive(difference) or _has_functional_noun(difference) or _are_called(difference):
        return True
    return is_governed_by(difference.old, difference.only_old[0], Role.SINGLE) and is_governed_by(
        difference.new, difference.only_new[0], Role.SINGLE
    )


def _is_exclusive(difference: Difference) -> bool:
    """`only`, or `always` behind its subject: `always run the linter` leaves room for more commands."""
    if difference.shared_roles & Role.ONLY:
        return not (
            _tells_only_who(difference.old, difference.only_old)
            and _tells_only_who(difference.new, difference.only_new)
        )
    return all(any(u.roles & Role.ALWAYS for u in s.units[1:]) for s in (difference.old, difference.new))


def _tells_only_who(sentence: Sentence, told: Units) -> bool:
    """`Only admins may delete projects`: who may is told, and not that they may do nothing else."""
    opens = bool(sentence.content[0].roles & Role.ONLY)
    return opens and not any(u is told[0] for u in sentence.content[:2])


def _has_functional_noun(difference: Difference) -> bool:
    """`the default branch`, `the owner of the parser`; not `the status page`, where the noun only describes another."""
    return any(
        u.roles & Role.FUNCTIONAL and (u.roles & Role.RANK or not modifies_a_noun(difference.old, u))
        for u in difference.old.content
        if not any(u is d for d in difference.only_old)
    )


def is_in_condition(sentence: Sentence, unit: Unit) -> bool:
    """`when the disk is full`: does it belong to a condition, of which several may lead to the same?"""
    place = next(i for i, u in enumerate(sentence.units) if u is unit)
    return any(u.roles & Role.CONDITION and u.clause == unit.clause for u in sentence.units[:place])


def is_scope(unit: Unit, difference: Difference) -> bool:
    """Does it say where or for whom the claim holds, rather than what is claimed?"""
    return bool(unit.roles & Role.SCOPE) or unit.relation in keys_with(difference.old, Role.FOR)


def names_a_value(difference: Difference) -> bool:
    """`The default environment is staging`: after a noun of one value and a verb, a scope word is the value."""
    return _has_functional_noun(difference) and (
        difference.old.content[difference.old.subject_ends :][:1] == difference.only_old[:1]
    )


_CLOSING_PARTICIPLE = re.compile("(?:\\w*ge\\w{2,}|(?:be|ver|er|ent|zer|über|her|ont)\\w{2,})(?:t|en|d)")


def stands_behind_an_object(sentence: Sentence, unit: Unit) -> bool:
    """`reads its jobs from a.yml`: an object stands between the verb and the preposition, so the place is one."""
    place = next(i for i, u in enumerate(sentence.content) if u is unit)
    if place < 2 or not unit.relation:
        return False
    verb, thing = sentence.content[place - 2 : place]
    return (
        bool(verb.roles & Role.USES) and thing.kind is Kind.WORD and not thing.relation and not thing.roles & PREDICATES
    )


def modifies_a_noun(sentence: Sentence, unit: Unit) -> bool:
    """`Rust code`: another word of content follows without anything between; a participle that closes a sentence
    (`wird in Graz gedruckt`) is none."""
    place = next(i for i, u in enumerate(sentence.units) if u is unit)
    following = sentence.units[place + 1 : place + 2]
    if not following or following[0].kind is not Kind.WORD or following[0].clause != unit.clause:
        return False
    closes = following[0] is sentence.units[-1] and any(u.roles & Role.BE for u in sentence.units[:place])
    return not (closes and unit.relation and _CLOSING_PARTICIPLE.fullmatch(following[0].text))


def is_contiguous(sentence: Sentence, run: Units) -> bool:
    """Do the units stand side by side, with no verb and no doer's preposition between?

    German has capitals for all nouns: in `das Lager wird von Enno geleitet` two such words are no one name.
    """
    start = next(i for i, u in enumerate(sentence.units) if u is run[0])
    between = (u for u in sentence.units[start:] if u.kind is not Kind.LIGHT or u.roles & (Role.BE | Role.AGENT))
    return all(a is b for a, b in zip(between, run, strict=False))


def is_tail(sentence: Sentence, run: Units) -> bool:
    """Are the units the last of the content?"""
    return len(run) <= len(sentence.content) and all(
        a is b for a, b in zip(sentence.content[-len(run) :], run, strict=True)
    )


def stands_by_copula(sentence: Sentence, unit: Unit) -> bool:
    """`is in the basement`: nothing but prepositions and articles between the light verb and the unit.

    Where a case ending says the place (Hungarian), the verb may follow.
    """
    place = next(i for i, u in enumerate(sentence.units) if u is unit)
    if unit.relation == PLACE_BY_CASE:
        return any(u.roles & Role.BE for u in sentence.units[place + 1 : place + 2])
    for other in reversed(sentence.units[:place]):
        if other.roles & Role.BE:
            return not other.roles & Role.HAVE
        if not other.roles & (Role.PREPOSITION | Role.ONE | Role.ARTICLE):
            return False
    return False


def follows_a_passive(sentence: Sentence, unit: Unit) -> bool:
    """Does one participle, after a light verb, stand before its preposition (`is collected in`)?"""
    place = next(i for i, u in enumerate(sentence.units) if u is unit)
    before = [u for u in sentence.units[:place] if not u.roles & (Role.PREPOSITION | Role.ONE | Role.ARTICLE)]
    if len(before) < 3 or any(u.roles & Role.MAY for u in before):
        return False
    light, verb = before[-2:]
    return bool(light.roles & Role.BE) and verb.kind is Kind.WORD and not verb.roles & (Role.MANY | Role.USES)


def identifies_a_noun(sentence: Sentence, unit: Unit) -> bool:
    """`in the header X-Tenant`: does it stand right behind a noun that has a preposition of its own?"""
    place = next(i for i, u in enumerate(sentence.units) if u is unit)
    before = sentence.units[place - 1] if place else unit
    return before.kind is Kind.WORD and bool(before.relation) and before.relation not in keys_with(sentence, Role.FOR)


def leads_the_sentence(sentence: Sentence, unit: Unit) -> bool:
    """Does it stand in the subject, with no light verb before it (`there is`, `er wordt`)?"""
    place = next(i for i, u in enumerate(sentence.units) if u is unit)
    return is_in_subject(sentence, unit) and not any(u.roles & Role.BE for u in sentence.units[:place])


def counts_behind(sentence: Sentence, unit: Unit) -> bool:
    """`At least two reviewers`: a number stands right behind it."""
    place = next(i for i, u in enumerate(sentence.units) if u is unit)
    return any(u.kind is Kind.NUMBER for u in sentence.units[place + 1 : place + 2])


def numbers_a_scope(sentence: Sentence, unit: Unit) -> bool:
    """`on iOS 17`: a number or version behind a word of scope; not in `runs Windows 11`."""
    place = next(i for i, u in enumerate(sentence.units) if u is unit)
    before = sentence.units[place - 1] if place and not unit.counts else unit
    return bool(before.roles & Role.SCOPE) and (bool(before.relation) or is_in_subject(sentence, before))


def speaks_of_the_past(difference: Difference) -> bool:
    """Does one of the two, and only one, say what was?"""
    return bool((difference.old.roles ^ difference.new.roles) & Role.PAST)
