"""The page of every workspace, mounted: who has a session comes in, whose form isn't their own session's is refused,
and what goes wrong is told in the page's own way."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from ...store import clock
from ...store.errors import InvalidInput, PalimpsestError, StoreError
from ..config import workspace_id
from ..http.time_limit import TimeLimit
from ..page_paths import PATH
from ..page_sessions import PageSession, PageSessions
from ..workspaces import Workspaces
from .changes import ENDED, KIND, Changes
from .form import Form, is_own, read_form
from .notices import Notices
from .page import Page
from .problems import problem_of
from .sign_in import ENTER, LANGUAGE_COOKIE, enter, leave, session_of, show_entrance
from .static_files import serve_static
from .tab import Answer, PageRoute
from .tabs import ROUTES
from .words import LANGUAGES, choose, words

PROBLEM = "Palimpsest-Problem"
"""A header for the page's script: `session` where it has ended, `csrf` where the form was of another."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
YEAR_SECONDS = 365 * 24 * 3600

logger = logging.getLogger(__name__)

Handle = Callable[[Request], Awaitable[Response]]


class PageMount:
    """Makes the routes of the page."""

    def __init__(
        self, workspaces: Workspaces, sessions: PageSessions, changes: Changes, now: clock.Clock = clock.system
    ) -> None:
        self._workspaces, self._sessions, self._changes, self._now = workspaces, sessions, changes, now
        self._notices = Notices()

    def routes(self) -> list[BaseRoute]:
        """The routes, each answered within a bounded time but for the stream of changes, which has no end."""
        leaving = PageRoute("leave", self._leave, "POST")
        routes: list[BaseRoute] = [
            Route("/static/{edition}/{name}", serve_static, methods=["GET"]),
            _limited(f"/{ENTER}", self._entrance, "GET"),
            _limited(f"/{ENTER}", self._enter, "POST"),
            Route("/events", _with_policy(self._listen), methods=["GET"]),
            _limited("/", self._first, "GET"),
            *(_limited(f"/{one.path}", self._answers(one), one.method) for one in (leaving, *OWN, *ROUTES)),
            _limited("/{rest:path}", self._answers(PageRoute("", _nothing_here)), "GET"),
        ]
        return [_limited(PATH, self._first, "GET"), Mount(PATH, routes=routes)]

    def _answers(self, route: PageRoute) -> Handle:
        async def answer(request: Request) -> Response:
            return await self._answer(request, route)

        return answer

    async def _answer(self, request: Request, route: PageRoute) -> Response:
        base, language = _base(request), _language(request)
        form = await _form(request) if route.method == "POST" else Form()
        try:
            session = session_of(request, self._sessions)
        except StoreError as error:
            return _unreadable(request, base, language, error, form or Form())
        if session is None:
            return _turned(request, base, language, form or Form())
        page = self._page(request, base, language, session, form or Form())
        if form is None:
            return page.show("problem.html", HTTPStatus.UNPROCESSABLE_ENTITY, key="page.problem.form", reason="")
        if route.method == "POST" and not is_own(form, session.secret):
            refused = page.show("problem.html", HTTPStatus.FORBIDDEN, key="page.problem.csrf", reason="")
            refused.headers[PROBLEM] = "csrf"
            return refused
        return await _done(page, route.answer)

    async def _listen(self, request: Request) -> Response:
        """The stream of changes; who has no session (any more) is told so and nothing else."""
        base, language = _base(request), _language(request)
        try:
            session = session_of(request, self._sessions)
        except StoreError as error:
            return _unreadable(request, base, language, error)
        if session is None:
            return Response(ENDED, media_type=KIND)
        return self._changes.stream(request, self._workspaces.get(session.visit.workspace), session)

    async def _leave(self, page: Page) -> Response:
        answer = await leave(page.request, page.base, self._sessions, page.session)
        self._changes.end_session(page.session.name)
        return answer

    def _page(self, request: Request, base: str, language: str, session: PageSession, form: Form) -> Page:
        workspace = self._workspaces.get(session.visit.workspace)
        return Page(request, base, workspace, session, words(language), self._notices, self._now(), form)

    async def _first(self, request: Request) -> Response:
        return RedirectResponse(f"{_base(request)}/facts", HTTPStatus.TEMPORARY_REDIRECT)

    async def _entrance(self, request: Request) -> Response:
        return show_entrance(request, _base(request), _language(request))

    async def _enter(self, request: Request) -> Response:
        base, language = _base(request), _language(request)
        form = await _form(request)
        if form is None:
            return show_entrance(request, base, language, HTTPStatus.UNPROCESSABLE_ENTITY, problem="page.problem.form")
        try:
            return await enter(request, base, language, self._sessions, form)
        except StoreError as error:
            return _unreadable(request, base, language, error)


def _limited(path: str, handle: Handle, method: str) -> Route:
    """A route whose answers carry the page's policy and are there within a bounded time."""
    route = Route(path, _with_policy(handle), methods=[method])
    route.app = TimeLimit(route.app)
    return route


def _unreadable(request: Request, base: str, language: str, error: StoreError, form: Form = Form()) -> Response:  # noqa: B008 (frozen)
    """Nobody comes in while it can't be found out who may."""
    logger.warning("the page's sessions can't be read: %s", error)
    status = HTTPStatus.SERVICE_UNAVAILABLE
    return show_entrance(request, base, language, status, problem="enter.unreadable", typed=form.written)


async def _done(page: Page, answer: Answer) -> Response:
    try:
        return await answer(page)
    except PalimpsestError as error:
        status, key = problem_of(error)
        return page.show("problem.html", status, key=key, reason=str(error))


async def _choose_language(page: Page) -> Response:
    chosen = page.form.get("language")
    answer = page.back()
    if chosen in LANGUAGES:
        answer.set_cookie(
            LANGUAGE_COOKIE, chosen, max_age=YEAR_SECONDS, path=page.base, samesite="strict", httponly=True
        )
    return answer


async def _key(page: Page) -> Response:
    """Nothing but the key that forms carry, for forms that were made before the session began."""
    return page.show("key.html")


async def _nothing_here(page: Page) -> Response:
    return page.show("problem.html", HTTPStatus.NOT_FOUND, key="page.problem.nothing_here", reason="")


OWN = (
    PageRoute("language", _choose_language, "POST"),
    PageRoute("key", _key),
)


async def _form(request: Request) -> Form | None:
    """The form that was sent; None for what isn't one."""
    try:
        return read_form(await request.body(), request.headers.get("content-type", ""))
    except InvalidInput:
        return None


def _base(request: Request) -> str:
    workspace = str(request.path_params["workspace"])
    try:
        workspace_id(workspace)
    except ValueError:
        raise HTTPException(HTTPStatus.NOT_FOUND) from None
    root = str(request.scope.get("app_root_path", request.scope.get("root_path", "")))
    return root + PATH.format(workspace=workspace)


def _language(request: Request) -> str:
    return choose(request.cookies.get(LANGUAGE_COOKIE), request.headers.get("accept-language", ""))


def _turned(request: Request, base: str, language: str, form: Form) -> Response:
    """What somebody without a session gets: the entrance, and what they had typed."""
    if request.method == "GET" and not request.headers.get("Palimpsest-Part"):
        here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return RedirectResponse(f"{base}/{ENTER}?to={quote(here, safe='/')}", HTTPStatus.SEE_OTHER)
    given = {"problem": "enter.ended", "typed": form.written, "to": form.get("back")}
    answer = show_entrance(request, base, language, HTTPStatus.UNAUTHORIZED, **given)
    answer.headers[PROBLEM] = "session"
    return answer


def _with_policy(handle: Handle) -> Handle:
    async def answer(request: Request) -> Response:
        answered = await handle(request)
        answered.headers["Content-Security-Policy"] = POLICY
        # With `no-referrer` browsers send forms with the Origin `null`.
        answered.headers["Referrer-Policy"] = "same-origin"
        return answered

    return answer
