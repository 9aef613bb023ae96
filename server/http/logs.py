"""What the server says of its own work: a line for each thing on stderr, and nothing that a client sent it.

Whoever can reach the port must neither fill the log, nor write lines of their own into it, nor have what an agent keeps
to itself written there.
"""

from __future__ import annotations

import logging
import sys

LEVELS = {
    "mcp.server.sse": logging.CRITICAL,
    "uvicorn.error": logging.ERROR,
}
"""Loggers that speak of what clients do wrong: the SDK's with all that was sent, uvicorn's before anybody is known."""


class OneLine(logging.Formatter):
    """Keeps a message on its line, whatever stands in it; tracebacks follow on lines of their own."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (logging's name)
        """The line, with what would end or colour it escaped."""
        said = super().formatMessage(record)
        return said if said.isprintable() else "".join(map(_shown, said))


def prepare_logs() -> None:
    """Have warnings and errors written to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneLine("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    for name, level in LEVELS.items():
        logging.getLogger(name).setLevel(level)


def _shown(char: str) -> str:
    return char if char.isprintable() else ascii(char)[1:-1]
