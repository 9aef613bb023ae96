"""However it is told, the process ends within two seconds with everything closed and exit code 0."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters
from mcp.types import TextContent
from raw_client import SUPPORT, RawClient, dummy_server

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of this kind are POSIX's")


def end(client: RawClient, way: str) -> None:
    if way == "EOF":
        client.close_input()
    else:
        client.process.send_signal(signal.Signals[way])


@posix
@pytest.mark.parametrize("way", ["EOF", "SIGINT", "SIGTERM"])
def test_idle_server_ends_clean(tmp_path: Path, way: str):
    with dummy_server(tmp_path / "report") as client:
        client.initialize()
        end(client, way)
        code, seconds = client.wait_for_end(5)
        assert client.errors().count("Traceback") == 0
    assert (code, (tmp_path / "report").read_text()) == (0, "closed")
    assert seconds < 2


@posix
@pytest.mark.parametrize("way", ["EOF", "SIGINT", "SIGTERM"])
def test_call_in_flight_is_cancelled_and_its_caller_is_told(tmp_path: Path, way: str):
    with dummy_server(tmp_path / "report") as client:
        client.initialize()
        client.call("wait", {"seconds": 60}, 1)
        client.send("ping", request_id=2)
        client.answer_to(2)
        end(client, way)
        code, seconds = client.wait_for_end(5)
        assert client.answer_to(1)["error"]["message"] == "Connection closed"
    assert (code, (tmp_path / "report").read_text()) == (0, "closed; a call was cancelled")
    assert seconds < 2


@posix
@pytest.mark.parametrize("way", ["EOF", "SIGTERM"])
def test_server_that_never_heard_a_request_ends_clean(tmp_path: Path, way: str):
    with dummy_server(tmp_path / "report") as client:
        client.send_bytes(b"\n{}\n")
        client.receive()
        end(client, way)
        assert client.wait_for_end(5)[0] == 0
    assert (tmp_path / "report").read_text() == "closed"


@posix
def test_signal_while_modules_load_ends_the_process_in_silence(tmp_path: Path):
    with dummy_server(tmp_path / "report") as client:
        assert client.process.stderr is not None
        assert client.process.stderr.readline()
        client.process.send_signal(signal.SIGTERM)
        assert client.wait_for_end(5)[0] == 0
        assert "Traceback" not in client.errors()


def test_requests_that_were_piped_in_are_answered_before_the_end(tmp_path: Path):
    with dummy_server(tmp_path / "report") as client:
        client.initialize()
        client.call("wait", {"seconds": 0.2}, 1)
        client.send_bytes(b'{"jsonrpc":"2.0","id":2,"method":"ping"}')
        client.close_input()
        assert client.answer_to(2)["result"] == {}
        assert client.answer_to(1)["result"]["isError"] is False
        assert client.wait_for_end(5)[0] == 0


def test_half_a_line_at_the_end_is_answered(tmp_path: Path):
    with dummy_server(tmp_path / "report") as client:
        client.initialize()
        client.send_bytes(b'{"jsonrpc":"2.0","id":2,"meth')
        client.close_input()
        assert client.receive()["error"]["code"] == -32700
        assert client.wait_for_end(5)[0] == 0


def test_client_that_stops_reading_ends_the_server(tmp_path: Path):
    with dummy_server(tmp_path / "report") as client:
        client.initialize()
        assert client.process.stdout is not None
        client.process.stdout.close()
        client.send("ping", request_id=1)
        assert client.wait_for_end(5)[0] == 0
        client.process.stdout = None
    assert (tmp_path / "report").read_text() == "closed"


@posix
def test_client_that_never_reads_does_not_hold_the_end(tmp_path: Path):
    with dummy_server(tmp_path / "report") as client:
        client.initialize()
        for number in range(8):
            client.call("search", {"query": "x" * 100_000}, number)
        time.sleep(0.3)
        client.process.send_signal(signal.SIGTERM)
        code, seconds = client.wait_for_end(5)
    assert (code, (tmp_path / "report").read_text()) == (0, "closed")
    assert seconds < 2


@posix
def test_closing_that_hangs_is_cut_short(tmp_path: Path):
    with dummy_server(tmp_path / "report", "30") as client:
        client.initialize()
        client.process.send_signal(signal.SIGTERM)
        code, seconds = client.wait_for_end(5)
        assert "took too long" in client.errors()
    assert code == 1
    assert seconds < 2


@posix
def test_server_ends_when_its_parent_dies_and_the_pipe_stays_open(tmp_path: Path):
    report = tmp_path / "report"
    reader, writer = os.pipe()
    parent = textwrap.dedent(f"""
        import subprocess, sys
        server = subprocess.Popen([sys.executable, {str(SUPPORT / "stdio_dummy.py")!r}, {str(report)!r}],
                                  stdin={reader}, stdout=subprocess.PIPE)
        server.stdout.readline()
    """)
    try:
        os.write(writer, b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
        subprocess.run([sys.executable, "-c", parent], pass_fds=[reader], check=True, timeout=30, capture_output=True)
        deadline = time.monotonic() + 5
        while not report.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert report.read_text() == "closed"
    finally:
        os.close(reader)
        os.close(writer)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_sdk_client_is_served_in_both_eras(tmp_path: Path, mode: str):
    server = StdioServerParameters(
        command=sys.executable, args=[str(SUPPORT / "stdio_dummy.py"), str(tmp_path / "report")]
    )
    async with Client(server, mode=mode) as client:
        assert client.instructions == "A dummy."
        assert [tool.name for tool in (await client.list_tools()).tools] == ["search", "gather", "fail", "wait"]
        result = await client.call_tool("search", {"query": "q", "limit": "7"})
        assert isinstance(result.content[0], TextContent)
        assert result.content[0].text == "'limit' must be a whole number, not text."
    assert (tmp_path / "report").read_text() == "closed"


@posix
def test_process_without_stdin_and_stdout_ends_clean(tmp_path: Path):
    command = f'exec "{sys.executable}" "{SUPPORT / "stdio_dummy.py"}" "{tmp_path / "report"}" <&- >&-'
    assert subprocess.run(["sh", "-c", command], check=False, timeout=30, capture_output=True).returncode == 0
    assert (tmp_path / "report").read_text() == "closed"
