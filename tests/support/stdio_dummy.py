"""A server of dummy tools over stdio, started as a process by the tests.

`stdio_dummy.py FILE [SECONDS]` writes to the file how it ended; closing takes that many seconds.
"""

import os
import sys
import time
from pathlib import Path

from palimpsest.server.wire import prepare_process

wire = prepare_process()
sys.stdout.write("a stray line at import time\n")
os.write(1, b"a stray line as from C\n")

from collections.abc import AsyncGenerator  # noqa: E402
from contextlib import asynccontextmanager  # noqa: E402

from dummy_tools import DummyTools  # noqa: E402
from palimpsest.server.mcp_server import MemoryServer  # noqa: E402
from palimpsest.server.stdio import run_stdio  # noqa: E402
from palimpsest.tools.declare import tools_of  # noqa: E402

REPORT = Path(sys.argv[1])
CLOSING_SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 0.0


def close(tools: DummyTools) -> None:
    time.sleep(CLOSING_SECONDS)
    REPORT.write_text("closed; a call was cancelled" if tools.cancelled.is_set() else "closed")


@asynccontextmanager
async def open_server() -> AsyncGenerator[MemoryServer]:
    tools = DummyTools()
    try:
        yield MemoryServer(version="0", instructions="A dummy.", tools=tools_of(tools))
    finally:
        close(tools)


sys.exit(run_stdio(open_server, wire))
