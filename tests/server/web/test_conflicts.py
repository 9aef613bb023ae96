"""The tab Conflicts: what contradicts beside each other, and settled by a person in a second."""

from __future__ import annotations

from pathlib import Path

from judged_memory import contradict, make_memory
from page_kit import open_page


async def test_x(tmp_path: Path) -> None:
    await make_memory(tmp_path / "home", contradict)
    async with open_page(tmp_path / "home") as page:
        shown = await page.get("conflicts", status="all")
        print(shown.text)
        assert shown.status == 200
