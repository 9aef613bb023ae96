"""The repository a folder belongs to, by its remote: no git process, and trouble means no repository."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from ..store.rules.repo_slug import repo_slug
from .git_folder import Entry, find_git_folder, read_config

_WITH_SCHEME = re.compile(r"(?!file:)[a-z][a-z0-9+.-]*://[^/]+/(.+)", re.IGNORECASE)
_SCP_LIKE = re.compile(r"(?:[^/@:]+@)?(?:\[[^\]]+\]|[^/@:\\]{2,}):(?!//)(.+)")


def remote_slug(folder: Path) -> str | None:
    """Slug of the remote of the working copy around `folder`; None when there is none."""
    try:
        found = find_git_folder(folder)
        return None if found is None else slug_of_config(read_config(found.common))
    except (OSError, RuntimeError, ValueError):
        return None


def slug_of_config(config: Iterable[Entry]) -> str | None:
    """Slug of the remote that a configuration names: `origin`, else the first."""
    urls = [
        (entry.subsection, entry.value)
        for entry in config
        if entry.section == "remote" and entry.key == "url" and entry.subsection
    ]
    remotes = dict(reversed(urls))
    url = remotes.get("origin") or next(reversed(remotes.values()), None)
    return None if url is None else slug_of_url(url)


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
