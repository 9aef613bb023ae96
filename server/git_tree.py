"""The working tree that the caller sits in: which repository it is of, and which of its files a source names."""

from __future__ import annotations

import os
import re
import zlib
from dataclasses import dataclass
from pathlib import Path

from ..store.rules.repo_slug import MAX_SLUG_LENGTH, repo_slug
from ..tools.working_tree import SourceFile
from .git_blob import TOO_LARGE, read_blob
from .git_folder import Entry, GitFolder, find_git_folder, read_config
from .git_remote import slug_of_config

LONGEST_PATH = 4096
_LINE = re.compile(r"(.+?)(?::\d+(?:[-:]\d+)?|#L\d+(?:-L?\d+)?)")
"""A path with a line, as in `src/login.py:42`, `a.py:4-9` and `a.py#L4`."""

_ALGORITHMS = frozenset({"sha1", "sha256"})


@dataclass(frozen=True, slots=True)
class GitTree:
    """A git working tree. `repo` names its repository, `former` the name it had before it had a remote."""

    root: Path
    start: Path
    repo: str
    former: str
    algorithm: str

    @property
    def names(self) -> tuple[str, ...]:
        """Every name under which observations may know the repository."""
        return (self.repo, self.former) if self.former != self.repo else (self.repo,)


def find_tree(folder: Path) -> GitTree | None:
    """The working tree around a folder as it is now; None outside of any.

    Raises `OSError`, `RuntimeError` or `ValueError` where git's own files can't be made out.
    """
    found = find_git_folder(folder)
    if found is None:
        return None
    config = read_config(found.common)
    former = _local_name(found)
    return GitTree(
        root=found.root,
        start=folder.resolve(),
        repo=slug_of_config(config) or former,
        former=former,
        algorithm=_algorithm(config),
    )


def _local_name(found: GitFolder) -> str:
    """The name of a repository without a remote: its folder's, and a number that tells it from its namesakes."""
    common = found.common.resolve()
    number = f"{zlib.crc32(os.fsencode(common)):08x}"
    folder = common.parent.name if common.name == ".git" else common.name
    try:
        return f"{repo_slug(folder)[: MAX_SLUG_LENGTH - len(number) - 1]}-{number}"
    except ValueError:
        return f"local-{number}"


def _algorithm(config: list[Entry]) -> str:
    """The hash of the repository's objects; `ValueError` for one that isn't known here."""
    named = [entry.value for entry in config if (entry.section, entry.key) == ("extensions", "objectformat")]
    name = named[-1].lower() if named else "sha1"
    if name not in _ALGORITHMS:
        raise ValueError(f"the repository's object format '{name}' is not known")
    return name


class CallersFiles:
    """`tools.working_tree.WorkingTree` around a folder, looked for anew each time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find(self, source: str) -> SourceFile | None:
        """The file that a source names; None where that is none of the tree, or can't be told."""
        try:
            tree = find_tree(self._folder)
            return None if tree is None else find_file(tree, source)
        except (OSError, RuntimeError, ValueError):
            return None


def find_file(tree: GitTree, source: str) -> SourceFile | None:
    """The regular file of the tree that a source names or leads to by links, with its blob id as it is now."""
    for path in _readings(tree, source):
        real = path.resolve()
        if is_of_tree(tree.root, real) and real.is_file():
            blob = read_blob(str(real), tree.algorithm)
            return None if blob.id == TOO_LARGE else SourceFile(tree.repo, _name(tree.root, path, real), blob.id)
    return None


def is_of_tree(root: Path, real: Path) -> bool:
    """Whether a place is in the tree and not git's own; `real` has no links that would lead elsewhere."""
    if not real.is_relative_to(root):
        return False
    return all(part.lower() != ".git" for part in real.relative_to(root).parts)


def _readings(tree: GitTree, source: str) -> list[Path]:
    """What a source may mean, the likeliest first: from the root or the start folder; with its line or without."""
    text = source.strip()
    if not text or len(text) > LONGEST_PATH or not text.isprintable() or "://" in text:
        return []
    line = _LINE.fullmatch(text)
    return [folder / name for name in ([text, line[1]] if line else [text]) for folder in (tree.root, tree.start)]


def _name(root: Path, path: Path, real: Path) -> str:
    """The way from the root as it was named, links and all, as one may be turned to another file; else the real way."""
    plain = Path(os.path.normpath(path))
    if plain.resolve() == real:  # behind a link, `..` leads elsewhere
        for parent in reversed(plain.parents):
            name = plain.relative_to(parent)
            if parent.resolve() == root and is_of_tree(root, root / name):
                return name.as_posix()
    return real.relative_to(root).as_posix()
