"""What a person does about a review: raise the thresholds that it proposes, take back what it found bad."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ..store.model import Caller, LossReason, Mark, RetiredReason
from ..store.protocol import Transaction
from .administration import set_setting
from .fact_changes import retire
from .ids import fact_id
from .review_report import bad_facts, raised_settings, reported
from .settings import Settings

LOSSES = {Mark.WRONG: LossReason.WRONG, Mark.OUTDATED: LossReason.OUTDATED}


def apply(tx: Transaction, caller: Caller, number: int | None = None) -> list[dict[str, Any]]:
    """Set what the review proposes, never lower than it is: each setting before and after. Twice changes nothing."""
    review = reported(tx, number)
    settings = Settings(tx.settings.all())
    changes: list[dict[str, Any]] = []
    for name, value in (raised_settings(review) if review else {}).items():
        before = settings.value(name)
        after = set_setting(tx, caller, name, str(value)) if value > settings.number(name) else before
        changes.append({"name": name, "before": before, "after": after})
    return changes


def retire_marked(
    tx: Transaction, caller: Caller, number: int | None = None, only: Collection[int] | None = None
) -> list[str]:
    """Take back the facts marked wrong or outdated that are still active, or `only` these of them; their ids."""
    review = reported(tx, number)
    retired: list[str] = []
    for sampled in bad_facts(review) if review else []:
        fact = tx.facts.get(sampled.fact_id or 0)
        if fact is None or sampled.mark is None or not fact.is_active(tx.now):
            continue
        if only is not None and fact.id not in only:
            continue
        retire(tx, caller, fact, RetiredReason.DELETED, LOSSES[sampled.mark])
        retired.append(fact_id(fact.id))
    return retired
