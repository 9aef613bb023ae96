"""The version register: at which revision each source stands, by the host's word and by what git's files hold.

Each function is one step of a transaction. The host's entries are a person's changes, logged one by one; what a look at
a working tree found is logged as one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from ..store.errors import InvalidInput, NotFound
from ..store.model import AuditEntry, Caller, RegisterEntry
from ..store.protocol import Transaction
from ..store.rules.text import InvalidText, clean_label
from .audit import audit

NAME_CHARS = 128

MOST_LOGGED = 50
"""Of the files that one look found changed. Agents in two working trees of a repository move its entries in turn."""

FilePlace = tuple[str, str]
"""Repository and path from its root."""


class Imported(NamedTuple):
    """What an import did to the host's entries."""

    added: int
    changed: int
    deleted: int


def list_sources(tx: Transaction) -> list[RegisterEntry]:
    """Every entry, the host's first."""
    return tx.versions.entries()


def set_version(tx: Transaction, caller: Caller, source: str, revision: str) -> None:
    """Say at which revision a source stands now."""
    name, value = _name(source, "source"), _name(revision, "revision")
    before = tx.versions.all().get(name)
    tx.versions.set(name, value)
    entry = AuditEntry("set", f"version:{name}", {"revision": before} if before else None, {"revision": value})
    audit(tx, caller, entry)


def delete_version(tx: Transaction, caller: Caller, source: str) -> None:
    """Take a source out; while the host keeps others, what was seen at a revision of it then counts as outdated."""
    source = _name(source, "source")
    before = tx.versions.all().get(source)
    if not tx.versions.delete(source):
        raise NotFound(f"The register has no source '{source}'; `palimpsest versions list` shows those there are.")
    audit(tx, caller, AuditEntry("delete", f"version:{source}", {"revision": before}, None))


def import_versions(tx: Transaction, caller: Caller, versions: Mapping[str, str], *, replace: bool = False) -> Imported:
    """Add and change the host's entries as a mapping says; with `replace`, delete those that it doesn't name."""
    wanted = {_name(source, "source"): _name(revision, "revision") for source, revision in versions.items()}
    current = tx.versions.all()
    deleted = sorted(current.keys() - wanted.keys()) if replace else []
    for source in deleted:
        delete_version(tx, caller, source)
    differing = [source for source, revision in wanted.items() if current.get(source) != revision]
    for source in differing:
        set_version(tx, caller, source, wanted[source])
    added = len(wanted.keys() - current.keys())
    return Imported(added, len(differing) - added, len(deleted))


def replace_register(tx: Transaction, caller: Caller, versions: Mapping[str, str]) -> bool:
    """Make the host's entries say exactly this; whether that changed anything. What git keeps stays."""
    return any(import_versions(tx, caller, versions, replace=True))


def note_file(tx: Transaction, caller: Caller, repo: str, source: str, revision: str) -> None:
    """Say what a file holds now that an observation is made of it: from here on it is followed."""
    if source in tx.versions.of_files(repo, [source]):
        note_changes(tx, caller, {(repo, source): revision})
    else:
        tx.versions.set_file(repo, source, revision)


def note_changes(tx: Transaction, caller: Caller, found: Mapping[FilePlace, str | None]) -> int:
    """Let the register say what was found in followed files, None where one is gone; how many entries that changed."""
    by_repo: defaultdict[str, dict[str, str | None]] = defaultdict(dict)
    for (repo, source), revision in found.items():
        by_repo[repo][source] = revision
    return sum(_note_repo(tx, caller, repo, files) for repo, files in by_repo.items())


def _note_repo(tx: Transaction, caller: Caller, repo: str, files: Mapping[str, str | None]) -> int:
    before = tx.versions.of_files(repo, files.keys())
    changed = [source for source, revision in before.items() if revision != files[source]]
    for source in changed:
        tx.versions.set_file(repo, source, files[source])
    if changed:
        logged = changed[:MOST_LOGGED]
        more = {"…": f"{len(changed) - MOST_LOGGED} more"} if len(changed) > MOST_LOGGED else {}
        was, now = ({source: side[source] for source in logged} | more for side in (before, files))
        audit(tx, caller, AuditEntry("refresh", f"versions:{repo}", was, now))
    return len(changed)


def _name(text: str, what: str) -> str:
    try:
        return clean_label(text, name=f"The {what}", limit=NAME_CHARS)
    except InvalidText as error:
        raise InvalidInput(str(error)) from None
