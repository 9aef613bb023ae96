"""The line to the client: taken away from stdin and stdout, so that nothing but the protocol can reach it.

Standard library only: `prepare_process` runs before the SDK is imported, which takes most of the start.
"""

from __future__ import annotations

import gc
import io
import os
import select
import signal
import stat
import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType
from typing import Any, Protocol, cast

_CHUNK_BYTES = 256 * 1024


class Wire(Protocol):
    """Bytes from and to one client. What waits is called on a thread that may wait."""

    def read_chunk(self) -> bytes:
        """What the client has sent, waiting for it; empty at the end or when the client is gone."""
        ...

    def write_now(self, data: bytes) -> bytes:
        """Send what goes without waiting; the rest is returned. `OSError` when the client is gone."""
        ...

    def write_all(self, data: bytes) -> None:
        """Send everything, waiting for the client where it must. `OSError` when the client is gone."""
        ...


@dataclass(frozen=True, slots=True)
class PipeWire:
    """Private descriptors of the pipes to the client, and the process that was the parent at the start."""

    reader: int
    writer: int
    parent: int

    def read_chunk(self) -> bytes:
        """`Wire.read_chunk`."""
        while True:
            try:
                return os.read(self.reader, _CHUNK_BYTES)
            except BlockingIOError:  # one socket may serve both ways
                select.select([self.reader], [], [])
            except OSError:
                return b""

    def write_now(self, data: bytes) -> bytes:
        """`Wire.write_now`."""
        if sys.platform == "win32" or os.get_blocking(self.writer):
            return data
        try:
            return data[os.write(self.writer, data) :]
        except BlockingIOError:
            return data

    def write_all(self, data: bytes) -> None:
        """`Wire.write_all`."""
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(self.writer, rest) :]
            except BlockingIOError:
                select.select([], [self.writer], [])


def prepare_process() -> PipeWire:
    """Claim the wire, let signals end the process in silence, and keep the collector off while modules load."""
    gc.disable()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, exit_at_once)
    return claim_wire()


def claim_wire() -> PipeWire:
    """Move the wire to descriptors of its own; after it stdin is empty and stdout is stderr, for children too."""
    wire = PipeWire(_take(0, os.O_RDONLY), _take(1, os.O_WRONLY), os.getppid())
    _stop_blocking(wire.writer)
    _divert(0, lambda: os.open(os.devnull, os.O_RDONLY))
    _divert(1, _open_stray_output)
    stray = cast("object", sys.stdout)
    if stray is None:  # the process was started without it
        sys.stdout = sys.stderr
    elif isinstance(stray, io.TextIOWrapper):
        cast("io.TextIOWrapper[Any]", stray).reconfigure(line_buffering=True)
    return wire


def exit_at_once(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
    """Signal handler for the moments when nothing is open that would need closing."""
    os._exit(0)


def _take(descriptor: int, mode: int) -> int:
    """A private duplicate; a descriptor that the process was started without counts as one with nobody behind it."""
    try:
        return _duplicate(descriptor)
    except OSError:
        return os.open(os.devnull, mode)


def _duplicate(descriptor: int) -> int:
    """A duplicate that no child inherits and that is none of the standard three."""
    if sys.platform == "win32":
        import msvcrt

        copy = os.dup(descriptor)
        msvcrt.setmode(copy, os.O_BINARY)
        return copy
    import fcntl

    return fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 3)


def _stop_blocking(descriptor: int) -> None:
    """Let writes return at once, where the pipe is ours alone: a terminal or a file is shared with other programs."""
    mode = os.fstat(descriptor).st_mode
    if sys.platform != "win32" and (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)):
        os.set_blocking(descriptor, False)


def _divert(descriptor: int, open_target: Callable[[], int]) -> None:
    target = open_target()
    os.dup2(target, descriptor)
    os.close(target)


def _open_stray_output() -> int:
    try:
        return os.dup(2)
    except OSError:
        return os.open(os.devnull, os.O_WRONLY)
