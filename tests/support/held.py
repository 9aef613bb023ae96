"""Keeps an async context open for a fixture, whose two halves pytest-asyncio runs in different tasks."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TypeVar

T = TypeVar("T")


@asynccontextmanager
async def held(context: AbstractAsyncContextManager[T]) -> AsyncGenerator[T]:
    """The same context, entered and left in one task of its own, as anyio's task groups want it."""
    entered: asyncio.Future[T] = asyncio.get_running_loop().create_future()
    done = asyncio.Event()

    async def hold() -> None:
        async with context as value:
            entered.set_result(value)
            await done.wait()

    task = asyncio.create_task(hold())
    await asyncio.wait({task, entered}, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        task.result()
    try:
        yield await entered
    finally:
        done.set()
        await task
