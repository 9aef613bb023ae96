"""What the page costs: first content in Chromium, the server's CPU, bytes, and typing while replies are slow.

    python benchmarks/page.py [--facts 10000] [--rounds 10]

In one run: a blank page of a bare server (what the browser alone takes), the page of a workspace without facts, and
that of one with so many. First content is the browser's own "first-contentful-paint", the median of the rounds, which
are taken in turns; CPU time is the server's for one page, read from /proc (Linux). Typing: the time from a key in the
search field to the next picture, while every reply takes a second.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests/support"))

from browser import at_page, chromium
from load_servers import WORKSPACE, set_embedder
from network_server import HttpServer, serve_http
from playwright.sync_api import Page
from recall_made_up import fill

BLANK = b"<!doctype html><title>blank</title><p>Nothing.</p>"
PAINT = """
() => performance.getEntriesByType('paint').find((one) => one.name === 'first-contentful-paint')?.startTime ?? null
"""
NEXT_PICTURE = """
() => {
  window.waits = [];
  document.addEventListener('keydown', () => {
    const began = performance.now();
    requestAnimationFrame(() => requestAnimationFrame(() => window.waits.push(performance.now() - began)));
  });
}
"""
SLOW_REPLIES = """
() => {
  const asked = window.fetch;
  window.fetch = async (...what) => {
    await new Promise((done) => setTimeout(done, 1000));
    return asked(...what);
  };
}
"""
LISTS = (
    "facts",
    "facts?order=surest",
    "facts?state=any",
    "facts?q=was+moved",
    "facts?q=was+moved&mode=hybrid",
    "graph",
    "history",
)


class _Blank(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(BLANK)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the library's name)
        pass


@contextmanager
def blank_server() -> Generator[str]:
    """The address of a page with nothing on it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Blank)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()


def first_content_ms(page: Page, address: str) -> float:
    """From asking for a page to its first content."""
    page.goto(address)
    page.wait_for_function(PAINT)
    return float(page.evaluate(PAINT))


def cpu_seconds(server: HttpServer) -> float:
    """What the server's process has used."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure_pages(page: Page, server: HttpServer, base: str, rounds: int) -> None:
    """Each list's CPU and bytes."""
    for path in LISTS:
        before = cpu_seconds(server)
        sizes = [len(page.request.get(f"{base}/{path}").body()) for _ in range(rounds)]
        used = (cpu_seconds(server) - before) / rounds * 1000
        print(f"  {path:28} {used:7.1f} ms of CPU, {max(sizes) / 1000:6.1f} kB")


def measure_typing(page: Page, base: str) -> list[float]:
    """The time to the next picture after each key, while every reply takes a second."""
    page.goto(f"{base}/facts")
    page.evaluate(SLOW_REPLIES)
    page.evaluate(NEXT_PICTURE)
    page.locator("main input[type=search]").press_sequentially("moved from here", delay=40)
    page.wait_for_timeout(300)
    return [float(one) for one in page.evaluate("window.waits")]


def measure_first_content(sides: dict[str, Callable[[], float]], rounds: int) -> None:
    """The median of each side, taken in turns."""
    taken: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, take in sides.items():
            taken[name].append(take())
    for name, times in taken.items():
        print(f"  {name:28} {statistics.median(times):7.0f} ms  ({min(times):.0f} to {max(times):.0f})")


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facts", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=10)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        (home / "workspaces").mkdir(parents=True)
        fill(home / f"workspaces/{WORKSPACE}.db", given.facts)
        set_embedder(home, "none")
        with (
            serve_http(Path(folder), home=home) as server,
            blank_server() as blank,
            chromium() as browser,
            at_page(server, browser, workspace=WORKSPACE) as page,
            at_page(server, browser, workspace="empty") as empty,
        ):
            base = f"{server.address}/workspaces/{WORKSPACE}/settings/memory"
            nothing = f"{server.address}/workspaces/empty/settings/memory"
            print(f"first content, median of {given.rounds}:")
            sides = {
                "blank page, bare server": lambda: first_content_ms(page, blank),
                "workspace without facts": lambda: first_content_ms(empty, f"{nothing}/facts"),
                f"{given.facts:,} facts": lambda: first_content_ms(page, f"{base}/facts"),
            }
            measure_first_content(sides, given.rounds)
            print("a page of the server:")
            measure_pages(page, server, base, given.rounds)
            waits = measure_typing(page, base)
            print(
                f"typing with replies of a second: {statistics.median(waits):.0f} ms to the next picture, "
                f"at most {max(waits):.0f} ms of {len(waits)} keys"
            )


if __name__ == "__main__":
    main()
