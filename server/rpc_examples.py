"""A call of every JSON-RPC method, as docs/rpc.md and the OpenRPC document show it."""

from __future__ import annotations

from typing import Any

WRITES: dict[str, dict[str, Any]] = {
    "memory_fact.update": {"fact_id": "F1", "content": "The port is 3."},
    "memory_fact.delete": {"fact_ids": ["F1", "F2"], "reason": "wrong"},
    "memory_fact.restore": {"fact_id": "F4"},
    "memory_fact.restore_many": {"fact_ids": ["F4", "F3"]},
    "memory_fact.purge": {"fact_ids": ["F3"]},
    "memory_policy.update": {"policy_id": "P1", "rule": "Review every change twice.", "reason": "an outage"},
    "memory_policy.delete": {"policy_ids": ["P1"], "reason": "too strict"},
    "memory_policy.restore": {"policy_id": "P2"},
    "memory_conflict.resolve": {"conflict_id": "C1", "keep": "new", "reason": "wrong port"},
    "memory_access_grant.set": {"role": "intern", "domain": "security", "level": "none"},
    "memory_access_grant.delete": {"role": "*", "domain": "architecture"},
    "memory_settings.set": {"name": "access.mode", "value": "strict"},
    "memory_settings.unset": {"name": "conflicts.auto_margin"},
    "memory_source.set": {"source": "api", "revision": "v2"},
    "memory_source.delete": {"source": "api"},
    "memory_source.import": {"versions": {"api": "v3", "web": "v1"}},
    "memory_review.apply": {},
    "memory_review.retire": {},
    "memory_review.confirm": {"conflict_id": "C2"},
    "memory_review.overturn": {"conflict_id": "C2", "reason": "wrong"},
    "memory_audit.undo": {"batch_id": "B1"},
}
FOR_GOOD = frozenset({"memory_fact.purge"})
"""Of these nothing can be undone."""

MEASURES: dict[str, dict[str, Any]] = {
    "memory_review.sample": {"seed": 1, "is_new": True},
    "memory_review.mark": {"marks": {"F1": "wrong"}},
}
"""They change nothing that could be undone."""

ELSEWHERE: dict[str, dict[str, Any]] = {
    "memory_source.refresh": {},
    "memory_token.create": {"agent": "claude", "role": "developer", "label": "laptop", "expires_in": "30d"},
    "memory_token.revoke": {"token_ids": ["T2"]},
    "memory_page.link": {},
}
"""On a working tree (tests/server/test_rpc_command.py), on the home's tokens (tests/server/test_rpc_tokens.py), and for
the home's page (tests/server/web/test_door.py)."""

READS: dict[str, dict[str, Any]] = {
    "memory_fact.list": {"domain": "architecture", "state": "contested", "order": "least_sure", "limit": 20},
    "memory_fact.get": {"fact_id": "F1"},
    "memory_fact.search": {"query": "port", "as_of": "2027-03-31"},
    "memory_fact.recall": {"query": "which port is it", "veracity": "stated"},
    "memory_policy.list": {"status": "active", "query": "review"},
    "memory_policy.get": {"policy_id": "P1"},
    "memory_preamble.get": {"agent": "ana", "role": "engineer", "task": "Move the API to another port"},
    "memory_conflict.list": {"status": "open"},
    "memory_conflict.topics": {"status": "open", "domain": "architecture"},
    "memory_conflict.get": {"conflict_id": "C1"},
    "memory_access_grant.list": {},
    "memory_access_grant.effective": {"roles": ["*", "intern"], "domain": "architecture", "mode": "strict"},
    "memory_token.list": {},
    "memory_settings.list": {},
    "memory_settings.get": {"name": "access.mode"},
    "memory_overview.get": {},
    "memory_domain.list": {},
    "memory_graph.get": {"fact_id": "F1", "include_superseded": True},
    "agent_working_memory.list": {},
    "agent_working_memory.get": {"agent": "ana"},
    "memory_source.list": {},
    "memory_review.get": {},
    "memory_review.report": {},
    "memory_review.resolutions": {"is_found": False},
    "memory_review.decisions": {"changed_only": True},
    "memory_audit.list": {"subject": "F1"},
}
EVERY = READS | WRITES | MEASURES | ELSEWHERE
