"""A workspace's embedding: the model that its settings name, for searching and for writing.

found = await desk.embedding.query(text)        # QueryVector, or Silent with its reason
made = await desk.embedding.passages(texts)     # for `Store.write`; what is left out is made in the background
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from ..store.embedders.choose import EmbedderChoice
from ..store.model import Embedded
from .models import Models, QueryVector, Silent
from .settings import Settings

__all__ = ["Embedding", "QueryVector", "Silent", "choice_of"]


class Embedding:
    """The model that a workspace's settings name; shared by everybody who works on its store."""

    def __init__(self, models: Models, key: str = "") -> None:
        """`key` is for an endpoint; it comes from the environment and is kept nowhere."""
        self._models = models
        self._key = key
        self._asked_at: float | None = None
        self.must_look = asyncio.Event()
        """Set when there may be something to embed in the background, or another model to do it with."""
        self.model = models.of(EmbedderChoice("none"))

    @property
    def trouble(self) -> str | None:
        """Why the model can't be asked for a while; None also while it loads."""
        return self.model.trouble

    def follow(self, settings: Settings) -> None:
        """Use what the settings name from now on."""
        choice = choice_of(settings, self._key)
        if choice != self.model.choice:
            self.model = self._models.of(choice)
            self.must_look.set()

    async def query(self, text: str) -> QueryVector | Silent:
        """The vector of what is looked for, or why there is none; waits two seconds at most for a model in the process.

        One elsewhere has the time that `embedder.timeout_s` gives it.
        """
        self._asked_at = time.monotonic()
        return await self.model.query(text)

    async def passages(self, texts: Sequence[str]) -> Embedded | None:
        """Vectors for a write, of as many of the texts as a second brings; None for none. It never fails."""
        self._asked_at = time.monotonic()
        return await self.model.passages(texts)

    def seconds_since_asked(self) -> float:
        """How long ago somebody waited for a vector."""
        return float("inf") if self._asked_at is None else time.monotonic() - self._asked_at


def choice_of(settings: Settings, key: str) -> EmbedderChoice:
    """The embedder that the settings name; the key is part of it only where it is sent."""
    kind = settings.text("embedder")
    if kind != "openai":
        return EmbedderChoice(kind, model=settings.text("embedder.model") if kind == "fastembed" else "")
    return EmbedderChoice(
        kind, settings.text("embedder.url"), settings.text("embedder.model"), key, settings.number("embedder.timeout_s")
    )
