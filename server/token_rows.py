"""A token as it is shown: everything but its secret."""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from ..store.model.access import Token
from ..tools.dates import written
from ..tools.ids import token_id


class TokenRow(TypedDict):
    """A token without its secret; `state` is `live`, `revoked` or `expired`."""

    id: str
    label: str
    workspace: str
    agent: str
    role: str
    repo: str | None
    scope: str
    state: str
    created_at: str
    expires_at: str | None
    revoked_at: str | None
    last_used_at: str | None


def token_row(token: Token, now: datetime) -> TokenRow:
    """The token as it is at that moment."""
    return TokenRow(
        id=token_id(token.id),
        label=token.label,
        workspace=token.workspace,
        agent=token.agent,
        role=token.role,
        repo=token.repo,
        scope=token.scope.value,
        state=state_of(token, now),
        created_at=written(token.created_at),
        expires_at=_when(token.expires_at),
        revoked_at=_when(token.revoked_at),
        last_used_at=_when(token.last_used_at),
    )


def state_of(token: Token, now: datetime) -> str:
    """`live`, `revoked` or `expired`."""
    if token.is_live(now):
        return "live"
    return "expired" if token.revoked_at is None else "revoked"


def _when(moment: datetime | None) -> str | None:
    return None if moment is None else written(moment)
