"""What is said and asked before the first client: may it listen here, where is it, and how are callers known."""

from __future__ import annotations

import sys

from ..config import Options
from ..environment import ConfigError
from ..tokens import TokenBook
from .authority import on_port
from .listening import Listening
from .options import HttpOptions

HELP = "palimpsest serve --help"


def require_tokens(http: HttpOptions, listening: Listening, book: TokenBook) -> None:
    """Refuse to be reached by others than this machine's users while nobody has to say who they are."""
    if book.is_required() and not http.without_tokens:
        return
    reach = _reach(http, listening)
    if reach is None:
        return
    advice = "leave out --without-tokens" if http.without_tokens else "palimpsest token create --agent NAME"
    raise ConfigError(f"{reach}, where callers must be known by tokens. Nothing was served; first: {advice}")


def greeting(options: Options, http: HttpOptions, listening: Listening, book: TokenBook) -> str:
    """Where it is, how callers are known, and where more is told; for a terminal also the line to paste."""
    if http.is_page_alone:
        return f"palimpsest: serving the page at {listening.address}, to you alone; end it with Ctrl-C"
    needs_tokens = book.is_required() and not http.without_tokens
    lines = [
        f"palimpsest: serving {_bound(http, listening)}; {_who(options, http, book, needs_tokens)}; more: {HELP}",
        *_warnings(http, listening, book, needs_tokens),
    ]
    if sys.stderr.isatty():
        lines.append(_to_paste(http, listening, needs_tokens))
    return "\n".join(lines)


def _reach(http: HttpOptions, listening: Listening) -> str | None:
    if not listening.is_local:
        return f"--host {http.host}: others than this machine's users can connect"
    if http.trusted_proxies:
        return "--trusted-proxy: a proxy lets others than this machine's users in"
    return None


def _bound(http: HttpOptions, listening: Listening) -> str:
    return f"http://{on_port(http.host or '*', listening.port)}{http.root_path}"


def _who(options: Options, http: HttpOptions, book: TokenBook, needs_tokens: bool) -> str:
    if needs_tokens:
        return "callers are known by their tokens"
    caller = options.caller
    why = (
        "no token is needed although there are some"
        if book.is_required() and http.without_tokens
        else "no token is needed"
    )
    everybody = f"every caller is '{caller.agent}' ({caller.role}) in workspace '{caller.workspace}'"
    return f"{why}: {everybody} unless its address names another, and /rpc is the person's"


def _warnings(http: HttpOptions, listening: Listening, book: TokenBook, needs_tokens: bool) -> list[str]:
    said: list[str] = []
    if needs_tokens and not book.has_live():
        said.append("palimpsest: every token is revoked or has expired, so nobody can come in: palimpsest token create")
    if not listening.is_local and not http.allowed_hosts:
        said.append("palimpsest: other machines reach it only by names that are allowed: --allow-host NAME")
    return said


def _to_paste(http: HttpOptions, listening: Listening, needs_tokens: bool) -> str:
    header = ' --header "Authorization: Bearer $PALIMPSEST_TOKEN"' if needs_tokens else ""
    return f"  claude mcp add --transport http palimpsest {_reached(http, listening)}/mcp{header}"


def _reached(http: HttpOptions, listening: Listening) -> str:
    """Where a client finds it: by its first name where it has one, which a proxy gives it with TLS."""
    if not http.allowed_hosts:
        return f"{listening.address}{http.root_path}"
    name = http.allowed_hosts[0]
    if http.trusted_proxies:
        return f"https://{name}{http.root_path}"
    return f"http://{on_port(name.name, name.port or listening.port)}{http.root_path}"
