"""Conflicts that a rule settled by itself: a person confirms or overturns them (DESIGN 2.7).

These are a person's: no tool calls them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..store.errors import NotFound, Refused
from ..store.model import (
    AuditEntry,
    Caller,
    Conflict,
    ConflictStatus,
    Fact,
    Finding,
    Keep,
    LossReason,
    NewConflict,
    Resolution,
)
from ..store.protocol import Transaction
from ..store.rules.settlement import Rule
from .audit import audit
from .conflict_records import record
from .conflict_views import conflict_answers
from .dates import written
from .fact_changes import log_fact, supersede
from .ids import conflict_id, fact_id
from .meeting import meet_again
from .settling import vouch_for

_READER = Caller(is_person=True)
"""Whoever reads them is a person, from whom nothing is hidden."""


def resolution_answers(tx: Transaction, found: list[Resolution]) -> list[dict[str, Any]]:
    """Automatic resolutions with both sides, whether they can be overturned still, and what was found of them."""
    answers: list[dict[str, Any]] = []
    for one in found:
        for answer in conflict_answers(tx, _READER, [one.conflict]):
            why_not = hindrance(tx, one)
            settled = one.conflict.resolved_at
            answers.append(
                {
                    **answer,
                    "settled": written(settled) if settled else None,
                    "settled_by": one.conflict.resolved_by,
                    "finding": one.finding,
                    "found_by": one.found_by,
                    "found_at": written(one.found_at) if one.found_at else None,
                    "may_overturn": why_not is None,
                    "hindrance": why_not,
                }
            )
    return answers


def confirm(tx: Transaction, caller: Caller, number: int) -> Resolution:
    """Say that a rule settled the conflict as it is; nothing but the measure changes."""
    found = _automatic(tx, number)
    if found.finding is Finding.OVERTURNED:
        raise Refused(f"{conflict_id(number)} was overturned by {found.found_by}; confirm nothing that holds no more.")
    return _find(tx, caller, found, Finding.CONFIRMED)


def overturn(
    tx: Transaction, caller: Caller, number: int, keep: Keep | None = None, loss: LossReason = LossReason.WRONG
) -> Resolution:
    """Reverse what a rule settled: the loser stands again, the winner is put under it, or with `both` beside it.

    Refused with the reason where either side has changed since. What the loser contradicts besides is left to the user.
    """
    found = _automatic(tx, number)
    if (why_not := hindrance(tx, found)) is not None:
        raise Refused(f"{conflict_id(number)} can't be overturned: {why_not}")
    winner, loser = _sides(tx, found.conflict)
    standing = _stand_again(tx, caller, loser)
    kept = Keep.BOTH if keep is Keep.BOTH else _other(found.conflict.winner)
    old = found.conflict
    record(tx, caller, NewConflict(old.old_fact_id, old.new_fact_id, old.kind, old.evidence, Rule.USER.value, kept))
    if kept is not Keep.BOTH:
        supersede(tx, caller, winner, standing.id, loss)
        vouch_for(tx, caller, standing.id)
    meet_again(tx, caller, standing, {winner.id})
    return _find(tx, caller, found, Finding.OVERTURNED)


def _automatic(tx: Transaction, number: int) -> Resolution:
    found = tx.resolutions.get(number)
    if found is not None:
        return found
    conflict = tx.conflicts.get(number)
    if conflict is None:
        raise NotFound(f"There is no conflict {conflict_id(number)}; `palimpsest review resolutions` lists them.")
    if conflict.status is ConflictStatus.OPEN:
        raise Refused(f"{conflict_id(number)} is open: no rule has settled it.")
    raise Refused(f"{conflict_id(number)} was settled by '{conflict.rule}', not by a rule alone.")


def hindrance(tx: Transaction, found: Resolution) -> str | None:
    """Why the resolution can't be reversed as things stand now."""
    if found.finding is Finding.OVERTURNED:
        return f"{found.found_by} overturned it already."
    winner, loser = _sides(tx, found.conflict)
    if loser.superseded_by != winner.id:
        now = f"under {fact_id(loser.superseded_by)}" if loser.superseded_by else "standing again"
        return f"{fact_id(loser.id)} is {now} since."
    if loser.retired_at is not None or not loser.is_valid(tx.now):
        return f"{fact_id(loser.id)} would hold no more by now."
    if not winner.is_active(tx.now):
        by = f"under {fact_id(winner.superseded_by)}" if winner.superseded_by else "out of use"
        return f"{fact_id(winner.id)}, which won, is {by} since."
    return None


def _sides(tx: Transaction, conflict: Conflict) -> tuple[Fact, Fact]:
    """Winner and loser."""
    old, new = tx.facts.get(conflict.old_fact_id), tx.facts.get(conflict.new_fact_id)
    if old is None or new is None:
        raise NotFound(f"A side of {conflict_id(conflict.id)} was erased.")
    return (new, old) if conflict.winner is Keep.NEW else (old, new)


def _other(winner: Keep | None) -> Keep:
    return Keep.OLD if winner is Keep.NEW else Keep.NEW


def _stand_again(tx: Transaction, caller: Caller, fact: Fact) -> Fact:
    after = replace(fact, superseded_by=None, superseded_at=None, loss_reason=None)
    tx.facts.save(after, "restored")
    log_fact(tx, caller, "restore", after, fact)
    return after


def _find(tx: Transaction, caller: Caller, found: Resolution, finding: Finding) -> Resolution:
    """Keep what was found; saying it once more changes nothing."""
    number = found.conflict.id
    if found.finding is finding and found.how == "review":
        return found
    tx.resolutions.find(number, finding, caller.agent)
    was = {"finding": found.finding.value if found.finding else None}
    audit(tx, caller, AuditEntry("find", conflict_id(number), was, {"finding": finding.value}))
    return _automatic(tx, number)
