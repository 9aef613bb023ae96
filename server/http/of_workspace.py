"""The same routes under `/workspaces/{workspace}`: a token opens its own alone; without tokens the path chooses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from http import HTTPStatus

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Router
from starlette.types import Receive, Scope, Send

from ..config import workspace_id
from .replies import refusal
from .visitor import set_visitor, visitor_of

PATH = "/workspaces/{workspace}"
FOREIGN = refusal(HTTPStatus.FORBIDDEN, "This token is for another workspace.")


def mount_of_workspaces(routes: Sequence[BaseRoute]) -> Mount:
    """The routes, for the workspace that the path names."""
    return Mount(PATH, app=_OfWorkspace(routes))


class _OfWorkspace:
    def __init__(self, routes: Sequence[BaseRoute]) -> None:
        self.routes = list(routes)
        self._router = Router(self.routes, redirect_slashes=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        turned = _enter(HTTPConnection(scope))
        await (turned or self._router)(scope, receive, send)


def _enter(connection: HTTPConnection) -> Response | None:
    """Let the visitor into the workspace, or say why not; no path is ever made of what isn't a workspace's id."""
    visitor, wanted = visitor_of(connection), str(connection.path_params["workspace"])
    if wanted == visitor.caller.workspace:
        return None
    if visitor.token_id is not None:
        return FOREIGN
    try:
        workspace_id(wanted)
    except ValueError as error:
        return refusal(HTTPStatus.BAD_REQUEST, f"workspace: {error}")
    set_visitor(connection, replace(visitor, caller=replace(visitor.caller, workspace=wanted)))
    return None
