"""Writes docs/tools.md, settings.md and rpc.md from what the code declares: `python tests/support/reference.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from palimpsest.store.model import Caller
from palimpsest.store.protocol import Store
from palimpsest.tools.declare import Declaration
from palimpsest.tools.desk import Desk
from palimpsest.tools.settings import ALL, Setting
from palimpsest.tools.toolbox import declarations
from rpc_reference import rpc_page

DOCS = Path(__file__).resolve().parents[2] / "docs"

TOOLS_HEAD = """\
# The tools

What every MCP client is told about them; written by `python tests/support/reference.py` from the declarations. An
optional argument that is left out, null, empty or its default means the same. Ids are strings (`F12` fact, `P3` policy,
`O45` observation, `H7` remembered item, `C2` conflict, `B5` batch). An argument that a tool doesn't know is refused by
name, and every error says what to change. What becomes of a fact, who wins a contradiction and what an agent should do
about each outcome: [how a fact lives](facts.md).

Tools marked *core* are those of `--tools core`.
"""
SETTINGS_HEAD = """\
# Settings

They belong to a workspace: `palimpsest settings list`, `get NAME`, `set NAME VALUE`, `unset NAME`. Written by
`python tests/support/reference.py` from the code.

| setting | default | takes | what it does |
|---|---|---|---|
"""


def tools_page() -> str:
    """The reference of every tool."""
    declared = declarations(Desk(cast("Store", None), Caller()))
    return "\n".join([TOOLS_HEAD, *(_tool(one) for one in declared)])


def settings_page() -> str:
    """The reference of every setting."""
    rows = (f"| `{one.name}` | {_default(one)} | {_range(one)} | {one.purpose} |" for one in ALL)
    return SETTINGS_HEAD + "\n".join(rows) + "\n"


def _default(one: Setting) -> str:
    return f"`{one.default}`" if one.default != "" else ""


def _range(one: Setting) -> str:
    if one.most_chars:
        return f"text, at most {one.most_chars} characters"
    return ", ".join(f"`{word}`" for word in one.words) or f"{one.low:g} to {one.high:,.0f}"


def _tool(one: Declaration) -> str:
    marks = [mark for mark, is_so in (("core", one.traits.core), ("only reads", one.traits.reads_only)) if is_so]
    head = f"## {one.name}\n\n{one.description}" + (f" *({', '.join(marks)})*" if marks else "")
    arguments = one.signature.input_schema
    required: list[str] = arguments.get("required", [])
    rows = [_row(name, schema, name in required) for name, schema in arguments["properties"].items()]
    table = "\n".join(["| argument | takes | default | |", "|---|---|---|---|", *rows])
    answer = ", ".join(f"`{name}`" for name in one.signature.output_schema["properties"])
    return f"{head}\n\n{table}\n\nAnswers {answer}.\n"


def _row(name: str, schema: dict[str, Any], is_required: bool) -> str:
    shown = f"**{name}**" if is_required else name
    default = f"`{schema['default']}`" if "default" in schema else ""
    return f"| {shown} | {_takes(schema)} | {default} | {schema.get('description', '')} |"


def _takes(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return ", ".join(f"`{word}`" for word in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_takes(schema['items'])}"
    if schema.get("type") == "object":
        return f"object: {', '.join(schema.get('properties', {})) or 'text by name'}"
    if "minimum" in schema:
        return f"{schema['type']} {schema['minimum']:g} to {schema['maximum']:,g}"
    return str(schema.get("type", "anything"))


if __name__ == "__main__":
    (DOCS / "tools.md").write_text(tools_page(), encoding="utf-8")
    (DOCS / "settings.md").write_text(settings_page(), encoding="utf-8")
    (DOCS / "rpc.md").write_text(rpc_page(), encoding="utf-8")
