"""`palimpsest history`: everything that happened to a fact."""

from __future__ import annotations

from argparse import Namespace

from ...store.model import Caller
from ...store.protocol import Transaction
from ...tools.ids import parse_id
from ...tools.views import fact_history
from .administer import show, write


def run(namespace: Namespace) -> int:
    """Print the fact's whole chain, oldest first."""
    number = parse_id(namespace.fact_id, "F", "FACT")

    def work(tx: Transaction, caller: Caller) -> str:
        del caller
        return fact_history(tx, number)

    show(write(namespace, work))
    return 0
