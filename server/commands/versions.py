"""`palimpsest versions`: at which revision each source stands; what was seen at another one lapses."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ...store.errors import InvalidInput
from ...store.model import RegisterEntry
from ...tools import sources
from ..config import resolve_options
from ..git_refresh import Refreshed, refresh_register
from ..register_file import read_register
from .administer import read, show, table, write

FORMS = "list, set, delete or import, or the flag --git"


def run(namespace: Namespace) -> int:
    """List or change the register, or bring it up to the working tree."""
    if namespace.git == (namespace.action is not None):
        raise InvalidInput(f"Say one of {FORMS}.")
    match namespace.action:
        case None:
            _look(namespace)
        case "list":
            _list(read(namespace, sources.list_sources, without=[]))
        case "set":
            source, revision = namespace.of_source, namespace.of_revision
            write(namespace, lambda tx, caller: sources.set_version(tx, caller, source, revision))
            show(f"{source} stands at {revision}")
        case "import":
            _import(namespace)
        case _:
            source = namespace.of_source
            write(namespace, lambda tx, caller: sources.delete_version(tx, caller, source))
            show(f"{source} is out of the register")
    return 0


def _list(entries: list[RegisterEntry]) -> None:
    lines = [(entry.source, entry.revision or "(gone)", f"git {entry.repo}" * bool(entry.repo)) for entry in entries]
    show(*table([("SOURCE", "REVISION", "KEPT BY"), *lines]))


def _import(namespace: Namespace) -> None:
    is_whole = getattr(namespace, "replace", False)
    versions = read_register(Path(namespace.of_file))
    done = write(namespace, lambda tx, caller: sources.import_versions(tx, caller, versions, replace=is_whole))
    show(f"{done.added} added, {done.changed} changed, {done.deleted} taken out")


def _look(namespace: Namespace) -> None:
    options = resolve_options(namespace)
    if not options.folder.is_dir():
        raise InvalidInput(f"There is no folder {options.folder}; name another one with --repo-root.")
    if not options.database.exists():
        show("Nothing is remembered yet.")
        return
    try:
        found = refresh_register(options.database, options.folder)
    except (ValueError, RuntimeError) as error:
        raise InvalidInput(f"The git folder of {options.folder} can't be read: {error}.") from None
    if found is None:
        raise InvalidInput(f"{options.folder} is in no git working tree; name one with --repo-root.")
    show(summary_of(found))


def summary_of(found: Refreshed) -> str:
    """A look in one line."""
    moved = f"{found.changed} changed, {found.gone} gone"
    if found.unread:
        moved += f", {found.unread} not to be read"
    same = found.followed - found.changed - found.gone - found.unread
    return f"{found.repo}: {found.followed} files followed, {moved}, {same} as before"
