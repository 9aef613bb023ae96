"""Bad days in a browser: a server that goes and comes back, a memory that can't be written, a session that ends."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import Path

from browser import at_page, link_to
from network_server import HttpServer, serve_http
from page_memory import make_memory
from playwright.sync_api import Browser, Page, expect
from stdio_client import MemoryProcess
from unprivileged import UNPRIVILEGED, needs_permissions

TYPED = "The typed text that must not be lost."
PATIENCE_MS = 10_000


def at(server: HttpServer, path: str) -> str:
    return f"{server.address}/workspaces/default/settings/memory/{path}"


def test_page_outlives_a_restart_of_its_server(tmp_path: Path, browser: Browser):
    home = tmp_path / "home"
    make_memory(home)
    with serve_http(tmp_path, home=home) as first, at_page(first, browser) as page:
        page.goto(at(first, "facts/F1/edit"))
        page.fill("textarea[name=content]", TYPED)
        first.process.terminate()
        first.process.wait(10)
        expect(page.locator("#notices")).to_contain_text("doesn't answer", timeout=PATIENCE_MS)
        page.click("form.edit button.strong")
        expect(page.locator("#notices")).to_contain_text("doesn't answer")
        assert page.input_value("textarea[name=content]") == TYPED
        with MemoryProcess(home, agent="ivy") as agent:
            agent.done("propose_fact", domain="d", topic="t", content="Nobody was told of this.")
        with serve_http(tmp_path, home=home, port=first.port):
            expect(page.locator("#notices")).not_to_contain_text("doesn't answer", timeout=PATIENCE_MS)
            assert page.input_value("textarea[name=content]") == TYPED
            page.click("form.edit button.strong")
            expect(page.locator(".main-text")).to_have_text(TYPED)


def test_list_catches_up_with_what_happened_while_the_server_was_away(tmp_path: Path, browser: Browser):
    home = tmp_path / "home"
    make_memory(home)
    with serve_http(tmp_path, home=home) as first, at_page(first, browser) as page:
        first.process.terminate()
        first.process.wait(10)
        expect(page.locator("#notices")).to_contain_text("doesn't answer", timeout=PATIENCE_MS)
        with MemoryProcess(home, agent="ivy") as agent:
            agent.done("propose_fact", domain="d", topic="t", content="Nobody was told of this.")
        with serve_http(tmp_path, home=home, port=first.port):
            expect(page.get_by_text("Nobody was told of this.")).to_be_visible(timeout=PATIENCE_MS)


@needs_permissions
def test_memory_that_cannot_be_written_is_read_and_says_so(tmp_path: Path, browser: Browser):
    home = tmp_path / "home"
    make_memory(home)
    (home / "workspaces/default.db").chmod(0o400)
    with serve_http(tmp_path, home=home, prefix=UNPRIVILEGED) as server, at_page(server, browser) as page:
        for tab in ("facts", "policies", "conflicts", "history"):
            answer = page.goto(at(server, tab))
            assert answer is not None
            assert answer.status == HTTPStatus.OK
        page.goto(at(server, "facts/F1/edit"))
        page.fill("textarea[name=content]", TYPED)
        page.click("form.edit button.strong")
        expect(page.locator("#notices [role=alert]")).to_contain_text("writable")
        assert page.input_value("textarea[name=content]") == TYPED


def test_following_a_link_after_the_session_ended_says_so(server: HttpServer, browser: Browser, base: str):
    with at_page(server, browser) as page:
        page.context.clear_cookies()
        page.get_by_role("link", name="History").click()
        expect(page.locator("#notices [role=alert]")).to_contain_text("signed out")
        other = page.context.new_page()
        other.goto(link_to(server.address, server.home))
        other.wait_for_url("**/facts*")
        page.get_by_role("link", name="History").click()
        expect(page).to_have_url(f"{base}/history")
        expect(page.locator("#notices [role=alert]")).to_have_count(0)


def test_longest_word_wraps_on_the_narrowest_screen(server: HttpServer, browser: Browser, base: str):
    with at_page(server, browser, width=360) as page:
        page.goto(f"{base}/facts?q=L{'o' * 498}g")
        _fits(page)
        page.locator(".fact-row [data-open]").first.click()
        page.locator("[data-edit]").first.click()
        expect(page.locator("textarea")).to_be_visible()
        _fits(page)


def _fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") == 360
