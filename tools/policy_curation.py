"""What a person does to policies: listing, rewording, taking them out of force and putting them back.

Listing is for whoever may see them; the rest is a person's, no tool calls it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypedDict

from ..store.errors import InvalidInput, NotFound, Refused
from ..store.model import AuditEntry, Caller, Policy, PolicyListing, PolicyStatus
from ..store.protocol import Transaction
from ..store.rules.conflict import normalise_content
from . import cursors
from .audit import audit
from .dates import written
from .drafts import hidden_domains
from .ids import fact_id, policy_id
from .policy_tools import active_policy, add_policy, end_policy
from .scopes import Reach
from .sight import in_sight
from .undoing import Kept

UNCHANGED = "says that already; give another 'rule' or another 'required_role'."


class PolicyRow(TypedDict):
    """A policy, and what became of it."""

    id: str
    uuid: str
    domain: str
    repo: str | None
    rule: str
    required_role: str | None
    status: str
    agent: str
    role: str
    created: str
    ended: str | None
    superseded_by: str | None
    reason: str | None
    source_facts: list[str]


class PolicyPage(TypedDict):
    """A page of policies, newest first."""

    policies: list[PolicyRow]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class Wording:
    """What a policy is to say; None as before. `for_everyone` takes its role away."""

    rule: str | None = None
    required_role: str | None = None
    for_everyone: bool = False


def policy_rows(tx: Transaction, policies: Sequence[Policy], hidden_domain_ids: tuple[int, ...]) -> list[PolicyRow]:
    """The policies, without the facts behind them that stand in hidden domains."""
    sources = (number for policy in policies for number in policy.source_fact_ids)
    seen = in_sight(tx, sources, hidden_domain_ids)
    return [_row(policy, seen) for policy in policies]


def policy_row(tx: Transaction, policy: Policy) -> PolicyRow:
    """The policy for a person, from whom nothing is hidden."""
    return policy_rows(tx, [policy], ())[0]


def _row(policy: Policy, seen: Collection[int]) -> PolicyRow:
    return PolicyRow(
        id=policy_id(policy.id),
        uuid=policy.uuid,
        domain=policy.scope.name,
        repo=policy.scope.repo,
        rule=policy.rule,
        required_role=policy.required_role,
        status=policy.status.value,
        agent=policy.agent,
        role=policy.role,
        created=written(policy.created_at),
        ended=written(policy.ended_at) if policy.ended_at else None,
        superseded_by=policy_id(policy.superseded_by) if policy.superseded_by else None,
        reason=policy.reason,
        source_facts=[fact_id(number) for number in policy.source_fact_ids if number in seen],
    )


def list_policies(
    tx: Transaction,
    caller: Caller,
    reach: Reach,
    status: PolicyStatus | None,
    role: str | None,
    limit: int,
    cursor: str | None,
) -> PolicyPage:
    """One page of those that the caller may see."""
    hidden = hidden_domains(tx, caller)
    asked = ("policies", status or "", reach.domain_name or "", repr(reach.repo), role or "")
    before = cursors.offset_of(cursor, asked) or None
    found = tx.policies.page(PolicyListing(status, reach.domain_name, reach.repo, role, hidden), before, limit + 1)
    page = found[:limit]
    following = cursors.cursor_at(page[-1].id, asked) if len(found) > limit else None
    return PolicyPage(policies=policy_rows(tx, page, hidden), next_cursor=following)


def update_policy(tx: Transaction, caller: Caller, number: int, said: Wording, reason: str | None) -> Policy:
    """Put a new wording in the place of an active policy, which stays readable."""
    old = active_policy(tx, caller, number)
    rule = old.rule if said.rule is None else said.rule
    role = None if said.for_everyone else said.required_role or old.required_role
    if normalise_content(rule) == normalise_content(old.rule) and role == old.required_role:
        raise Refused(f"{policy_id(number)} {UNCHANGED}")
    new, is_new = add_policy(tx, caller, old.scope, rule, role, old.source_fact_ids, instead_of=old.id)
    if not is_new and new.required_role != role:
        raise Refused(f"{policy_id(new.id)} says the same for another role; update that one.")
    end_policy(tx, caller, old, new.id, reason)
    return new


def delete_policies(
    tx: Transaction, caller: Caller, numbers: Sequence[int], reason: str | None
) -> tuple[list[int], list[Kept]]:
    """Take policies out of force: which were, and which stay as they are."""
    ended: list[int] = []
    kept: list[Kept] = []
    for policy in [_policy(tx, number) for number in numbers]:
        if policy.ended_at is not None:
            kept.append(Kept(policy_id(policy.id), f"it is {policy.status} already"))
        else:
            end_policy(tx, caller, policy, None, reason)
            ended.append(policy.id)
    return ended, kept


def restore_policy(tx: Transaction, caller: Caller, number: int) -> Policy:
    """Put a policy back into force; `Refused` while it is, or while what took its place or says the same is."""
    policy = _policy(tx, number)
    if policy.status is PolicyStatus.ACTIVE:
        raise Refused(f"{policy_id(number)} is in force: there is nothing to restore.")
    if (successor := _in_its_place(tx, policy)) is not None:
        name = policy_id(successor)
        raise Refused(f"{name} stands in the place of {policy_id(number)}: delete {name} first, or update it.")
    if (same := _same(tx, policy)) is not None:
        raise Refused(f"{policy_id(same)} says the same as {policy_id(number)} already.")
    tx.policies.resume(number)
    before = {"rule": policy.rule, "status": policy.status.value}
    audit(tx, caller, AuditEntry("restore", policy_id(number), before, before | {"status": "active"}))
    return _policy(tx, number)


def _policy(tx: Transaction, number: int) -> Policy:
    policy = tx.policies.get(number)
    if policy is None:
        raise NotFound(f"There is no policy {policy_id(number)}; memory_policy.list shows those there are.")
    return policy


def _in_its_place(tx: Transaction, policy: Policy) -> int | None:
    """The policy in force that took the place of this one, in the end."""
    seen = {policy.id}
    while policy.superseded_by is not None and policy.superseded_by not in seen:
        policy = _policy(tx, policy.superseded_by)
        seen.add(policy.id)
        if policy.status is PolicyStatus.ACTIVE:
            return policy.id
    return None


def _same(tx: Transaction, policy: Policy) -> int | None:
    domain = tx.domains.get(policy.scope)
    found = tx.policies.same_active(domain.id, normalise_content(policy.rule)) if domain else None
    return found.id if found is not None and found.id != policy.id else None


def require_wording(said: Wording) -> None:
    """Refuse an update that says nothing, or two things at once."""
    if said.for_everyone and said.required_role is not None:
        raise InvalidInput("Give 'required_role' or 'for_everyone', not both.")
    if said == Wording():
        raise InvalidInput("Give 'rule', 'required_role' or 'for_everyone': without one there is nothing to update.")
