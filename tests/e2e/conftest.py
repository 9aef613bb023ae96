"""A real server over a real memory, and Chromium at its page; each file of tests has its own.

Playwright's loop would stand in the way of other tests' loops, so it is ended with the file that began it.
"""

from __future__ import annotations

from collections.abc import Generator

import pytest
from browser import at_page, chromium, watch
from network_server import HttpServer, serve_http
from page_memory import make_memory
from playwright.sync_api import Browser, Page, expect

expect.set_options(timeout=5_000)


@pytest.fixture(scope="module")
def browser() -> Generator[Browser]:
    """Chromium; the tests are skipped where there is none."""
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Generator[HttpServer]:
    """A server over the memory of `page_memory`, which the tests of a file share."""
    folder = tmp_path_factory.mktemp("page")
    home = folder / "home"
    make_memory(home)
    with serve_http(folder, home=home) as served:
        yield served


@pytest.fixture(scope="module")
def base(server: HttpServer) -> str:
    """Where the page is."""
    return f"{server.address}/workspaces/default/settings/memory"


@pytest.fixture
def tab(server: HttpServer, browser: Browser) -> Generator[Page]:
    """A browser that came in, 1200 wide; a script's error, or what the content policy refuses, fails the test."""
    with at_page(server, browser) as page:
        troubles = watch(page)
        yield page
        assert troubles == []
