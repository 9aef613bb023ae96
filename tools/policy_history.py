"""A policy's whole chain as text: of every rule who set it, who ended it, when and why."""

from __future__ import annotations

from ..store.errors import NotFound
from ..store.model import Policy
from ..store.protocol import Transaction
from ..store.rules.text import data_line, quoted
from .chains import chain_of
from .dates import written
from .ids import fact_id, policy_id


def policy_history(tx: Transaction, number: int) -> str:
    """The policy with everything it superseded and everything that superseded it, oldest first."""
    return "\n\n".join(_block(tx, policy, is_asked=policy.id == number) for policy in _chain(tx, number))


def _chain(tx: Transaction, number: int) -> list[Policy]:
    chain = chain_of(tx.policies, number)
    if not chain:
        raise NotFound(f"There is no policy {policy_id(number)}.")
    return chain


def _block(tx: Transaction, policy: Policy, *, is_asked: bool) -> str:
    audience = f", for {data_line(policy.required_role)}" if policy.required_role else ""
    named = ", ".join(fact_id(fact) for fact in policy.source_fact_ids)
    sources = f", from {named}" if named else ""
    lines = [
        f"{policy_id(policy.id)}{' (this one)' if is_asked else ''} [{policy.scope}] {policy.status}{audience}",
        quoted(policy.rule),
        f"  {written(policy.created_at)}  {policy.agent} ({policy.role}): created{sources}",
    ]
    if policy.ended_at is not None:
        by = f" by {policy_id(policy.superseded_by)}" if policy.superseded_by else ""
        why = f": {data_line(policy.reason)}" if policy.reason else ""
        who = ended_by(tx, policy.id)
        lines.append(f"  {written(policy.ended_at)}  {f'{who}: ' if who else ''}{policy.status}{by}{why}")
    return "\n".join(lines)


def ended_by(tx: Transaction, number: int) -> str | None:
    """Who took a policy out of force, with the role; None where the log doesn't say."""
    entries = tx.audit.of_subject(policy_id(number))
    return next((f"{entry.agent} ({entry.role})" for entry in entries if entry.action == "end"), None)
