"""Who sent a request, as the guard found out; every route behind it reads this and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from ...store.model import Caller
from ...store.model.access import TokenScope

_KEY = "palimpsest.visitor"


@dataclass(frozen=True, slots=True)
class Visitor:
    """A caller with what their token lets them do; without tokens the server's own flags say who it is."""

    caller: Caller
    scope: TokenScope
    token_id: int | None = None


def set_visitor(connection: HTTPConnection, visitor: Visitor) -> None:
    """Say who sent the request."""
    connection.scope[_KEY] = visitor


def visitor_of(connection: HTTPConnection) -> Visitor:
    """Who sent the request; a route that isn't behind the guard has no visitor and raises `KeyError`."""
    return connection.scope[_KEY]


def find_visitor(connection: HTTPConnection) -> Visitor | None:
    """Who sent the request, where the route may be asked by anybody; None: nobody that is known."""
    return connection.scope.get(_KEY)
