"""The person in charge of a bench's workspace, over JSON-RPC: every answer is held to what its method declares."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, cast

from memory_bench import Bench
from palimpsest.server.rpc import Dispatcher
from palimpsest.server.rpc_declare import Method
from palimpsest.server.rpc_methods import methods
from palimpsest.store.model import Caller
from palimpsest.store.model.access import TokenScope
from palimpsest.tools.desk import Desk
from palimpsest.tools.shapes import Anything, Choice, Flag, ListOf, MapOf, Nullable, Number, Record, Shape, Text, Whole

ANN = Caller(agent="ann", role="person", session="page", is_person=True)


class Person:
    """Calls methods as a thin client does, text in and text out."""

    def __init__(self, bench: Bench, caller: Caller = ANN, scope: TokenScope = TokenScope.ADMIN) -> None:
        self.desk, self._scope = Desk(bench.store, caller), scope
        self.use(methods(self.desk, scope=scope, home=bench.path.parent))

    def use(self, offered: Iterable[Method]) -> None:
        """Call other methods from here on."""
        self.methods = {one.name: one for one in offered}
        self._dispatcher = Dispatcher(self.methods.values(), scope=self._scope)

    async def send(self, text: str | bytes) -> Any:
        """What a text is answered, None when it isn't."""
        answer = await self._dispatcher.answer(text)
        return None if answer is None else json.loads(answer)

    async def ask(self, request: dict[str, Any]) -> Any:
        """The whole answer to a request, an error too."""
        return await self.send(json.dumps(request))

    async def call(self, name: str, /, **params: Any) -> Any:
        """The result of a call that must succeed."""
        answer = await self._request(name, params)
        assert "error" not in answer, answer["error"]
        assert list(misfits(self.methods[name].signature.answer, answer["result"])) == []
        return answer["result"]

    async def refused(self, name: str, /, **params: Any) -> tuple[int, str]:
        """Code and message of a call that must fail."""
        answer = await self._request(name, params)
        assert "error" in answer, answer["result"]
        return answer["error"]["code"], answer["error"]["message"]

    async def _request(self, name: str, params: dict[str, Any]) -> Any:
        answer = await self.ask({"jsonrpc": "2.0", "id": 1, "method": name, "params": params})
        assert (answer["jsonrpc"], answer["id"]) == ("2.0", 1)
        return answer


def misfits(shape: Shape, value: Any, place: str = "result") -> list[str]:
    """Where a value isn't what was declared: a part too many or too few, or of another kind."""
    match shape:
        case Record():
            return _record_misfits(shape, value, place)
        case ListOf(item) if isinstance(value, list):
            return [found for one in cast("list[Any]", value) for found in misfits(item, one, f"{place}[]")]
        case MapOf(item) if isinstance(value, dict):
            return [
                found for one in cast("dict[str, Any]", value).values() for found in misfits(item, one, f"{place}.*")
            ]
        case Nullable(inner):
            return [] if value is None else misfits(inner, value, place)
        case Anything():
            return []
        case _:
            return [] if isinstance(value, _kinds(shape)) else [f"{place}: {value!r}"]


def _record_misfits(shape: Record, value: Any, place: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{place}: {value!r}"]
    given = cast("dict[str, Any]", value)
    known = {part.name: part for part in shape.fields}
    odd = [f"{place}.{name}: unknown" for name in given if name not in known]
    missing = [f"{place}.{name}: missing" for name, part in known.items() if part.required and name not in given]
    shared = given.keys() & known.keys()
    inner = [one for name in sorted(shared) for one in misfits(known[name].shape, given[name], f"{place}.{name}")]
    return [*odd, *missing, *inner]


def _kinds(shape: Shape) -> tuple[type, ...]:
    match shape:
        case Text() | Choice():
            return (str,)
        case Flag():
            return (bool,)
        case Whole():
            return (int,)
        case Number():
            return (int, float)
        case _:
            return ()
