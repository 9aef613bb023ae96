"""What a person does to policies: listing, rewording, taking them out of force and putting them back.

Listing is for whoever may see them; the rest is a person's, no tool calls it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import TypedDict

from ..store.errors import InvalidInput, NotFound, Refused, StaleVersion
from ..store.model import AuditEntry, Caller, Policy, PolicyListing, PolicyStatus
from ..store.protocol import Transaction
from ..store.rules.conflict import normalise_content
from ..store.rules.preamble import policy_line
from . import cursors
from .audit import audit
from .chains import above, beneath
from .dates import written
from .drafts import hidden_domains
from .ids import fact_id, policy_id
from .policy_history import ended_by
from .policy_tools import active_policy, add_policy, end_policy, visible_policy
from .preamble import policies_at_launch
from .scopes import Reach
from .settings import Settings
from .sight import in_sight
from .undoing import Kept

MOST_BENEATH = 50
"""Earlier wordings of one policy that are shown with it."""

UNCHANGED = "says that already; give another 'rule' or another 'required_role'."


class ReplacedRule(TypedDict):
    """The wording that a policy came in the place of."""

    id: str
    rule: str


class PolicyRow(TypedDict):
    """A policy, and what became of it; `preamble_chars` is what it costs, or would cost, at each launch."""

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
    preamble_chars: int
    replaced: list[ReplacedRule]


class PolicyPage(TypedDict):
    """A page of policies; `preamble_chars` is what all that are in force cost at each launch."""

    policies: list[PolicyRow]
    preamble_chars: int
    next_cursor: str | None


class PolicyStep(TypedDict):
    """One wording of a chain, and who took it out of force."""

    policy: PolicyRow
    ended_by: str | None


class PolicyDetail(TypedDict):
    """A policy, and the chain of wordings that it stands in, oldest first, at most so many of those it replaced;
    `in_force` is the one that holds now."""

    policy: PolicyRow
    chain: list[PolicyStep]
    in_force: str | None


@dataclass(frozen=True, slots=True)
class Wording:
    """What a policy is to say; None as before. `for_everyone` takes its role away."""

    rule: str | None = None
    required_role: str | None = None
    for_everyone: bool = False


class PolicyOrder(StrEnum):
    """`standing`: in force, then what awaits somebody, then the rest; the newest first in each."""

    NEWEST = "newest"
    STANDING = "standing"


@dataclass(frozen=True, slots=True)
class PolicyQuestion:
    """Which policies a list is asked for, in which order; None is no condition."""

    reach: Reach
    status: PolicyStatus | None = None
    required_role: str | None = None
    query: str | None = None
    order: PolicyOrder = PolicyOrder.NEWEST

    @property
    def listing(self) -> PolicyListing:
        """The same as the store takes it."""
        return PolicyListing(
            self.status,
            self.reach.domain_name,
            self.reach.repo,
            self.required_role,
            words=tuple(normalise_content(word).casefold() for word in (self.query or "").split()),
            by_standing=self.order is PolicyOrder.STANDING,
        )

    @property
    def mark(self) -> Sequence[str]:
        """What a cursor belongs to."""
        reach = (self.reach.domain_name or "", repr(self.reach.repo))
        return ("policies", self.status or "", *reach, self.required_role or "", self.query or "", self.order)


def policy_rows(tx: Transaction, policies: Sequence[Policy], hidden_domain_ids: tuple[int, ...]) -> list[PolicyRow]:
    """The policies, without the facts behind them that stand in hidden domains."""
    sources = (number for policy in policies for number in policy.source_fact_ids)
    seen = in_sight(tx, sources, hidden_domain_ids)
    return [_row(tx, policy, seen) for policy in policies]


def policy_row(tx: Transaction, policy: Policy) -> PolicyRow:
    """The policy for a person, from whom nothing is hidden."""
    return policy_rows(tx, [policy], ())[0]


def _row(tx: Transaction, policy: Policy, seen: Collection[int]) -> PolicyRow:
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
        preamble_chars=len(policy_line(policy)) + 1,
        replaced=_replaced(tx, policy),
    )


def _replaced(tx: Transaction, policy: Policy) -> list[ReplacedRule]:
    before = [_policy(tx, number) for number in tx.policies.predecessors(policy.id)]
    return [ReplacedRule(id=policy_id(one.id), rule=one.rule) for one in before]


def list_policies(tx: Transaction, caller: Caller, asked: PolicyQuestion, limit: int, cursor: str | None) -> PolicyPage:
    """One page of those that the caller may see."""
    hidden = hidden_domains(tx, caller)
    listing = replace(asked.listing, hidden_domain_ids=hidden)
    mark = asked.mark
    behind = cursors.place_of(cursor, mark, by_text=False)
    found = tx.policies.page(listing, behind and behind[0], limit + 1)
    page = found[:limit]
    following = _cursor(listing, page[-1], tx.now, mark) if len(found) > limit else None
    return PolicyPage(
        policies=policy_rows(tx, page, hidden),
        preamble_chars=len(policies_at_launch(tx, caller, Settings(tx.settings.all()))),
        next_cursor=following,
    )


def _cursor(listing: PolicyListing, last: Policy, now: datetime, mark: Sequence[str]) -> str:
    return cursors.cursor_behind((listing.rank(last.status), last.id), now, mark)


def get_policy(tx: Transaction, caller: Caller, number: int) -> PolicyDetail:
    """One policy that the caller may see, with its chain."""
    hidden = hidden_domains(tx, caller)
    policy = visible_policy(tx, caller, number)
    after = above(tx.policies, policy)
    chain = sorted([*beneath(tx.policies, policy, MOST_BENEATH), policy, *after], key=lambda one: one.id)
    return PolicyDetail(
        policy=policy_rows(tx, [policy], hidden)[0],
        chain=[
            PolicyStep(policy=row, ended_by=ended_by(tx, one.id) if one.ended_at else None)
            for one, row in zip(chain, policy_rows(tx, chain, hidden), strict=True)
        ],
        in_force=next((policy_id(one.id) for one in reversed(chain) if one.status is PolicyStatus.ACTIVE), None),
    )


def update_policy(tx: Transaction, caller: Caller, number: int, said: Wording, reason: str | None) -> Policy:
    """Put a new wording in the place of an active policy, which stays readable."""
    old = _to_reword(tx, caller, number)
    rule = old.rule if said.rule is None else said.rule
    role = None if said.for_everyone else said.required_role or old.required_role
    if normalise_content(rule) == normalise_content(old.rule) and role == old.required_role:
        raise Refused(f"{policy_id(number)} {UNCHANGED}")
    new, is_new = add_policy(tx, caller, old.scope, rule, role, old.source_fact_ids, instead_of=old.id)
    if not is_new and new.required_role != role:
        raise Refused(f"{policy_id(new.id)} says the same for another role; update that one.")
    end_policy(tx, caller, old, new.id, reason)
    return new


def _to_reword(tx: Transaction, caller: Caller, number: int) -> Policy:
    """The policy in force; what another wording has replaced meanwhile is told with that wording."""
    policy = tx.policies.get(number)
    now = None if policy is None else _in_its_place(tx, policy)
    if now is not None:
        name, successor = policy_id(now), _policy(tx, now)
        raise StaleVersion(
            f"{name} stands in the place of {policy_id(number)} by now: read it, then update {name}. "
            "Nothing was changed.",
            successor.rule,
        )
    return active_policy(tx, caller, number)


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
