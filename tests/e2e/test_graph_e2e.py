"""The picture of the graph in Chromium, over 2,000 facts: it moves, goes where one points, and says what the list says.

How fast it is, is measured by `benchmarks/page_graph.py`; here it must only be usable on a busy machine.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, cast

import pytest
from browser import at_page, watch
from graph_memory import make_graph_memory
from graph_pace import frames_while_dragging, frames_while_zooming
from network_server import HttpServer, serve_http
from playwright.sync_api import Browser, Locator, Page, expect

FACTS = 2000
SLOWEST_FRAME_MS = 100
MODULE = "import(document.querySelector('script[type=module]').src.replace('page.js', '{name}'))"
PLACES = """
() => Object.fromEntries([...document.querySelectorAll('[data-node]')].map((one) => {
  const box = one.querySelector('.hit').getBoundingClientRect();
  return [one.dataset.node, [box.x + box.width / 2, box.y + box.height / 2]];
}))
"""
Place = tuple[float, float]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Generator[HttpServer]:
    folder = tmp_path_factory.mktemp("graph")
    make_graph_memory(folder / "home", FACTS)
    with serve_http(folder, home=folder / "home") as served:
        yield served


@pytest.fixture(scope="module")
def came_in(server: HttpServer, browser: Browser) -> Generator[Page]:
    """A browser that came in; a script's error, or what the content policy refuses, fails the last test."""
    with at_page(server, browser) as page:
        troubles = watch(page)
        yield page
        assert troubles == []


@pytest.fixture
def graph(came_in: Page, base: str) -> Page:
    """The first picture, which moves nowhere by itself."""
    came_in.mouse.move(0, 0)
    return show(came_in, f"{base}/graph")


def show(tab: Page, address: str) -> Page:
    tab.emulate_media(reduced_motion="reduce")
    tab.goto(address)
    expect(tab.locator("[data-node]").first).to_be_visible()
    return tab


def places(tab: Page) -> dict[str, Place]:
    """Where each fact stands on the screen."""
    return {name: (x, y) for name, (x, y) in tab.evaluate(PLACES).items()}


def places_at_rest(tab: Page) -> dict[str, Place]:
    """Where they stand when nothing moves any more; it ends by itself."""
    before: dict[str, Place] = {}
    for _ in range(40):
        tab.wait_for_timeout(250)
        if (now := places(tab)) == before:
            return now
        before = now
    raise AssertionError("it moves still")


def node(tab: Page, name: str) -> Locator:
    return tab.locator(f'[data-node="{name}"]')


def row(tab: Page, name: str) -> Locator:
    return tab.locator(f"li#{name}")


def middle(tab: Page) -> Place:
    box = tab.locator("[data-stage]").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def in_module(tab: Page, name: str, body: str) -> Any:
    """What a script says that uses the module `m`."""
    return tab.evaluate(f"async () => {{ const m = await {MODULE.format(name=name)}; {body} }}")


def near(one: Place, other: Place) -> bool:
    return abs(one[0] - other[0]) < 2 and abs(one[1] - other[1]) < 2


def test_the_picture_shows_what_the_list_says(graph: Page) -> None:
    listed = graph.locator(".beside [data-row]").evaluate_all("all => all.map((one) => one.id)")
    assert (len(listed), list(places(graph))) == (60, listed)
    ends = graph.locator(".beside [data-kind] a").count()
    assert graph.locator(".edges .edge").count() == ends / 2 > 60
    for name in listed[:3]:
        topic, links = row(graph, name).locator("b").inner_text(), row(graph, name).locator("[data-links]").inner_text()
        assert node(graph, name).get_attribute("aria-label") == f"{name} {topic}, {links}"


def test_the_same_picture_comes_each_time(graph: Page, base: str, server: HttpServer, browser: Browser) -> None:
    with at_page(server, browser) as other:
        assert places(show(other, f"{base}/graph")) == places(graph)


def test_the_wheel_comes_nearer_to_what_is_under_it(graph: Page) -> None:
    before = places(graph)
    name = next(iter(before))
    graph.mouse.move(*before[name])
    graph.mouse.wheel(0, -600)
    graph.wait_for_timeout(50)
    after = places(graph)
    assert near(after[name], before[name])
    wider = [abs(after[one][0] - after[name][0]) > abs(before[one][0] - before[name][0]) for one in before]
    assert sum(wider) == len(before) - 1
    graph.get_by_role("button", name="Fit").click()
    assert all(near(place, before[one]) for one, place in places(graph).items())


def test_buttons_and_keys_zoom_too(graph: Page) -> None:
    def width() -> float:
        across = [x for x, _ in places(graph).values()]
        return max(across) - min(across)

    first = width()
    graph.get_by_role("button", name="Zoom in").click()
    graph.wait_for_timeout(50)
    assert width() > first * 1.2
    graph.locator("[data-stage]").focus()
    graph.keyboard.press("-")
    graph.keyboard.press("-")
    graph.wait_for_timeout(50)
    assert width() < first
    graph.keyboard.press("0")
    assert width() == pytest.approx(first, abs=1)


def test_the_ground_is_dragged_and_arrow_keys_move_it(graph: Page) -> None:
    before = places(graph)
    box = graph.locator("[data-stage]").bounding_box()
    assert box
    graph.mouse.move(box["x"] + 8, box["y"] + 8)
    graph.mouse.down()
    graph.mouse.move(box["x"] + 68, box["y"] + 38, steps=4)
    graph.mouse.up()
    graph.wait_for_timeout(50)
    moved = places(graph)
    assert all(near(moved[one], (x + 60, y + 30)) for one, (x, y) in before.items())
    graph.locator("[data-stage]").focus()
    graph.keyboard.press("ArrowRight")
    graph.wait_for_timeout(50)
    assert all(near(place, (moved[one][0] - 60, moved[one][1])) for one, place in places(graph).items())


def test_a_fact_that_is_dragged_stays_where_it_was_put(graph: Page) -> None:
    graph.emulate_media(reduced_motion="no-preference")
    before = places(graph)
    name, (x, y) = next(iter(before.items()))
    graph.mouse.move(x, y)
    graph.mouse.down()
    graph.mouse.move(x + 90, y + 40, steps=6)
    graph.mouse.up()
    graph.wait_for_function("() => document.querySelector('.pinned')")
    after = places_at_rest(graph)
    assert near(after[name], (x + 90, y + 40))
    assert sum(not near(after[one], before[one]) for one in before if one != name) > 0
    graph.get_by_role("button", name="Lay out anew").click()
    assert all(near(place, before[one]) for one, place in places_at_rest(graph).items())


def test_a_click_shows_what_is_around_and_back_finds_everything_as_it_was(graph: Page, base: str) -> None:
    graph.get_by_role("button", name="Zoom in").click()
    graph.wait_for_timeout(50)
    before = places(graph)
    name = min(before, key=lambda one: abs(before[one][0] - middle(graph)[0]) + abs(before[one][1] - middle(graph)[1]))
    node(graph, name).click()
    graph.wait_for_url(f"**/graph?focus={name}")
    expect(row(graph, name)).to_have_attribute("data-focus", "")
    expect(graph.locator("input[name=focus]")).to_have_value(name)
    expect(graph.locator(".told")).to_contain_text(name)
    expect(graph.get_by_role("button", name="Back")).to_be_enabled()
    graph.go_back()
    graph.wait_for_url(f"{base}/graph")
    expect(graph.locator("[data-node]")).to_have_count(60)
    assert all(near(place, before[one]) for one, place in places(graph).items())
    expect(graph.get_by_role("button", name="Back")).to_be_disabled()
    graph.locator("[data-stage]").focus()
    graph.keyboard.press("Escape")
    graph.wait_for_timeout(100)
    assert graph.url == f"{base}/graph"


def test_keys_go_from_fact_to_fact_and_into_them(graph: Page, base: str) -> None:
    first = graph.locator('[data-node][tabindex="0"]')
    first.focus()
    start = first.get_attribute("data-node") or ""
    before = places(graph)
    graph.keyboard.press("ArrowRight")
    next_one = graph.evaluate("document.activeElement.dataset.node")
    assert before[next_one][0] > before[start][0]
    expect(row(graph, next_one)).to_have_class("row pointed")
    graph.keyboard.press("Enter")
    graph.wait_for_url(f"**/graph?focus={next_one}")
    expect(node(graph, next_one)).to_be_focused()
    graph.keyboard.press("Escape")
    graph.wait_for_url(f"{base}/graph")
    expect(graph.locator("[data-node]")).to_have_count(60)
    graph.locator('[data-node][tabindex="0"]').focus()
    name = graph.evaluate("document.activeElement.dataset.node")
    graph.keyboard.press("o")
    graph.wait_for_url(f"**/facts/{name}")


def test_what_is_pointed_at_in_one_is_marked_in_the_other(graph: Page) -> None:
    names = list(places(graph))
    row(graph, names[2]).hover()
    assert "at" in (node(graph, names[2]).get_attribute("class") or "").split()
    node(graph, names[5]).hover()
    expect(row(graph, names[5])).to_have_class("row pointed")
    expect(row(graph, names[5])).to_be_in_viewport()
    near_ones = graph.locator(".node.near").evaluate_all("all => all.map((one) => one.dataset.node).sort()")
    linked = (
        row(graph, names[5])
        .locator("[data-kind] a")
        .evaluate_all("all => [...new Set(all.map((one) => one.hash.slice(1)))].sort()")
    )
    assert near_ones == linked


def test_kinds_and_weights_narrow_it_as_they_are_chosen(graph: Page) -> None:
    graph.get_by_label("same session").uncheck()
    graph.wait_for_url("**/graph?kinds=supersedes+same_source+same_topic+related")
    expect(graph.locator(".edges .same_session")).to_have_count(0)
    graph.get_by_label("Links weigh").select_option("0.7")
    graph.wait_for_url("**&weight=0.7")
    expect(graph.locator(".edges .related[stroke-width='1.28']")).to_have_count(0)
    assert graph.locator(".edges .same_topic").count() > 0


def test_what_changes_meanwhile_leaves_the_others_where_they_are(graph: Page) -> None:
    before = places(graph)
    gone = list(before)[-1]
    graph.evaluate(
        """async (gone) => {
          const list = document.querySelector('[data-part="graph-list"]');
          const now = list.cloneNode(true);
          now.querySelector(`#${gone}`).remove();
          list.replaceWith(now);
          document.dispatchEvent(new Event('page:shown'));
        }""",
        gone,
    )
    after = places(graph)
    assert after == {name: place for name, place in before.items() if name != gone}
    in_module(graph, "navigate.js", "await m.refresh()")
    again = places(graph)
    assert {name: place for name, place in again.items() if name != gone} == after
    assert gone in again


def test_two_fingers_zoom_and_one_moves(server: HttpServer, browser: Browser, base: str) -> None:
    with at_page(server, browser, width=360) as tab:
        troubles = watch(tab)
        show(tab, f"{base}/graph")
        touch = cast("Any", tab.context.new_cdp_session(tab))
        x, y = middle(tab)
        before = places(tab)

        def fingers(kind: str, *at: Place) -> None:
            points = [{"x": one[0], "y": one[1], "id": number} for number, one in enumerate(at)]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        fingers("touchStart", (x - 40, y), (x + 40, y))
        for step in range(1, 5):
            fingers("touchMove", (x - 40 - 10 * step, y), (x + 40 + 10 * step, y))
        fingers("touchEnd")
        tab.wait_for_timeout(50)
        after = places(tab)
        first, last = min(before, key=lambda one: before[one][0]), max(before, key=lambda one: before[one][0])
        spread = (after[last][0] - after[first][0]) / (before[last][0] - before[first][0])
        assert spread == pytest.approx(2, abs=0.1)
        box = tab.locator("[data-stage]").bounding_box()
        assert box
        start = (box["x"] + 5, box["y"] + 5)
        fingers("touchStart", start)
        fingers("touchMove", (start[0] + 20, start[1] + 20))
        fingers("touchMove", (start[0] + 40, start[1] + 40))
        fingers("touchEnd")
        tab.wait_for_timeout(50)
        assert all(near(place, (after[one][0] + 40, after[one][1] + 40)) for one, place in places(tab).items())
        assert troubles == []


def test_the_largest_picture_is_usable(came_in: Page, base: str) -> None:
    came_in.emulate_media(reduced_motion="no-preference")
    came_in.goto(f"{base}/graph?limit=300")
    expect(came_in.locator("[data-node]")).to_have_count(300)
    dragging, zooming = frames_while_dragging(came_in, 15), frames_while_zooming(came_in, 15)
    assert dragging.median_ms < SLOWEST_FRAME_MS
    assert zooming.median_ms < SLOWEST_FRAME_MS


def test_layouts_obey_their_laws(graph: Page) -> None:
    found = in_module(
        graph,
        "graph_layout.js",
        """
        const nodes = Array.from({length: 80}, (_, n) => ({id: `F${n + 1}`, domain: `d${n % 5}`}));
        const link = (one, n) => ({from: one.id, to: `F${1 + (n * 7) % 80}`, weight: (n % 10) / 10});
        const edges = nodes.slice(1).map(link);
        const run = (some, links, ...more) => {
          const made = new m.Simulation(some, links, ...more).settle();
          return made.ids.map((id) => [id, made.place(id)]);
        };
        const once = run(nodes, edges);
        const mixed = run([...nodes].reverse(), [...edges].reverse());
        const held = new Map(once.slice(0, 40));
        const partly = run(nodes, edges, held, new Set(held.keys()));
        const together = run(nodes, edges, new Map(nodes.map((one) => [one.id, {x: 0, y: 0}])));
        const odd = run([{id: 'F1', domain: ''}], ['F1', 'F9'].map((to) => ({from: 'F1', to, weight: 1})));
        const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
        const least = (all) => Math.min(...all.flatMap(([, a], n) => all.slice(n + 1).map(([, b]) => apart(a, b))));
        return {
          isSame: JSON.stringify(once) === JSON.stringify(mixed),
          holds: partly.slice(0, 40).every(([id, at]) => at.x === held.get(id).x && at.y === held.get(id).y),
          apart: [least(once), least(partly), least(together)],
          odd, none: run([], []),
          isFinite: [...once, ...together].every(([, at]) => Number.isFinite(at.x) && Number.isFinite(at.y)),
        };
        """,
    )
    assert found["isSame"]
    assert found["holds"]
    assert min(found["apart"]) > 20
    assert found["isFinite"]
    assert (len(found["odd"]), found["none"]) == (1, [])


def test_no_label_stands_on_another_or_on_a_fact(graph: Page) -> None:
    found = in_module(
        graph,
        "graph_labels.js",
        """
        const dot = (n) => ({id: `F${n}`, x: (n * 97 + 300) % 600, y: (n * 53 + 200) % 400, width: 70});
        const dots = Array.from({length: 120}, (_, n) => dot(n));
        const placed = m.placeLabels(dots, dots, {width: 600, height: 400});
        const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        const holds = (box, {x, y}) => x > box.left && x < box.right && y > box.top && y < box.bottom;
        const isOut = (box) => box.left < 0 || box.right > 600 || box.top < 0 || box.bottom > 400;
        return {
          number: placed.length,
          first: placed[0].id,
          crossing: placed.filter((one, n) => placed.slice(n + 1).some((other) => over(one.box, other.box))).length,
          covering: placed.filter(({box}) => dots.some((one) => holds(box, one))).length,
          outside: placed.filter(({box}) => isOut(box)).length,
        };
        """,
    )
    assert found["number"] > 20
    assert (found["first"], found["crossing"], found["covering"], found["outside"]) == ("F0", 0, 0, 0)


def test_without_scripts_the_list_alone_says_it(came_in: Page, browser: Browser, base: str) -> None:
    context = browser.new_context(java_script_enabled=False, storage_state=came_in.context.storage_state())
    tab = context.new_page()
    tab.goto(f"{base}/graph")
    expect(tab.locator("[data-stage]")).to_contain_text("The list says the same")
    expect(tab.locator(".beside [data-row]")).to_have_count(60)
    expect(tab.get_by_role("button", name="Fit")).to_be_hidden()
    tab.locator("[data-focusing]").first.click()
    expect(tab.locator("[data-row][data-focus]")).to_have_count(1)
    context.close()
