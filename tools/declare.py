"""How a tool is declared: an async function or method, its hints and its docstring, under `@tool(...)`.

    @tool(reads_only=True, always_load=True)
    async def search_memory(self, query: str, limit: Annotated[int, "most hits", Bounds(1, 50)] = 8) -> Found:
        '''Find what the memory holds about something.'''

The name is the function's, the description its docstring, arguments and answer its signature (`tools/signature.py`).

A tool may have something to ask the user before it does its work:

    async def propose_fact(self, content: str, reply: Annotated[Reply | None, AskedBy("question_of_proposal")] = None)

The method of that name gets the tool's arguments by name, only reads, and gives the `Question`, or None when there is
nothing to ask. It is run before the tool where the client can ask its user, and perhaps more than once; the reply is
None where nothing was asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from ..store.model import Keep
from .signature import Signature, read_signature

_TRAITS = "__palimpsest_tool__"
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Traits:
    """What a client may know of a tool beside its contract; `core` tools are in the small toolset as well."""

    reads_only: bool = False
    destructive: bool = False
    idempotent: bool = False
    core: bool = False
    always_load: bool = False


class Progress(Protocol):
    """A parameter of this type is filled in by the server; reporting is free when nobody listens."""

    async def report_progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        """Say how far a long call has come."""
        ...


@dataclass(frozen=True, slots=True)
class Question:
    """Which side is to be kept, as a person is asked; `about` names the other sides by id and text.

    The text is the same while what it asks about is: an answer counts for no other.
    """

    text: str
    about: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """What the user said to a question; `keep` None: nothing, they left it open.

    The question is about nothing when it has become moot since.
    """

    question: Question
    keep: Keep | None


@dataclass(frozen=True, slots=True)
class AskedBy:
    """Marks the parameter that takes the `Reply`, with the name of the method that makes the question."""

    method: str


@dataclass(frozen=True)
class Declaration:
    """A tool ready to be served."""

    name: str
    description: str
    traits: Traits
    signature: Signature
    function: Callable[..., Any]

    @property
    def questions(self) -> dict[str, Callable[..., Any]]:
        """What makes the question of each parameter that takes a reply."""
        family = getattr(self.function, "__self__", None)
        marks = {name: _asked_by(hint) for name, hint in self.signature.injected.items()}
        return {name: getattr(family, mark.method) for name, mark in marks.items() if mark is not None}


def _asked_by(hint: Any) -> AskedBy | None:
    return next((item for item in getattr(hint, "__metadata__", ()) if isinstance(item, AskedBy)), None)


def tool(
    *,
    reads_only: bool = False,
    destructive: bool = False,
    idempotent: bool = False,
    core: bool = False,
    always_load: bool = False,
) -> Callable[[F], F]:
    """Mark a function as a tool; a tool that only reads is idempotent."""
    traits = Traits(reads_only, destructive, idempotent or reads_only, core, always_load)

    def mark(function: F) -> F:
        setattr(function, _TRAITS, traits)
        return function

    return mark


def declaration_of(function: Callable[..., Any]) -> Declaration:
    """The declaration of a function or bound method under `@tool`; `TypeError` when it is under none."""
    traits = getattr(function, _TRAITS, None)
    if not isinstance(traits, Traits):
        raise TypeError(f"{function.__qualname__} is not declared with @tool")
    return Declaration(
        function.__name__, " ".join((function.__doc__ or "").split()), traits, read_signature(function), function
    )


def tools_of(family: object) -> list[Declaration]:
    """Every tool among an object's methods, in the order of their definition."""
    names = [name for name, member in vars(type(family)).items() if hasattr(member, _TRAITS)]
    return [declaration_of(getattr(family, name)) for name in names]
