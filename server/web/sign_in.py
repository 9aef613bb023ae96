"""Coming in: the key of a one-time link, sent by a form, begins a session, whose secret is a cookie of this page alone.

The key stands behind the `#` of the link, which no browser sends: it is in no log, no history and no Referer. A script
moves it into the form; without scripts a person pastes it.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from ..page_sessions import PageSession, PageSessions
from .form import read_form
from .rendering import environment
from .static_files import edition
from .words import LANGUAGES, words

COOKIE = "palimpsest"
LANGUAGE_COOKIE = "palimpsest-language"
ENTER = "enter"


def cookie_path(base: str) -> str:
    """Where the browser sends the cookie: to this page, and to no other route of the server."""
    return base


def show_entrance(
    request: Request, base: str, language: str, status: HTTPStatus = HTTPStatus.OK, **context: Any
) -> Response:
    """Where a key is given; `context`: `problem`, a key of the words, and `typed`, what must not be lost."""
    given: dict[str, Any] = {"problem": None, "typed": [], "to": request.query_params.get("to", ""), **context}
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


async def enter(request: Request, base: str, language: str, sessions: PageSessions) -> Response:
    """Begin a session with the key that a form sends."""
    form = read_form(await request.body(), request.headers.get("content-type", ""))
    session = sessions.begin(form.get("key").strip(), str(request.path_params["workspace"]))
    to = form.get("to")
    if session is None:
        return show_entrance(request, base, language, HTTPStatus.FORBIDDEN, problem="enter.used", to=to)
    answer = RedirectResponse(to if _is_below(to, base) else f"{base}/facts", HTTPStatus.SEE_OTHER)
    _set_cookie(answer, request, base, session)
    return answer


def leave(base: str, sessions: PageSessions, session: PageSession) -> Response:
    """End the session."""
    sessions.end(session)
    answer = RedirectResponse(f"{base}/{ENTER}", HTTPStatus.SEE_OTHER)
    answer.delete_cookie(COOKIE, cookie_path(base), httponly=True, samesite="strict")
    return answer


def _is_below(to: str, base: str) -> bool:
    path = to.partition("?")[0]
    return to.isprintable() and "\\" not in to and ".." not in path and f"{path}/".startswith(f"{base}/")


def _set_cookie(answer: Response, request: Request, base: str, session: PageSession) -> None:
    answer.set_cookie(
        COOKIE,
        session.secret,
        expires=session.visit.expires_at,
        path=cookie_path(base),
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
