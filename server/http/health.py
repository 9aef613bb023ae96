"""`/healthz`: is the process alive? `/readyz`: can it do its work now?

Neither names anything to somebody without a token where tokens are needed.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any, assert_never

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ...store.errors import StoreError
from .looking import Absent, Answers, Look, Looking, Silent, Watchable
from .visitor import Visitor, find_visitor

if TYPE_CHECKING:
    from ..tokens import TokenBook

READY, NOT_READY = "ready", "not ready"
UNAVAILABLE = 503
NOBODY = 0
"""No token has this number: to ask for it is to see whether tokens can be read."""


def health_routes(workspaces: Watchable, looking: Looking, book: TokenBook | None) -> list[Route]:
    """Both routes; a `book` where tokens are needed. They may be asked without a visitor."""
    running = version("palimpsest-memory")

    async def alive(_: Request) -> Response:
        return JSONResponse({"status": "ok", "version": running})

    async def ready(request: Request) -> Response:
        visitor = find_visitor(request)
        if visitor is None:
            found = {} if _lets_in(book) else {"reason": "the tokens can't be read; the server's log says more"}
        else:
            found = await _of_workspace(workspaces, looking, visitor)
        is_ready = "reason" not in found
        head = {"status": READY if is_ready else NOT_READY, "version": running}
        return JSONResponse(head | found, status_code=200 if is_ready else UNAVAILABLE)

    return [Route("/healthz", alive, methods=["GET"]), Route("/readyz", ready, methods=["GET"])]


async def _of_workspace(workspaces: Watchable, looking: Looking, visitor: Visitor) -> dict[str, Any]:
    name = visitor.caller.workspace
    return {"workspace": name} | _told(await looking.look(workspaces.get(name)))


def _told(look: Look) -> dict[str, Any]:
    match look:
        case Answers(census, writes_waiting):
            return {
                "database": "open",
                "voices": dict(census.voices),
                "backfill": census.backfill,
                "vectors_missing": census.vectors_missing,
                "writes_waiting": writes_waiting,
            }
        case Absent():
            return {"database": "not made yet"}
        case Silent(reason):
            return {"database": "silent", "reason": reason}
        case _:
            assert_never(look)


def _lets_in(book: TokenBook | None) -> bool:
    try:
        return book is None or not book.is_live(NOBODY)
    except StoreError:
        return False
