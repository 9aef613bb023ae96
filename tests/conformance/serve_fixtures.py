"""`palimpsest`, whose servers have what the conformance suite wants beside the memory."""

from __future__ import annotations

from typing import Any

from fixtures import add_fixtures
from palimpsest.server import app
from palimpsest.server.cli import main
from palimpsest.server.mcp_server import MemoryServer

build = app.build_server


def build_with_fixtures(*arguments: Any, **named: Any) -> MemoryServer:
    """The server of one caller, and the suite's things in it."""
    return add_fixtures(build(*arguments, **named))


if __name__ == "__main__":
    app.build_server = build_with_fixtures
    raise SystemExit(main())
