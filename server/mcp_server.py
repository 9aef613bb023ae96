"""The MCP face of the memory: an SDK server of declared tools, text resources and prompts.

Tools fail as `mcp_tools` says; resources and prompts fail with a JSON-RPC error of at most 300 characters: -32602 when
the request asks for what isn't there, -32603 when the store can't or something broke.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server import MCPServer
from mcp.server.context import ServerMiddleware, ServerRequestContext
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import (
    ResourceError,
    ResourceNotFoundError,
    ToolError,
    UnexpectedResourceError,
)
from mcp.server.mcpserver.prompts.base import Prompt, PromptArgument
from mcp.server.mcpserver.resources import FunctionResource
from mcp.server.request_state import RequestStateSecurity
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from mcp.types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolResult,
    GetPromptResult,
    InputRequiredResult,
    ListResourcesResult,
    ListToolsResult,
    PaginatedRequestParams,
)
from pydantic import AnyUrl

from ..store.errors import InvalidInput, PalimpsestError, StoreError
from ..tools.declare import Declaration
from ..tools.shapes import Record, shown
from ..tools.signature import read_arguments
from .mcp_tools import DeclaredTool, short

if TYPE_CHECKING:
    from .apps.offer import Apps

logger = logging.getLogger(__name__)

SHOWS_APPS = "io.modelcontextprotocol/ui"
"""The extension that a client declares which shows apps; what it says of it is read when it does."""

VIEWS = "ui://"
"""How the address of a view begins."""

_failures: ContextVar[list[Exception] | None] = ContextVar("palimpsest_failures", default=None)


@contextmanager
def hear_failures() -> Generator[list[Exception]]:
    """The errors that tools end with inside; of a result, only their text is left."""
    heard: list[Exception] = []
    token = _failures.set(heard)
    try:
        yield heard
    finally:
        _failures.reset(token)


class MemoryServer(MCPServer[Any]):
    """An MCP server of declared tools, text resources and prompts."""

    def __init__(
        self,
        *,
        version: str,
        instructions: str,
        tools: Iterable[Declaration],
        request_state: RequestStateSecurity | None = None,
        middleware: Sequence[ServerMiddleware[Any]] = (),
        apps: Callable[[], Apps] | None = None,
    ) -> None:
        """`apps` makes what clients that show apps are offered beside, when the first of them comes."""
        super().__init__(
            "palimpsest",
            title="Palimpsest memory",
            version=version,
            instructions=instructions,
            tools=[DeclaredTool.from_declaration(declaration) for declaration in tools],
            log_level="WARNING",
            subscriptions=False,
            request_state_security=request_state,
            middleware=middleware,
        )
        self._prompt_arguments: dict[str, Record] = {}
        self._make_apps = apps
        self._apps: Apps | None = None

    async def run_streams(
        self,
        reads: MemoryObjectReceiveStream[SessionMessage | Exception],
        writes: MemoryObjectSendStream[SessionMessage],
    ) -> None:
        """Serve one connection, in the protocol era that its first request opens, until `reads` ends."""
        server = self._lowlevel_server
        await server.run(reads, writes, server.create_initialization_options())

    def add_text_resource(
        self, uri: str, read: Callable[[], Awaitable[str]], *, name: str, description: str, mime_type: str
    ) -> None:
        """Serve what `read` returns under a fixed address."""
        self.add_resource(FunctionResource(uri=uri, name=name, description=description, mime_type=mime_type, fn=read))

    def add_text_template(
        self, uri: str, read: Callable[[str], Awaitable[str]], *, name: str, description: str, mime_type: str
    ) -> None:
        """Serve what `read` returns for the one variable of an address such as `memory://fact/{id}`."""
        self.resource(uri, name=name, description=description, mime_type=mime_type)(read)

    def add_text_prompt(self, render: Callable[..., Awaitable[str]], *, name: str, description: str) -> None:
        """Serve a prompt of one user message; its arguments are the function's own, all of them text."""
        arguments = read_arguments(render)
        listed = [
            PromptArgument(name=field.name, description=field.description or None, required=field.required)
            for field in arguments.fields
        ]
        self.add_prompt(
            Prompt(name=name, title=None, description=description, arguments=listed, fn=render, context_kwarg=None)
        )
        self._prompt_arguments[name] = arguments

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Call a tool; an unknown one is refused by name."""
        try:
            if self._tool_manager.get_tool(name) is None:
                if context is not None and (apps := self._apps_for(context)) and (tool := apps.tool(name)):
                    return await tool.run(arguments, context, convert_result=True)
                raise ToolError(f"There is no tool '{shown(name)}'; tools/list names those that there are.")
            return await super().call_tool(name, arguments, context)
        except Exception as error:
            heard = _failures.get()
            if heard is not None:
                heard.append(error)
            raise

    async def read_resource(
        self, uri: AnyUrl | str, context: Context[Any, Any] | None = None
    ) -> Iterable[ReadResourceContents] | InputRequiredResult:
        """Read a resource; the error's class decides its code."""
        if str(uri).startswith(VIEWS):
            from .apps.offer import view_at  # read when a host asks, not at every start

            if view := view_at(str(uri)):
                return [view]
        try:
            return await super().read_resource(uri, context)
        except UnexpectedResourceError as error:
            cause = error.__cause__
            if isinstance(cause, StoreError):
                raise ResourceError(short(str(cause))) from cause
            if isinstance(cause, PalimpsestError):
                raise ResourceNotFoundError(short(str(cause))) from cause
            raise UnexpectedResourceError("Reading the resource failed inside the server.") from cause
        except ResourceError as error:
            raise type(error)(short(str(error))) from error

    async def get_prompt(
        self, name: str, arguments: dict[str, Any] | None = None, context: Context[Any, Any] | None = None
    ) -> GetPromptResult | InputRequiredResult:
        """Render a prompt; unknown names and arguments are refused."""
        known = self._prompt_arguments.get(name)
        if known is None:
            raise MCPError(INVALID_PARAMS, short(f"There is no prompt '{shown(name)}'."))
        try:
            return await super().get_prompt(name, known.take(arguments or {}, ""), context)
        except InvalidInput as error:
            raise MCPError(INVALID_PARAMS, short(str(error))) from error
        except ValueError as error:
            raise _prompt_error(name, error) from error

    async def _handle_list_tools(
        self, ctx: ServerRequestContext[Any], params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        listed = await super()._handle_list_tools(ctx, params)
        apps = self._apps_for(ctx)
        return listed if apps is None else apps.with_tools(listed)

    async def _handle_list_resources(
        self, ctx: ServerRequestContext[Any], params: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        listed = await super()._handle_list_resources(ctx, params)
        apps = self._apps_for(ctx)
        return listed if apps is None else apps.with_views(listed)

    def _apps_for(self, asked: ServerRequestContext[Any] | Context[Any, Any]) -> Apps | None:
        """What the client is offered beside, when it says that it shows apps; for others nothing of it is imported."""
        declared = asked.session.client_capabilities
        if self._make_apps is None or declared is None or SHOWS_APPS not in (declared.extensions or {}):
            return None
        from mcp.server.apps import client_supports_apps

        if not client_supports_apps(asked):
            return None
        if self._apps is None:
            self._apps = self._make_apps()
        return self._apps


def _prompt_error(name: str, error: ValueError) -> MCPError:
    """The protocol error for a prompt that failed; the SDK wraps what was raised twice."""
    cause = error.__cause__.__cause__ if error.__cause__ else None
    if isinstance(cause, PalimpsestError):
        code = INTERNAL_ERROR if isinstance(cause, StoreError) else INVALID_PARAMS
        return MCPError(code, short(str(cause)))
    logger.error("Prompt %r raised an unexpected exception", name, exc_info=cause or error)
    return MCPError(INTERNAL_ERROR, "Rendering the prompt failed inside the server.")
