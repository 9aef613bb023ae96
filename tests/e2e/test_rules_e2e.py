"""Policies and access where only a browser shows it: typing, keys, two people at one rule, an agent meanwhile."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qs, urlsplit

import pytest
from axe import barriers
from browser import at_page
from network_server import HttpServer, serve_http
from node import NodeMissing
from playwright.sync_api import Browser, Page, expect
from rules_memory import make_rules_memory
from stdio_client import MemoryProcess

SECRET = re.compile(r"plt_[0-9]+_[A-Za-z0-9_-]{43}")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Generator[HttpServer]:
    """A server over a memory whose rules somebody has to look after; `browser` is begun first."""
    folder = tmp_path_factory.mktemp("rules")
    home = folder / "home"
    with ThreadPoolExecutor(1) as thread:  # this one has Playwright's loop
        thread.submit(lambda: asyncio.run(make_rules_memory(home))).result()
    with serve_http(folder, home=home) as served:
        yield served


def rows(tab: Page) -> list[str | None]:
    return [one.get_attribute("id") for one in tab.locator("[data-row]").all()]


@pytest.mark.parametrize(
    ("path", "dark"),
    [
        ("policies?as_task=short", True),
        ("policies/P3", False),
        ("policies/P4/edit", True),
        ("access?mode=strict", False),
        ("access?role=intern", True),
        ("access/tokens", False),
    ],
)
def test_no_page_of_rules_and_access_has_a_barrier_or_is_wider_than_a_phone(
    base: str, server: HttpServer, browser: Browser, path: str, *, dark: bool
) -> None:
    with at_page(server, browser, width=360, dark=dark) as tab:
        tab.goto(f"{base}/{path}")
        assert tab.evaluate("document.documentElement.scrollWidth") == 360
        try:
            assert barriers(tab) == []
        except NodeMissing as error:
            pytest.skip(str(error))


def test_what_is_typed_narrows_the_list_and_changes_the_preamble_in_one_address(tab: Page, base: str) -> None:
    tab.goto(f"{base}/policies")
    tab.get_by_label("Search the rules").press_sequentially("twice", delay=20)
    expect(tab.locator("[data-row]")).to_have_count(1)
    tab.get_by_label("Agent", exact=True).fill("ana")
    tab.get_by_label("Task").press_sequentially("Look at the change that broke the till", delay=2)
    expect(tab.locator(".preamble pre")).to_contain_text("Two people looked at the change")
    expect(tab.locator(".preamble pre")).to_contain_text("Working on the port move.")
    expect(tab.get_by_label("Task")).to_be_focused()
    asked = parse_qs(urlsplit(tab.url).query)
    assert (asked["q"], asked["as_agent"]) == (["twice"], ["ana"])
    tab.reload()
    expect(tab.get_by_label("Task")).to_have_value("Look at the change that broke the till")
    assert rows(tab) == ["P3"]


def test_a_rule_is_reworded_by_keys_and_undone(tab: Page, base: str) -> None:
    tab.goto(f"{base}/policies?domain=security&status=active")
    tab.keyboard.press("j")
    tab.keyboard.press("e")
    expect(tab.get_by_role("heading", name="Edit P2")).to_be_visible()
    expect(tab.get_by_label("Rule")).to_be_focused()
    tab.get_by_label("Rule").fill("Never write to production.")
    tab.get_by_label("Why").fill("shorter")
    tab.keyboard.press("Enter")
    expect(tab.locator("#notices")).to_contain_text("P2 was reworded")
    tab.keyboard.press("u")
    expect(tab.locator("#notices")).to_contain_text("is undone")
    tab.goto(f"{base}/policies?domain=security&status=active")
    expect(tab.locator("#P2")).to_be_visible()


def test_a_rule_that_waits_is_approved_by_a_key_and_ends_by_another(tab: Page, base: str) -> None:
    tab.goto(f"{base}/policies?status=pending")
    tab.keyboard.press("j")
    tab.keyboard.press("a")
    expect(tab.locator("#notices")).to_contain_text("P6 is in force.")
    tab.goto(f"{base}/policies?q=tuesdays")
    tab.keyboard.press("j")
    tab.keyboard.press("d")
    expect(tab.locator("#notices")).to_contain_text("P6 is out of force.")
    expect(tab.locator("#P6 .badge")).to_have_text("out of force")


def test_two_people_reword_one_rule_and_nothing_typed_is_lost(
    tab: Page, base: str, server: HttpServer, browser: Browser
) -> None:
    tab.goto(f"{base}/policies/P4/edit")
    tab.get_by_label("Rule").fill("Have every change reviewed by three people.")
    with at_page(server, browser, person="bea") as other:
        other.goto(f"{base}/policies/P4/edit")
        other.get_by_label("Rule").fill("Have every change reviewed by somebody else.")
        other.get_by_role("button", name="Save").click()
        expect(other.locator("#notices")).to_contain_text("P4 was reworded")
    tab.get_by_role("button", name="Save").click()
    expect(tab.get_by_role("alert")).to_contain_text("bea (person) has put")
    expect(tab.locator(".theirs ins").first).to_have_text("somebody else")
    expect(tab.get_by_label("Rule")).to_have_value("Have every change reviewed by three people.")
    tab.get_by_role("button", name="Put mine in the place of").click()
    expect(tab.locator("#notices")).to_contain_text("was reworded")
    expect(tab.locator(".policy-whole > .text")).to_have_text("Have every change reviewed by three people.")


def test_a_rule_that_an_agent_proposes_meanwhile_appears_without_a_reload(
    tab: Page, base: str, server: HttpServer
) -> None:
    tab.goto(f"{base}/policies?domain=style&status=active")
    expect(tab.locator("[data-row]")).to_have_count(0)
    tab.get_by_label("Task").fill("being typed meanwhile")
    with MemoryProcess(server.home, agent="ivy") as agent:
        agent.done("propose_policy", domain="style", rule="Name things after what they are.")
    expect(tab.locator(".row .text")).to_have_text(["Name things after what they are."])
    expect(tab.get_by_label("Task")).to_have_value("being typed meanwhile")


def test_a_level_is_set_where_it_is_read_and_the_matrix_is_walked_by_keys(tab: Page, base: str) -> None:
    tab.goto(f"{base}/access")
    tab.keyboard.press("j")
    tab.keyboard.press("Enter")
    expect(tab.locator(".row.level").first).to_be_visible()
    tab.goto(f"{base}/access?role=tester&domain=ci")
    tab.get_by_label("Level of tester in ci").select_option("none")
    tab.get_by_role("button", name="Set").first.click()
    expect(tab.locator("#notices")).to_contain_text("tester has none on ci now.")
    expect(tab.locator(".holds strong")).to_have_text("none")
    tab.keyboard.press("u")
    expect(tab.locator(".holds strong")).to_have_text("write")


def test_the_matrix_scrolls_in_its_own_place_on_a_narrow_screen(
    base: str, server: HttpServer, browser: Browser
) -> None:
    with at_page(server, browser, width=360) as tab:
        tab.goto(f"{base}/access")
        assert tab.evaluate("document.documentElement.scrollWidth") == 360
        assert tab.evaluate("document.querySelector('.scroll').scrollWidth") > 360


def test_a_secret_is_shown_once_and_neither_reload_nor_back_brings_it_again(tab: Page, base: str) -> None:
    tab.goto(f"{base}/access")
    tab.get_by_role("link", name="Tokens").click()
    tab.get_by_label("Name").fill("claude")
    tab.get_by_role("button", name="Create it").click()
    expect(tab.locator("[data-secret]")).to_be_visible()
    assert SECRET.fullmatch(tab.locator("[data-secret]").inner_text())
    assert not SECRET.search(tab.url)
    tab.get_by_role("link", name="Roles and domains").click()
    expect(tab.locator(".matrix")).to_be_visible()
    tab.go_back()
    expect(tab.locator("#T1")).to_be_visible()
    assert not SECRET.search(tab.content())
    tab.reload()
    assert not SECRET.search(tab.content())
    tab.keyboard.press("j")
    tab.keyboard.press("d")
    tab.get_by_role("button", name="Revoke it").click()
    expect(tab.locator("#notices")).to_contain_text("T1 opens nothing any more.")


def test_all_of_it_works_without_scripts(base: str, server: HttpServer, browser: Browser) -> None:
    with at_page(server, browser, scripts=False) as tab:
        key = tab.url.partition("#")[2]
        tab.get_by_label(re.compile("key")).fill(key)
        tab.get_by_role("button", name="Come in").click()
        tab.goto(f"{base}/policies")
        tab.get_by_label("Search the rules").fill("ticket")
        tab.get_by_label("Agent", exact=True).fill("ana")
        tab.get_by_role("button", name="Show it").click()
        assert rows(tab) == ["P2"]
        expect(tab.locator(".preamble pre")).to_contain_text("Working on the port move.")
        tab.get_by_role("button", name="Deactivate").click()
        expect(tab.locator("#notices")).to_contain_text("P2 is out of force.")
        tab.get_by_role("button", name="Undo").click()
        expect(tab.locator("#notices")).to_contain_text("is undone")
