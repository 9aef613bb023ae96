"""The version register: at which revision each source stands, by the host's word and by what git's files hold.

Each function is one step of a transaction. The host's entries are a person's changes, logged one by one unless they are
very many; what a look at a working tree found is logged as one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple, NewType

from ..store.errors import InvalidInput, NotFound
from ..store.model import AuditEntry, Caller, RegisterEntry
from ..store.protocol import Transaction
from ..store.rules.text import InvalidText, clean_label
from .audit import audit

NAME_CHARS = 128

MOST_LOGGED = 50
"""Of what one look or one import changed. Agents in two working trees of a repository move its entries in turn."""

HOST = ""

FilePlace = tuple[str, str]
"""Repository and path from its root."""


Versions = NewType("Versions", dict[str, str])
"""Source to revision, as `clean_versions` lets them through."""


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
    before = tx.versions.of_files(HOST, [name]).get(name)
    tx.versions.set(name, value)
    entry = AuditEntry("set", f"version:{name}", {"revision": before} if before else None, {"revision": value})
    audit(tx, caller, entry)


def delete_version(tx: Transaction, caller: Caller, source: str) -> None:
    """Take a source out; while the host keeps others, what was seen at a revision of it then counts as outdated."""
    source = _name(source, "source")
    before = tx.versions.of_files(HOST, [source]).get(source)
    if not tx.versions.delete(source):
        raise NotFound(f"The register has no source '{source}'; `palimpsest versions list` shows those there are.")
    audit(tx, caller, AuditEntry("delete", f"version:{source}", {"revision": before}, None))


def clean_versions(versions: Iterable[tuple[str, str]]) -> Versions:
    """Sources and their revisions as the register takes them; `InvalidInput` names the first that it doesn't take.

    It is for before the transaction: there may be tens of thousands.
    """
    clean: dict[str, str] = {}
    for source, revision in versions:
        name = _name(source, "source")
        if name in clean:
            raise InvalidInput(f"The source '{name}' is there twice; say each source once.")
        clean[name] = _name(revision, "revision")
    return Versions(clean)


def import_versions(tx: Transaction, caller: Caller, versions: Versions, *, replace: bool = False) -> Imported:
    """Add and change the host's entries as a mapping says; with `replace`, delete those that it doesn't name."""
    current = tx.versions.all()
    gone = sorted(current.keys() - versions.keys()) if replace else []
    differing = {source: revision for source, revision in versions.items() if current.get(source) != revision}
    changes: dict[str, str | None] = dict.fromkeys(gone) | differing
    if changes:
        tx.versions.put_all(changes)
        _log_import(tx, caller, current, changes)
    added = len(differing.keys() - current.keys())
    return Imported(added, len(differing) - added, len(gone))


def _log_import(tx: Transaction, caller: Caller, current: Mapping[str, str], changes: Mapping[str, str | None]) -> None:
    """Source by source where they are few; else as one entry, as the batch keeps every row."""
    if len(changes) > MOST_LOGGED:
        audit(tx, caller, _many("import", "versions", current, changes))
        return
    for source, revision in changes.items():
        before = {"revision": current[source]} if source in current else None
        after = None if revision is None else {"revision": revision}
        audit(tx, caller, AuditEntry("set" if after else "delete", f"version:{source}", before, after))


def replace_register(tx: Transaction, caller: Caller, versions: Versions) -> bool:
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
    changed = {source: files[source] for source, revision in before.items() if revision != files[source]}
    if changed:
        tx.versions.set_files(repo, changed)
        audit(tx, caller, _many("refresh", f"versions:{repo}", before, changed))
    return len(changed)


def _many(action: str, subject: str, before: Mapping[str, str | None], changes: Mapping[str, str | None]) -> AuditEntry:
    """One entry of many changes: the first of them, and how many more there are."""
    logged = list(changes)[:MOST_LOGGED]
    more = {"…": f"{len(changes) - MOST_LOGGED} more"} if len(changes) > MOST_LOGGED else {}
    was, now = ({source: side.get(source) for source in logged} | more for side in (before, changes))
    return AuditEntry(action, subject, was, now)


def _name(text: str, what: str) -> str:
    try:
        return clean_label(text, name=f"The {what}", limit=NAME_CHARS)
    except InvalidText as error:
        raise InvalidInput(str(error)) from None
