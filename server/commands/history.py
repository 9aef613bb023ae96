"""`palimpsest history`: everything that happened to a fact or a policy."""

from __future__ import annotations

from argparse import Namespace

from ...tools.fact_history import fact_history
from ...tools.ids import parse_id
from ...tools.policy_history import policy_history
from .administer import read, show


def run(namespace: Namespace) -> int:
    """Print the whole chain, oldest first."""
    name: str = namespace.of_id
    if name.strip()[:1] in ("P", "p"):
        number = parse_id(name, "P", "ID")
        show(read(namespace, lambda tx: policy_history(tx, number)))
    else:
        number = parse_id(name, "F", "ID")
        show(read(namespace, lambda tx: fact_history(tx, number)))
    return 0
