"""The OpenRPC document is one by the specification's rules, and says what the dispatcher takes."""

from __future__ import annotations

import json
import re
from typing import Any, cast

import pytest
from jsonschema import Draft7Validator
from palimpsest.server.rpc import Dispatcher
from palimpsest.server.rpc_declare import Method
from palimpsest.server.rpc_document import document
from palimpsest.server.rpc_examples import EVERY
from palimpsest.server.rpc_methods import methods
from palimpsest.store.errors import InvalidInput
from palimpsest.store.model import Caller
from palimpsest.store.model.access import TokenScope
from palimpsest.store.protocol import Store
from palimpsest.tools.desk import Desk
from processes import palimpsest

DOCUMENT = document("http://127.0.0.1:8765/rpc")
METHODS: dict[str, dict[str, Any]] = {one["name"]: one for one in DOCUMENT["methods"]}
OFFERED: dict[str, Method] = {one.name: one for one in methods(Desk(cast("Store", None), Caller()))}
ODD: tuple[Any, ...] = (
    None,
    "",
    [],
    {},
    0,
    -1,
    1.5,
    10**30,
    True,
    "x",
    "2027-01-01",
    ["F1"],
    [1],
    {"a": "b"},
    {"a": 1},
    [[]],
    "open",
)

# The parts of each object that the meta-schema of OpenRPC 1.3 knows, those that must be there first.
PARTS: dict[str, tuple[set[str], set[str]]] = {
    "document": ({"openrpc", "info", "methods"}, {"servers", "components", "externalDocs"}),
    "info": ({"title", "version"}, {"description", "termsOfService", "contact", "license"}),
    "server": ({"name", "url"}, {"summary", "description", "variables"}),
    "method": (
        {"name", "params", "result"},
        {"summary", "description", "tags", "errors", "paramStructure", "deprecated", "servers", "links", "examples"},
    ),
    "content": ({"name", "schema"}, {"summary", "description", "required", "deprecated"}),
    "error": ({"code", "message"}, {"data"}),
    "tag": ({"name"}, {"summary", "description", "externalDocs"}),
}


def hold(kind: str, value: dict[str, Any]) -> None:
    """Hold an object to the parts that one of its kind has."""
    needed, known = PARTS[kind]
    own = {name for name in value if not name.startswith("x-")}
    assert needed <= own <= needed | known, (kind, own)


def test_it_has_the_parts_that_the_specification_knows_and_no_others() -> None:
    hold("document", DOCUMENT)
    assert re.fullmatch(r"1\.3\.\d+", DOCUMENT["openrpc"])
    hold("info", DOCUMENT["info"])
    for server in DOCUMENT["servers"]:
        hold("server", server)
    for error in DOCUMENT["components"]["errors"].values():
        hold("error", error)
        assert isinstance(error["code"], int)


@pytest.mark.parametrize("name", METHODS)
def test_each_method_is_described_as_the_specification_has_it(name: str) -> None:
    one = METHODS[name]
    hold("method", one)
    for tag in one["tags"]:
        hold("tag", tag)
    for part in (*one["params"], one["result"]):
        hold("content", part)
        Draft7Validator.check_schema(part["schema"])
    names = [param["name"] for param in one["params"]]
    assert len(set(names)) == len(names)
    required = [param["required"] for param in one["params"]]
    assert required == sorted(required, reverse=True)  # by position, what may be left out comes last
    assert one["paramStructure"] == "either"
    assert one["summary"]
    for reference in one["errors"]:
        _, _, error = reference["$ref"].rpartition("#/components/errors/")
        assert error in DOCUMENT["components"]["errors"]


def test_it_names_every_method_once_with_its_scope_and_whether_it_only_reads() -> None:
    assert [one["name"] for one in DOCUMENT["methods"]] == list(OFFERED)
    told = {name: (one["x-scope"], one["x-reads-only"]) for name, one in METHODS.items()}
    assert told == {name: (one.scope.value, one.reads_only) for name, one in OFFERED.items()}
    assert {scope for scope, _ in told.values()} == set(TokenScope)
    assert all(reads_only for scope, reads_only in told.values() if scope == TokenScope.AGENT)


@pytest.mark.parametrize("name", METHODS)
def test_an_example_is_valid_and_taken_by_name_and_by_position(name: str) -> None:
    params = {param["name"]: param for param in METHODS[name]["params"]}
    assert EVERY[name].keys() <= params.keys()
    assert {param for param, one in params.items() if one["required"]} <= EVERY[name].keys()
    for param, value in EVERY[name].items():
        assert is_valid(params[param]["schema"], value)
        assert value in params[param]["schema"]["examples"]
    taken = OFFERED[name].signature.take(EVERY[name])
    assert taken.keys() == EVERY[name].keys()


@pytest.mark.parametrize("name", METHODS)
def test_a_value_is_valid_by_the_schema_exactly_when_the_method_takes_it(name: str) -> None:
    for param in METHODS[name]["params"]:
        for value in (*ODD, *param["schema"].get("enum", ()), param["schema"].get("default")):
            if not param["required"] and value in ("", [], {}) and not isinstance(value, bool):
                continue  # empty means left out, which no schema says
            assert is_valid(param["schema"], value) is takes(name, param["name"], value), (param["name"], value)


def is_valid(schema: dict[str, Any], value: Any) -> bool:
    """Whether the value is what the schema says."""
    validator: Any = Draft7Validator(schema)
    return validator.is_valid(value)


def takes(name: str, param: str, value: object) -> bool:
    """Whether the method's signature takes the value; what else it looks at comes later."""
    given = {one: EVERY[name][one] for one in EVERY[name] if one != param}
    try:
        OFFERED[name].signature.take(given | {param: value})
    except InvalidInput:
        return False
    return True


async def test_a_parameter_that_it_does_not_name_is_refused() -> None:
    dispatcher = Dispatcher(OFFERED.values())
    for name in METHODS:
        request = {"jsonrpc": "2.0", "id": 1, "method": name, "params": EVERY[name] | {"unheard": 1}}
        answer = json.loads(await dispatcher.answer(json.dumps(request)) or b"")
        assert answer["error"]["code"] == -32602
        assert "unheard" in answer["error"]["message"]


def test_the_command_prints_it_and_needs_no_workspace(tmp_path: Any) -> None:
    ran = palimpsest(tmp_path, "rpc", "--openrpc")
    assert ran.code == 0
    assert json.loads(ran.output) == document()
