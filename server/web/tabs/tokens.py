"""Who may come in over the network: a workspace's tokens. A secret is in the answer to the form that asked for it, and
in no address, notice or history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from http import HTTPStatus
from shlex import quote
from typing import Any

from starlette.responses import Response

from ....store.errors import InvalidInput
from ....store.model.access import TokenScope
from ....tools.ids import token_id
from ...page_paths import PATH
from ..notices import Notice
from ..page import Page
from ..tab import PageRoute

LASTS = {"h12": "12h", "d7": "7d", "d30": "30d", "d90": "90d", "d365": "365d", "never": "never"}
"""How long a token may hold, by the names of the words."""

USUAL = "d90"
SOON = timedelta(days=7)
FIELDS = ("scope", "agent", "role", "repo", "label", "lasts")

Row = Mapping[str, Any]


async def show(page: Page) -> Response:
    """The tokens, and the form for another."""
    return await _shown(page)


async def create(page: Page) -> Response:
    """Make a token; the answer itself shows its secret."""
    typed = {name: page.form.get(name).strip() for name in FIELDS}
    try:
        made = await page.call(
            "memory_token.create",
            agent=typed["agent"],
            role=typed["role"] or None,
            repo=typed["repo"] or None,
            label=typed["label"] or None,
            scope=typed["scope"],
            expires_in=LASTS.get(typed["lasts"], typed["lasts"]),
        )
    except InvalidInput as error:
        return await _shown(page, HTTPStatus.UNPROCESSABLE_ENTITY, typed=typed, problem=str(error))
    address = _address(page)
    line = [*("claude", "mcp", "add", "--transport", "http", "palimpsest", address)]
    line += ["--header", f"Authorization: Bearer {made['secret']}"]
    answer = await _shown(page, made=made, address=address, line=" ".join(map(quote, line)))
    answer.headers["Cache-Control"] = "no-store"
    return answer


async def ask(page: Page) -> Response:
    """Whether a token is to be revoked, asked once."""
    name = str(page.request.path_params["token_id"])
    tokens = (await page.call("memory_token.list", include_revoked=True))["tokens"]
    token = next((one for one in tokens if one["id"] == name), None)
    if token is None:
        return page.show("problem.html", HTTPStatus.NOT_FOUND, key="page.problem.not_found", reason="")
    if token["revoked_at"]:
        return page.go(page.url("access/tokens"), Notice(page.words.plain("access.revoke.before", id=name)))
    return page.show("token_revoke.html", token=token, is_own=name == _own(page))


async def revoke(page: Page) -> Response:
    """Close a token for good."""
    name = str(page.request.path_params["token_id"])
    done = await page.call("memory_token.revoke", token_ids=[name])
    key = "access.revoke.done" if done["revoked"] else "access.revoke.before"
    return page.go(page.url("access/tokens"), Notice(page.words.plain(key, id=name)))


async def _shown(page: Page, status: HTTPStatus = HTTPStatus.OK, **more: Any) -> Response:
    found = await page.call("memory_token.list", include_revoked=page.asked("revoked") is not None)
    given: dict[str, Any] = {
        "typed": dict.fromkeys(FIELDS, "") | {"scope": TokenScope.AGENT.value, "lasts": USUAL},
        "problem": None,
        "made": None,
        **more,
    }
    return page.show(
        "tokens.html",
        status,
        found=found,
        tokens=found["tokens"][::-1],
        soon={one["id"] for one in found["tokens"] if _ends_soon(one, page.now)},
        own=_own(page),
        scopes=[one.value for one in TokenScope if page.scope.covers(one)],
        lasts=LASTS,
        **given,
    )


def _ends_soon(token: Row, now: datetime) -> bool:
    expires = token["expires_at"]
    return token["state"] == "live" and expires is not None and datetime.fromisoformat(expires) - now < SOON


def _own(page: Page) -> str | None:
    """The token that the person came in by."""
    number = page.session.visit.token_id
    return None if number is None else token_id(number)


def _address(page: Page) -> str:
    """Where clients find the server, as this browser found it."""
    url = page.request.url
    root = page.base.removesuffix(PATH.format(workspace=page.workspace.id))
    return f"{url.scheme}://{url.netloc}{root}/mcp"


ROUTES: Sequence[PageRoute] = (
    PageRoute("access/tokens", show),
    PageRoute("access/tokens", create, "POST"),
    PageRoute("access/tokens/{token_id}", ask),
    PageRoute("access/tokens/{token_id}", revoke, "POST"),
)
"""Where tokens are looked after."""
