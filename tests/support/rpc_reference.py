"""The page docs/rpc.md, from what the methods declare; `python tests/support/reference.py` writes it."""

from __future__ import annotations

import json
from typing import Any, cast

from palimpsest.server.http.rpc_route import MOST_CALLS
from palimpsest.server.rpc_declare import Method
from palimpsest.server.rpc_errors import CODES
from palimpsest.server.rpc_examples import EVERY
from palimpsest.server.rpc_methods import methods
from palimpsest.store.model import Caller
from palimpsest.store.protocol import Store
from palimpsest.tools.desk import Desk

HEAD = """\
# JSON-RPC

What the person in charge may do with a memory, for scripts and thin clients, and what an agent's token may read of it.
`palimpsest rpc` reads JSON-RPC 2.0 requests from stdin, a request or a batch a line, and answers each on a line of its
own until the input ends. `palimpsest serve --http` answers the same at `/rpc`. Written by
`python tests/support/reference.py` from the declarations; `palimpsest rpc --openrpc` prints them as an OpenRPC
document, which HTTP has at `/rpc/openrpc.json`.

**It is a person's surface.** It stands above every grant, reads what agents keep to themselves, deletes and undoes.
Don't offer it to an agent as a tool, don't let text that a model wrote choose what is sent, and never give an agent a
token of another scope than `agent`. What changes here is logged under the name of whoever runs the command, or that of
the token, with the role `person`.

<!-- run -->
```bash
palimpsest grants set reviewer security read
palimpsest rpc <<'REQUESTS'
{"jsonrpc": "2.0", "id": 1, "method": "memory_access_grant.list"}
{"jsonrpc": "2.0", "id": 2, "method": "memory_settings.get", "params": ["access.mode"]}
REQUESTS
```

* Parameters are given by name, or by position in the order of the tables below. One that is left out, null, empty or
  its default means the same; one that a method doesn't know is refused by name, and nothing is converted.
* A request without `id` is a notification: it is done and not answered. The requests of a batch are done one after the
  other, in their order, each in a transaction of its own; a batch holds at most 1,000 (over HTTP {most_calls}), a line
  or a body 4 MiB.
* Every call that changes something is one batch of changes, however many facts it touches. Its answer says which
  (`batch_id`, null when nothing was to be changed), and `memory_audit.undo` puts it back. Samples and marks of a review
  have none: they change no fact.
* Lists come in pages: `next_cursor` is null on the last, and goes as `cursor` with the same parameters into the next
  call.
* `as_of` shows what was believed at a moment: what turned out wrong later is not among it, what became outdated is.
* Answers are ASCII: other characters stand as JSON escapes.

## Over HTTP

```bash
curl http://127.0.0.1:8765/rpc -H 'Content-Type: application/json' -H "Authorization: Bearer $TOKEN" \\
  -d '{"jsonrpc":"2.0","id":1,"method":"memory_fact.list","params":{"state":"contested"}}'
```

Requests are sent by POST as `application/json`, with `Authorization: Bearer plt_...` where [tokens](tokens.md) are
needed. An answer has status 200, an error of JSON-RPC too; notifications alone are answered with 204 and no body. A
token's workspace is the one that is asked about; without tokens `/workspaces/<id>/rpc` names another than the default.
Asking about a workspace that nothing was ever written to says so and makes no file.

Each method needs a scope, and a token may do what its own and those before it may:

| scope | its bearer | may |
|---|---|---|
| `agent` | that agent | read what it may see: grants hold, what other agents keep to themselves doesn't exist for it |
| `reviewer` | a person | see everything, repair facts, policies and conflicts, review, undo what reviewers may do |
| `admin` | the person in charge | everything: grants, settings, the version register, what a review suggests |

A method that the scope doesn't reach is refused by its name (-32008, with `data.needed`) before its parameters are
looked at.

| method | scope | |
|---|---|---|
{methods}
"""
ERRORS = """\
## Errors

`message` says what to do next. `data.error` names the error; `InsufficientMemoryPermission` brings `role`, `domain`,
`level` and `needed` along, `InsufficientTokenScope` `method`, `scope` and `needed`, `StaleVersion` what is there now as
`current`. Beside the protocol's own -32700, -32600, -32601 and -32603:

| code | error | |
|---|---|---|
"""


def rpc_page() -> str:
    """The reference of every method."""
    offered = methods(Desk(cast("Store", None), Caller()))
    head = HEAD.replace("{most_calls}", str(MOST_CALLS)).replace("{methods}", "\n".join(map(_line, offered)))
    errors = "".join(f"| {code} | `{kind.__name__}` | {meaning} |\n" for kind, code, meaning in CODES)
    return "\n".join([head, ERRORS + errors, *(_method(one) for one in offered)])


def _line(one: Method) -> str:
    address = one.name.replace(".", "")
    return f"| [{one.name}](#{address}) | `{one.scope}` | {'only reads' if one.reads_only else ''} |"


def _method(one: Method) -> str:
    mark = f" *(scope {one.scope}{', only reads' if one.reads_only else ''})*"
    parts = [f"## {one.name}", f"{one.description}{mark}", _table(one), _example(one), f"Answers {_answer(one)}."]
    return "\n\n".join(part for part in parts if part) + "\n"


def _table(one: Method) -> str:
    schema = one.signature.input_schema
    required: list[str] = schema.get("required", [])
    rows = [_row(name, part, name in required) for name, part in schema["properties"].items()]
    return "\n".join(["| parameter | takes | default | |", "|---|---|---|---|", *rows]) if rows else ""


def _row(name: str, part: dict[str, Any], is_required: bool) -> str:
    shown = f"**{name}**" if is_required else name
    default = f"`{part['default']}`" if "default" in part else ""
    return f"| {shown} | {_takes(part)} | {default} | {part.get('description', '')} |"


def _takes(part: dict[str, Any]) -> str:
    if "enum" in part:
        return ", ".join(f"`{word}`" for word in part["enum"])
    if part.get("type") == "array":
        return f"list of {_takes(part['items'])}"
    if part.get("type") == "object":
        return "object of texts"
    if "minimum" in part:
        return f"{part['type']} {part['minimum']:g} to {part['maximum']:,g}"
    return str(part["type"])


def _example(one: Method) -> str:
    params = EVERY[one.name]
    request = {"jsonrpc": "2.0", "id": 1, "method": one.name} | ({"params": params} if params else {})
    return f"```json\n{json.dumps(request, ensure_ascii=False)}\n```"


def _answer(one: Method) -> str:
    return ", ".join(_part(name, part) for name, part in one.signature.output_schema["properties"].items())


def _part(name: str, part: dict[str, Any]) -> str:
    """The part, with those inside of it where it is an object or a list of them."""
    inner = part.get("properties") or cast("dict[str, Any]", part.get("items", {})).get("properties")
    return f"`{name}`" + (f" ({', '.join(inner)})" if inner else "")
