"""Homes for the page's tests: a memory made by agents, then served."""

from __future__ import annotations

import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memory_bench import Bench, open_bench


@asynccontextmanager
async def home_of(folder: Path, *, days_ago: float = 1, workspace: str = "default") -> AsyncGenerator[Bench]:
    """A bench whose workspace stands in `folder / "home"` once the block is left."""
    target = folder / "home/workspaces"
    target.mkdir(parents=True, exist_ok=True)
    async with open_bench(folder) as bench:
        bench.now = datetime.now(UTC) - timedelta(days=days_ago)
        yield bench
        await bench.store.close()
        shutil.copyfile(bench.path, target / f"{workspace}.db")
