"""Tokens for tests, made as the command makes them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from palimpsest.server.tokens import make_token
from palimpsest.store.access import NewToken
from palimpsest.store.model.access import Token, TokenScope


def new_token(
    home: Path,
    *,
    label: str = "",
    workspace: str = "default",
    agent: str = "claude",
    role: str = "developer",
    repo: str | None = None,
    scope: TokenScope = TokenScope.AGENT,
    expires_at: datetime | None = None,
    now: datetime | None = None,
) -> tuple[Token, str]:
    """A token of the home, and its secret."""
    new = NewToken(label, workspace, agent, role, repo, scope, expires_at)
    return make_token(home, new, now or datetime.now(UTC))
