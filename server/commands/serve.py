"""`palimpsest serve`: one client over stdio, or with `--http` many over the network."""

from __future__ import annotations

from argparse import Namespace

from ..cli_arguments import refuse_flags_of_http
from ..config import resolve_options
from ..wire import prepare_process


def run(namespace: Namespace) -> int:
    """Serve until the client goes."""
    if namespace.http:
        from .serve_http import run as run_http

        return run_http(namespace)
    refuse_flags_of_http(namespace)
    options = resolve_options(namespace)
    wire = prepare_process()
    from ..app import open_server
    from ..stdio import run_stdio

    return run_stdio(lambda: open_server(options), wire)
