"""The shapes a JSON value can have in a tool's arguments and answers: each writes its schema and takes a value.

Taking is strict: nothing is converted, except a whole number written as `8.0`. What doesn't fit raises `InvalidInput`
with a sentence that names the place and what would fit, and never repeats the value.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, cast

from ..store.errors import InvalidInput

BROKEN_TEXT_MARK = "\ufdd0"
"""Stands where a transport met a lone surrogate; a Unicode noncharacter, so no text holds it on purpose."""

_BROKEN_TEXT = re.compile(rf"[\ud800-\udfff{BROKEN_TEXT_MARK}]")
MOST_ITEMS = 1000
"""Longest list that any argument takes; tools set narrower limits of their own."""

_LARGEST_EXACT_FLOAT = 2**53


class Shape(Protocol):
    """What a value must look like."""

    def schema(self) -> dict[str, Any]:
        """JSON Schema of the values that `take` accepts."""
        ...

    def take(self, value: object, place: str) -> Any:
        """The value as the tool wants it; `InvalidInput` when it doesn't fit."""
        ...


@dataclass(frozen=True, slots=True)
class Bounds:
    """Least and greatest number that is allowed; put it into `Annotated`."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Unlisted:
    """Put into `Annotated`: the schema doesn't spell out an enum or an object that is described elsewhere."""


@dataclass(frozen=True, slots=True)
class Text:
    """Any text without NUL and lone surrogates."""

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}

    def take(self, value: object, place: str) -> str:
        if not isinstance(value, str):
            raise _mismatch(place, "text", value)
        if "\0" in value:
            raise InvalidInput(f"'{place}' holds a NUL character; send it without.")
        if _BROKEN_TEXT.search(value):
            raise InvalidInput(f"'{place}' holds broken Unicode (half of a surrogate pair); send the text whole.")
        return value


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words; with an enum, its member is what the tool gets."""

    words: tuple[str, ...]
    enum: type[StrEnum] | None = None
    is_listed: bool = True

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.words)} if self.is_listed else {"type": "string"}

    def take(self, value: object, place: str) -> str:
        if not isinstance(value, str) or value not in self.words:
            raise InvalidInput(f"'{place}' must be one of {', '.join(self.words)}.")
        return self.enum(value) if self.enum else value


@dataclass(frozen=True, slots=True)
class Flag:
    """true or false."""

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def take(self, value: object, place: str) -> bool:
        if not isinstance(value, bool):
            raise _mismatch(place, "true or false", value)
        return value


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds."""

    bounds: Bounds | None = None

    def schema(self) -> dict[str, Any]:
        return {"type": "integer"} | _bounds_schema(self.bounds)

    def take(self, value: object, place: str) -> int:
        if isinstance(value, float) and value.is_integer() and abs(value) <= _LARGEST_EXACT_FLOAT:
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise _mismatch(place, "a whole number", value)
        _require_within(self.bounds, value, place)
        return value


@dataclass(frozen=True, slots=True)
class Number:
    """A finite number within bounds."""

    bounds: Bounds | None = None

    def schema(self) -> dict[str, Any]:
        return {"type": "number"} | _bounds_schema(self.bounds)

    def take(self, value: object, place: str) -> float:
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise _mismatch(place, "a number", value)
        if not _is_finite(value):
            raise InvalidInput(f"'{place}' must be a finite number.")
        _require_within(self.bounds, value, place)
        return float(value)


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list whose items all have one shape."""

    item: Shape

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.item.schema()}

    def take(self, value: object, place: str) -> list[Any]:
        if not isinstance(value, Sequence) or isinstance(value, str | bytes):
            raise _mismatch(place, "a list", value)
        items = cast("Sequence[object]", value)
        if len(items) > MOST_ITEMS:
            raise InvalidInput(f"'{place}' takes at most {MOST_ITEMS} items.")
        return [self.item.take(item, f"{place}[{index}]") for index, item in enumerate(items)]


@dataclass(frozen=True, slots=True)
class MapOf:
    """An object with any text as keys, whose values all have one shape."""

    value: Shape

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.value.schema()}

    def take(self, value: object, place: str) -> dict[str, Any]:
        entries = _as_object(value, place)
        return {
            Text().take(key, place): self.value.take(item, f"{place}.{shown(key)}") for key, item in entries.items()
        }


@dataclass(frozen=True, slots=True)
class Field:
    """One named part of a record: its shape, what a reader is told, and whether it may be left out.

    A default of false goes without saying: a flag that isn't given isn't set.
    """

    name: str
    shape: Shape
    description: str = ""
    required: bool = True
    default: Any = None

    def schema(self) -> dict[str, Any]:
        """Schema with the description, and the default where it says something."""
        schema = self.shape.schema()
        if self.description:
            schema["description"] = self.description
        if not self.required and self.default is not None and self.default is not False:
            schema["default"] = self.default
        return schema


@dataclass(frozen=True, slots=True)
class Record:
    """An object with named parts; `closed` says in the schema that there are no others."""

    fields: tuple[Field, ...]
    closed: bool = False
    is_listed: bool = True

    def schema(self) -> dict[str, Any]:
        if not self.is_listed:
            return {"type": "object"}
        schema: dict[str, Any] = {"type": "object", "properties": {f.name: f.schema() for f in self.fields}}
        if required := [f.name for f in self.fields if f.required]:
            schema["required"] = required
        if self.closed:
            schema["additionalProperties"] = False
        return schema

    def take(self, value: object, place: str) -> dict[str, Any]:
        """The parts that were given; null and empty mean that an optional part was not."""
        given = _as_object(value, place)
        _refuse_unknown(given, self.fields, place)
        present = {f.name: f for f in self.fields if f.name in given and not _is_omitted(given[f.name], f)}
        _refuse_missing(present, self.fields, place)
        inner = f"{place}." if place else ""
        return {name: f.shape.take(given[name], inner + name) for name, f in present.items()}


@dataclass(frozen=True, slots=True)
class Nullable:
    """A shape, or null; answers use it."""

    shape: Shape

    def schema(self) -> dict[str, Any]:
        schema = self.shape.schema()
        if "enum" in schema:
            schema["enum"] = [*schema["enum"], None]
        if isinstance(schema.get("type"), str):
            schema["type"] = [schema["type"], "null"]
        return schema

    def take(self, value: object, place: str) -> Any:
        return None if value is None else self.shape.take(value, place)


@dataclass(frozen=True, slots=True)
class Anything:
    """Any JSON value; answers use it."""

    def schema(self) -> dict[str, Any]:
        return {}

    def take(self, value: object, place: str) -> Any:  # noqa: ARG002
        return value


def shown(name: str) -> str:
    """A name from outside as an error may repeat it: short, and nothing that can't be printed."""
    return "".join(char if char.isprintable() else "?" for char in name[:40])


def _mismatch(place: str, wanted: str, value: object) -> InvalidInput:
    return InvalidInput(f"'{place}' must be {wanted}, not {_kind(value)}.")


def _kind(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int():
            return "a whole number"
        case float():
            return "a number with a fraction" if math.isfinite(value) else "a number that isn't finite"
        case str():
            return "text"
        case Mapping():
            return "an object"
        case _:
            return "a list"


def _is_finite(value: float) -> bool:
    """Whether a float can hold it; a whole number may be too large."""
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def _bounds_schema(bounds: Bounds | None) -> dict[str, Any]:
    return {} if bounds is None else {"minimum": bounds.low, "maximum": bounds.high}


def _require_within(bounds: Bounds | None, value: float, place: str) -> None:
    if bounds is not None and not bounds.low <= value <= bounds.high:
        raise InvalidInput(f"'{place}' must be between {bounds.low} and {bounds.high}.")


def _as_object(value: object, place: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise _mismatch(place, "an object", value)
    return cast("Mapping[str, object]", value)


def _is_omitted(value: object, field: Field) -> bool:
    """Whether a value says nothing: null always does, empty does where the part is optional."""
    return value is None or (not field.required and value in ("", [], {}))


def _refuse_unknown(given: Mapping[str, object], fields: Sequence[Field], place: str) -> None:
    names = [field.name for field in fields]
    unknown = next((key for key in given if key not in names), None)
    if unknown is None:
        return
    subject = f"'{place}' has no part" if place else "there is no argument"
    known = f"known: {', '.join(names)}" if names else "none is taken"
    raise InvalidInput(f"{subject[0].upper()}{subject[1:]} '{shown(unknown)}'; {known}.")


def _refuse_missing(present: Mapping[str, Field], fields: Sequence[Field], place: str) -> None:
    missing = [f"'{field.name}'" for field in fields if field.required and field.name not in present]
    if missing:
        where = f" in '{place}'" if place else ""
        raise InvalidInput(f"Missing{where}: {', '.join(missing)}.")
