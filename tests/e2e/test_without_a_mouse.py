"""A person with a keyboard, with large letters, with calm or high-contrast screens, or without scripts, does it all."""

from __future__ import annotations

from collections.abc import Generator
from http import HTTPStatus

import pytest
from browser import at_page
from network_server import HttpServer
from playwright.sync_api import Browser, Page, expect

TABS = ("facts", "policies", "graph", "conflicts", "access", "access/tokens", "review", "history")
MOST_STOPS = 25

AT_HAND = """
() => {
  const at = document.activeElement;
  const style = getComputedStyle(at), box = at.getBoundingClientRect();
  const isSeen = box.width > 0 && box.height > 0 && (style.outlineStyle !== "none" || at.matches("main, svg *"));
  return [at.tagName, at.id, at.textContent.trim().slice(0, 30), isSeen, at === document.body];
}
"""
CUT = """
() => [...document.querySelectorAll("main button, main .button, main input:not([type=hidden]), main select")]
  .filter((one) => one.offsetParent && !one.closest(".scroll") && one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.outerHTML.slice(0, 120))
"""


def focus(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id || document.activeElement.tagName"))


@pytest.mark.parametrize("path", TABS)
def test_tab_key_goes_through_a_page_and_shows_where_it_is(tab: Page, base: str, path: str):
    tab.goto(f"{base}/{path}")
    stops: list[tuple[str, str, str]] = []
    for _ in range(MOST_STOPS):
        tab.keyboard.press("Tab")
        name, identity, text, is_seen, is_nowhere = tab.evaluate(AT_HAND)
        if is_nowhere:
            break
        assert is_seen, (name, identity, text)
        stops.append((name, identity, text))
    assert stops[0][2] == "Skip to content"
    assert [text for _, _, text in stops].index("Facts") < [text for _, _, text in stops].index("History")


def test_skip_link_goes_to_the_content(tab: Page, base: str):
    tab.goto(f"{base}/history")
    tab.keyboard.press("Tab")
    tab.keyboard.press("Enter")
    assert focus(tab) == "main"


def test_dialog_of_keys_returns_the_focus(tab: Page, base: str):
    tab.goto(f"{base}/facts")
    tab.keyboard.press("j")
    row = focus(tab)
    tab.keyboard.press("?")
    expect(tab.locator("#keys")).to_be_visible()
    tab.keyboard.press("Escape")
    expect(tab.locator("#keys")).to_be_hidden()
    assert focus(tab) == row


def test_round_through_the_facts_keeps_the_place(tab: Page, base: str):
    tab.goto(f"{base}/facts")
    for _ in range(3):
        tab.keyboard.press("j")
    row = focus(tab)
    tab.keyboard.press("Enter")
    expect(tab).to_have_url(f"{base}/facts/{row}")
    tab.go_back()
    expect(tab.locator(f"#{row}")).to_be_focused()
    tab.keyboard.press("d")
    expect(tab.locator("#notices")).to_contain_text(row)
    assert tab.evaluate("document.activeElement.matches('[data-row]')")
    tab.keyboard.press("u")
    expect(tab.locator(f"#{row}")).to_be_visible()
    assert tab.evaluate("document.activeElement.matches('[data-row]')")
    tab.locator("#notices [data-dismiss]").first.focus()
    tab.keyboard.press("Enter")
    assert focus(tab) != "BODY"
    tab.keyboard.press("/")
    assert tab.evaluate("document.activeElement.name") == "q"
    tab.keyboard.press("Escape")
    tab.keyboard.press("j")
    tab.keyboard.press("e")
    expect(tab.locator("textarea")).to_be_focused()


@pytest.mark.parametrize("path", ["policies", "conflicts", "access", "history"])
def test_first_row_of_a_list_is_opened_by_keys(tab: Page, base: str, path: str):
    tab.goto(f"{base}/{path}")
    tab.keyboard.press("j")
    assert tab.evaluate("document.activeElement.matches('[data-row]')")
    address = tab.evaluate("document.activeElement.querySelector('[data-open]').href")
    tab.keyboard.press("Enter")
    expect(tab).to_have_url(address)
    assert focus(tab) != "BODY"


@pytest.fixture(scope="module", params=["twice as large", "calm and in forced colours"])
def other_eyes(request: pytest.FixtureRequest, server: HttpServer, browser: Browser) -> Generator[Page]:
    """A window of 1200 at 200 %, or what the system was told about motion and colours."""
    with at_page(server, browser, width=600 if request.param == "twice as large" else 1200) as page:
        if request.param != "twice as large":
            page.emulate_media(reduced_motion="reduce", forced_colors="active")
        yield page


@pytest.mark.parametrize("path", [*TABS, "facts/F1", "facts/F1/edit", "conflicts/C1"])
def test_nothing_vanishes_for_other_eyes(other_eyes: Page, base: str, path: str):
    other_eyes.goto(f"{base}/{path}")
    assert other_eyes.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert other_eyes.evaluate(CUT) == []


@pytest.fixture(scope="module")
def plain(server: HttpServer, browser: Browser, base: str) -> Generator[Page]:
    """A browser without scripts: the key is pasted."""
    with at_page(server, browser, scripts=False) as page:
        key = page.url.partition("#")[2]
        page.fill("input[name=key]", key)
        page.click("#enter button")
        expect(page).to_have_url(f"{base}/facts")
        yield page


@pytest.mark.parametrize("path", [*TABS, "facts/F2", "facts?q=api&mode=hybrid", "graph?focus=F9", "policies?q=review"])
def test_every_tab_shows_without_scripts(plain: Page, base: str, path: str):
    answer = plain.goto(f"{base}/{path}")
    assert answer is not None
    assert answer.status == HTTPStatus.OK
    expect(plain.locator("main")).not_to_be_empty()


def test_facts_are_edited_deleted_restored_and_undone_without_scripts(plain: Page, base: str):
    plain.goto(f"{base}/facts/F2")
    plain.click("[data-edit]")
    plain.fill("textarea[name=content]", "Ada prefers spaces now.")
    plain.click("form.edit button.strong")
    expect(plain.locator(".main-text")).to_have_text("Ada prefers spaces now.")
    plain.click("#notices [data-undo]")
    expect(plain.locator("#notices")).to_contain_text("undone")
    plain.goto(f"{base}/facts/F5")
    plain.click("[data-delete]")
    expect(plain.locator("#notices")).to_contain_text("F5")
    plain.goto(f"{base}/facts?state=retired")
    plain.locator("#F5 button").first.click()
    expect(plain.locator("#notices")).to_contain_text("F5")
    plain.goto(f"{base}/facts")
    plain.fill("input[name=q]", "sessions")
    plain.locator("form#ask noscript button, form#ask button").first.click()
    assert "q=sessions" in plain.url


def test_selection_is_acted_on_without_scripts(plain: Page, base: str):
    plain.goto(f"{base}/facts")
    chosen = [plain.locator("input[data-select]").nth(number).get_attribute("value") for number in (0, 1)]
    for name in chosen:
        plain.check(f"#{name} input[data-select]")
    plain.click("#selection button[value=outdated]")
    for name in chosen:
        expect(plain.locator("main")).to_contain_text(str(name))
    plain.click("main form button.strong")
    plain.click("#notices [data-undo]")
    plain.goto(f"{base}/facts")
    for name in chosen:
        expect(plain.locator(f"#{name}")).to_be_visible()


def test_conflicts_are_settled_and_samples_marked_without_scripts(plain: Page, base: str):
    plain.goto(f"{base}/conflicts")
    plain.locator("li.conflict button[value=new]").first.click()
    expect(plain.locator("#notices [data-undo]")).to_be_visible()
    plain.click("#notices [data-undo]")
    plain.goto(f"{base}/review")
    plain.locator("form[action$='review/sample'] button").first.click()
    plain.click("#mark-correct")
    expect(plain.locator(".strip a.correct")).to_have_count(1)


def test_access_is_granted_and_a_policy_put_out_of_force_without_scripts(plain: Page, base: str):
    plain.goto(f"{base}/access?role=*")
    row = plain.locator("[data-row]").first
    row.locator("select[name=level]").select_option("read")
    row.locator("button").click()
    plain.click("#notices [data-undo]")
    plain.goto(f"{base}/policies")
    plain.locator("[data-row] [data-delete]").first.click()
    plain.click("#notices [data-undo]")
    expect(plain.locator("#notices")).to_contain_text("undone")
