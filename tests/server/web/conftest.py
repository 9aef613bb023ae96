"""A home with every kind of fact, a copy of it for every test, and its page; a module may bring another `made`."""

import shutil
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from page_kit import PageClient, open_page
from page_memory import make_memory


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("made") / "home"
    make_memory(home)
    return home


@pytest.fixture
def home(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "home"))


@pytest.fixture
async def page(home: Path) -> AsyncGenerator[PageClient]:
    async with open_page(home) as opened:
        yield opened
