"""Who sends a request: the bearer of a token, else, where none is needed, whoever the server's flags name.

A token says workspace, agent, role and repository; headers of the client's configuration may add what it leaves open.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ...store.errors import InvalidInput, StoreError
from ...store.model import Caller
from ...store.model.access import Token, TokenScope
from ...store.rules.repo_slug import repo_slug
from ..config import caller_name
from ..page_paths import is_of_the_page
from ..tokens import TokenBook, TokenRefused
from .replies import refusal
from .visitor import Visitor, set_visitor

SESSION, TASK, REPO = "Palimpsest-Session", "Palimpsest-Task-Id", "Palimpsest-Repo"
OPEN_TO_ALL = ("/healthz", "/readyz")
"""What may be asked by anybody, and says more to those that are known."""

OF_NOBODY = "/healthz"
"""Says the same to everybody, whatever token they send: a probe whose token ran out must not end the server."""

FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
BROUGHT_BY_A_PROXY = (
    "A proxy brought this request, and no token is needed here: everybody it lets in would be the person in charge. "
    "Make a token first: `palimpsest token create`."
)

logger = logging.getLogger(__name__)

CHALLENGE = 'Bearer realm="palimpsest"'
INVALID = f'{CHALLENGE}, error="invalid_token"'
MALFORMED = f'{CHALLENGE}, error="invalid_request"'
TELL_US_WHO = (
    "A token is needed: send 'Authorization: Bearer plt_...'. Whoever runs this server makes one with "
    "`palimpsest token create`."
)
COMPLAINT_SECONDS = 60.0
UNREADABLE = "The tokens can't be read, so nobody is let in; the server's log says more."


@dataclass(frozen=True, slots=True)
class Turned:
    """Somebody who isn't let in; `challenge` says how to do better."""

    status: HTTPStatus
    reason: str
    challenge: str = ""

    def answer(self) -> Response:
        """What they are told."""
        return refusal(self.status, self.reason, {"WWW-Authenticate": self.challenge} if self.challenge else None)


class Doorkeeper:
    """Finds out who sends a request."""

    def __init__(self, book: TokenBook, unnamed: Caller, *, needs_tokens: bool = True) -> None:
        """`unnamed`: who comes without a token, as long as none is needed; with `needs_tokens` False none ever is."""
        self._book, self._unnamed, self._needs_tokens = book, unnamed, needs_tokens
        self._was_open = False

    def receive(self, headers: Headers) -> Visitor | Turned | None:
        """The visitor; None where nobody said who they are and somebody must. `StoreError` where it can't be found."""
        given = headers.getlist("authorization")
        if len(given) > 1:
            return Turned(HTTPStatus.BAD_REQUEST, "A request has one Authorization header.", MALFORMED)
        try:
            visitor = self._bearer(given[0]) if given else self._nobody()
            if visitor is not None and visitor.token_id is None and any(name in headers for name in FORWARDED):
                return Turned(HTTPStatus.FORBIDDEN, BROUGHT_BY_A_PROXY)
            return visitor and _with_headers(visitor, headers)
        except TokenRefused as error:
            return Turned(HTTPStatus.UNAUTHORIZED, str(error), INVALID)
        except InvalidInput as error:
            return Turned(HTTPStatus.BAD_REQUEST, str(error))

    def still_lets_in(self, visitor: Visitor) -> bool:
        """Whether somebody who came in earlier may stay."""
        return self._may_be_nobody() if visitor.token_id is None else self._book.is_live(visitor.token_id)

    def _bearer(self, authorization: str) -> Visitor:
        scheme, _, secret = authorization.partition(" ")
        if scheme.lower() != "bearer":
            raise TokenRefused("Only bearer tokens are taken: send 'Authorization: Bearer plt_...'.")
        token = self._book.find(secret.strip())
        return Visitor(_caller_of(token), token.scope, token.id)

    def _nobody(self) -> Visitor | None:
        return Visitor(self._unnamed, TokenScope.ADMIN) if self._may_be_nobody() else None

    def _may_be_nobody(self) -> bool:
        is_open = not self._needs_tokens or not self._book.is_required()
        if self._was_open and not is_open:
            logger.warning("A token was made: from here on nobody comes in without one.")
        self._was_open = is_open
        return is_open


class Identity:
    """Sets the visitor of a request, or turns it away."""

    def __init__(self, app: ASGIApp, doorkeeper: Doorkeeper) -> None:
        self._app, self._doorkeeper = app, doorkeeper
        self._complained_at = -COMPLAINT_SECONDS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = self._found(scope)
        if isinstance(found, Turned):
            return await found.answer()(scope, receive, send)
        if found is not None:
            set_visitor(HTTPConnection(scope), found)
        return await self._app(scope, receive, send)

    def _found(self, scope: Scope) -> Visitor | Turned | None:
        path = str(scope["path"]).removeprefix(scope.get("root_path", ""))
        if path == OF_NOBODY or is_of_the_page(path):
            return None
        is_open = path in OPEN_TO_ALL
        try:
            found = self._doorkeeper.receive(Headers(scope=scope))
        except StoreError as error:
            self._complain(error)
            return None if is_open else Turned(HTTPStatus.SERVICE_UNAVAILABLE, UNREADABLE)
        return Turned(HTTPStatus.UNAUTHORIZED, TELL_US_WHO, CHALLENGE) if found is None and not is_open else found

    def _complain(self, error: StoreError) -> None:
        """Tell whoever reads the log, and not with every request."""
        if time.monotonic() - self._complained_at >= COMPLAINT_SECONDS:
            self._complained_at = time.monotonic()
            logger.error("Nobody is let in: %s", error)


def _caller_of(token: Token) -> Caller:
    return Caller(workspace=token.workspace, agent=token.agent, role=token.role, repo=token.repo, session="")


def _with_headers(visitor: Visitor, headers: Mapping[str, str]) -> Visitor:
    """With what the client's configuration adds; `InvalidInput` for what can't be that."""
    caller = visitor.caller
    session = _read(headers, SESSION, caller_name) or caller.session
    task = _read(headers, TASK, caller_name) or caller.task_id
    repo = _read(headers, REPO, repo_slug)
    return replace(visitor, caller=replace(caller, session=session, task_id=task, repo=caller.repo or repo))


def _read(headers: Mapping[str, str], name: str, parse: Callable[[str], str]) -> str | None:
    """A header's text, which clients send as UTF-8."""
    try:
        text = headers.get(name, "").encode("latin-1").decode()
        return parse(text) if text else None
    except ValueError as error:
        raise InvalidInput(f"{name}: {error}") from None
