"""Reads a tool's contract from its function's signature: plain hints, no second description of the same thing.

An argument is `Annotated[T, "what it is", Bounds(1, 50)]`, optional when it has a default. `T` is `str`, `int`,
`float`, `bool`, a `Literal`, a `StrEnum`, a `TypedDict`, `list[T]`, `dict[str, T]` or one of them `| None`; an answer
may hold `object` too. A parameter of another type, or with another mark in `Annotated`, is not an argument: the server
fills it in.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any, Literal, NotRequired, Required, Union, cast, get_args, get_origin, get_type_hints
from typing import is_typeddict as is_record

from .shapes import (
    Anything,
    Bounds,
    Choice,
    Field,
    Flag,
    ListOf,
    MapOf,
    Nullable,
    Number,
    Record,
    Shape,
    Text,
    Unlisted,
    Whole,
)

_PRIMITIVES: dict[object, Shape] = {str: Text(), bool: Flag(), int: Whole(), float: Number()}


@dataclass(frozen=True)
class Signature:
    """What a tool takes, what it answers, and which parameters the server fills in (name to hint)."""

    arguments: Record
    answer: Record
    injected: Mapping[str, Any]

    @cached_property
    def input_schema(self) -> dict[str, Any]:
        """JSON Schema of the arguments."""
        return self.arguments.schema()

    @cached_property
    def output_schema(self) -> dict[str, Any]:
        """JSON Schema of the answer; which parts its inner objects must have is left out, it would double them."""
        schema = self.answer.schema()
        for part in schema["properties"].values():
            _drop_required(part)
        return schema

    def take(self, given: Mapping[str, object]) -> dict[str, Any]:
        """The given arguments, checked; those left out are absent, so the function's defaults hold."""
        return self.arguments.take(given, "")


def _drop_required(schema: dict[str, Any]) -> None:
    schema.pop("required", None)
    inner = [*schema.get("properties", {}).values(), schema.get("items"), schema.get("additionalProperties")]
    for part in inner:
        if isinstance(part, dict):
            _drop_required(cast("dict[str, Any]", part))


def read_signature(function: Callable[..., Any]) -> Signature:
    """The contract of a tool; `TypeError` when the answer is no TypedDict, `KeyError` when a hint is missing."""
    hints = get_type_hints(function, include_extras=True)
    answer = shape_of(hints.pop("return"))
    if not isinstance(answer, Record):
        raise TypeError(f"{function.__qualname__} must answer with a TypedDict")
    arguments = read_arguments(function, hints)
    taken = {field.name for field in arguments.fields}
    return Signature(arguments, answer, {name: hint for name, hint in hints.items() if name not in taken})


def read_arguments(function: Callable[..., Any], hints: Mapping[str, Any] | None = None) -> Record:
    """The arguments of a function, those left out that the server fills in."""
    known = get_type_hints(function, include_extras=True) if hints is None else hints
    parameters = inspect.signature(function).parameters
    fields = (_argument(name, known[name], parameter.default) for name, parameter in parameters.items())
    return Record(tuple(field for field in fields if field is not None), closed=True)


def shape_of(hint: Any, *, closed: bool = False) -> Shape | None:
    """The shape that a hint stands for; None when it stands for none."""
    hint, metadata = _unwrap(hint)
    bounds = next((item for item in metadata if isinstance(item, Bounds)), None)
    if bounds is not None:
        return _bounded(hint, bounds)
    if any(isinstance(item, Unlisted) for item in metadata):
        return _unlisted(shape_of(hint))
    if hint in _PRIMITIVES:
        return _PRIMITIVES[hint]
    if hint is object or hint is Any:
        return Anything()
    if is_record(hint):
        return _record(hint, closed=closed)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return Choice(tuple(member.value for member in hint), hint)
    return _generic(get_origin(hint), get_args(hint), closed=closed)


def _unlisted(shape: Shape | None) -> Shape | None:
    match shape:
        case Choice() | Record():
            return replace(shape, is_listed=False)
        case Nullable(Choice() as choice):
            return Nullable(replace(choice, is_listed=False))
        case _:
            return shape


def _bounded(hint: Any, bounds: Bounds) -> Shape:
    kinds = get_args(hint) or (hint,)
    shape = Whole(bounds) if int in kinds else Number(bounds)
    return Nullable(shape) if type(None) in kinds else shape


def _generic(origin: Any, args: tuple[Any, ...], *, closed: bool) -> Shape | None:
    if origin is Literal:
        return Choice(tuple(args))
    if origin is list:
        item = shape_of(args[0], closed=closed)
        return item and ListOf(item)
    if origin is dict:
        value = shape_of(args[1], closed=closed)
        return value and MapOf(value)
    if origin in (Union, types.UnionType) and type(None) in args:
        rest = [arg for arg in args if arg is not type(None)]
        shape = shape_of(rest[0], closed=closed) if len(rest) == 1 else None
        return shape and Nullable(shape)
    return None


def _argument(name: str, hint: Any, default: Any) -> Field | None:
    if any(not isinstance(item, str | Bounds | Unlisted) for item in _unwrap(hint)[1]):
        return None
    shape = shape_of(hint, closed=True)
    if shape is None or isinstance(shape, Anything):
        return None
    required = default is inspect.Parameter.empty
    if isinstance(shape, Nullable):
        shape = shape.shape
    return Field(name, shape, _description(hint), required, None if required else default)


def _record(hint: Any, *, closed: bool) -> Record:
    hints = get_type_hints(hint, include_extras=True)
    return Record(tuple(_part(hint, name, part, closed=closed) for name, part in hints.items()), closed)


def _part(record: Any, name: str, hint: Any, *, closed: bool) -> Field:
    qualifier = get_origin(hint)
    required = name in record.__required_keys__ if qualifier not in (Required, NotRequired) else qualifier is Required
    if qualifier in (Required, NotRequired):
        hint = get_args(hint)[0]
    shape = shape_of(hint, closed=closed)
    if shape is None:
        raise TypeError(f"{record.__qualname__}.{name} has a hint that no JSON value answers to")
    if closed and isinstance(shape, Nullable):
        shape = shape.shape
    return Field(name, shape, _description(hint), required)


def _unwrap(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """The bare type and what `Annotated` adds to it."""
    if get_origin(hint) is Annotated:
        bare, *metadata = get_args(hint)
        return bare, tuple(metadata)
    return hint, ()


def _description(hint: Any) -> str:
    return next((item for item in _unwrap(hint)[1] if isinstance(item, str)), "")
