"""`palimpsest demo`: real servers over stdio, a real client, two agents, and a memory that is gone afterwards."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import textwrap
from argparse import Namespace
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters

from ..config import environment_without_palimpsest
from .administer import show

WIDTH = 100
TASK = "Move the orders API to the new load balancer"


def run(namespace: Namespace) -> int:
    """Show the memory at work, step by step; 1 when a step doesn't go as it should."""
    del namespace
    with tempfile.TemporaryDirectory(prefix="palimpsest-demo-") as home:
        is_right = asyncio.run(_Demo(Path(home)).play())
    _how_to_attach()
    return 0 if is_right else 1


class _Demo:
    """Two agents of one workspace, each with a server process of its own."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._number = 0
        self._failed: list[str] = []

    async def play(self) -> bool:
        async with self._client("ada", "developer") as ada, self._client("ben", "reviewer") as ben:
            await self._facts(ada, ben)
            await self._policies(ben)
            await self._working_memory(ada)
            await self._recall(ada, ben)
        show("", *(f"NOT AS IT SHOULD BE: {step}" for step in self._failed))
        return not self._failed

    def _client(self, agent: str, role: str) -> Client:
        server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "palimpsest.server.cli", "serve", "--agent", agent, "--role", role],
            env=self._environment(),
        )
        return Client(server)

    def _environment(self) -> dict[str, str]:
        return environment_without_palimpsest() | {"PALIMPSEST_HOME": str(self._home)}

    async def _facts(self, ada: Client, ben: Client) -> None:
        orders = {"domain": "infrastructure", "topic": "orders api port"}
        self._step("ada learns something and proposes it as a fact, for every agent of the workspace")
        first = await self._call(ada, "propose_fact", **orders, content="The orders API listens on port 8080.")
        self._expect(first["outcome"] == "created", "a first fact is created")

        self._step("ben found the same out: no second row, the fact is surer now")
        second = await self._call(ben, "propose_fact", **orders, content="the orders API listens on port 8080")
        self._expect(second["outcome"] == "mentioned", "the same text is a mention")

        self._step("ada's user says otherwise: a contradiction, decided by who said it")
        third = await self._call(
            ada, "propose_fact", **orders, content="The orders API listens on port 9090.", veracity="stated"
        )
        self._expect(third["outcome"] == "superseded_existing", "what a user stated wins over what agents inferred")

        self._step("the old fact is superseded, and still readable")
        everything = await self._call(ben, "search_memory", query="orders port", include_superseded=True)
        self._expect(len(everything["hits"]) == 2, "the superseded fact is still found when asked for")
        self._history(first["fact_id"])

        self._step("ben disagrees with the user's fact: nobody decides that but the user, so the reply is a question")
        fourth = await self._call(
            ben, "propose_fact", **orders, content="The orders API listens on port 7070.", veracity="stated"
        )
        self._expect(fourth["outcome"] == "needs_confirmation", "two stated facts need the user")
        settled = await self._call(
            ben, "resolve_memory_conflict", conflict_id=fourth["conflicts"][0]["id"], keep="old", reason="checked"
        )
        self._expect(settled["winner"] == "old", "the user's answer settles it")

    async def _policies(self, ben: Client) -> None:
        rule = "Never change a port without telling the operations team."
        self._step("a person lets reviewers read the domain's policies and not write them")
        self._palimpsest("grants", "set", "reviewer", "infrastructure", "read")

        self._step("ben, a reviewer, proposes a policy: refused, and nothing is created")
        refused = await self._call(ben, "propose_policy", domain="infrastructure", rule=rule)
        self._expect("InsufficientMemoryPermission" in refused.get("error", ""), "a read grant refuses policies")

        self._step("the person grants it, and the same call is accepted")
        self._palimpsest("grants", "set", "reviewer", "infrastructure", "write")
        accepted = await self._call(ben, "propose_policy", domain="infrastructure", rule=rule)
        self._expect("policy_id" in accepted, "a write grant accepts policies")

    async def _working_memory(self, ada: Client) -> None:
        self._step("ada keeps private notes, which she gets back whole at her next launch")
        notes = await self._call(
            ada, "update_my_notes", notes="Working on the load balancer. Next: move the health check."
        )
        self._expect(notes["version"] == 1, "notes have a version")

        self._step("ada remembers something for this session, without judging it yet")
        item = await self._call(
            ada, "remember", content="The staging load balancer restarts at noon.", topic="staging restarts"
        )
        self._expect(item["item_id"] == "H1", "a remembered item waits for consolidation")

    async def _recall(self, ada: Client, ben: Client) -> None:
        self._step("ben asks the memory; the reply says which voices were heard and which are silent, and why")
        found = await self._call(ben, "search_memory", query="which port is the orders API on?")
        self._expect(found["hits"][0]["content"].endswith("9090."), "the standing fact is found")

        self._step(f"what ada is told when she is launched with the task: {TASK}")
        preamble = await ada.call_tool("get_preamble", {"task": TASK})
        text = _content(preamble)["text"]
        show(textwrap.indent(text, "    | ", lambda _: True))
        self._expect("9090" in text and "Never change a port" in text, "policies, notes and facts are in the preamble")

    async def _call(self, client: Client, tool: str, /, **arguments: Any) -> dict[str, Any]:
        show(*textwrap.wrap(f"    > {tool} {_shown(arguments)}", WIDTH + 4, subsequent_indent="    >     "))
        result = await client.call_tool(tool, arguments)
        content = _content(result)
        if result.is_error:
            content = {"error": " ".join(getattr(block, "text", "") for block in result.content)}
        show(*(f"    < {line}" for line in _summary(content)))
        return content

    def _palimpsest(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "palimpsest.server.cli", *arguments]
        done = subprocess.run(
            command, env=self._environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        show(f"    $ palimpsest {' '.join(arguments)}", textwrap.indent((done.stdout + done.stderr).rstrip(), "    "))
        self._expect(done.returncode == 0, f"palimpsest {arguments[0]} works")

    def _history(self, fact_id: str) -> None:
        self._palimpsest("history", fact_id)

    def _step(self, what: str) -> None:
        self._number += 1
        show("", *textwrap.wrap(f"{self._number}. {what}", WIDTH, subsequent_indent="   "))

    def _expect(self, is_so: bool, what: str) -> None:
        if not is_so:
            self._failed.append(what)


def _content(result: Any) -> dict[str, Any]:
    return dict(result.structured_content or {})


def _shown(arguments: dict[str, Any]) -> str:
    return ", ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in arguments.items())


def _summary(content: dict[str, Any]) -> list[str]:
    """The parts of an answer that a person wants to see, a line each."""
    lines = [f"{name}: {_text(value)}" for name, value in content.items() if _is_telling(name, value)]
    lines += [
        f"hit {hit['id']}: {hit['content']} (confidence {hit['confidence']}"
        + (f", superseded by {hit['superseded_by']})" if hit["superseded_by"] else ")")
        for hit in content.get("hits", [])
    ]
    lines += [
        f"conflict {one['id']}: {one['evidence']}, {_settled(one['winner'])}, rule {one['rule']}"
        for one in content.get("conflicts", [])
    ]
    lines += [
        f"voice {name}: {voice.get('silent') or str(voice['found']) + ' found'}"
        for name, voice in content.get("voices", {}).items()
    ]
    return [part for line in lines for part in textwrap.wrap(line, WIDTH, subsequent_indent="    ")]


def _settled(winner: str | None) -> str:
    return f"the {winner} one is kept" if winner else "open"


def _is_telling(name: str, value: Any) -> bool:
    return value not in (None, [], {}) and name not in ("hits", "conflicts", "voices", "old", "new", "scope")


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _how_to_attach() -> None:
    command = shutil.which("palimpsest", path=str(Path(sys.executable).parent) + os.pathsep + os.defpath)
    server = {"command": command or "palimpsest", "args": ["serve", "--agent", "claude"]}
    show(
        "That memory is gone. To give Claude Code one that stays:",
        "",
        f"  claude mcp add palimpsest -- {shlex.join([str(server['command']), *server['args']])}",
        "",
        "Other clients take this in their MCP configuration:",
        "",
        textwrap.indent(json.dumps({"mcpServers": {"palimpsest": server}}, indent=2), "  "),
    )
