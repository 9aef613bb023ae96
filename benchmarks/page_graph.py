"""What the knowledge graph costs: first picture, bytes, and pictures a second while it is dragged and zoomed.

    python benchmarks/page_graph.py [--facts 2000] [--rounds 5]

First picture: from the navigation's start until the script has drawn it, the median of the rounds, beside the time
until the server had answered. Pace: the time between two pictures (requestAnimationFrame) in headless Chromium, which
draws without a graphics card; the median, and what one picture of twenty took longer than.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests/support"))

from browser import at_page, chromium
from graph_memory import make_graph_memory
from graph_pace import Pace, frames_while_dragging, frames_while_zooming
from network_server import serve_http
from playwright.sync_api import Page

PICTURES = ("graph", "graph?focus=F{middle}", "graph?limit=300")
DRAWN = "() => performance.getEntriesByName('graph:drawn')[0]?.startTime ?? null"
ANSWERED = "() => performance.getEntriesByType('navigation')[0].responseEnd"


def main() -> None:
    """Measure and print."""
    given = _arguments()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        make_graph_memory(home, given.facts)
        with serve_http(Path(folder), home=home) as server, chromium() as browser, at_page(server, browser) as page:
            base = f"{server.address}/workspaces/default/settings/memory"
            print(f"{given.facts} facts, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
            for path in PICTURES:
                _measure(page, f"{base}/{path.format(middle=given.facts // 2)}", given.rounds)


def _measure(page: Page, address: str, rounds: int) -> None:
    drawn: list[float] = []
    answered: list[float] = []
    size = 0
    for _ in range(rounds):
        answer = page.goto(address)
        page.wait_for_function(DRAWN)
        drawn.append(page.evaluate(DRAWN))
        answered.append(page.evaluate(ANSWERED))
        size = len(answer.body()) if answer else 0
    facts, links = page.locator("[data-node]").count(), page.locator(".edges .edge").count()
    print(f"{address.rpartition('/')[2]}: {facts} facts, {links} links, {size / 1000:.0f} kB")
    print(f"  first picture {statistics.median(drawn):.0f} ms, answered at {statistics.median(answered):.0f} ms")
    print(f"  dragging {_pace(frames_while_dragging(page))}; zooming {_pace(frames_while_zooming(page))}")


def _pace(pace: Pace) -> str:
    return f"{pace.median_ms:.0f} ms a picture, slow ones {pace.slow_ms:.0f} ms"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facts", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    return parser.parse_args()


if __name__ == "__main__":
    main()
