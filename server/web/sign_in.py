"""Coming in: the key of a one-time link, sent by a form, begins a session, whose secret is a cookie of this page alone.

The key stands behind the `#` of the link, which no browser sends: it is in no log, no history and no Referer. A script
moves it into the form; without scripts a person pastes it.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from ...store.errors import PalimpsestError
from ..page_sessions import PageSession, PageSessions
from .addresses import is_below
from .form import Form
from .rendering import environment
from .static_files import edition
from .words import LANGUAGES, words

LANGUAGE_COOKIE = "palimpsest-language"
ENTER = "enter"
PORTS = {"http": 80, "https": 443}


def cookie_name(request: Request) -> str:
    """The session's cookie: named by the port at which the browser sees the page, since cookies know no ports.

    The prefix of an encrypted one keeps whoever speaks for the host without encryption from planting another.
    """
    port = request.url.port or PORTS.get(request.url.scheme, 0)
    return f"{'__Secure-' if _is_encrypted(request) else ''}palimpsest-{port}"


def show_entrance(
    request: Request, base: str, language: str, status: HTTPStatus = HTTPStatus.OK, **context: Any
) -> Response:
    """Where a key is given; `context`: `problem`, a key of the words, and `typed`, what must not be lost."""
    to = request.query_params.get("to", "")
    given: dict[str, Any] = {"problem": None, "typed": [], "to": to if is_below(to, base) else "", **context}
    text = (
        environment()
        .get_template("enter.html")
        .render(
            base=base,
            static=f"{base}/static/{edition()}",
            t=words(language),
            workspace=request.path_params["workspace"],
            languages=LANGUAGES,
            **given,
        )
    )
    return HTMLResponse(text, status)


async def enter(request: Request, base: str, language: str, sessions: PageSessions, form: Form) -> Response:
    """Begin a session with the key that a form sends, and end the one that this browser had."""
    workspace, to = str(request.path_params["workspace"]), form.get("to")
    key = _key_of(form)
    session = None
    if sessions.is_key(key, workspace):
        session = await asyncio.to_thread(sessions.begin, key, workspace)  # others are answered meanwhile
    if session is None:
        return show_entrance(request, base, language, HTTPStatus.FORBIDDEN, problem="enter.used", to=to)
    await _end_earlier(request, sessions)
    answer = RedirectResponse(to if is_below(to, base) else f"{base}/facts", HTTPStatus.SEE_OTHER)
    _set_cookie(answer, request, base, session)
    return answer


async def leave(request: Request, base: str, sessions: PageSessions, session: PageSession) -> Response:
    """End the session."""
    await asyncio.to_thread(sessions.end, session)
    answer = RedirectResponse(f"{base}/{ENTER}", HTTPStatus.SEE_OTHER)
    answer.delete_cookie(cookie_name(request), base, secure=_is_encrypted(request), httponly=True, samesite="strict")
    return answer


def session_of(request: Request, sessions: PageSessions) -> PageSession | None:
    """The live session of this workspace that the request's cookie names; `StoreError` where that can't be read."""
    secret = request.cookies.get(cookie_name(request), "")
    return sessions.find(secret, str(request.path_params["workspace"])) if secret else None


def _key_of(form: Form) -> str:
    """The key, also where the whole link was pasted."""
    return form.get("key").strip().rpartition("#")[2]


async def _end_earlier(request: Request, sessions: PageSessions) -> None:
    try:
        earlier = session_of(request, sessions)
        if earlier is not None:
            await asyncio.to_thread(sessions.end, earlier)
    except PalimpsestError:
        return  # it ends by itself; the new one has begun


def _set_cookie(answer: Response, request: Request, base: str, session: PageSession) -> None:
    answer.set_cookie(
        cookie_name(request),
        session.secret,
        expires=session.visit.expires_at,
        path=base,  # to no other route of the server
        secure=_is_encrypted(request),
        httponly=True,
        samesite="strict",
    )


def _is_encrypted(request: Request) -> bool:
    return request.url.scheme == "https"
