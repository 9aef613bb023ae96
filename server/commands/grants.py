"""`palimpsest grants`: who may do what in which domain."""

from __future__ import annotations

from argparse import Namespace

from ...store.model import Caller
from ...tools import administration
from ..config import resolve_options
from .administer import read, show, table, write


def run(namespace: Namespace) -> int:
    """List, set or delete grants."""
    match namespace.action:
        case "list":
            grants = read(namespace, lambda tx: tx.grants.list(), without=[])
            show(*table([("ROLE", "DOMAIN", "LEVEL"), *((one.role, one.domain, one.level.value) for one in grants)]))
        case "set":
            role, domain, level = namespace.of_role, namespace.of_domain, namespace.of_level
            grant = write(namespace, lambda tx, caller: administration.set_grant(tx, caller, role, domain, level))
            show(f"{grant.role} has {grant.level} on {grant.domain}{_place(namespace)}")
        case _:
            role, domain = namespace.of_role, namespace.of_domain
            write(namespace, lambda tx, caller: administration.delete_grant(tx, caller, role, domain))
            show(f"the grant of {role} on {domain}{_place(namespace)} is gone")
    return 0


def _place(namespace: Namespace) -> str:
    """The workspace, where it isn't the one that is meant by itself."""
    workspace = resolve_options(namespace).caller.workspace
    return "" if workspace == Caller().workspace else f" in workspace {workspace}"
