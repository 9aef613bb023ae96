"""`memory_policy.*`: what agents must do, as a person rewords it, takes it out of force and puts it back."""

from __future__ import annotations

from typing import Annotated, TypedDict

from ..store.errors import InvalidInput
from ..store.model import PolicyStatus
from ..store.model.access import TokenScope
from ..store.protocol import Transaction
from ..tools.answers import LeftOut
from ..tools.audit_views import batch_at_hand
from ..tools.desk import Desk
from ..tools.gate import Gate, joined
from ..tools.ids import parse_id, parse_ids
from ..tools.ids import policy_id as policy_name
from ..tools.policy_curation import (
    PolicyDetail,
    PolicyOrder,
    PolicyPage,
    PolicyQuestion,
    PolicyRow,
    Wording,
    delete_policies,
    get_policy,
    list_policies,
    policy_row,
    require_wording,
    restore_policy,
    update_policy,
)
from ..tools.scopes import list_reach
from .rpc_declare import method
from .rpc_params import REASON_CHARS, Cursor, DomainName, Limit, PolicyId, Reason, Repo

ROLE_CHARS = 64


class PolicyUpdated(TypedDict):
    """What is in force in the place of the old policy."""

    old_id: str
    policy: PolicyRow
    note: str | None
    batch_id: str | None


class PoliciesDeleted(TypedDict):
    """What was taken out of force, and what stays as it is."""

    deleted: list[str]
    kept: list[LeftOut]
    batch_id: str | None


class PolicyRestored(TypedDict):
    """The policy, in force again."""

    policy: PolicyRow
    batch_id: str | None


class PolicyMethods:
    """Policies, one by one or many at once."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @method("memory_policy.list", reads_only=True, scope=TokenScope.AGENT)
    async def list_policies(
        self,
        status: Annotated[PolicyStatus | None, "every one without it"] = None,
        domain: DomainName = None,
        repo: Repo = None,
        required_role: Annotated[str | None, "whom it is for"] = None,
        query: Annotated[str | None, "parts of words that the rule holds, each of them"] = None,
        order: Annotated[PolicyOrder, "standing: in force, then what awaits somebody"] = PolicyOrder.NEWEST,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> PolicyPage:
        """Policies, newest first, and what those in force cost each launch."""
        caller = self._desk.caller
        text = Gate(await self._desk.settings()).query(query) if query else None
        asked = PolicyQuestion(list_reach(domain, repo, caller), status, required_role, text, order)
        return await self._desk.read(lambda tx: list_policies(tx, caller, asked, limit, cursor))

    @method("memory_policy.get", reads_only=True, scope=TokenScope.AGENT)
    async def get_policy(self, policy_id: PolicyId) -> PolicyDetail:
        """One policy, and every wording that it replaced or that replaced it."""
        number = parse_id(policy_id, "P", "policy_id")
        return await self._desk.read(lambda tx: get_policy(tx, self._desk.caller, number))

    @method("memory_policy.update", scope=TokenScope.REVIEWER)
    async def update_policy(
        self,
        policy_id: PolicyId,
        rule: Annotated[str | None, "one imperative sentence"] = None,
        required_role: Annotated[str | None, "whom it is for"] = None,
        for_everyone: Annotated[bool, "it is for no role alone"] = False,
        reason: Reason = None,
    ) -> PolicyUpdated:
        """Put another wording in a policy's place; the old one stays readable."""
        number = parse_id(policy_id, "P", "policy_id")
        gate = Gate(await self._desk.settings())
        said = Wording(
            gate.rule(rule) if rule is not None else None,
            gate.label(required_role, "required_role", ROLE_CHARS) if required_role is not None else None,
            for_everyone,
        )
        require_wording(said)
        why = gate.label(reason, "reason", REASON_CHARS) if reason is not None else None

        def work(tx: Transaction) -> PolicyUpdated:
            new = update_policy(tx, self._desk.caller, number, said, why)
            return PolicyUpdated(
                old_id=policy_name(number),
                policy=policy_row(tx, new),
                note=joined(gate.warnings),
                batch_id=batch_at_hand(tx),
            )

        return await self._desk.write(work)

    @method("memory_policy.delete", scope=TokenScope.REVIEWER)
    async def delete_policies(
        self, policy_ids: Annotated[list[str], "in one batch"], reason: Reason = None
    ) -> PoliciesDeleted:
        """Take policies out of force; they stay readable, and can be restored."""
        numbers = parse_ids(policy_ids, "P", "policy_ids")
        if not numbers:
            raise InvalidInput("'policy_ids' names no policy.")
        gate = Gate(await self._desk.settings())
        why = gate.label(reason, "reason", REASON_CHARS) if reason is not None else None

        def work(tx: Transaction) -> PoliciesDeleted:
            ended, kept = delete_policies(tx, self._desk.caller, numbers, why)
            return PoliciesDeleted(
                deleted=[policy_name(one) for one in ended],
                kept=[LeftOut(id=one.id, why=one.why) for one in kept],
                batch_id=batch_at_hand(tx),
            )

        return await self._desk.write(work)

    @method("memory_policy.restore", scope=TokenScope.REVIEWER)
    async def restore_policy(self, policy_id: PolicyId) -> PolicyRestored:
        """Put a policy into force (again), or approve one that awaits it, once nothing stands in its place."""
        number = parse_id(policy_id, "P", "policy_id")

        def work(tx: Transaction) -> PolicyRestored:
            policy = restore_policy(tx, self._desk.caller, number)
            return PolicyRestored(policy=policy_row(tx, policy), batch_id=batch_at_hand(tx))

        return await self._desk.write(work)
