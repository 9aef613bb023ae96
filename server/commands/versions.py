"""`palimpsest versions`: at which revision each source stands; what was seen at another one lapses."""

from __future__ import annotations

from argparse import Namespace

from ...tools import administration
from .administer import read, show, table, write


def run(namespace: Namespace) -> int:
    """List, set or delete entries of the register."""
    match namespace.action:
        case "list":
            versions = read(namespace, lambda tx: tx.versions.all(), without={})
            show(*table([("SOURCE", "REVISION"), *versions.items()]))
        case "set":
            source, revision = namespace.of_source, namespace.of_revision
            write(namespace, lambda tx, caller: administration.set_version(tx, caller, source, revision))
            show(f"{source} stands at {revision}")
        case _:
            source = namespace.of_source
            write(namespace, lambda tx, caller: administration.delete_version(tx, caller, source))
            show(f"{source} is out of the register")
    return 0
