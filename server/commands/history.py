"""`palimpsest history`: everything that happened to a fact."""

from __future__ import annotations

from argparse import Namespace

from ...tools.ids import parse_id
from ...tools.views import fact_history
from .administer import read, show


def run(namespace: Namespace) -> int:
    """Print the fact's whole chain, oldest first."""
    number = parse_id(namespace.of_fact, "F", "FACT")
    show(read(namespace, lambda tx: fact_history(tx, number)))
    return 0
