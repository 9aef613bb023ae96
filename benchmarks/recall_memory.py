"""A workspace in the process: the real store behind the real tools, with a clock to set and vectors made once.

`search_memory` builds each question itself. What it would answer with it is looked at step by step instead, on its own
snapshot: with voices, parts and factors left out, and voice by voice.
"""

from __future__ import annotations

import tempfile
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from palimpsest.store.embedders import choose
from palimpsest.store.embedders.choose import EmbedderChoice
from palimpsest.store.model import Caller, Key, MemoryType, OnConflict, Vector, VectorModel, Veracity
from palimpsest.store.protocol import Transaction
from palimpsest.store.sqlite import SqliteStore
from palimpsest.tools import search_tools
from palimpsest.tools.answers import Found
from palimpsest.tools.desk import Desk
from palimpsest.tools.embedding import Embedding, Silent
from palimpsest.tools.fact_tools import FactTools
from palimpsest.tools.models import Load, Models
from palimpsest.tools.note_tools import NoteTools
from palimpsest.tools.question import Mode, Question
from palimpsest.tools.recall import gather, next_page
from palimpsest.tools.scaling import best_first

if TYPE_CHECKING:
    from palimpsest.store.embedders.protocol import Embedder

T = TypeVar("T")
Look = Callable[[Transaction, Caller, Question], T]
"""Looks at a question on the snapshot on which it would be answered."""

NO_MODEL = Silent("left out by the benchmark")
BATCH = 64


class RememberingEmbedder:
    """A model that is asked once for each text, however many stores hold it."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._passages: dict[str, Vector] = {}
        self._queries: dict[str, Vector] = {}

    @property
    def model(self) -> str:
        return self._embedder.model

    @property
    def dimension(self) -> int:
        return self._embedder.dimension

    @property
    def unrelated(self) -> float:
        return self._embedder.unrelated

    def embed_queries(self, texts: Sequence[str]) -> Vector:
        return self._through(self._queries, self._embedder.embed_queries, texts)

    def embed_passages(self, texts: Sequence[str]) -> Vector:
        return self._through(self._passages, self._embedder.embed_passages, texts)

    def _through(
        self, known: dict[str, Vector], embed: Callable[[Sequence[str]], Vector], texts: Sequence[str]
    ) -> Vector:
        new = list(dict.fromkeys(text for text in texts if text not in known))
        if new:
            known.update(zip(new, embed(new), strict=True))
        return np.stack([known[text] for text in texts]) if texts else embed(texts)


def remembering_load() -> Load:
    """Loads each model once, and lets it remember."""
    loaded: dict[EmbedderChoice, Embedder | None] = {}

    def load(choice: EmbedderChoice) -> Embedder | None:
        if choice not in loaded:
            embedder = choose.load(choice)
            loaded[choice] = RememberingEmbedder(embedder) if embedder is not None else None
        return loaded[choice]

    return load


@dataclass
class SetClock:
    """The time as it is set; the machine's while it isn't."""

    now: datetime | None = None

    def __call__(self) -> datetime:
        return self.now or datetime.now(UTC)


class Memory:
    """One workspace and an agent in it."""

    def __init__(self, store: SqliteStore, desk: Desk, clock: SetClock, embedder: Embedder | None) -> None:
        self.desk = desk
        self.clock = clock
        self.store = store
        self.embedder = embedder

    async def observe(self, content: str, source: str) -> str:
        """Record an observation; its id."""
        answer = await NoteTools(self.desk).record_observation(content=content, source=source)
        return answer["observation_id"]

    async def propose(
        self,
        *,
        session: str = "",
        memory_type: str = "fact",
        veracity: str = "inferred",
        **arguments: Any,
    ) -> str:
        """Propose a fact that stands beside whatever is there, in a session of its own where that matters; its id."""
        desk = self.desk
        if session:
            desk = Desk(self.store, replace(self.desk.caller, session=session), self.desk.embedding)
        answer = await FactTools(desk).propose_fact(
            memory_type=MemoryType(memory_type),
            veracity=Veracity(veracity),
            on_conflict=OnConflict.COEXIST,
            **arguments,
        )
        return answer["fact_id"]

    async def complete(self) -> None:
        """Make the vectors that the writes didn't wait for; every row has one then."""
        if self.embedder is None:
            return
        model = VectorModel(self.embedder.model, self.embedder.dimension)
        while passages := await self.store.read(lambda tx: tx.vectors.without(model, BATCH)):
            rows = self.embedder.embed_passages([passage.text for passage in passages])
            await self.store.write(lambda tx, some=passages, rows=rows: tx.vectors.add(model, some, rows))
        missing = await self.store.read(lambda tx: tx.vectors.missing(model))
        if missing:
            raise RuntimeError(f"{missing} rows have no vector")

    async def ask(self, query: str, look: Look[T], **arguments: Any) -> T:
        """What `look` sees of the question that `search_memory` makes of the query."""
        seen: list[T] = []

        def answer(tx: Transaction, caller: Caller, question: Question) -> Found:
            seen.append(look(tx, caller, question))
            return Found(hits=[], voices={}, scope="", next_cursor=None)

        original = search_tools.answer
        setattr(search_tools, "answer", answer)  # noqa: B010 -- so it is its own question, whatever goes into one
        try:
            await search_tools.SearchTools(self.desk).search_memory(query, Mode.HYBRID, **arguments)
        finally:
            setattr(search_tools, "answer", original)  # noqa: B010
        return seen[0]


@asynccontextmanager
async def open_memory(models: Models, kind: str, load: Load, now: datetime | None = None) -> AsyncGenerator[Memory]:
    """An empty workspace with a model, or without one where there is none."""
    clock = SetClock(now)
    embedder = load(EmbedderChoice(kind))
    with tempfile.TemporaryDirectory() as folder:
        store = await SqliteStore.open(Path(folder) / "memory.db", clock)
        try:
            await store.write(lambda tx: tx.settings.set("embedder", kind))
            desk = Desk(store, Caller(session="benchmark"), Embedding(models))
            await desk.settings()
            await desk.embedding.model.embedder(None)
            yield Memory(store, desk, clock, embedder)
            await desk.close()
        finally:
            await store.close()


def names(keys: Sequence[Key]) -> list[str]:
    """Ids as the tools write them."""
    return [f"{kind}{number}" for kind, number in keys]


def found(tx: Transaction, caller: Caller, question: Question) -> list[str]:
    """The ids of the first page."""
    page, _ = next_page(tx, question, gather(tx, caller, question))
    return names([hit.candidate.key for hit in page])


def modes(tx: Transaction, caller: Caller, question: Question) -> dict[str, list[str]]:
    """What each mode finds, with and without the model."""
    without_model = replace(question, meaning=NO_MODEL)
    ways = {
        "keyword": replace(without_model, mode=Mode.KEYWORD),
        "semantic": replace(question, mode=Mode.SEMANTIC),
        "hybrid": question,
        "hybrid, no model": without_model,
    }
    return {name: found(tx, caller, asked) for name, asked in ways.items()}


def voices(tx: Transaction, caller: Caller, question: Question) -> dict[str, list[str]]:
    """What each voice of hybrid would put first by itself."""
    heard = gather(tx, caller, question)
    return {
        f"{name} voice alone": names(best_first(voice.scores)[: question.limit]) for name, voice in heard.voices.items()
    }


def modes_and_voices(tx: Transaction, caller: Caller, question: Question) -> dict[str, list[str]]:
    """What each mode finds, and each voice by itself."""
    return modes(tx, caller, question) | voices(tx, caller, question)
