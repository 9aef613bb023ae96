"""`memory_token.*`: who may come in over the network to this workspace, as the person in charge says.

The home's tokens are in a file of their own, beside the workspaces; those of another workspace are none here.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, TypedDict

from ..store import clock
from ..store.access import NewToken
from ..store.errors import InsufficientTokenScope, InvalidInput, NotFound
from ..store.model import Caller
from ..store.model.access import Token, TokenScope
from ..tools.answers import LeftOut
from ..tools.desk import Desk
from ..tools.ids import parse_ids, token_id
from ..tools.scopes import parse_repo
from .config import caller_name
from .rpc_declare import method
from .token_lifetime import parse_lifetime
from .token_rows import TokenRow, token_row
from .tokens import all_tokens, make_token, revoke_tokens, token_label

NO_HOME = "Tokens belong to a home, and there is none here: `palimpsest rpc` and a server over HTTP have one."
_DEFAULTS = Caller()


class TokenList(TypedDict):
    """The workspace's tokens by id, how many revoked ones were left out, and whether anybody needs a token at all:
    the first that is made closes the home's servers for clients without one."""

    tokens: list[TokenRow]
    revoked: int
    is_required: bool


class TokenCreated(TypedDict):
    """The token with its secret, which is kept nowhere; `is_first`: from now on nobody comes in without one."""

    token: TokenRow
    secret: str
    is_first: bool


class TokensRevoked(TypedDict):
    """The tokens that open nothing any more, and those that opened nothing before."""

    revoked: list[str]
    kept: list[LeftOut]


class TokenMethods:
    """The tokens of the workspace."""

    def __init__(self, desk: Desk, home: Path | None, scope: TokenScope, now: clock.Clock = clock.system) -> None:
        self._caller, self._home, self._scope, self._now = desk.caller, home, scope, now

    @method("memory_token.list", reads_only=True, begins=True)
    async def list_tokens(self, include_revoked: bool = False) -> TokenList:
        """The workspace's tokens, without their secrets."""
        found = await asyncio.to_thread(all_tokens, self._required_home)
        own = [one for one in found if self._is_own(one)]
        shown = [one for one in own if include_revoked or one.revoked_at is None]
        now = self._now()
        rows = [token_row(one, now) for one in shown]
        return TokenList(tokens=rows, revoked=len(own) - len(shown), is_required=bool(found))

    @method("memory_token.create", begins=True)
    async def create(
        self,
        agent: Annotated[str, "who will hold it; of scope reviewer or admin, the person"],
        role: Annotated[str | None, "its role, which grants are about"] = None,
        repo: Annotated[str | None, "where it works: owner/name or a slug"] = None,
        label: Annotated[str | None, "what you will know it by"] = None,
        scope: TokenScope = TokenScope.AGENT,
        expires_in: Annotated[str, "such as 12h, 30d, 8w; never"] = "90d",
    ) -> TokenCreated:
        """Make a token; its secret is told this once."""
        if not self._scope.covers(scope):
            raise InsufficientTokenScope("memory_token.create", self._scope, scope, why="Such a token is given by")
        now, lifetime = self._now(), parse_lifetime(expires_in, "'expires_in'")
        new = NewToken(
            label=token_label(label or "", "'label'"),
            workspace=self._caller.workspace,
            agent=_name(agent, "agent"),
            role=_name(role or _DEFAULTS.role, "role"),
            repo=parse_repo(repo) if repo else None,
            scope=scope,
            expires_at=None if lifetime is None else now + lifetime,
        )
        token, secret = await asyncio.to_thread(make_token, self._required_home, new, now)
        return TokenCreated(token=token_row(token, now), secret=secret, is_first=token.id == 1)

    @method("memory_token.revoke", begins=True)
    async def revoke(self, token_ids: Annotated[list[str], "such as T1"]) -> TokensRevoked:
        """Close tokens for good, at once."""
        numbers = parse_ids(token_ids, "T", "token_ids")
        if not numbers:
            raise InvalidInput("'token_ids' names no token.")
        own = {one.id: one for one in await asyncio.to_thread(all_tokens, self._required_home) if self._is_own(one)}
        if unknown := [token_id(number) for number in numbers if number not in own]:
            raise NotFound(
                f"There is no token {', '.join(unknown[:5])} of this workspace. None was revoked: memory_token.list "
                "shows those there are."
            )
        live = [number for number in numbers if own[number].revoked_at is None]
        await asyncio.to_thread(revoke_tokens, self._required_home, live, self._now())
        kept = [LeftOut(id=token_id(number), why="it was revoked before") for number in numbers if number not in live]
        return TokensRevoked(revoked=[token_id(number) for number in live], kept=kept)

    def _is_own(self, token: Token) -> bool:
        return token.workspace == self._caller.workspace

    @property
    def _required_home(self) -> Path:
        if self._home is None:
            raise InvalidInput(NO_HOME)
        return self._home


def _name(text: str, field: str) -> str:
    try:
        if not text:
            raise ValueError("give 1 to 64 printable characters")
        return caller_name(text)
    except ValueError as error:
        raise InvalidInput(f"'{field}': {error}.") from None
