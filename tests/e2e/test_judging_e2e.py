"""Conflicts and the review in Chromium: by keys alone, with somebody else at the same memory, and without a barrier."""

from __future__ import annotations

import shutil
from collections.abc import Generator
from pathlib import Path

import pytest
from axe import barriers
from browser import at_page, watch
from judged_memory import judge, make_home
from network_server import HttpServer, serve_http
from node import NodeMissing
from playwright.sync_api import Browser, Locator, Page, expect

SOON_MS = 4000
PAGES = (
    "conflicts?status=all",
    "conflicts/C4",
    "conflicts/C6",
    "review",
    "review?number=1",
    "review/retire",
    "review/resolutions",
    "review/decisions",
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_home(tmp_path_factory.mktemp("made"), judge)


@pytest.fixture(scope="module")
def server(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Generator[HttpServer]:
    folder = tmp_path_factory.mktemp("judging")
    shutil.copytree(made, folder / "home")
    with serve_http(folder, home=folder / "home") as served:
        yield served


@pytest.fixture
def bob(server: HttpServer, browser: Browser) -> Generator[Page]:
    with at_page(server, browser, person="bob") as page:
        troubles = watch(page)
        yield page
        assert troubles == []


def notices(page: Page) -> Locator:
    return page.locator("#notices")


def at_hand(page: Page) -> str:
    return page.locator(".card h2 a.id").inner_text()


def press(page: Page, key: str) -> str:
    """Press a key and wait until another fact is at hand: its id."""
    before = at_hand(page)
    page.keyboard.press(key)
    expect(page.locator(".card h2 a.id")).not_to_have_text(before)
    return at_hand(page)


@pytest.mark.parametrize(("width", "paths"), [(360, PAGES), (1200, PAGES[:4:3])])
def test_no_page_of_them_has_a_barrier_or_scrolls_sideways(
    server: HttpServer, browser: Browser, base: str, width: int, paths: tuple[str, ...]
) -> None:
    with at_page(server, browser, width=width, dark=width == 360) as page:
        troubles = watch(page)
        for path in paths:
            page.goto(f"{base}/{path}")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
            try:
                assert barriers(page) == [], path
            except NodeMissing as error:
                pytest.skip(str(error))
        assert page.evaluate("window.bitten") is None
        assert troubles == []


def test_a_conflict_is_settled_and_undone_by_keys_alone(tab: Page, base: str):
    tab.goto(f"{base}/conflicts")
    tab.keyboard.press("j")
    tab.keyboard.press("j")
    expect(tab.locator("#C4")).to_be_focused()
    tab.keyboard.press("n")
    expect(notices(tab)).to_contain_text("C4 is settled: the new one, F5, stands.")
    expect(tab.locator("#C4")).to_have_count(0)
    expect(tab.locator("#C3")).to_be_focused()
    tab.keyboard.press("u")
    expect(tab.locator("#C4")).to_be_visible()
    tab.locator("#C4").focus()
    tab.keyboard.press("Enter")
    expect(tab.locator("h1")).to_contain_text("release train")


def test_what_is_typed_is_kept_when_somebody_settles_it_meanwhile(tab: Page, bob: Page, base: str):
    for page in (tab, bob):
        page.goto(f"{base}/conflicts/C7")
    tab.get_by_label("Reason").fill("I measured it myself")
    bob.keyboard.press("o")
    expect(notices(bob)).to_contain_text("C7 is settled")
    expect(tab.locator(".changed")).to_contain_text("Somebody changed this meanwhile", timeout=SOON_MS)
    expect(tab.get_by_label("Reason")).to_have_value("I measured it myself")
    tab.get_by_role("button", name="Keep the new one").click()
    alert = tab.locator("main [role=alert]")
    expect(alert).to_contain_text("bob settled C7 meanwhile: the old one was kept")
    expect(alert).to_contain_text("I measured it myself")
    assert tab.url.endswith("/conflicts/C7")


def test_the_sample_is_marked_by_keys_alone(tab: Page, base: str):
    tab.goto(f"{base}/review")
    first = at_hand(tab)
    expect(tab.locator("#card")).to_be_focused()
    second = press(tab, "c")
    assert press(tab, "b") == first
    expect(tab.locator(".marking [aria-pressed=true]")).to_contain_text("correct")
    tab.keyboard.press("r")
    expect(tab.locator(".marking [aria-pressed=true]")).to_have_count(0)
    assert press(tab, "w") == second
    press(tab, "n")
    tab.go_back()
    expect(tab.locator(".card h2 a.id")).to_have_text(second)


def test_what_somebody_else_marks_appears_and_leaves_the_fact_at_hand(tab: Page, bob: Page, base: str):
    for page in (tab, bob):
        page.goto(f"{base}/review")
    name = at_hand(tab)
    assert at_hand(bob) == name
    done = bob.locator(".progress").inner_text()
    press(bob, "o")
    expect(tab.locator(f".strip a[title='{name}: outdated, bob']")).to_have_count(1, timeout=SOON_MS)
    expect(tab.locator(".progress")).not_to_have_text(done)
    assert at_hand(tab) == name
    expect(tab.locator(".marking")).to_contain_text("Marked as outdated by bob")
    tab.keyboard.press("c")
    expect(notices(tab)).to_contain_text(f"bob had marked {name} as outdated; your mark stands now.")
