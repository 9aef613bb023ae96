"""A server of dummy tools over stdio, started as a process by the tests; writes `closed` to the file it is given."""

import sys

from palimpsest.server.wire import prepare_process

wire = prepare_process()
print("a stray line at import time")

from collections.abc import AsyncGenerator  # noqa: E402
from contextlib import asynccontextmanager  # noqa: E402
from pathlib import Path  # noqa: E402

from dummy_tools import DummyTools  # noqa: E402
from palimpsest.server.mcp_server import MemoryServer  # noqa: E402
from palimpsest.server.stdio import run_stdio  # noqa: E402
from palimpsest.tools.declare import tools_of  # noqa: E402


@asynccontextmanager
async def open_server() -> AsyncGenerator[MemoryServer]:
    tools = DummyTools()
    yield MemoryServer(version="0", instructions="A dummy.", tools=tools_of(tools))
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text("closed, cancelled" if tools.cancelled.is_set() else "closed")


sys.exit(run_stdio(open_server, wire))
