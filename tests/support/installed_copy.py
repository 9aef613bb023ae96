"""The distribution as users get it: archives built from a copy of the checkout, installed where nothing else is."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
import uv
from source_tree import FOLDERS, REPOSITORY

NOT_SOURCE = shutil.ignore_patterns(
    ".git", ".node", ".venv", ".*_cache", ".hypothesis", "__pycache__", "build", "dist", "*.egg-info"
)


@dataclass(frozen=True)
class Installed:
    """A fresh environment that holds the distribution and what it depends on."""

    folder: Path

    @property
    def scripts(self) -> Path:
        return self.folder / "bin"

    def run(self, *command: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the environment, with nothing of ours around it."""
        return run(str(self.scripts / command[0]), *command[1:], cwd=cwd, env=environment | self.environment(cwd))

    def environment(self, home: Path) -> dict[str, str]:
        """What a host gives a server: a path and a home, little else."""
        return {
            "PATH": f"{self.scripts}{os.pathsep}{os.defpath}",
            "HOME": str(home),
            "PALIMPSEST_HOME": str(home / "palimpsest-home"),
        }


def run(*command: str, cwd: Path, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run to the end, at most five minutes, with both outputs kept."""
    return subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=300, stdin=subprocess.DEVNULL
    )


def run_or_fail(*command: str, cwd: Path) -> str:
    done = run(*command, cwd=cwd)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def uv_command() -> str:
    return uv.find_uv_bin()


def require_registry(folder: Path) -> None:
    """Skip where no package registry answers; on CI, where one must, fail."""
    question = ("pip", "install", "--dry-run", "--refresh", "--python", sys.executable, "--target", str(folder))
    asked = run(uv_command(), *question, "setuptools>=77", cwd=folder)
    if asked.returncode:
        reason = f"no package registry answers ({' '.join(asked.stderr.split())[:120]})"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)


def copy_checkout(target: Path) -> Path:
    """The checkout without what was built or installed in it."""
    return Path(shutil.copytree(REPOSITORY, target, ignore=NOT_SOURCE, symlinks=True))


def install(archive: Path, folder: Path) -> Installed:
    """A new environment with the archive and its dependencies from the registry."""
    run_or_fail(uv_command(), "venv", "--quiet", "--python", sys.executable, str(folder), cwd=archive.parent)
    python = str(folder / "bin" / "python")
    run_or_fail(uv_command(), "pip", "install", "--quiet", "--python", python, str(archive), cwd=archive.parent)
    return Installed(folder)


def shipped_files(root: Path) -> set[str]:
    """The files of the three packages under a folder, as `store/rules/decay.py`; compiled copies aside."""
    found = (path for folder in FOLDERS for path in (root / folder).rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix() for path in found if "__pycache__" not in path.parts}
