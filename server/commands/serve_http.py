"""`palimpsest serve --http`: many clients over the network."""

from __future__ import annotations

from argparse import Namespace

from ..config import is_session_named, resolve_options
from ..environment import ConfigError


def run(namespace: Namespace) -> int:
    """Serve until a signal comes."""
    if namespace.shared:
        raise ConfigError("--http, --shared: a server is either for the network or for this machine's clients.")
    options, is_named = resolve_options(namespace), is_session_named(namespace)
    from ..http.options import resolve_http_options

    http = resolve_http_options(namespace)
    from ..http.serve import run_http

    return run_http(options, http, is_session_named=is_named)
