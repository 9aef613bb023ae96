"""axe-core in a page: the barriers that it finds, as lines that say where."""

from __future__ import annotations

from typing import Any, cast

from node import installed
from playwright.sync_api import Page
from source_tree import REPOSITORY

SOURCE = REPOSITORY / "tests/e2e"
SERIOUS = ("serious", "critical")
RUN = """
() => axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]})
"""


def barriers(page: Page) -> list[str]:
    """Every serious or critical violation, with the elements that it is of; `NodeMissing` where axe can't be had."""
    script = (installed(SOURCE) / "node_modules/axe-core/axe.min.js").read_text("utf-8")
    # Through the debugger, as the page's own policy lets no foreign script in.
    page.evaluate(script)
    found = cast("dict[str, Any]", page.evaluate(RUN))
    return [
        f"{one['id']} ({one['impact']}): {node['target']}: {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in SERIOUS
        for node in one["nodes"]
    ]
