"""What others change appears in an open page by itself: an agent over stdio, another browser, the command line."""

from __future__ import annotations

from collections.abc import Generator

import pytest
from browser import at_page, link_to
from network_server import HttpServer
from palimpsest.store.model.access import TokenScope
from playwright.sync_api import Browser, Page, expect
from processes import palimpsest
from stdio_client import MemoryProcess

SOON_MS = 2_000
"""What is changed elsewhere is seen within this."""


@pytest.fixture(scope="module")
def agent(server: HttpServer) -> Generator[MemoryProcess]:
    """An agent over MCP, in a process of its own."""
    with MemoryProcess(server.home, agent="zoe") as process:
        yield process


def propose(agent: MemoryProcess, content: str, topic: str) -> None:
    agent.done("propose_fact", domain="live", topic=topic, content=content)


def not_reloaded(page: Page) -> None:
    """Mark the document, so that a reload would be noticed."""
    page.evaluate("window.isTheSame = true")


@pytest.mark.parametrize(("path", "shows"), [("facts", "main"), ("history", "main"), ("history?of=entries", "main")])
def test_an_agent_s_write_is_seen_without_a_reload(tab: Page, base: str, agent: MemoryProcess, path: str, shows: str):
    tab.goto(f"{base}/{path}")
    not_reloaded(tab)
    tab.wait_for_timeout(600)
    text = f"The lamp of {path} is on."
    propose(agent, text, f"lamp {path}")
    expect(tab.locator(shows)).to_contain_text(text, timeout=SOON_MS)
    assert tab.evaluate("window.isTheSame")


def test_two_browsers_see_each_other_s_changes(tab: Page, base: str, server: HttpServer, browser: Browser) -> None:
    with at_page(server, browser, person="ben") as other:
        tab.goto(f"{base}/history")
        other.goto(f"{base}/history")
        not_reloaded(tab)
        other.locator("#B2 [data-undo]").click()
        expect(tab.locator("#B2")).to_contain_text("undone by", timeout=SOON_MS)
        expect(tab.locator("main")).to_contain_text("ben")
        assert tab.evaluate("window.isTheSame")


def test_the_command_line_s_changes_are_seen(tab: Page, base: str, server: HttpServer) -> None:
    tab.goto(f"{base}/history")
    tab.wait_for_timeout(600)
    assert palimpsest(server.home, "undo", "B4").code == 0
    expect(tab.locator("#B4")).to_contain_text("undone by", timeout=SOON_MS)


def test_a_form_that_is_written_into_is_told_and_not_replaced(tab: Page, base: str, agent: MemoryProcess) -> None:
    tab.goto(f"{base}/history")
    tab.evaluate(
        """() => {
            const form = document.createElement("form");
            form.method = "post";
            form.innerHTML = "<textarea name=content></textarea>";
            document.querySelector("[data-part=list]").prepend(form);
        }"""
    )
    tab.locator("textarea").fill("Half a thought")
    tab.wait_for_timeout(600)
    propose(agent, "Somebody else was here.", "somebody")
    expect(tab.locator(".changed")).to_contain_text("changed this meanwhile", timeout=SOON_MS)
    expect(tab.locator("textarea")).to_have_value("Half a thought")
    tab.locator(".changed button").click()
    expect(tab.locator("main")).to_contain_text("Somebody else was here.")
    expect(tab.locator("textarea")).to_have_count(0)


def test_a_page_that_nobody_looks_at_keeps_no_connection_and_catches_up(
    tab: Page, base: str, agent: MemoryProcess
) -> None:
    tab.goto(f"{base}/history")
    tab.evaluate("Object.defineProperty(document, 'hidden', {get: () => window.isHidden ?? false})")
    tab.evaluate("window.isHidden = true; document.dispatchEvent(new Event('visibilitychange'))")
    propose(agent, "Nobody saw it come.", "unseen")
    tab.wait_for_timeout(1500)
    expect(tab.locator("main")).not_to_contain_text("Nobody saw it come.")
    tab.evaluate("window.isHidden = false; document.dispatchEvent(new Event('visibilitychange'))")
    expect(tab.locator("main")).to_contain_text("Nobody saw it come.", timeout=SOON_MS)


def test_signing_out_in_one_tab_is_told_in_the_other(server: HttpServer, browser: Browser, base: str) -> None:
    with at_page(server, browser, person="cas") as page:
        other = page.context.new_page()
        other.goto(f"{base}/history")
        page.locator("form[action$='/leave'] button").click()
        expect(other.locator("#notices")).to_contain_text("You were signed out", timeout=SOON_MS)


def test_a_link_s_key_goes_out_of_the_address_and_opens_the_page_it_was_asked_for(
    server: HttpServer, browser: Browser, base: str
) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{base}/history?of=entries")
    expect(page.locator("h1")).to_contain_text("Come in")
    key = link_to(server.address, server.home, scope=TokenScope.REVIEWER).partition("#")[2]
    page.locator("input[name=key]").fill(key)
    page.locator("form button").click()
    expect(page).to_have_url(f"{base}/history?of=entries")
    page.goto(f"{base}/enter#{key}")
    expect(page.locator("[role=alert]")).to_contain_text("opens nothing")
    assert "#" not in page.url
    context.close()
