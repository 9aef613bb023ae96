"""A git repository as files, which is all that the server reads of one; the git binary makes none of it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

GIT = shutil.which("git")
AN_HOUR_NS = 3_600 * 10**9


class Repository:
    """A working tree with its git folder."""

    def __init__(self, root: Path, remote: str | None = None, algorithm: str = "sha1") -> None:
        self.root = root
        folder = root / ".git"
        for part in ("objects", "refs/heads"):
            (folder / part).mkdir(parents=True)
        (folder / "HEAD").write_text("ref: refs/heads/main\n")
        self.configure(remote, algorithm)

    def configure(self, remote: str | None = None, algorithm: str = "sha1") -> None:
        """Write the configuration anew."""
        version = 1 if algorithm == "sha256" else 0
        text = f"[core]\n\trepositoryformatversion = {version}\n\tbare = false\n"
        if algorithm == "sha256":
            text += "[extensions]\n\tobjectFormat = sha256\n"
        if remote is not None:
            text += f'[remote "origin"]\n\turl = {remote}\n'
        (self.root / ".git" / "config").write_text(text)

    def write(self, place: str, text: str = "first\n") -> Path:
        """Put a file into the tree."""
        path = self.root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def blob(self, place: str) -> str:
        """The blob id by git itself."""
        if GIT is None:
            pytest.skip("git is not there")
        done = subprocess.run(
            [GIT, "hash-object", "--no-filters", place],
            cwd=self.root,
            env={"PATH": os.environ.get("PATH", os.defpath), "GIT_CONFIG_GLOBAL": os.devnull},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()


def age(path: Path) -> None:
    """Let a file's time of change be long ago."""
    now = path.stat().st_mtime_ns
    os.utime(path, ns=(now - AN_HOUR_NS, now - AN_HOUR_NS))
