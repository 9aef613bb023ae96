"""Every tab at three widths, light and dark: no barrier, no error, nothing wider than the screen; with pictures.

The pictures are kept in `build/pictures`, to be looked at.
"""

from __future__ import annotations

from collections.abc import Generator

import pytest
from axe import barriers
from browser import at_page, watch
from network_server import HttpServer
from node import NodeMissing
from playwright.sync_api import Browser, Page
from source_tree import REPOSITORY

PICTURES = REPOSITORY / "build/pictures"
PAGES = (
    "facts",
    "facts?q=api+port&mode=hybrid",
    "facts?state=retired",
    "facts/F1",
    "facts/F1/edit",
    "facts/F1/purge",
    "policies",
    "policies/P1",
    "graph",
    "graph?focus=F9",
    "conflicts",
    "conflicts/C1",
    "access",
    "review",
    "history",
    "history?of=entries",
    "history/B1",
    "nowhere",
)
MORE_PAGES = ("access/tokens", "access?mode=strict", "conflicts?status=all", "review/resolutions", "review/decisions")
LOOKS = [(width, dark) for width in (360, 800, 1440) for dark in (False, True)]
MOST_BYTES = 300_000


@pytest.fixture(scope="module", params=LOOKS, ids=lambda look: f"{look[0]}-{'dark' if look[1] else 'light'}")
def looking(request: pytest.FixtureRequest, server: HttpServer, browser: Browser) -> Generator[tuple[Page, str]]:
    width, dark = request.param
    with at_page(server, browser, width=width, dark=dark) as page:
        yield page, f"{width}-{'dark' if dark else 'light'}"


@pytest.mark.parametrize("path", PAGES)
def test_page_has_no_barrier_no_error_and_fits_its_screen(looking: tuple[Page, str], base: str, path: str) -> None:
    page, look = looking
    troubles = watch(page)
    answer = page.goto(f"{base}/{path}")
    assert answer is not None
    assert len(answer.body()) < MOST_BYTES
    page.wait_for_timeout(100)
    _keep_picture(page, path, look)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
    assert page.evaluate("window.bitten") is None
    assert troubles == []
    try:
        assert barriers(page) == []
    except NodeMissing as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module", params=(360, 760, 1200))
def looking_in_dutch(request: pytest.FixtureRequest, server: HttpServer, browser: Browser) -> Generator[Page]:
    with at_page(server, browser, width=request.param, language="nl") as page:
        yield page


@pytest.mark.parametrize("path", [*PAGES, *MORE_PAGES])
def test_longer_words_of_another_language_fit_too(looking_in_dutch: Page, base: str, path: str) -> None:
    looking_in_dutch.goto(f"{base}/{path}")
    assert looking_in_dutch.evaluate("document.documentElement.lang") == "nl"
    assert looking_in_dutch.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"


def _keep_picture(page: Page, path: str, look: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    name = "".join(char if char.isalnum() else "-" for char in path)
    page.screenshot(path=PICTURES / f"{name}-{look}.png", full_page=True)
