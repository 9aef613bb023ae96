"""The audit log as the use cases write it."""

from __future__ import annotations

from ..store.model import AuditEntry, Caller
from ..store.protocol import Transaction


def audit(tx: Transaction, caller: Caller, entry: AuditEntry) -> None:
    """Log a change under the caller's name, in the transaction that makes it."""
    tx.audit.append(
        AuditEntry(
            action=entry.action,
            subject=entry.subject,
            before=entry.before,
            after=entry.after,
            agent=caller.agent,
            role=caller.role,
            session=caller.session,
        )
    )
