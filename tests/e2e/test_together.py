"""Two people and an agent at one memory at the same time: everybody sees what the others do, and nobody loses anything.

The people are two browsers, the agent is the real process over stdio on the same file.
"""

from __future__ import annotations

import re
import time
from collections.abc import Generator
from contextlib import contextmanager

import pytest
from browser import at_page, watch
from network_server import HttpServer
from playwright.sync_api import Browser, Page, Request, Route, expect
from stdio_client import MemoryProcess

SOON_MS = 3000
CHANGES = 20
CONNECTIONS = 6
"""How many a browser has to one server."""

TURN = """
(isHidden) => {
  Object.defineProperty(document, "hidden", {get: () => isHidden, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}
"""
"""Without a screen every page counts as looked at."""


@pytest.fixture(scope="module")
def agent(server: HttpServer) -> Generator[MemoryProcess]:
    """An agent of another client."""
    with MemoryProcess(server.home, agent="ivy") as client:
        yield client


@pytest.fixture(scope="module")
def people(server: HttpServer, browser: Browser) -> Generator[tuple[Page, Page]]:
    """Ann and Bob, who came in."""
    with at_page(server, browser, person="ann") as ann, at_page(server, browser, person="bob") as bob:
        troubles = [*watch(ann), *watch(bob)]
        yield ann, bob
        assert troubles == []


@pytest.fixture
def ann(people: tuple[Page, Page], base: str) -> Page:
    people[0].goto(f"{base}/facts")
    return people[0]


@pytest.fixture
def bob(people: tuple[Page, Page], base: str) -> Page:
    people[1].goto(f"{base}/facts")
    return people[1]


def learn(agent: MemoryProcess, content: str, topic: str = "") -> str:
    """The agent comes to hold a fact: its id."""
    done = agent.done("propose_fact", domain="together", topic=topic or content[:60], content=content)
    return str(done["fact_id"])


@contextmanager
def deaf(page: Page) -> Generator[None]:
    """A page that isn't told of changes, as one whose change is on its way."""
    page.route("**/events", _refuse)
    page.reload()
    yield
    page.unroute("**/events", _refuse)


def _refuse(route: Route) -> None:
    route.abort()


def notices(page: Page) -> str:
    return page.locator("#notices").inner_text()


def test_what_an_agent_learns_appears_on_both_pages_without_a_reload(agent: MemoryProcess, ann: Page, bob: Page):
    for page in (ann, bob):
        page.evaluate("window.isSamePage = true")
    name = learn(agent, "The lighthouse blinks every nine seconds.")
    for page in (ann, bob):
        expect(page.locator(f"#{name}")).to_be_visible(timeout=SOON_MS)
        assert page.evaluate("window.isSamePage")


def test_fact_edited_under_an_open_form_is_told_and_all_three_texts_are_shown(
    agent: MemoryProcess, ann: Page, bob: Page, base: str
):
    name = learn(agent, "The ferry leaves at seven.")
    for page in (ann, bob):
        page.goto(f"{base}/facts/{name}/edit")
    bob.fill("textarea[name=content]", "The ferry leaves at nine.")
    ann.fill("textarea[name=content]", "The ferry leaves at eight.")
    ann.click("form.edit button.strong")
    expect(ann.locator("h1")).not_to_contain_text(f"{name} ")
    expect(bob.locator("[data-part=meanwhile]")).to_contain_text("ann", timeout=SOON_MS)
    assert bob.input_value("textarea[name=content]") == "The ferry leaves at nine."
    bob.click("form.edit button.strong")
    clash = bob.locator(".three")
    for hour in ("seven", "eight", "nine"):
        expect(clash).to_contain_text(f"The ferry leaves at {hour}.")
    assert bob.input_value("textarea[name=content]") == "The ferry leaves at nine."
    bob.click("form.edit button.strong")
    expect(bob.locator(".main-text")).to_have_text("The ferry leaves at nine.")


def test_fact_deleted_by_another_goes_from_the_list(agent: MemoryProcess, ann: Page, bob: Page):
    name = learn(agent, "The old mill is open on Sundays.")
    expect(bob.locator(f"#{name}")).to_be_visible(timeout=SOON_MS)
    expect(ann.locator(f"#{name}")).to_be_visible(timeout=SOON_MS)
    ann.locator(f"#{name}").press("d")
    expect(bob.locator(f"#{name}")).to_have_count(0, timeout=SOON_MS)


def test_deleting_what_another_deleted_just_now_says_so(agent: MemoryProcess, ann: Page, bob: Page):
    name = learn(agent, "The bakery opens at five.")
    with deaf(bob):
        expect(ann.locator(f"#{name}")).to_be_visible(timeout=SOON_MS)
        ann.locator(f"#{name}").press("d")
        expect(ann.locator("#notices")).to_contain_text(name)
        bob.locator(f"#{name}").press("d")
        expect(bob.locator("#notices")).to_contain_text(f"{name}:")
        expect(bob.locator("#notices [data-undo]")).to_have_count(0)


def test_contradiction_settled_by_another_shows_what_was_decided(ann: Page, bob: Page, base: str):
    ann.goto(f"{base}/conflicts")
    name = ann.locator("li.conflict").first.get_attribute("id")
    bob.goto(f"{base}/conflicts/{name}")
    expect(bob.locator("form.settle")).to_be_visible()
    ann.locator(f"#{name}").press("n")
    expect(ann.locator("#notices")).to_contain_text(str(name))
    expect(bob.locator("form.settle button[value=new]")).to_have_count(0, timeout=SOON_MS)
    expect(bob.locator("[data-part=conflict]")).to_contain_text("ann")
    ann.keyboard.press("u")
    expect(bob.locator("form.settle button[value=new]")).to_be_visible(timeout=SOON_MS)


def test_settling_what_another_settled_otherwise_just_now_keeps_the_reason_that_was_typed(
    ann: Page, bob: Page, base: str
):
    ann.goto(f"{base}/conflicts")
    name = ann.locator("li.conflict").first.get_attribute("id")
    bob.goto(f"{base}/conflicts/{name}")
    with deaf(bob):
        ann.locator(f"#{name}").press("n")
        expect(ann.locator("#notices")).to_contain_text(str(name))
        bob.fill("input[name=reason]", "I was told on the phone.")
        bob.click("button[value=old]")
        expect(bob.locator("#notices [role=alert], main [role=alert]").first).to_be_visible()
        assert "I was told on the phone." in bob.locator("main").inner_html()
    ann.keyboard.press("u")
    expect(ann.locator("#notices")).to_contain_text("undone")


def test_two_people_who_mark_one_fact_otherwise_are_both_told(ann: Page, bob: Page, base: str):
    ann.goto(f"{base}/review")
    ann.get_by_role("button", name="Draw", exact=False).first.click()
    expect(ann.locator("[data-part=card]")).to_be_visible()
    bob.goto(ann.url)
    ann.keyboard.press("c")
    expect(bob.locator("#mark-correct")).to_have_attribute("aria-pressed", "true", timeout=SOON_MS)
    bob.keyboard.press("w")
    expect(bob.locator("#notices")).to_contain_text("ann")
    ann.goto(f"{base}/review?fact={_fact_of(bob, ann)}")
    expect(ann.locator("#mark-wrong")).to_have_attribute("aria-pressed", "true")


def _fact_of(bob: Page, ann: Page) -> str:
    """The one that Bob marked: both are at the next by now."""
    marked = bob.locator(".strip a.wrong").first.get_attribute("href") or ""
    found = re.search(r"fact=(F\d+)", marked)
    assert found, (marked, ann.url)
    return found[1]


def test_search_that_is_typed_into_is_not_disturbed(agent: MemoryProcess, ann: Page):
    field = ann.locator("input[name=q]")
    field.click()
    for number, letter in enumerate("harbour"):
        field.press_sequentially(letter, delay=60)
        learn(agent, f"The harbour has berth {number}.")
    expect(ann.locator(".fact-row")).to_have_count(7, timeout=SOON_MS)
    assert field.input_value() == "harbour"
    assert ann.evaluate("document.activeElement.name") == "q"
    assert ann.evaluate("document.activeElement.selectionStart") == len("harbour")


def test_selection_and_place_survive_what_others_change(agent: MemoryProcess, ann: Page):
    boxes = ann.locator("input[data-select]")
    chosen = [boxes.nth(number).get_attribute("value") for number in (1, 3)]
    for name in chosen:
        ann.locator(f"#{name} input[data-select]").check()
    ann.locator(f"#{chosen[1]}").focus()
    name = learn(agent, "The tide is highest at noon.")
    expect(ann.locator(f"#{name}")).to_be_visible(timeout=SOON_MS)
    assert ann.evaluate("[...document.querySelectorAll('[data-select]:checked')].map((one) => one.value)") == chosen
    expect(ann.locator("[data-selected]").first).to_have_text("2")
    assert ann.evaluate("document.activeElement.id") == chosen[1]


def test_many_quick_changes_are_asked_for_once_a_second(agent: MemoryProcess, ann: Page):
    asked: list[float] = []

    def note(request: Request) -> None:
        if "palimpsest-part" in request.headers:
            asked.append(time.monotonic())

    ann.on("request", note)
    began = time.monotonic()
    names = [learn(agent, f"Buoy {number} is green.") for number in range(CHANGES)]
    expect(ann.locator(f"#{names[-1]}")).to_be_visible(timeout=SOON_MS)
    ann.remove_listener("request", note)
    assert 1 <= len(asked) <= time.monotonic() - began + 1.5


def test_many_pages_of_one_browser_leave_room_for_another(server: HttpServer, browser: Browser, base: str):
    with at_page(server, browser) as page:
        for _ in range(CONNECTIONS):
            page.evaluate(TURN, arg=True)
            page = page.context.new_page()
            page.goto(f"{base}/history", timeout=SOON_MS)


def test_person_who_reads_a_fact_that_is_erased_is_told(agent: MemoryProcess, ann: Page, bob: Page, base: str):
    name = learn(agent, "The vault code is on the door.")
    bob.goto(f"{base}/facts/{name}")
    ann.goto(f"{base}/facts/{name}/purge")
    ann.click("button.danger")
    ann.fill("#typed", name)
    ann.click("button.danger")
    expect(ann.locator("#notices")).to_contain_text(name)
    expect(bob.locator("#notices [role=alert]")).to_contain_text("any more", timeout=SOON_MS)
    assert notices(bob).count("any more") == 1
