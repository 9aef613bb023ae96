"""One fact in Chromium: what only a browser shows of reading, editing, two editors and an ended session."""

from __future__ import annotations

import re

import pytest
from browser import at_page, link_to
from network_server import HttpServer
from page_memory import HOSTILE
from playwright.sync_api import Browser, Page, expect

HOSTILE_FIRST = 14
MINE = "Mine: <script>window.bitten = 1</script> stays a text."


def test_no_text_of_a_fact_bites_wherever_it_is_shown(tab: Page, base: str):
    for number in range(HOSTILE_FIRST, HOSTILE_FIRST + len(HOSTILE)):
        for path in (f"facts/F{number}", f"facts/F{number}/edit", f"facts/F{number}/purge"):
            tab.goto(f"{base}/{path}")
            assert tab.evaluate("window.bitten") is None
            assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tab.goto(f"{base}/facts/F14/edit")
    tab.locator("#content").fill(MINE)
    tab.get_by_label("Topic").fill("")
    tab.evaluate("document.querySelector('form.edit').noValidate = true")
    tab.get_by_role("button", name="Save").click()
    expect(tab.get_by_role("alert")).to_contain_text("it is empty")
    expect(tab.locator("#content")).to_have_value(MINE)
    assert tab.evaluate("window.bitten") is None


def test_keys_edit_delete_and_undo(tab: Page, base: str):
    tab.goto(f"{base}/facts/F4")
    tab.keyboard.press("d")
    expect(tab.locator("#notices")).to_contain_text("F4 is in the trash.")
    expect(tab.locator(".badges")).to_contain_text("deleted")
    tab.keyboard.press("u")
    expect(tab.locator(".badges")).not_to_contain_text("deleted")
    tab.keyboard.press("e")
    expect(tab).to_have_url(re.compile("/facts/F4/edit$"))
    expect(tab.locator("#content")).to_be_focused()


def test_characters_are_counted_as_they_are_typed(tab: Page, base: str):
    tab.goto(f"{base}/facts/F4/edit")
    count = tab.locator("#content-count")
    tab.locator("#content").fill("Zeven 🚀")
    expect(count).to_contain_text("7 of 4000")
    tab.locator("#content").fill("x" * 4001)
    expect(count).to_have_class(re.compile("over"))
    tab.get_by_role("button", name="Save").click()
    expect(tab.get_by_role("alert")).to_contain_text("has 4,001 characters")
    expect(tab.locator("#content")).to_have_value("x" * 4001)


def test_two_browsers_at_one_fact_lose_nothing(tab: Page, base: str, server: HttpServer, browser: Browser):
    tab.goto(f"{base}/facts/F5/edit")
    tab.locator("#content").fill(MINE)
    with at_page(server, browser, person="bob") as other:
        other.goto(f"{base}/facts/F5/edit")
        other.locator("#content").fill("Version 2.5 ships in April.")
        other.get_by_role("button", name="Save").click()
        expect(other.locator(".main-text")).to_have_text("Version 2.5 ships in April.")
    meanwhile = tab.locator("[data-part=meanwhile]")
    expect(meanwhile).to_contain_text("was changed meanwhile")
    expect(meanwhile).to_contain_text("Version 2.5 ships in April.")
    expect(tab.locator("#content")).to_have_value(MINE)
    tab.get_by_role("button", name="Save").click()
    expect(tab.get_by_role("alert")).to_contain_text("bob put")
    expect(tab.locator(".three")).to_contain_text("Version 2.4 ships in March.")
    expect(tab.locator("#content")).to_have_value(MINE)
    tab.get_by_role("button", name="Save mine over").click()
    expect(tab.locator(".main-text")).to_have_text(MINE)
    expect(tab.locator(".older .under").first).to_contain_text("2.5")
    assert tab.evaluate("window.bitten") is None


def test_what_is_typed_survives_the_end_of_a_session(tab: Page, base: str, server: HttpServer):
    tab.goto(f"{base}/facts/F6/edit")
    tab.locator("#content").fill(MINE)
    tab.context.clear_cookies()
    tab.get_by_role("button", name="Save").click()
    expect(tab.locator("#notices")).to_contain_text("What you typed is still here")
    expect(tab.locator("#content")).to_have_value(MINE)
    again = tab.context.new_page()
    again.goto(link_to(server.address, server.home))
    again.wait_for_url("**/facts*")
    again.close()
    tab.get_by_role("button", name="Save").click()
    expect(tab.locator(".main-text")).to_have_text(MINE)


def test_without_scripts_what_was_typed_is_shown_where_one_comes_in(base: str, server: HttpServer, browser: Browser):
    with at_page(server, browser, scripts=False) as page:
        _paste_key(page, server)
        page.goto(f"{base}/facts/F7/edit")
        page.locator("#content").fill(MINE)
        page.context.clear_cookies()
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("alert")).to_contain_text("nothing was saved")
        expect(page.get_by_label("Text")).to_have_value(MINE)
        _paste_key(page, server)
        expect(page).to_have_url(re.compile("/facts/F7/edit"))


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_erasing_asks_twice(base: str, server: HttpServer, browser: Browser, scripts: bool):
    name = "F8" if scripts else "F2"
    with at_page(server, browser, scripts=scripts) as page:
        if not scripts:
            _paste_key(page, server)
        page.goto(f"{base}/facts/{name}")
        page.get_by_role("link", name="Erase").click()
        page.get_by_role("button", name=f"Erase {name}…").click()
        expect(page.locator("#typed")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator("#notices")).to_contain_text(f"{name} was erased for good.")
        page.goto(f"{base}/facts/{name}")
        expect(page.locator("main")).to_contain_text("erased")


def _paste_key(page: Page, server: HttpServer) -> None:
    page.locator("input[name=key]").fill(link_to(server.address, server.home).partition("#")[2])
    page.get_by_role("button", name="Come in").click()
