"""How fast the picture of the graph moves: the time from picture to picture while somebody drags or zooms."""

from __future__ import annotations

import statistics
from dataclasses import dataclass

from playwright.sync_api import Page

WATCH = """
() => {
  window.pace = [];
  window.isPacing = true;
  let last = performance.now();
  const step = (now) => {
    window.pace.push(now - last);
    last = now;
    if (window.isPacing) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
"""
END = "() => { window.isPacing = false; return window.pace.slice(1); }"
MOVES = 60


@dataclass(frozen=True, slots=True)
class Pace:
    """Times between pictures, milliseconds."""

    frames_ms: tuple[float, ...]

    @property
    def median_ms(self) -> float:
        return statistics.median(self.frames_ms)

    @property
    def slow_ms(self) -> float:
        """Of twenty pictures one took longer."""
        return sorted(self.frames_ms)[int(len(self.frames_ms) * 0.95)]


def frames_while_dragging(page: Page, moves: int = MOVES) -> Pace:
    """While the first fact is dragged around its place, and what is near yields to it."""
    box = page.locator("[data-node] .hit").first.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(WATCH)
    for step in range(moves):
        page.mouse.move(x + 40 * (step % 10) / 10, y - 30 * (step % 7) / 7)
        page.wait_for_timeout(16)
    pace = Pace(tuple(page.evaluate(END)))
    page.mouse.up()
    return pace


def frames_while_zooming(page: Page, moves: int = MOVES) -> Pace:
    """While the wheel is turned to and fro in the middle of the picture."""
    box = page.locator("[data-stage]").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.evaluate(WATCH)
    for step in range(moves):
        page.mouse.wheel(0, -60 if step % 20 < 10 else 60)
        page.wait_for_timeout(16)
    return Pace(tuple(page.evaluate(END)))
