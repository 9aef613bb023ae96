"""Users who are asked something: they answer as told, and remember what they were asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from mcp.client import ClientRequestContext
from mcp.types import ElicitRequestParams, ElicitResult


class User:
    """Keeps `new`, `old` or `both`, or does what the `action` says: `decline` or `cancel`.

    `meanwhile` happens once, while they think.
    """

    def __init__(
        self, keep: str = "", action: str = "accept", meanwhile: Callable[[], Awaitable[object]] | None = None
    ) -> None:
        self.questions: list[str] = []
        self._keep, self._action, self.meanwhile = keep, action, meanwhile

    async def __call__(self, context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        del context
        self.questions.append(params.message)
        happening, self.meanwhile = self.meanwhile, None
        if happening is not None:
            await happening()
        content: dict[str, str | int | float | bool | list[str] | None] = {"keep": self._keep}
        if self._action == "accept":
            return ElicitResult(action="accept", content=content)
        return ElicitResult(action="decline" if self._action == "decline" else "cancel")
