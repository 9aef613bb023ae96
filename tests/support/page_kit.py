"""The page without a browser: a person who came in by a link, and what the page shows them.

async with open_page(home) as page:
    shown = await page.get("facts", state="stale")
    shown.soup.select(".row")
    after = await page.post("facts/delete", fact_id=["F1"])
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

import httpx2
from bs4 import BeautifulSoup
from http_app import open_http
from palimpsest.server.http.options import HttpOptions
from palimpsest.server.page_sessions import make_link
from palimpsest.store.model.access import PageVisit, TokenScope

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
LATER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Shown:
    """What the page answered, after it had sent the browser on."""

    answer: httpx2.Response

    @property
    def status(self) -> int:
        return self.answer.status_code

    @property
    def soup(self) -> BeautifulSoup:
        return BeautifulSoup(self.answer.text, "html.parser")

    @property
    def text(self) -> str:
        """The words of the main part, each blank one space."""
        main = self.soup.select_one("main")
        return " ".join(main.get_text(" ").split()) if main else ""

    @property
    def notice(self) -> str:
        """What was told above it."""
        told = self.soup.select("#notices p, #notices li, #notices button")
        return " ".join(" ".join(one.get_text() for one in told).split())

    def texts(self, selector: str) -> list[str]:
        """The words of every element that a selector finds."""
        return [" ".join(one.get_text(" ").split()) for one in self.soup.select(selector)]


class PageClient:
    """A person at the page of one workspace."""

    def __init__(self, http: httpx2.AsyncClient, home: Path, workspace: str) -> None:
        self.http, self.home = http, home
        self.base = f"/workspaces/{workspace}/settings/memory"
        self._workspace = workspace

    async def come_in(self, scope: TokenScope = TokenScope.ADMIN, person: str = "ann") -> Shown:
        """Use a new link."""
        visit = PageVisit(self._workspace, person, scope, LATER)
        return await self.send("enter", key=make_link(self.home, visit, datetime.now(UTC)))

    async def get(self, path: str = "facts", **query: str) -> Shown:
        """Look at a page."""
        return Shown(await self.http.get(f"{self.base}/{path}", params=query, follow_redirects=True))

    async def post(self, path: str, **fields: str | Sequence[str]) -> Shown:
        """Send a form as the page makes it, with the session's key."""
        key = (await self.get("key")).soup.select_one("input[name=csrf]")
        return await self.send(path, csrf=str(key["value"]) if key else "", **fields)

    async def send(self, path: str, **fields: str | Sequence[str]) -> Shown:
        """Send a form with these fields alone."""
        body = urlencode(fields, doseq=True)
        answer = await self.http.post(f"{self.base}/{path}", content=body, headers=FORM, follow_redirects=True)
        return Shown(answer)


@asynccontextmanager
async def open_page(
    home: Path, *, workspace: str = "default", scope: TokenScope | None = TokenScope.ADMIN, language: str = "en"
) -> AsyncGenerator[PageClient]:
    """The page of a home's workspace, as somebody of that scope who came in; with None nobody has yet."""
    async with open_http(home, HttpOptions(rate_limit=0)) as opened:
        opened.http.headers["Accept-Language"] = language
        client = PageClient(opened.http, home, workspace)
        if scope is not None:
            await client.come_in(scope)
        yield client
