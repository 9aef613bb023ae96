"""What a client that shows apps is offered beside the tools: their views, and the tools that a view works with.

The extension is `io.modelcontextprotocol/ui` (SEP-1865). A client that doesn't declare it gets what it would get
without this module.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.types import ListResourcesResult, ListToolsResult, Resource, Tool

from ...store.model import Caller
from ...tools.declare import Declaration, tools_of
from ...tools.desk import Desk
from ..commands.administer import ROLE
from ..mcp_tools import DeclaredTool
from .documents import CONFLICTS, REVIEW, View
from .review_tools import ReviewTools

SHOWN = ("model", "app")
VIEW_OF = {"list_memory_conflicts": CONFLICTS, "review_memory": REVIEW}
"""Which tool's result which view shows."""

VISIBLE_TO = {
    "list_memory_conflicts": SHOWN,
    "resolve_memory_conflict": SHOWN,
    "review_memory": SHOWN,
    "read_review": ("app",),
    "draw_review": ("app",),
    "mark_fact": ("app",),
}
"""Who may call a tool that a view works with; the host keeps from its model what only a view may call."""


class Apps:
    """What one caller's client is offered; `reviewer` is who reviews in it, None where nobody may."""

    def __init__(self, desk: Desk, reviewer: str | None) -> None:
        family = None if reviewer is None else ReviewTools(Desk(desk.store, person_in_app(desk.caller, reviewer)))
        declared = [] if family is None else tools_of(family)
        self._tools = {declaration.name: _served(declaration) for declaration in declared}
        self._views = (CONFLICTS,) if family is None else (CONFLICTS, REVIEW)

    def tool(self, name: str) -> DeclaredTool | None:
        """The tool of that name that only clients with apps are offered."""
        return self._tools.get(name)

    def with_tools(self, listed: ListToolsResult) -> ListToolsResult:
        """The list with what the views need, and with which view shows what."""
        more = [_listed(tool) for tool in self._tools.values()]
        return listed.model_copy(update={"tools": [_bound(tool) for tool in (*listed.tools, *more)]})

    def with_views(self, listed: ListResourcesResult) -> ListResourcesResult:
        """The list with the views."""
        return listed.model_copy(update={"resources": [*listed.resources, *_as_resources(self._views)]})


def view_at(uri: str) -> ReadResourceContents | None:
    """The view of that address, for whoever asks: hosts ask from connections of their own, and it holds no memory."""
    found = next((view for view in (CONFLICTS, REVIEW) if view.uri == uri), None)
    return None if found is None else ReadResourceContents(found.html(), View.mime_type, View.meta())


def person_in_app(caller: Caller, name: str) -> Caller:
    """The person before the client, whose marks say in whose app they were made."""
    by = f"{name} (app of {caller.agent})"
    return replace(caller, agent=by, role=ROLE, repo=None, task_id=None, is_person=True)


def _served(declaration: Declaration) -> DeclaredTool:
    return DeclaredTool.from_declaration(declaration)


def _listed(tool: DeclaredTool) -> Tool:
    return Tool(
        name=tool.name,
        description=tool.description,
        input_schema=tool.parameters,
        output_schema=tool.output_schema,
        annotations=tool.annotations,
    )


def _bound(tool: Tool) -> Tool:
    visible = VISIBLE_TO.get(tool.name)
    if visible is None:
        return tool
    ui: dict[str, Any] = {"visibility": list(visible)}
    if view := VIEW_OF.get(tool.name):
        ui["resourceUri"] = view.uri
    return tool.model_copy(update={"meta": {**(tool.meta or {}), "ui": ui}})


def _as_resources(views: Iterable[View]) -> list[Resource]:
    return [
        Resource(
            uri=view.uri, name=view.name, description=view.description, mime_type=View.mime_type, _meta=View.meta()
        )
        for view in views
    ]
