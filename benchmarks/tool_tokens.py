"""What the tools cost a model before it has called one: tokens, counted as characters / 4.

    python benchmarks/tool_tokens.py [--each] [-- palimpsest serve]

Counted from what the server sends: names, descriptions and input schemas, and the whole tools/list with its output
schemas, for the full and the core toolset. Exits with 1 when a budget is exceeded.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipe import PipedServer

OURS = (str(Path(sys.executable).with_name("palimpsest")), "serve")


@dataclass(frozen=True, slots=True)
class Budget:
    """Most tokens that a toolset may cost."""

    toolset: str
    contract: int
    whole: int


BUDGETS = (Budget("full", 2600, 4600), Budget("core", 1900, 3400))


def tokens(value: object) -> int:
    """Tokens of a value written as compact JSON."""
    return round(len(json.dumps(value, ensure_ascii=False, separators=(",", ":"))) / 4)


def contract_of(tool: dict[str, Any]) -> dict[str, Any]:
    """What a model needs to call the tool."""
    return {key: tool[key] for key in ("name", "description", "inputSchema")}


def listed_tools(command: Sequence[str], toolset: str) -> dict[str, Any]:
    """The result of tools/list as it goes over the wire."""
    with tempfile.TemporaryDirectory() as home:
        server = PipedServer((*command, "--tools", toolset), {"PALIMPSEST_HOME": home}, "2026-07-28")
        server.open()
        result = server.request("tools/list", {})
        server.kill()
    return result


def report(budget: Budget, listed: dict[str, Any], *, each: bool) -> tuple[str, bool]:
    """The lines for a toolset, and whether its budget holds."""
    tools: list[dict[str, Any]] = listed["tools"]
    contract, whole = tokens([contract_of(tool) for tool in tools]), tokens(listed)
    lines = [
        f"{budget.toolset}: {len(tools)} tools; names, descriptions, input schemas {contract} of {budget.contract}; "
        f"whole tools/list {whole} of {budget.whole}"
    ]
    if each:
        lines += [f"  {tool['name']:26} {tokens(contract_of(tool)):5} {tokens(tool):5}" for tool in tools]
    return "\n".join(lines), contract <= budget.contract and whole <= budget.whole


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", action="store_true", help="one line for each tool as well")
    parser.add_argument("command", nargs="*", help="the command to measure (default: palimpsest serve)")
    given = parser.parse_args()
    reports = [
        report(budget, listed_tools(tuple(given.command) or OURS, budget.toolset), each=given.each)
        for budget in BUDGETS
    ]
    sys.stdout.write("\n".join(text for text, _ in reports) + "\n")
    return 0 if all(holds for _, holds in reports) else 1


if __name__ == "__main__":
    sys.exit(main())
