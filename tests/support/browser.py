"""Chromium at the page of a real server, as a person has it.

with chromium() as browser, at_page(server, browser, width=1200, dark=False) as tab:
    tab.goto(...)        # a Playwright page that has come in
"""

from __future__ import annotations

import shutil
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from network_server import HttpServer
from palimpsest.server.page_sessions import make_link
from palimpsest.store.model.access import PageVisit, TokenScope
from playwright.sync_api import Browser, Page, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
LATER = datetime.max.replace(tzinfo=UTC)
HEIGHT = 900
TIMEOUT_MS = 10_000


@contextmanager
def chromium() -> Generator[Browser]:
    """The machine's own Chromium; a test is skipped where there is none."""
    program = next((found for name in NAMES if (found := shutil.which(name))), None)
    if program is None:
        pytest.skip("there is no Chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def at_page(
    server: HttpServer,
    browser: Browser,
    *,
    workspace: str = "default",
    width: int = 1200,
    dark: bool = False,
    language: str = "en",
    scope: TokenScope = TokenScope.ADMIN,
    person: str = "ann",
    scripts: bool = True,
) -> Generator[Page]:
    """A browser of its own that has come in by a link."""
    context = browser.new_context(
        viewport={"width": width, "height": HEIGHT},
        color_scheme="dark" if dark else "light",
        locale=language,
        java_script_enabled=scripts,
    )
    context.set_default_timeout(TIMEOUT_MS)
    page = context.new_page()
    try:
        page.goto(link_to(server.address, server.home, workspace, scope, person))
        if scripts:
            page.wait_for_url("**/facts*")
        yield page
    finally:
        context.close()


def link_to(
    address: str,
    home: Path,
    workspace: str = "default",
    scope: TokenScope = TokenScope.ADMIN,
    person: str = "ann",
) -> str:
    """A new link, as `palimpsest open` makes it."""
    key = make_link(home, PageVisit(workspace, person, scope, LATER), datetime.now(UTC))
    return f"{address}/workspaces/{workspace}/settings/memory/enter#{key}"


def watch(page: Page) -> list[str]:
    """What goes wrong on a page from here on: errors of scripts, and what the content policy refused."""
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda said: troubles.append(said.text) if "Content Security Policy" in said.text else None)
    return troubles
