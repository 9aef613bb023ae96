"""One request of the page, as the tabs see it: what was asked, by whom, what they may call, and how to answer.

A tab asks and changes nothing but through `call`, which is the JSON-RPC method of that name: the page can do what its
person could do over RPC, and every rule holds that holds there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, partial
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from ...store.errors import InvalidInput, NoWorkspace
from ...store.model import Caller
from ...store.model.access import TokenScope
from ..commands.administer import ROLE
from ..page_sessions import PageSession
from ..rpc import call_method
from ..rpc_declare import Method
from ..rpc_methods import methods
from ..workspaces import Workspace
from .addresses import is_below
from .form import Form, csrf_of
from .id_links import with_links
from .moments import ago
from .notices import Notice, Notices
from .reasons import in_words
from .rendering import environment
from .static_files import edition
from .words import LANGUAGES, Words

TABS = ("facts", "policies", "graph", "conflicts", "access", "review", "history")
TOLD = "told"


@dataclass(frozen=True)
class Page:
    """A request of somebody who has a session."""

    request: Request
    base: str
    """Where the page of this workspace begins: `/workspaces/<id>/settings/memory`, behind a proxy's path."""
    workspace: Workspace
    session: PageSession
    words: Words
    notices: Notices
    now: datetime
    form: Form = field(default_factory=Form)
    """What was sent by POST, after it was checked to be this session's own."""

    @cached_property
    def caller(self) -> Caller:
        """The person, as the audit log names them."""
        visit = self.session.visit
        return Caller(
            workspace=visit.workspace, agent=visit.person, role=ROLE, session=self.session.name, is_person=True
        )

    @property
    def scope(self) -> TokenScope:
        """What the person may do."""
        return self.session.visit.scope

    @property
    def query(self) -> Mapping[str, str]:
        """The parameters of the address."""
        return self.request.query_params

    def asked(self, name: str) -> str | None:
        """A parameter of the address without blanks around it; None for an empty one."""
        return self.query.get(name, "").strip() or None

    def may(self, name: str) -> bool:
        """Whether the person may call that method: what they may not do isn't offered."""
        return self.scope.covers(self._methods[name].scope)

    def said(self, text: object) -> str:
        """What tools and store say, in the page's language; a sentence that it doesn't know stays English."""
        return in_words(str(text), self.words) or str(text)

    def reason(self, text: object) -> Markup:
        """The same for a template, its ids as links; marked as English where it stayed so."""
        known = in_words(str(text), self.words)
        shown = with_links(known or str(text), self.url)
        return Markup("<span{}>{}</span>").format(Markup("") if known else Markup(' lang="en"'), shown)

    async def call(self, name: str, /, **params: Any) -> Any:
        """The result of a JSON-RPC method; `PalimpsestError` says why there is none."""
        return await call_method(self._methods[name], params, self.scope, self._missing)

    def url(self, path: str = "", /, **query: object) -> str:
        """The address of a page of this workspace; parameters that are None or empty are left out."""
        kept = {name: str(value) for name, value in query.items() if value not in (None, "")}
        return f"{self.base}/{path}".rstrip("/") + (f"?{urlencode(kept)}" if kept else "")

    def url_with(self, **changed: object) -> str:
        """The address at hand with some of its parameters changed; None or empty leaves one out."""
        kept = {name: value for name, value in self.query.items() if name not in (TOLD, *changed)}
        return self.url(self._path, **kept, **changed)

    def show(self, template: str, /, status: HTTPStatus = HTTPStatus.OK, **context: Any) -> Response:
        """A page made of a template, which has this page as `page`, and its words as `t`."""
        text = environment().get_template(template).render(**self._surroundings(), **context)
        return HTMLResponse(text, status_code=status)

    def go(self, to: str, notice: Notice | None = None) -> Response:
        """Send the browser on to an address of this page, where the notice is told."""
        if notice is not None:
            name = self.notices.keep(self.session.name, notice)
            to += f"{'&' if '?' in to else '?'}{TOLD}={name}"
        return RedirectResponse(to, HTTPStatus.SEE_OTHER)

    def back(self, notice: Notice | None = None, default: str = "facts") -> Response:
        """Send the browser back to where the form stood, which it says in its field `back`."""
        to = self.form.get("back")
        return self.go(to if self.is_own_address(to) else self.url(default), notice)

    def is_own_address(self, address: str) -> bool:
        """Whether an address that somebody sent leads to a page of this workspace and nowhere else."""
        return is_below(address, self.base)

    def chosen_facts(self) -> list[str]:
        """The facts that a form names, each once; `InvalidInput` where it names none."""
        if names := list(dict.fromkeys(self.form.all("fact_id"))):
            return names
        raise InvalidInput("'fact_ids' names no fact.")

    @property
    def here(self) -> str:
        """The address at hand without what was told there: what a form's field `back` holds."""
        return self.url_with()

    @property
    def notice(self) -> Notice | None:
        """What the address says is to be told."""
        return self.notices.find(self.session.name, self.query.get(TOLD, ""))

    @property
    def _path(self) -> str:
        return str(self.request.url.path).removeprefix(self.base).strip("/")

    @cached_property
    def _methods(self) -> Mapping[str, Method]:
        desk = self.workspace.desk(self.caller)
        token = self.session.visit.token_id
        offered = methods(desk, scope=self.scope, home=self.workspace.home, token_id=token)
        return {method.name: method for method in offered}

    def _missing(self) -> NoWorkspace | None:
        return None if self.workspace.exists() else NoWorkspace(self.workspace.id)

    def _surroundings(self) -> dict[str, Any]:
        return {
            "page": self,
            "t": self.words,
            "ago": partial(ago, now=self.now, words=self.words),
            "reason_of": self.reason,
            "linked": partial(with_links, url=self.url),
            "csrf": csrf_of(self.session.secret),
            "static": f"{self.base}/static/{edition()}",
            "tabs": TABS,
            "languages": LANGUAGES,
        }
