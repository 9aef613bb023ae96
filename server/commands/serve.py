"""`palimpsest serve`: one client over stdio."""

from __future__ import annotations

from argparse import Namespace

from ..config import resolve_options
from ..wire import prepare_process


def run(namespace: Namespace) -> int:
    """Serve until the client goes."""
    options = resolve_options(namespace)
    wire = prepare_process()
    from ..app import open_server
    from ..stdio import run_stdio

    return run_stdio(lambda: open_server(options), wire)
