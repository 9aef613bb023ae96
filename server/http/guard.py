"""The door of every route, known or not: whom the request is addressed to, and which page sent it.

A page in a browser can be made to send requests to this machine. It can't choose the Host (DNS rebinding gives its own
name) or the Origin that the browser writes, so both are looked at before anything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import unquote_plus

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from .authority import Authority, parse_authority
from .origin import is_allowed_origin
from .proxies import Arrival, Networks, arrival_of
from .replies import refusal

TOKEN_MARK = "plt_"  # noqa: S105 (what every secret begins with)
_NAMES_OF_TOKENS = frozenset(("token", "access_token", "bearer", "authorization", "api_key"))
_FOREIGN_SITES = ("cross-site", "same-site")


@dataclass(frozen=True, slots=True)
class DoorRules:
    """Whom requests may be addressed to and come from."""

    port: int
    hosts: tuple[Authority, ...] = ()
    origins: frozenset[str] = frozenset()
    proxies: Networks = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """The request is not let in; with `ends` nothing more is heard from its connection."""

    status: HTTPStatus
    reason: str
    ends: bool = False


TWO_ENDS = Refused(
    HTTPStatus.BAD_REQUEST, "A request has a Content-Length or a Transfer-Encoding, never both.", ends=True
)
"""A proxy may have believed the other one: what follows can be somebody else's request, so it isn't read."""


@dataclass(frozen=True, slots=True)
class LetIn:
    """The request is let in; it was sent to this host, over this scheme."""

    host: Authority
    scheme: str


def look_at(scope: Scope, rules: DoorRules) -> LetIn | Refused:
    """Whether a request is let in."""
    if _has_two_ends(scope):
        return TWO_ENDS
    arrival = arrival_of(scope, rules.proxies)
    host = _host_of(arrival, rules.hosts)
    if isinstance(host, Refused):
        return host
    return (
        _foreign_page(Headers(scope=scope), host, arrival.scheme, rules)
        or _token_in_query(scope)
        or LetIn(host, arrival.scheme)
    )


class Guard:
    """Refuses what is not addressed to this server, or sent by somebody else's page."""

    def __init__(self, app: ASGIApp, rules: DoorRules) -> None:
        self._app, self._rules = app, rules

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        verdict = look_at(scope, self._rules)
        match verdict:
            case Refused(status, reason, ends):
                await refusal(status, reason, {"Connection": "close"} if ends else None)(scope, receive, send)
            case LetIn():
                await self._app(_as_sent(scope, verdict), receive, send)


def _has_two_ends(scope: Scope) -> bool:
    headers = Headers(scope=scope)
    return "content-length" in headers and "transfer-encoding" in headers


def _as_sent(scope: Scope, let_in: LetIn) -> Scope:
    """The request as its client sent it, so that addresses that are made of it lead back through a proxy."""
    host = (b"host", str(let_in.host).encode("ascii"))
    headers = [host, *(pair for pair in scope["headers"] if pair[0] != b"host")]
    return {**scope, "scheme": let_in.scheme, "headers": headers}


def _host_of(arrival: Arrival, allowed: Sequence[Authority]) -> Authority | Refused:
    if len(arrival.hosts) != 1:
        return Refused(HTTPStatus.BAD_REQUEST, "A request has one Host header.")
    try:
        host = parse_authority(arrival.hosts[0])
    except ValueError:
        return Refused(HTTPStatus.BAD_REQUEST, "The Host header names no host.")
    if host.is_loopback or any(one.covers(host) for one in allowed):
        return host
    return Refused(
        HTTPStatus.MISDIRECTED_REQUEST,
        "This server doesn't go by that name. Whoever runs it can allow it: palimpsest serve --http --allow-host NAME",
    )


def _foreign_page(headers: Headers, host: Authority, scheme: str, rules: DoorRules) -> Refused | None:
    origins = headers.getlist("origin")
    if not origins:
        return _foreign_site(headers)
    is_allowed = len(origins) == 1 and is_allowed_origin(
        origins[0], host=host, scheme=scheme, port=rules.port, allowed=rules.origins
    )
    if is_allowed:
        return None
    return Refused(
        HTTPStatus.FORBIDDEN,
        "Pages of other origins are not let in. Whoever runs this server can allow one: "
        "palimpsest serve --http --allow-origin URL",
    )


def _foreign_site(headers: Headers) -> Refused | None:
    """Browsers send no Origin with a picture's or a script's GET, and say whose page asked in a header of its own."""
    is_foreign = headers.get("sec-fetch-site") in _FOREIGN_SITES and headers.get("sec-fetch-mode") != "navigate"
    return Refused(HTTPStatus.FORBIDDEN, "Pages of other sites are not let in.") if is_foreign else None


def _token_in_query(scope: Scope) -> Refused | None:
    """Addresses are kept in logs and histories, so a token in one is refused, right or wrong."""
    query = unquote_plus(scope["query_string"].decode("latin-1"))
    names = {pair.partition("=")[0].lower() for pair in query.split("&")}
    if TOKEN_MARK not in query and names.isdisjoint(_NAMES_OF_TOKENS):
        return None
    return Refused(
        HTTPStatus.BAD_REQUEST,
        "A token belongs in the header 'Authorization: Bearer plt_...', never in an address: revoke this one.",
    )
