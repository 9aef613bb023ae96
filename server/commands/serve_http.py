"""`palimpsest serve --http`: many clients over the network."""

from __future__ import annotations

from argparse import Namespace
from contextlib import closing

from ..config import is_session_named, resolve_options
from ..environment import ConfigError
from ..tokens import TokenBook


def run(namespace: Namespace) -> int:
    """Serve until a signal comes."""
    if namespace.shared:
        raise ConfigError("--http, --shared: a server is either for the network or for this machine's clients.")
    options, is_named = resolve_options(namespace), is_session_named(namespace)
    from ..http.listening import listen
    from ..http.opening import require_tokens
    from ..http.options import resolve_http_options
    from ..http.running import announced

    http = resolve_http_options(namespace)
    with closing(TokenBook(options.home)) as book, listen(http.host, http.port) as listening:
        require_tokens(http, listening, book)
        from ..http.serve import run_http  # a second of imports, which what is refused doesn't wait for

        with announced(options.home, f"{listening.address}{http.root_path}"):
            return run_http(options, http, book, listening, is_session_named=is_named)
