"""`palimpsest open`: the page where a person reviews and repairs a memory, in the browser.

A server of this home that runs is used. Where none does, one is started that serves the page and nothing else, on this
machine alone, until it is interrupted.
"""

from __future__ import annotations

import sys
import threading
import webbrowser
from argparse import Namespace
from collections.abc import Callable
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ...store import clock
from ...store.errors import Refused
from ...store.model.access import TokenScope
from ..config import Options, resolve_options
from ..environment import ConfigError, environment
from ..page_links import link_to_page
from .administer import show, user_name

if TYPE_CHECKING:
    from ..http.listening import Listening

PORT = 8766
"""The next after that of `serve --http`, which this must not be in the way of."""

IN_A_TERMINAL = (webbrowser.GenericBrowser, webbrowser.Elinks)
"""They would take the terminal, and run no scripts."""


def run(namespace: Namespace) -> int:
    """Open it; where no server runs, serve it until a signal comes."""
    from ..http.running import find_running

    options = resolve_options(namespace)
    address = _address(namespace.url) if namespace.url else find_running(options.home)
    if address is None:
        return _serve(options, namespace)
    _lead(options, namespace, address, threading.Thread.run)
    return 0


def _serve(options: Options, namespace: Namespace) -> int:
    from ..http.options import HttpOptions
    from ..http.running import announced
    from ..tokens import TokenBook

    http = HttpOptions(port=PORT, is_page_alone=True)
    with ExitStack() as stack:
        book = stack.enter_context(closing(TokenBook(options.home)))
        listening = _listen(stack, http.host)
        _lead(options, namespace, listening.address, threading.Thread.start)
        stack.enter_context(announced(options.home, listening.address))
        from ..http.serve import run_http  # the browser comes up meanwhile

        return run_http(options, http, book, listening, is_session_named=False)


def _listen(stack: ExitStack, host: str) -> Listening:
    """The usual port, so that a bookmark holds, else any."""
    from ..http.listening import listen

    try:
        return stack.enter_context(listen(host, PORT))
    except Refused:
        return stack.enter_context(listen(host, 0))


def _lead(options: Options, namespace: Namespace, address: str, start: Callable[[threading.Thread], None]) -> None:
    """Make a link, and open or print it."""
    made = link_to_page(
        options.home, options.caller.workspace, user_name(), TokenScope(namespace.scope), clock.system()
    )
    link = f"{address}{made.path}"
    browser = None if namespace.print else _browser()
    if browser is None:
        show(link)
        _tell("it works once, for one browser, within 10 minutes.")
    else:
        _tell(f"opening {link.partition('#')[0]} in your browser; --print prints a link for another.")
        start(threading.Thread(target=browser.open, args=(link,), daemon=True))


def _browser() -> webbrowser.BaseBrowser | None:
    """The person's browser; None where there is none with windows, unless they named one."""
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        return None
    return None if type(found) in IN_A_TERMINAL and "BROWSER" not in environment() else found


def _address(text: str) -> str:
    """Where a server is that somebody names."""
    try:
        parts = urlsplit(text)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        is_address = False
    if not is_address or "@" in text or "?" in text or "#" in text or not (text.isascii() and text.isprintable()):
        raise ConfigError("--url: give the address of a server of this home, such as https://memory.example.com")
    return text.rstrip("/")


def _tell(text: str) -> None:
    print(f"palimpsest: {text}", file=sys.stderr, flush=True)  # noqa: T201
