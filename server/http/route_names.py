"""The name under which a request's route is counted: the path as the routing table has it, never as it was sent."""

from __future__ import annotations

from collections.abc import Iterable
from re import Pattern

from starlette.routing import compile_path
from starlette.types import Scope

OTHER = "other"
"""What no route is for."""


class RouteNames:
    """Finds the template that a path is of: `/workspaces/{workspace}/mcp` for `/workspaces/shop/mcp`."""

    def __init__(self, routes: Iterable[str]) -> None:
        named = tuple(dict.fromkeys(routes))
        self._plain = {route: route for route in named if "{" not in route}
        self._patterns: list[tuple[Pattern[str], str]] = [
            (compile_path(route)[0], route) for route in named if "{" in route
        ]

    def of(self, scope: Scope) -> str:
        """The name of the request's route."""
        path = str(scope["path"]).removeprefix(scope.get("root_path", ""))
        plain = self._plain.get(path)
        return plain if plain is not None else self._of_pattern(path)

    def _of_pattern(self, path: str) -> str:
        return next((route for pattern, route in self._patterns if pattern.match(path)), OTHER)
