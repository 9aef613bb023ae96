"""The path under which a proxy serves the memory; whether the proxy takes it off or leaves it makes no difference."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send


class RootPath:
    """Puts it before the path of every request, unless it is there already."""

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        self._app, self._root_path = app, root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = str(scope["path"])
        if not f"{path}/".startswith(f"{self._root_path}/"):
            path = self._root_path + path
        await self._app({**scope, "root_path": self._root_path, "path": path}, receive, send)
