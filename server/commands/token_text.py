"""What `palimpsest token` prints: for a person and for a program."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from ...store.model.access import Token
from ...tools.dates import written
from ...tools.ids import token_id
from ..token_rows import state_of
from .administer import table

ADDRESS = "http://127.0.0.1:8765/mcp"
FIRST = "It is this home's first: from now on no server of it lets anybody in over HTTP without one."
HEADINGS = ("ID", "LABEL", "WORKSPACE", "AGENT", "ROLE", "REPO", "SCOPE", "EXPIRES", "LAST USED", "STATE")


def created_lines(token: Token, secret: str) -> list[str]:
    """Whom a new token is for, its secret, and how a client gets it."""
    until = "It never expires." if token.expires_at is None else f"It expires on {written(token.expires_at)}."
    place = f"workspace {token.workspace}" + (f", repository {token.repo}" if token.repo else "")
    return [
        f"{token_id(token.id)}: agent {token.agent}, role {token.role}, {place}, scope {token.scope}. {until}",
        "Its secret is shown this once and kept nowhere:",
        "",
        f"  {secret}",
        "",
        "Give it to a client, with the address that your server has:",
        "",
        f'  claude mcp add --transport http palimpsest {ADDRESS} --header "Authorization: Bearer {secret}"',
        "",
        f"palimpsest token revoke {token_id(token.id)} takes it back.",
        *([FIRST] if token.id == 1 else []),
    ]


def listed_lines(tokens: Sequence[Token], hidden: int, now: datetime) -> list[str]:
    """Tokens as a table, and how many were left out."""
    if not tokens and not hidden:
        return ["There is no token; palimpsest token create --agent NAME makes one."]
    lines = table([HEADINGS, *(_row(one, now) for one in tokens)]) if tokens else []
    return [*lines, f"{hidden} revoked; --all shows them"] if hidden else lines


def _row(token: Token, now: datetime) -> tuple[str, ...]:
    return (
        token_id(token.id),
        token.label or "-",
        token.workspace,
        token.agent,
        token.role,
        token.repo or "-",
        token.scope.value,
        _when(token.expires_at) or "never",
        _when(token.last_used_at) or "never",
        state_of(token, now),
    )


def _when(moment: datetime | None) -> str | None:
    return None if moment is None else written(moment)
