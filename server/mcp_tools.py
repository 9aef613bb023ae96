"""Declared tools as the SDK serves them: strict arguments, short errors, compact answers.

Every failure of a tool reaches the model as an isError result of at most 300 characters that says what to change; a
crash says only that it was one, and its traceback goes to stderr.
"""

from __future__ import annotations

import json
from typing import Any, get_origin

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.resolve import build_resolver_plans
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase, FuncMetadata
from mcp.shared.exceptions import MCPError
from mcp.types import CallToolResult, InputRequiredResult, TextContent, ToolAnnotations
from pydantic import PrivateAttr

from ..store.errors import PalimpsestError, StaleVersion
from ..tools.declare import Declaration, Progress
from ..tools.signature import Signature
from .asking import resolvers_of

MAX_ERROR_CHARS = 300
"""Longest error text that a model is given."""


def short(text: str) -> str:
    """One line of at most 300 characters; a cut shows as an ellipsis."""
    line = " ".join(text.split())
    return line if len(line) <= MAX_ERROR_CHARS else line[: MAX_ERROR_CHARS - 1] + "…"


class _Answering(FuncMetadata):
    """Turns a tool's answer into a result: the structured content, and the same as compact JSON text."""

    def validate_arguments(self, arguments_to_validate: dict[str, Any]) -> dict[str, Any]:
        """The arguments as they are: `DeclaredTool.run` has checked them."""
        return arguments_to_validate

    def convert_result(self, result: Any) -> CallToolResult | InputRequiredResult:
        """The result as the client gets it; a question to the user passes through."""
        if isinstance(result, InputRequiredResult):
            return result
        text = json.dumps(result, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=result)


class DeclaredTool(Tool):
    """An SDK tool whose schemas and checks come from its declaration instead of pydantic models."""

    _signature: Signature = PrivateAttr()

    @classmethod
    def from_declaration(cls, declaration: Declaration) -> DeclaredTool:
        """The tool that serves a declaration."""
        signature, traits = declaration.signature, declaration.traits
        resolved = resolvers_of(declaration)
        served = cls(
            fn=declaration.function,
            name=declaration.name,
            title=None,
            description=declaration.description,
            parameters=signature.input_schema,
            fn_metadata=_Answering(arg_model=ArgModelBase, output_schema=signature.output_schema),
            is_async=True,
            context_kwarg=next((name for name, hint in signature.injected.items() if _is_context(hint)), None),
            resolved_params=resolved,
            resolver_plans=build_resolver_plans(resolved, {field.name for field in signature.arguments.fields}),
            annotations=ToolAnnotations(
                read_only_hint=traits.reads_only,
                destructive_hint=traits.destructive,
                idempotent_hint=traits.idempotent,
                open_world_hint=False,
            ),
            meta={"anthropic/alwaysLoad": True} if traits.always_load else None,
        )
        served._signature = signature
        return served

    async def run(
        self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False
    ) -> CallToolResult | InputRequiredResult | Any:
        """Check the arguments and run the tool; every failure is a `ToolError` fit for a model."""
        try:
            return await super().run(self._taken(arguments), context, convert_result)
        except PalimpsestError as error:
            raise ToolError(_told(error)) from error
        except MCPError as error:
            if not self.resolved_params:
                raise
            raise ToolError(
                f"Your client failed to ask your user ({short(str(error))[:100]}). Nothing was stored: ask them "
                "yourself, then say it again with veracity=stated, or with on_conflict."
            ) from error
        except UnexpectedToolError as error:
            cause = error.__cause__
            if isinstance(cause, PalimpsestError):
                raise ToolError(_told(cause)) from cause
            raise UnexpectedToolError(
                f"{self.name} failed inside the server; its log says why. What you sent need not be wrong, "
                "and it may not have been saved: look before you send it again."
            ) from cause
        except ToolError as error:  # the SDK's own, of what came back for a question: the tool has not begun
            raise ToolError(
                "Your client sent something else than its user's choice, so nothing was stored: ask your user yourself "
                "and send the call again."
            ) from error

    def _taken(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The checked arguments; with their defaults, where what makes a question takes them too."""
        taken = self._signature.take(arguments)
        if not self.resolved_params:
            return taken
        return {field.name: field.default for field in self._signature.arguments.fields if not field.required} | taken


def _told(error: PalimpsestError) -> str:
    """The error's one short line; a stale version is refused with the text as it stands, whole."""
    if isinstance(error, StaleVersion):
        return f"{short(str(error))}\n{error.current}"
    return short(str(error))


def _is_context(hint: Any) -> bool:
    """Whether the SDK's context fills the parameter: it is what reports progress, too."""
    bare = get_origin(hint) or hint
    return bare is Progress or (isinstance(bare, type) and issubclass(bare, Context))
