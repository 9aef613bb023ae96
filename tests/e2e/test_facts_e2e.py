"""The list of facts in Chromium: searched while one types, walked by keys, selected, taken out of use and back."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect


def rows(tab: Page) -> list[str]:
    """The facts that are shown, in order."""
    return tab.eval_on_selector_all("[data-row]", "all => all.map((one) => one.id)")


def test_typing_never_waits_for_an_answer_and_the_last_one_wins(tab: Page, base: str) -> None:
    tab.goto(f"{base}/facts")
    held: list[Route] = []
    given_up: list[str] = []
    tab.on("requestfailed", lambda request: given_up.append(request.url))

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    tab.route("**/facts?*", hold_the_first)
    field = tab.locator("input[name=q]")
    with tab.expect_request("**/facts?q=*"):
        field.press_sequentially("port")
    field.fill("")
    field.press_sequentially("redis")
    expect(tab.locator("[data-row]")).to_have_count(2)
    assert set(rows(tab)) == {"F13", "F6"}
    assert tab.url.endswith("q=redis")
    assert field.input_value() == "redis"
    assert field.evaluate("(one) => one === document.activeElement")
    assert held[0].request.url in given_up
    assert tab.url not in given_up


def test_the_way_of_searching_is_chosen_by_a_switch_and_stays_in_the_address(tab: Page, base: str) -> None:
    tab.goto(f"{base}/facts?q=port")
    tab.get_by_role("radio", name="Recall").check()
    expect(tab.locator(".voices")).to_contain_text("Meaning")
    assert "mode=hybrid" in tab.url
    tab.locator("#why-F10 summary").click()
    expect(tab.locator("#why-F10 table")).to_be_visible()
    tab.reload()
    expect(tab.get_by_role("radio", name="Recall")).to_be_checked()


def test_the_curve_shows_on_hover_and_on_focus_and_goes_by_esc(tab: Page, base: str) -> None:
    tab.goto(f"{base}/facts")
    sure, curve = tab.locator("#F9 .sure"), tab.locator("#F9 .fall")
    expect(curve).to_be_hidden()
    sure.hover()
    expect(curve).to_be_visible()
    tab.keyboard.press("Escape")
    expect(curve).to_be_hidden()
    tab.mouse.move(0, 0)
    sure.focus()
    expect(curve).to_be_visible()
    expect(curve.locator("polyline")).to_have_count(1)


def test_keys_walk_select_delete_and_undo(tab: Page, base: str) -> None:
    tab.goto(f"{base}/facts?order=oldest")
    tab.keyboard.press("j")
    expect(tab.locator("#F1")).to_be_focused()
    tab.keyboard.press("x")
    expect(tab.locator("[data-selected]")).to_have_text("1")
    tab.keyboard.press("d")
    expect(tab.locator("#notices")).to_contain_text("F1 is in the trash")
    expect(tab.locator("#F1")).to_have_count(0)
    tab.keyboard.press("u")
    expect(tab.locator("#F1")).to_be_visible()
    tab.locator("#F1").focus()
    tab.keyboard.press("o")
    expect(tab.locator("#notices")).to_contain_text("F1 is in the trash")
    tab.goto(f"{base}/facts?state=retired")
    expect(tab.locator("#F1")).to_contain_text("outdated")
    tab.keyboard.press("j")
    tab.keyboard.press("r")
    expect(tab.locator("#notices")).to_contain_text("F1 is in use again")


def test_a_row_that_is_replaced_while_its_button_is_pressed_is_acted_on_all_the_same(tab: Page, base: str) -> None:
    tab.goto(f"{base}/facts?order=oldest")
    tab.evaluate(
        """() => {
          const ask = window.fetch;
          window.fetch = (...given) => {
            if (String(given[0]).endsWith("/key")) document.querySelector("#F2")?.remove();
            return ask(...given);
          };
        }"""
    )
    tab.locator("#F2").focus()
    tab.keyboard.press("d")
    expect(tab.locator("#notices")).to_contain_text("F2 is in the trash")
    tab.locator("#notices [data-undo]").click()
    expect(tab.locator("#F2")).to_be_visible()


def test_a_selection_is_shown_before_it_is_done_and_undone_as_a_whole(tab: Page, base: str) -> None:
    tab.goto(f"{base}/facts?domain=hostile")
    expect(tab.locator("[data-selection]")).to_be_hidden()
    tab.get_by_label("Select all on this page").check()
    expect(tab.locator("[data-selected]")).to_have_text("7")
    tab.get_by_role("button", name="Delete as wrong").click()
    expect(tab.locator("h1")).to_have_text("Delete 7 facts as wrong?")
    expect(tab.get_by_role("button", name="Delete 7 facts")).to_be_focused()
    tab.keyboard.press("Enter")
    expect(tab.locator("#notices")).to_contain_text("7 facts are in the trash")
    assert tab.url.endswith("domain=hostile")
    expect(tab.locator("[data-row]")).to_have_count(0)
    tab.keyboard.press("u")
    expect(tab.locator("[data-row]")).to_have_count(7)
    assert tab.evaluate("window.bitten") is None


def test_the_back_button_brings_back_the_list_as_it_was(tab: Page, base: str) -> None:
    tab.goto(f"{base}/facts")
    tab.locator("select[name=domain]").select_option("ci")
    expect(tab.locator("[data-row]")).to_have_count(2)
    tab.locator("#F8 [data-open]").click()
    expect(tab.locator("h1")).to_contain_text("F8")
    tab.go_back()
    expect(tab.locator("[data-row]")).to_have_count(2)
    assert tab.locator("select[name=domain]").input_value() == "ci"


def test_a_narrow_page_does_not_scroll_sideways(tab: Page, base: str) -> None:
    tab.set_viewport_size({"width": 360, "height": 800})
    for query in ("", "?q=port&mode=hybrid", "?q=zebra"):
        tab.goto(f"{base}/facts{query}")
        assert tab.evaluate("document.documentElement.scrollWidth") <= 360
