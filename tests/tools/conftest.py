"""A fresh workspace for each test; `bench` in the current protocol era, `both_eras` in each."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from memory_bench import ERAS, Agent, Bench, open_bench


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncGenerator[Bench]:
    async with open_bench(tmp_path) as opened:
        yield opened


@pytest.fixture(params=ERAS)
async def both_eras(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Bench]:
    async with open_bench(tmp_path, request.param) as opened:
        yield opened


@pytest.fixture
async def legacy(tmp_path: Path) -> AsyncGenerator[Bench]:
    async with open_bench(tmp_path, "legacy") as opened:
        yield opened


@pytest.fixture
async def ana(bench: Bench) -> Agent:
    return await bench.agent("ana")


@pytest.fixture
async def bob(bench: Bench) -> Agent:
    return await bench.agent("bob")
