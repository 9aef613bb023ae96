"""The page of every workspace, mounted: who has a session comes in, whose form isn't their own session's is refused,
and what goes wrong is told in the page's own way."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from http import HTTPStatus
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from ...store import clock
from ...store.errors import InvalidInput, PalimpsestError, StoreError
from ..config import workspace_id
from ..http.replies import refusal
from ..http.time_limit import TimeLimit
from ..page_paths import PATH
from ..page_sessions import PageSession, PageSessions
from ..workspaces import Workspaces
from .form import CSRF, Form, is_own, read_form
from .notices import Notice, Notices
from .page import Page
from .problems import problem_of
from .sign_in import COOKIE, ENTER, LANGUAGE_COOKIE, enter, leave, show_entrance
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


class PageMount:
    """Makes the routes of the page."""

    def __init__(self, workspaces: Workspaces, sessions: PageSessions, now: clock.Clock = clock.system) -> None:
        self._workspaces, self._sessions, self._now = workspaces, sessions, now
        self._notices = Notices()

    def routes(self, streams: Sequence[PageRoute] = ()) -> list[BaseRoute]:
        """The routes; `streams` have no end, so no time limit either."""
        routes: list[BaseRoute] = [
            Route("/static/{edition}/{name}", serve_static, methods=["GET"]),
            Route(f"/{ENTER}", self._entrance, methods=["GET"]),
            Route(f"/{ENTER}", self._enter, methods=["POST"]),
            Route("/", self._first, methods=["GET"]),
            *(self._route(one) for one in (PageRoute("leave", self._leave, "POST"), *OWN, *ROUTES)),
            *(self._route(one, is_stream=True) for one in streams),
            Route("/{rest:path}", self._route(PageRoute("", _nothing_here)).endpoint, methods=["GET"]),
        ]
        return [Route(PATH, self._first, methods=["GET"]), Mount(PATH, routes=routes)]

    def _route(self, one: PageRoute, *, is_stream: bool = False) -> Route:
        async def answer(request: Request) -> Response:
            return _with_policy(await self._answer(request, one))

        route = Route(f"/{one.path}", answer, methods=[one.method])
        if not is_stream:
            route.app = TimeLimit(route.app)
        return route

    async def _answer(self, request: Request, route: PageRoute) -> Response:
        base, language = _base(request), _language(request)
        try:
            form = await _form(request) if route.method == "POST" else Form()
            session = self._session(request)
        except InvalidInput as error:
            return refusal(HTTPStatus.UNPROCESSABLE_ENTITY, str(error))
        except StoreError:
            logger.exception("the sessions can't be read")
            return show_entrance(request, base, language, HTTPStatus.SERVICE_UNAVAILABLE, problem="enter.unreadable")
        if session is None:
            return _turned(request, base, language, form)
        page = self._page(request, base, language, session, form)
        if route.method == "POST" and not is_own(form, session.secret):
            refused = page.show("problem.html", HTTPStatus.FORBIDDEN, key="page.problem.csrf", reason="")
            refused.headers[PROBLEM] = "csrf"
            return refused
        return await _done(page, route.answer)

    async def _leave(self, page: Page) -> Response:
        return leave(page.base, self._sessions, page.session)

    def _page(self, request: Request, base: str, language: str, session: PageSession, form: Form) -> Page:
        workspace = self._workspaces.get(session.visit.workspace)
        return Page(request, base, workspace, session, words(language), self._notices, self._now(), form)

    def _session(self, request: Request) -> PageSession | None:
        secret = request.cookies.get(COOKIE, "")
        return self._sessions.find(secret, str(request.path_params["workspace"])) if secret else None

    async def _first(self, request: Request) -> Response:
        return RedirectResponse(f"{_base(request)}/facts", HTTPStatus.TEMPORARY_REDIRECT)

    async def _entrance(self, request: Request) -> Response:
        return _with_policy(show_entrance(request, _base(request), _language(request)))

    async def _enter(self, request: Request) -> Response:
        return _with_policy(await enter(request, _base(request), _language(request), self._sessions))


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


async def _undo(page: Page) -> Response:
    """Put back what a batch did; what stays as it is, is said."""
    batch = page.form.get("batch_id")
    done = await page.call("memory_audit.undo", batch_id=batch)
    details = [f"{one['id']}: {one['why']}" for one in done["kept"]]
    text = page.words.plain("page.undone", batch=done["undone"])
    return page.back(Notice(text, done["batch_id"], details), default="history")


async def _key(page: Page) -> Response:
    """Nothing but the key that forms carry, for forms that were made before the session began."""
    return page.show("key.html")


async def _nothing_here(page: Page) -> Response:
    return page.show("problem.html", HTTPStatus.NOT_FOUND, key="page.problem.nothing_here", reason="")


OWN = (
    PageRoute("language", _choose_language, "POST"),
    PageRoute("undo", _undo, "POST"),
    PageRoute("key", _key),
)


async def _form(request: Request) -> Form:
    return read_form(await request.body(), request.headers.get("content-type", ""))


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
    typed = [(name, text) for name, text in form if text and name not in (CSRF, "back")]
    answer = show_entrance(
        request, base, language, HTTPStatus.UNAUTHORIZED, problem="enter.ended", typed=typed, to=form.get("back")
    )
    answer.headers[PROBLEM] = "session"
    return answer


def _with_policy(answer: Response) -> Response:
    answer.headers["Content-Security-Policy"] = POLICY
    answer.headers["Referrer-Policy"] = "same-origin"  # with `no-referrer` browsers send forms with the Origin `null`
    return answer
