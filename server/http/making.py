"""Makes the clients of identities: each a server of its own over a desk of its own, on workspaces that all share."""

from __future__ import annotations

from mcp.server.request_state import RequestStateSecurity

from ...store.model import Caller
from ...store.model.access import TokenScope
from ...tools.desk import Desk
from .. import app
from ..config import Options
from ..tokens import TokenBook
from ..workspaces import Workspaces
from .client import Client
from .clients import Calls
from .metrics import Metrics
from .visitor import Visitor


class ClientMaker:
    """What every client of the process is made of."""

    def __init__(self, options: Options, book: TokenBook, workspaces: Workspaces, metrics: Metrics) -> None:
        self.calls = Calls()
        self._options, self._book, self._workspaces, self._metrics = options, book, workspaces, metrics

    async def make(self, visitor: Visitor) -> Client:
        """A visitor's client; how much awaits them is counted only as long as a handshake may wait."""
        caller, desk = visitor.caller, self._desk(visitor)
        server = app.build_server(
            desk,
            await self._workspaces.get(caller.workspace).awaiting(caller),
            core_only=self._options.tools == "core",
            request_state=self._request_state(caller),
            middleware=[self.calls.count, self._metrics.observe_call],
            reviewer=self._reviewer(visitor),
        )
        return Client(visitor, desk, server)

    def _desk(self, visitor: Visitor) -> Desk:
        """Files and register that the flags name belong to the workspace that they name, and to nobody with a token."""
        workspace, options = self._workspaces.get(visitor.caller.workspace), self._options
        if visitor.token_id is not None or workspace.id != options.caller.workspace:
            return workspace.desk(visitor.caller)
        return workspace.desk(visitor.caller, options.folder, options.versions)

    def _reviewer(self, visitor: Visitor) -> str | None:
        """The person whom a token of their own names; without tokens what the flags say."""
        if visitor.token_id is None:
            return app.reviewer_of(self._options)
        return visitor.caller.agent if visitor.scope.covers(TokenScope.REVIEWER) else None

    def _request_state(self, caller: Caller) -> RequestStateSecurity:
        """What a client is given to send again: sealed with the home's keys, so that it outlives this process, and
        opened for the agent alone that it was given to."""
        return RequestStateSecurity(
            keys=self._book.request_state_keys(), audience=f"palimpsest/{caller.workspace}/{caller.agent}"
        )
