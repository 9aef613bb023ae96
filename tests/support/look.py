"""Pictures of the page.

    python tests/support/look.py OUT_FOLDER facts policies "facts?state=any" [--width 360] [--dark]

A memory that bites is made and served for it; `--facts 2000` makes it larger, `--language nl` Dutch.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import tempfile
from pathlib import Path

from browser import at_page, chromium
from network_server import serve_http
from page_memory import make_page_memory


def main() -> None:
    """Take them."""
    given = _arguments()
    given.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        asyncio.run(make_page_memory(home, facts=given.facts))
        with (
            serve_http(Path(folder), home=home) as server,
            chromium() as browser,
            at_page(server, browser, width=given.width, dark=given.dark, language=given.language) as tab,
        ):
            base = f"{server.address}/workspaces/default/settings/memory"
            for path in given.paths:
                tab.goto(f"{base}/{path}")
                tab.wait_for_timeout(given.wait_ms)
                name = re.sub(r"\W+", "-", path).strip("-") + f"-{given.width}{'-dark' if given.dark else ''}.png"
                tab.screenshot(path=given.out / name, full_page=True)
                print(given.out / name)  # noqa: T201


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--width", type=int, default=1200)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--language", default="en")
    parser.add_argument("--facts", type=int, default=0)
    parser.add_argument("--wait-ms", type=int, default=500)
    return parser.parse_args()


if __name__ == "__main__":
    main()
