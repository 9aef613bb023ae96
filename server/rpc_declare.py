"""How a JSON-RPC method is declared: an async method of a family, its hints and its docstring, under `@method(...)`.

    @method("memory_fact.get", reads_only=True, scope=TokenScope.AGENT)
    async def get(self, fact_id: Annotated[str, "F12"]) -> FactDetail:
        '''One fact whole.'''

`scope` is the least that a token needs; a method that names none is the person in charge's alone. One that `begins`
may be the first thing that is ever done in a workspace: it makes the file, or needs none.

Parameters and result are its signature (`tools/signature.py`), as with tools: unknown parameters are refused, nothing
is converted, and one that is left out, null or empty has its default.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cache
from types import MethodType
from typing import Any, TypeVar

from ..store.errors import InvalidInput
from ..store.model.access import TokenScope
from ..tools.signature import Signature, read_signature

_MARK = "__palimpsest_rpc__"
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class _Mark:
    name: str
    reads_only: bool
    scope: TokenScope
    begins: bool


@dataclass(frozen=True)
class Method:
    """A method ready to be called."""

    name: str
    description: str
    reads_only: bool
    scope: TokenScope
    begins: bool
    signature: Signature
    function: Callable[..., Awaitable[Any]]

    async def call(self, params: dict[str, Any] | list[Any] | None) -> Any:
        """The result for parameters by name or by position; `InvalidInput` for such as the method doesn't take."""
        named = self._by_name(params) if isinstance(params, list) else params or {}
        return await self.function(**self.signature.take(named))

    def _by_name(self, values: Sequence[Any]) -> dict[str, Any]:
        names = [field.name for field in self.signature.arguments.fields]
        if len(values) > len(names):
            known = ", ".join(names) or "none"
            raise InvalidInput(f"{self.name} takes {len(names)} parameters, in this order: {known}.")
        return dict(zip(names, values, strict=False))


def method(
    name: str, *, reads_only: bool = False, scope: TokenScope = TokenScope.ADMIN, begins: bool = False
) -> Callable[[F], F]:
    """Mark a function as a method of that name, for tokens of that scope and of those above it."""

    def mark(function: F) -> F:
        setattr(function, _MARK, _Mark(name, reads_only, scope, begins))
        return function

    return mark


def methods_of(family: object) -> list[Method]:
    """Every method of a family, in the order of their definition."""
    marked = [name for name, member in vars(type(family)).items() if hasattr(member, _MARK)]
    return [_declared(getattr(family, name)) for name in marked]


def _declared(function: MethodType) -> Method:
    mark: _Mark = getattr(function, _MARK)
    description = " ".join((function.__doc__ or "").split())
    signature = _signature_of(function.__func__)
    return Method(mark.name, description, mark.reads_only, mark.scope, mark.begins, signature, function)


@cache
def _signature_of(function: Callable[..., Any]) -> Signature:
    """What a family's function takes: the same for every caller, and reading it takes longer than most calls."""
    return read_signature(MethodType(function, object()))
