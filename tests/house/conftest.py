"""Archives and environments that several house tests look at; each is made once a session."""

import sys
from pathlib import Path

import pytest
from installed_copy import Installed, copy_checkout, install, require_registry, run_or_fail, uv_command


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean copy of the checkout, in a folder whose name has a space."""
    folder = tmp_path_factory.mktemp("copies")
    require_registry(folder)
    return copy_checkout(folder / "a checkout")


@pytest.fixture(scope="session")
def archives(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that holds the sdist and the wheel built from it."""
    folder = tmp_path_factory.mktemp("dist")
    run_or_fail(
        *(sys.executable, "-m", "build", "--installer", "uv"),
        *("--outdir", str(folder), str(checkout)),
        cwd=folder,
    )
    return folder


@pytest.fixture(scope="session")
def from_wheel(archives: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return install(next(archives.glob("*.whl")), tmp_path_factory.mktemp("wheel") / "environment")


@pytest.fixture(scope="session")
def from_sdist(archives: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return install(next(archives.glob("*.tar.gz")), tmp_path_factory.mktemp("sdist") / "environment")


@pytest.fixture(params=["from_wheel", "from_sdist"])
def installed(request: pytest.FixtureRequest) -> Installed:
    """The distribution installed from the wheel, then from the source archive."""
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="session")
def uvx() -> tuple[str, ...]:
    return (uv_command(), "tool", "run")
