"""Two people at one fact: a number for how it stood when it was read, and the refusal when it stands so no longer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..store.errors import StaleVersion
from ..store.model import Caller, Fact, FactState
from ..store.protocol import Transaction
from .chains import above
from .fact_changes import visible_fact
from .ids import fact_id


def version_of(states: Sequence[FactState]) -> int:
    """How often it changed whether, and how long, the fact holds; support that comes and goes changes neither."""
    standings = [_standing(state.fact) for state in states]
    return sum(before != after for before, after in zip([None, *standings], standings, strict=False))


def require_version(tx: Transaction, caller: Caller, number: int, expected: int | None) -> None:
    """`StaleVersion` when the fact stands no longer as in the version that somebody read; None asks for none."""
    if expected is None:
        return
    fact = visible_fact(tx, caller, number)
    version = version_of(tx.facts.states(number))
    if version != expected:
        stands = standing_in_place(tx, fact)
        raise StaleVersion(_what_happened(tx, fact, stands, version, expected), stands.content)


def require_versions(tx: Transaction, caller: Caller, expected: Mapping[int, int]) -> None:
    """The same of several, by number."""
    for number, version in expected.items():
        require_version(tx, caller, number, version)


def standing_in_place(tx: Transaction, fact: Fact) -> Fact:
    """What took the fact's place, and so on to the last; the fact itself where nothing did."""
    return [fact, *above(tx.facts, fact)][-1]


def _standing(fact: Fact) -> tuple[object, ...]:
    return (fact.validity, fact.valid_from, fact.valid_until, fact.superseded_by, fact.loss_reason, fact.retired_at)


def _what_happened(tx: Transaction, fact: Fact, stands: Fact, version: int, expected: int) -> str:
    entries = tx.audit.of_subject(fact_id(fact.id))
    by = f" by {entries[-1].agent}" if entries else ""
    if stands.id != fact.id:
        what = f"{fact_id(stands.id)} stands in its place"
    elif fact.retired_at is not None:
        what = f"it is out of use ({fact.retired_reason})"
    else:
        what = "how long it holds was changed"
    return (
        f"{fact_id(fact.id)} was changed{by} since you read it (version {version}, you name {expected}): {what}. "
        f"Nothing was changed: read {fact_id(stands.id)} again (memory_fact.get) and decide on that."
    )
