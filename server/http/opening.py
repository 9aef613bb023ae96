"""What is said and asked before the first client: may it listen here, where is it, and how are callers known."""

from __future__ import annotations

import sys

from ..config import Options
from ..environment import ConfigError
from ..tokens import TokenBook
from .listening import Listening
from .options import HttpOptions

DOCS = "docs/http.md"


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
    needs_tokens = book.is_required() and not http.without_tokens
    who = "callers are known by their tokens" if needs_tokens else _everybody(options)
    said = f"palimpsest: serving {listening.address}{http.root_path}; {who}; more in {DOCS}"
    if not listening.is_local and not http.allowed_hosts:
        said += "\npalimpsest: other machines reach it only by names that are allowed: --allow-host NAME"
    return f"{said}\n{_to_paste(listening, needs_tokens)}" if sys.stderr.isatty() else said


def _reach(http: HttpOptions, listening: Listening) -> str | None:
    if not listening.is_local:
        return f"--host {http.host}: others than this machine's users can connect"
    if http.trusted_proxies:
        return "--trusted-proxy: a proxy lets others than this machine's users in"
    return None


def _everybody(options: Options) -> str:
    caller = options.caller
    return f"no token is needed: every caller is '{caller.agent}' ({caller.role}) in workspace '{caller.workspace}'"


def _to_paste(listening: Listening, needs_tokens: bool) -> str:
    header = ' --header "Authorization: Bearer $PALIMPSEST_TOKEN"' if needs_tokens else ""
    return f"  claude mcp add --transport http palimpsest {listening.address}/mcp{header}"
