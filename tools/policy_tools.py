"""`propose_policy` and `supersede_policy`: what agents must do; the only writes that a grant gates."""

from __future__ import annotations

from typing import Annotated

from ..store.errors import NotFound, Refused
from ..store.model import AuditEntry, Caller, NewPolicy, Policy, PolicyStatus, Scope
from ..store.protocol import Transaction
from ..store.rules.normal_forms import normalise_content
from .answers import PolicyAnswer, ReplacedPolicy
from .audit import audit
from .declare import tool
from .desk import Desk
from .drafts import ensure_domain, hidden_domains, require_write
from .fact_changes import visible_facts
from .gate import Gate, joined
from .ids import fact_id as fact_name
from .ids import parse_id, parse_ids
from .ids import policy_id as policy_name
from .preamble import growth, launch_chars
from .wording import wording_for


class PolicyTools:
    """Writing what agents must do."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @tool(core=True)
    async def propose_policy(
        self,
        domain: str,
        rule: Annotated[str, "one imperative sentence"],
        source_fact_ids: Annotated[list[str] | None, "F12"] = None,
        required_role: Annotated[str | None, "whom it is for"] = None,
        repo: str | None = None,
    ) -> PolicyAnswer:
        """Add a rule that every agent gets at launch. Needs 'write' on the domain."""
        settings = await self._desk.settings()
        gate = Gate(settings)
        scope = gate.scope(domain, repo)
        text = gate.rule(rule)
        role = gate.label(required_role, "required_role", 64) if required_role else None
        sources = parse_ids(source_fact_ids or [], "F", "source_fact_ids")
        caller = self._desk.caller

        def work(tx: Transaction) -> PolicyAnswer:
            require_write(tx, caller, scope)
            visible_facts(tx, caller, sources)
            before = launch_chars(tx, caller)
            policy, is_new = add_policy(tx, caller, scope, text, role, sources)
            remarks = growth(before, launch_chars(tx, caller)) if is_new else ["This rule was already there."]
            return _answer(policy, [*gate.warnings, *remarks])

        return await self._desk.write(work)

    @tool(destructive=True)
    async def supersede_policy(
        self,
        policy_id: Annotated[str, "P3"],
        rule: Annotated[str | None, "the new rule; without it the policy is deactivated"] = None,
        reason: str | None = None,
    ) -> ReplacedPolicy:
        """Replace a policy, or deactivate it. Needs 'write' on its domain."""
        settings = await self._desk.settings()
        gate = Gate(settings)
        number = parse_id(policy_id, "P", "policy_id")
        text = gate.rule(rule) if rule is not None else None
        why = gate.content(reason, "reason") if reason else None
        caller = self._desk.caller

        def work(tx: Transaction) -> ReplacedPolicy:
            old = active_policy(tx, caller, number)
            require_write(tx, caller, old.scope)
            if text is None:
                end_policy(tx, caller, old, None, why)
                return _replaced(old, None, gate.warnings)
            before = launch_chars(tx, caller)
            new, _ = add_policy(tx, caller, old.scope, text, old.required_role, old.source_fact_ids)
            if new.id == old.id:
                raise Refused(f"{policy_name(number)} already says that; give another 'rule' or none to deactivate it.")
            end_policy(tx, caller, old, new.id, why)
            return _replaced(old, new, [*gate.warnings, *growth(before, launch_chars(tx, caller))])

        return await self._desk.write(work)


def add_policy(
    tx: Transaction,
    caller: Caller,
    scope: Scope,
    rule: str,
    required_role: str | None,
    sources: tuple[int, ...],
    instead_of: int | None = None,
) -> tuple[Policy, bool]:
    """The policy of that rule in the scope, and whether it is new; the same rule is never in force twice.

    The policy `instead_of` which it comes is one that the caller ends.
    """
    domain = ensure_domain(tx, caller, scope)
    key = normalise_content(rule)
    known = tx.policies.same_active(domain.id, key)
    if known is not None and known.id != instead_of:
        return known, False
    new = NewPolicy(domain.id, rule, key, required_role, caller.agent, caller.role, sources)
    policy = tx.policies.insert(new)
    after = {
        "domain": str(scope),
        "rule": rule,
        "status": policy.status.value,
        "required_role": required_role,
        "sources": [fact_name(number) for number in sources],
    }
    audit(tx, caller, AuditEntry("create", policy_name(policy.id), None, after))
    return policy, True


def visible_policy(tx: Transaction, caller: Caller, number: int) -> Policy:
    """The policy, when the caller may see it."""
    policy = tx.policies.get(number)
    if policy is None or _is_hidden(tx, caller, policy.scope):
        raise NotFound(f"There is no policy {policy_name(number)}; {wording_for(caller).lists_policies}.")
    return policy


def active_policy(tx: Transaction, caller: Caller, number: int) -> Policy:
    """The policy, when it is in force and the caller may see it."""
    policy = visible_policy(tx, caller, number)
    if policy.status is not PolicyStatus.ACTIVE:
        raise Refused(f"{policy_name(number)} is {policy.status.value} already; nothing was changed.")
    return policy


def _is_hidden(tx: Transaction, caller: Caller, scope: Scope) -> bool:
    domain = tx.domains.get(scope)
    return domain is not None and domain.id in hidden_domains(tx, caller)


def end_policy(tx: Transaction, caller: Caller, policy: Policy, successor: int | None, reason: str | None) -> None:
    """Take a policy out of force, in favour of its successor if it has one."""
    tx.policies.end(policy.id, superseded_by=successor, reason=reason)
    ended = PolicyStatus.SUPERSEDED if successor else PolicyStatus.INACTIVE
    before = {"rule": policy.rule, "status": policy.status.value}
    after = before | {
        "status": ended.value,
        "superseded_by": policy_name(successor) if successor else None,
        "reason": reason,
    }
    audit(tx, caller, AuditEntry("end", policy_name(policy.id), before, after))


def _replaced(old: Policy, new: Policy | None, remarks: list[str]) -> ReplacedPolicy:
    answer = ReplacedPolicy(old_id=policy_name(old.id), new_id=policy_name(new.id) if new else None)
    if note := joined(remarks):
        answer["note"] = note
    return answer


def _answer(policy: Policy, remarks: list[str]) -> PolicyAnswer:
    answer = PolicyAnswer(policy_id=policy_name(policy.id))
    if note := joined(remarks):
        answer["note"] = note
    return answer
