"""`/rpc` and `/rpc/openrpc.json`: JSON-RPC over HTTP, for whoever the guard says is there.

An agent's token reads what that agent may see. A reviewer's and an admin's is a person's: they see all, and what they
change is logged under the token's agent with the role `person`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...store.errors import NotFound
from ...store.model import Caller
from ...store.model.access import TokenScope
from ..rpc import Dispatcher, Observe
from ..rpc_declare import Method
from ..rpc_document import document_text
from ..rpc_methods import methods
from ..workspaces import Workspace, Workspaces
from .replies import refusal
from .visitor import Visitor, visitor_of

MOST_CALLS = 100
"""In one batch."""

PERSON = "person"
"""The role that a person's changes are logged under."""

FOUNDING = frozenset(("memory_access_grant.set", "memory_settings.set", "memory_source.set", "memory_source.import"))
"""What may be the first thing in a workspace; anything else would find nothing there."""

JSON_ALONE = "Send the request as application/json, in UTF-8 and not compressed."


def rpc_routes(workspaces: Workspaces, observe: Observe | None = None) -> list[Route]:
    """The routes; they are asked by a visitor, and are about the visitor's workspace."""
    answering = _Answering(workspaces, observe)
    return [
        Route("/rpc", answering.answer, methods=["POST"]),
        Route("/rpc/openrpc.json", _document, methods=["GET"]),
    ]


@dataclass(frozen=True, slots=True)
class _Answering:
    workspaces: Workspaces
    observe: Observe | None

    async def answer(self, request: Request) -> Response:
        """200 with the answer, 204 where there is nothing to answer."""
        if not _is_json(request):
            return refusal(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, JSON_ALONE)
        answer = await self._dispatcher(visitor_of(request)).answer(await request.body())
        if answer is None:
            return Response(status_code=HTTPStatus.NO_CONTENT)
        return Response(answer, media_type="application/json")

    def _dispatcher(self, visitor: Visitor) -> Dispatcher:
        workspace = self.workspaces.get(visitor.caller.workspace)
        desk = workspace.desk(caller_over_rpc(visitor))
        offered = _where_it_exists(workspace, methods(desk, scope=visitor.scope))
        return Dispatcher(offered, self.observe, scope=visitor.scope, most_calls=MOST_CALLS)


def caller_over_rpc(visitor: Visitor) -> Caller:
    """Whose desk a visitor's calls are made at: an agent's own, or that of a person by the agent's name."""
    caller = visitor.caller
    if visitor.scope is TokenScope.AGENT:
        return caller
    return Caller(workspace=caller.workspace, agent=caller.agent, role=PERSON, session=caller.session, is_person=True)


async def _document(_: Request) -> Response:
    return Response(document_text(), media_type="application/json")


def _is_json(request: Request) -> bool:
    """A page of another origin can't send this type unasked, which is one reason to insist on it."""
    kind, _, parameters = request.headers.get("content-type", "").partition(";")
    charset = parameters.strip().lower().removeprefix("charset=").strip('"')
    encoding = request.headers.get("content-encoding", "identity").lower()
    return kind.strip().lower() == "application/json" and charset in ("", "utf-8") and encoding == "identity"


def _where_it_exists(workspace: Workspace, offered: Sequence[Method]) -> Sequence[Method]:
    """The methods, which make no file by asking about a workspace that nothing was ever written to."""
    if workspace.exists():
        return offered
    return [one if one.name in FOUNDING else _needing(workspace, one) for one in offered]


def _needing(workspace: Workspace, method: Method) -> Method:
    async def call(**arguments: Any) -> Any:
        if not workspace.exists():
            raise NotFound(
                f"There is no workspace '{workspace.id}' yet: an agent's first write makes it, or an admin's "
                "memory_settings.set or memory_access_grant.set."
            )
        return await method.function(**arguments)

    return replace(method, function=call)
