"""`palimpsest token`: who may come in over the network. A secret is printed once, when its token is made."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from ...store import clock
from ...store.access import NewToken
from ...store.errors import NotFound
from ...store.model.access import Token, TokenScope
from ...tools.dates import written
from ...tools.ids import parse_ids, token_id
from ..config import resolve_bearer, resolve_options
from ..token_lifetime import parse_lifetime
from ..token_rows import token_row
from ..tokens import all_tokens, make_token, revoke_tokens, token_label
from .administer import show, show_json
from .token_text import created_lines, listed_lines


def run(namespace: Namespace) -> int:
    """Make a token, list those there are, or revoke some."""
    home = resolve_options(namespace).home
    match namespace.action:
        case "create":
            _create(home, namespace)
        case "list":
            _list(home, namespace)
        case _:
            _revoke(home, parse_ids(namespace.of_ids, "T", "ID"))
    return 0


def _create(home: Path, namespace: Namespace) -> None:
    now = clock.system()
    bearer, lifetime = resolve_bearer(namespace), parse_lifetime(namespace.expires_in)
    new = NewToken(
        label=token_label(namespace.label, "--label"),
        workspace=bearer.workspace,
        agent=bearer.agent,
        role=bearer.role,
        repo=bearer.repo,
        scope=TokenScope(namespace.scope),
        expires_at=None if lifetime is None else now + lifetime,
    )
    token, secret = make_token(home, new, now)
    if namespace.json:
        show_json({**token_row(token, now), "token": secret})
    else:
        show(*created_lines(token, secret))


def _list(home: Path, namespace: Namespace) -> None:
    now = clock.system()
    tokens = [one for one in all_tokens(home) if _is_asked_for(one, namespace)]
    shown = tokens if namespace.all else [one for one in tokens if one.revoked_at is None]
    if namespace.json:
        show_json([token_row(one, now) for one in shown])
    else:
        show(*listed_lines(shown, len(tokens) - len(shown), now))


def _is_asked_for(token: Token, namespace: Namespace) -> bool:
    """Only flags narrow the list: a variable that names the one at the keyboard doesn't."""
    return namespace.workspace in (None, token.workspace) and namespace.agent in (None, token.agent)


def _revoke(home: Path, numbers: Sequence[int]) -> None:
    before = {one.id: one for one in all_tokens(home)}
    if unknown := [token_id(number) for number in numbers if number not in before]:
        raise NotFound(f"There is no token {', '.join(unknown)}. None was revoked: see palimpsest token list.")
    revoke_tokens(home, numbers, clock.system())
    for number in numbers:
        revoked_at = before[number].revoked_at
        done = "opens nothing any more" if revoked_at is None else f"was revoked on {written(revoked_at)}"
        show(f"{token_id(number)} {done}")
