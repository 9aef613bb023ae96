"""The waits on the wire, on daemon threads: neither a silent client nor a deaf one can hold the loop or the exit."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncGenerator

from .lines import LineSplitter
from .wire import Wire

_CHUNKS_AHEAD = 8


async def read_lines(wire: Wire) -> AsyncGenerator[bytes | None]:
    """Lines of the client until the end of its input; None stands for one that was too long."""
    loop = asyncio.get_running_loop()
    batches: asyncio.Queue[list[bytes | None] | None] = asyncio.Queue()
    room = threading.Semaphore(_CHUNKS_AHEAD)
    is_left = threading.Event()

    def hand_over(batch: list[bytes | None] | None) -> None:
        room.acquire()
        loop.call_soon_threadsafe(batches.put_nowait, batch)

    def read() -> None:
        splitter = LineSplitter()
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody listens any more
            while not is_left.is_set() and (chunk := wire.read_chunk()):
                hand_over(splitter.feed(chunk))
            hand_over(splitter.finish())
            hand_over(None)

    threading.Thread(target=read, name="wire reader", daemon=True).start()
    try:
        while (batch := await batches.get()) is not None:
            room.release()
            for line in batch:
                yield line
    finally:
        is_left.set()
        room.release(_CHUNKS_AHEAD)  # or the thread would wait for ever with what it has read


async def write_waiting(wire: Wire, data: bytes) -> None:
    """Send everything, however long the client takes; `OSError` when it is gone. A cancelled wait leaves its thread."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()

    def settle(error: OSError | None) -> None:
        if done.done():
            return
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)

    def write() -> None:
        error: OSError | None = None
        try:
            wire.write_all(data)
        except OSError as failure:
            error = failure
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, error)

    threading.Thread(target=write, name="wire writer", daemon=True).start()
    await done
