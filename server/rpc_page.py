"""`memory_page.*`: the way to the page, for platforms that let their people in themselves."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TypedDict

from ..store import clock
from ..store.errors import InvalidInput
from ..store.model.access import TokenScope
from ..tools.dates import written
from ..tools.desk import Desk
from .page_links import link_to_page
from .rpc_declare import method

NO_HOME = "Links belong to a home, and there is none here: `palimpsest rpc` and a server over HTTP have one."


class LinkMade(TypedDict):
    """A link below the server's address, such as http://127.0.0.1:8765: it works once, for one browser, until then."""

    path: str
    expires: str


class PageMethods:
    """The page of the workspace."""

    def __init__(
        self,
        desk: Desk,
        home: Path | None,
        scope: TokenScope,
        token_id: int | None = None,
        now: clock.Clock = clock.system,
    ) -> None:
        """`token_id`: of whoever calls; the session that a link of theirs begins ends with it."""
        self._caller, self._home, self._scope, self._token_id, self._now = desk.caller, home, scope, token_id, now

    @method("memory_page.link", scope=TokenScope.REVIEWER)
    async def make_link(self) -> LinkMade:
        """A link that lets a browser into this workspace's page as whoever calls, to do there what they may do here."""
        if self._home is None:
            raise InvalidInput(NO_HOME)
        caller = self._caller
        link = await asyncio.to_thread(
            link_to_page,
            self._home,
            caller.workspace,
            caller.agent,
            self._scope,
            self._now(),
            token_id=self._token_id,
        )
        return LinkMade(path=link.path, expires=written(link.expires_at))
