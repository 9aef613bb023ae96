"""`memory_preamble.get`: what any agent is given at launch, for the person who answers for it."""

from __future__ import annotations

from typing import Annotated

from ..store.errors import InvalidInput
from ..store.model import Caller
from ..store.model.access import TokenScope
from ..tools.desk import Desk
from ..tools.preamble_view import PreambleView, view_preamble
from ..tools.scopes import parse_repo
from .config import caller_name
from .rpc_declare import method

_DEFAULTS = Caller()


class PreambleMethods:
    """The launch preamble, looked at without being launched."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @method("memory_preamble.get", reads_only=True, scope=TokenScope.REVIEWER)
    async def get_preamble(
        self,
        agent: Annotated[str | None, "its name; its notes are in the text"] = None,
        role: Annotated[str | None, "its role, which grants are about"] = None,
        repo: Annotated[str | None, "where it works: owner/name or a slug"] = None,
        task: Annotated[str | None, "what it is about to do; brings matching facts"] = None,
    ) -> PreambleView:
        """What an agent is given at launch: the text that `palimpsest preamble` prints, and what it leaves out.
        Without a name and a role they are those that commands mean by themselves."""
        caller = Caller(
            workspace=self._desk.caller.workspace,
            agent=_name(agent, "agent") or _DEFAULTS.agent,
            role=_name(role, "role") or _DEFAULTS.role,
            repo=parse_repo(repo) if repo else None,
        )
        return await self._desk.read(lambda tx: view_preamble(tx, caller, task or ""))


def _name(text: str | None, field: str) -> str | None:
    try:
        return caller_name(text) if text else None
    except ValueError as error:
        raise InvalidInput(f"'{field}': {error}.") from None
