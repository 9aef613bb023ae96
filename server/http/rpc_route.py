"""`/rpc`: JSON-RPC 2.0 over HTTP, and `/rpc/openrpc.json`, which says what it takes.

Who asks is the guard's to say. A token of scope `agent` is that agent and sees what it may see; those above it are a
person under the name of the token, and without tokens it is the person who runs the server.
"""

from __future__ import annotations

import os
from dataclasses import replace
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...store.errors import NoWorkspace
from ...store.model import Caller
from ...store.model.access import TokenScope
from ..commands.administer import ROLE, user_name
from ..rpc import Dispatcher, Observe
from ..rpc_document import openrpc
from ..rpc_methods import methods
from ..workspaces import Workspace, Workspaces
from .replies import refusal
from .visitor import Visitor, visitor_of

PATH, DOCUMENT = "/rpc", "/openrpc.json"
JSON = "application/json"
MOST_CALLS = 100
"""In one batch: each is a transaction, and others wait for their turn."""

NOT_JSON = refusal(
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE, f"JSON-RPC is sent as Content-Type: {JSON}, in UTF-8 and not compressed."
)


def rpc_routes(workspaces: Workspaces, observe: Observe | None = None) -> list[Route]:
    """Both routes, for whatever workspace the visitor is in; `observe` is told of each call."""

    async def answer(request: Request) -> Response:
        if not _is_json(request):
            return NOT_JSON
        visitor = visitor_of(request)
        workspace = workspaces.get(visitor.caller.workspace)
        answered = await _dispatcher(workspace, visitor, observe).answer(await request.body())
        if answered is None:
            return Response(status_code=HTTPStatus.NO_CONTENT)
        return Response(answered, media_type=JSON)

    async def document(request: Request) -> Response:
        address = request.url.replace(query="", fragment="", path=request.url.path.removesuffix(DOCUMENT))
        return Response(openrpc(str(address)), media_type=JSON)

    return [Route(PATH, answer, methods=["POST"]), Route(PATH + DOCUMENT, document, methods=["GET"])]


def _dispatcher(workspace: Workspace, visitor: Visitor, observe: Observe | None) -> Dispatcher:
    def missing() -> NoWorkspace | None:
        return None if workspace.exists() else NoWorkspace(workspace.id)

    offered = methods(
        workspace.desk(_caller_of(visitor)), scope=visitor.scope, home=workspace.home, token_id=visitor.token_id
    )
    return Dispatcher(offered, observe, scope=visitor.scope, most_calls=MOST_CALLS, missing=missing)


def _caller_of(visitor: Visitor) -> Caller:
    """Whoever a token lets see everything is a person: under its name, or that of whoever runs the server."""
    caller = replace(visitor.caller, session=visitor.caller.session or os.urandom(8).hex())
    if visitor.scope is TokenScope.AGENT:
        return caller
    name = user_name() if visitor.token_id is None else caller.agent
    return replace(caller, agent=name, role=ROLE, repo=None, task_id=None, is_person=True)


def _is_json(request: Request) -> bool:
    """Whether it says so: a form that a foreign page sends can't."""
    kind, _, parameters = request.headers.get("content-type", "").lower().partition(";")
    charset = parameters.strip().removeprefix("charset=").strip('"')
    encoding = request.headers.get("content-encoding", "identity").lower()
    return kind.strip() == JSON and charset in ("", "utf-8") and encoding == "identity"
