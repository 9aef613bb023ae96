"""What a client of the shared mode starts."""

from __future__ import annotations

from collections.abc import Sequence


def serve_shared(arguments: Sequence[str]) -> int | None:
    """Serve the client through the home's background server; None when this process has to serve it itself."""
    del arguments
    return None
