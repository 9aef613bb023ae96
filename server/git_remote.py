"""The repository a folder belongs to, read from git's own files: no git process, and trouble means no repository."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ..store.rules.repo_slug import repo_slug

_MAX_CONFIG_BYTES = 1_000_000
_SECTION = re.compile(r'\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)', re.DOTALL)
_URL = re.compile(r"\s*url\s*=\s*(.*)", re.IGNORECASE | re.DOTALL)
_WITH_SCHEME = re.compile(r"(?!file:)[a-z][a-z0-9+.-]*://[^/]+/(.+)", re.IGNORECASE)
_SCP_LIKE = re.compile(r"(?:[^/@:]+@)?(?:\[[^\]]+\]|[^/@:\\]{2,}):(?!//)(.+)")


def remote_slug(folder: Path) -> str | None:
    """Slug of the remote of the working copy around `folder` (`origin`, else the first); None when there is none."""
    try:
        config = _find_config(folder.resolve())
        if config is None:
            return None
        with config.open("rb") as file:
            text = file.read(_MAX_CONFIG_BYTES).decode(errors="replace")
        remotes = dict(reversed([*_remote_urls(text)]))
        url = remotes.get("origin") or next(reversed(remotes.values()), None)
        return None if url is None else slug_of_url(url)
    except (OSError, RuntimeError, ValueError):
        return None


def slug_of_url(url: str) -> str | None:
    """Slug of a remote's address, host, credentials and `.git` left out; None for a local path or an odd one."""
    match = _WITH_SCHEME.fullmatch(url) or _SCP_LIKE.fullmatch(url)
    if match is None:
        return None
    path = re.split(r"[?#]", match[1])[0].strip("/").removesuffix(".git")
    if path.startswith("~") or "/" not in path:
        return None
    try:
        return repo_slug("/".join(part for part in path.split("/") if part))
    except ValueError:
        return None


def _find_config(folder: Path) -> Path | None:
    """The config file of the nearest `.git` above, through the pointers of worktrees and submodules."""
    for parent in (folder, *folder.parents):
        entry = parent / ".git"
        if entry.is_dir():
            return entry / "config"
        if entry.is_file():
            return _common_folder(parent / _pointer(entry, "gitdir:")) / "config"
    return None


def _common_folder(git_folder: Path) -> Path:
    common = git_folder / "commondir"
    return git_folder / _pointer(common, "") if common.is_file() else git_folder


def _pointer(file: Path, prefix: str) -> str:
    with file.open(encoding="utf-8") as handle:
        line = handle.readline(4096).strip()
    if not line.startswith(prefix):
        raise ValueError("not a pointer to a git folder")
    return line.removeprefix(prefix).strip()


def _remote_urls(text: str) -> Iterator[tuple[str, str]]:
    """(remote, url) of each remote section, in file order."""
    remote: str | None = None
    for raw in text.splitlines():
        line = raw
        section = _SECTION.match(line)
        if section:
            remote = section[2] if section[1].lower() == "remote" else None
            line = section[3]
        url = _URL.match(line)
        if url and remote:
            yield remote, _value(url[1])


def _value(text: str) -> str:
    """A config value without its quotes and comment."""
    text = text.strip()
    if text.startswith('"'):
        return text[1:].split('"', 1)[0]
    return re.split(r"\s[#;]", text)[0].strip()
