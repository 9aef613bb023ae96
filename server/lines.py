"""A stream of bytes, cut into lines."""

from __future__ import annotations

MAX_LINE_BYTES = 32 * 1024 * 1024
"""Longest line that is read; a longer one is answered with an error and skipped."""

TOO_LONG_TEXT = "The line is longer than this server reads."


class LineSplitter:
    """Cuts a stream of bytes into lines; None stands for a line that was too long to keep."""

    def __init__(self, limit: int = MAX_LINE_BYTES) -> None:
        self._limit = limit
        self._parts: list[bytes] = []
        self._size = 0

    def feed(self, chunk: bytes) -> list[bytes | None]:
        """The lines that end in this chunk."""
        *ended, rest = chunk.split(b"\n")
        lines = [self._end(part) for part in ended]
        self._add(rest)
        return lines

    def finish(self) -> list[bytes | None]:
        """The last line, when the stream ended without a newline."""
        return [self._end(b"")] if self._size else []

    def _add(self, part: bytes) -> None:
        self._size += len(part)
        if self._size > self._limit:
            self._parts.clear()
        else:
            self._parts.append(part)

    def _end(self, part: bytes) -> bytes | None:
        self._add(part)
        line = None if self._size > self._limit else b"".join(self._parts)
        self._parts.clear()
        self._size = 0
        return line
