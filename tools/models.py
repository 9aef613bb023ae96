"""The models of a process: each chosen one is loaded once, in the background, and asked on one thread.

What goes wrong with a model is kept as its reason and tried again later; searching and writing go on without vectors.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from ..store.embedders.choose import EmbedderChoice
from ..store.errors import EndpointGarbled, EndpointRefused, EndpointSilent, PalimpsestError, WrongDimension
from ..store.model import Embedded, Vector, VectorModel
from .model_thread import ModelThread, Rank
from .pace import Pace

if TYPE_CHECKING:
    from ..store.embedders.protocol import Embedder

T = TypeVar("T")
Load = Callable[[EmbedderChoice], "Embedder | None"]

LOADING_S = 2.0
"""How long a query waits for a model that is loading."""
QUERY_S = 2.0
"""How long a query waits for a model in this process; one elsewhere has a setting."""
MARGIN_S = 0.5
"""So that an endpoint that is too slow says so itself, and isn't asked again for a while."""
LEAST_S = 0.1
"""What a job that began long ago leaves of that to those who come later; it may be about to end."""
WRITE_S = 1.0
"""How long a write waits for all of its vectors; what isn't there by then is made in the background."""
LONGEST_ON_WRITE = 1500
"""Characters. A longer passage takes the slowest offline model over half a second: that is for the background."""

RETRY_S = 240.0
ENDPOINT_RETRY_S = 15.0
"""A server that was down may be up again in a moment."""

BATCH_S = 0.04
ENDPOINT_BATCH_S = 0.4
"""Most of it is the way there and back."""

LOADING = "the model is still loading: ask again in a moment"
BUSY = "the model is busy: ask again in a moment"
NOTHING_FOUND = {
    "auto": "no embedding model is installed: pip install 'palimpsest-memory[vectors]'",
    "none": "embedding is switched off: palimpsest settings set embedder auto",
}


def load_chosen(choice: EmbedderChoice) -> Embedder | None:
    """Load what is chosen."""
    from ..store.embedders import choose

    return choose.load(choice)


class Silent(NamedTuple):
    """Why there are no vectors now, in one line, and what to do about it."""

    reason: str


class QueryVector(NamedTuple):
    """What is looked for as a vector, shape (dimension,), to be compared with those of its model alone."""

    model: VectorModel
    vector: Vector
    unrelated: float = 0.0
    """The cosine up to which a passage has nothing to do with it."""


class Failure(NamedTuple):
    """Why a model can't be asked, and until when (by the monotonic clock) that isn't tried again."""

    reason: str
    is_broken: bool
    """Otherwise there is just none."""
    until: float


class Model:
    """One chosen model: not loaded yet, loading, ready, or in trouble."""

    def __init__(self, choice: EmbedderChoice, load: Load, thread: ModelThread) -> None:
        self.choice = choice
        self._load, self._thread = load, thread
        self._embedder: Embedder | None = None
        self._loading: asyncio.Task[None] | None = None
        self._failure: Failure | None = None
        self._answered_at = 0.0
        self._is_remote = choice.kind == "openai"
        self.pace = Pace(ENDPOINT_BATCH_S if self._is_remote else BATCH_S)

    @property
    def trouble(self) -> str | None:
        """Why it can't be asked, until that is tried again."""
        return self._resting.reason if self._resting else None

    @property
    def is_broken(self) -> bool:
        """Whether something is wrong with it, which isn't tried again yet."""
        return self._resting is not None and self._resting.is_broken

    @property
    def _resting(self) -> Failure | None:
        is_over = self._failure is None or time.monotonic() >= self._failure.until
        return None if is_over else self._failure

    def begin(self) -> None:
        """Load it, unless that was done, is being done, or failed a moment ago."""
        if self._embedder is None and self._loading is None and self.trouble is None:
            self._loading = asyncio.create_task(self._load_it())

    async def embedder(self, wait_s: float | None) -> Embedder | Silent:
        """The loaded model, after waiting so long for it (None: as long as it takes)."""
        self.begin()
        if self._loading is not None:
            await asyncio.wait([self._loading], timeout=wait_s)
        if self.trouble is not None:
            return Silent(self.trouble)
        return self._embedder or Silent(LOADING)

    async def query(self, text: str) -> QueryVector | Silent:
        """The vector of what is looked for, or why there is none."""
        embedder = await self.embedder(LOADING_S)
        if isinstance(embedder, Silent):
            return embedder
        try:
            wait_s = self.choice.timeout_s + MARGIN_S if self._is_remote else QUERY_S
            rows = await self._ask_within(wait_s, Rank.QUERY, lambda: embedder.embed_queries([text]))
        except TimeoutError:
            return Silent(BUSY)
        except Exception as error:  # noqa: BLE001 -- a search goes on, whatever a model does
            self.note_trouble(error)
            return Silent(reason_of(error))
        self._answered_at = time.monotonic()
        return QueryVector(identity_of(embedder), rows[0], embedder.unrelated)

    async def passages(self, texts: Sequence[str]) -> Embedded | None:
        """Vectors of as many of the texts as can be had soon; None where there are none."""
        embedder = await self.embedder(WRITE_S)
        if isinstance(embedder, Silent):
            return None
        made: dict[str, Vector] = {}
        short = list(dict.fromkeys(text for text in texts if len(text) <= LONGEST_ON_WRITE))
        deadline = time.monotonic() + WRITE_S
        while (left := short[len(made) :]) and time.monotonic() < deadline:
            some = left[: self.pace.count]
            try:
                rows = await self._ask_within(
                    deadline - time.monotonic(), Rank.WRITE, lambda some=some: embedder.embed_passages(some)
                )
            except Exception as error:  # noqa: BLE001 -- a write goes on, whatever a model does
                self.note_trouble(error)
                break
            made.update(zip(some, rows, strict=True))
        return Embedded(identity_of(embedder), made, embedder.unrelated) if made else None

    async def run_last(self, job: Callable[[], T]) -> T:
        """Run a part of a batch on the models' thread, behind everything else."""
        return await self._thread.run(Rank.BATCH, job)

    def note_trouble(self, error: Exception) -> None:
        """What fails for one text fails for many: each search would wait for an endpoint anew."""
        if isinstance(error, WrongDimension):
            self._embedder = None  # it learnt its dimension from one answer, which may have been the wrong one
            self._rest(reason_of(error), RETRY_S, is_broken=True)
        if isinstance(error, EndpointGarbled | EndpointRefused | EndpointSilent):
            self._rest(reason_of(error), ENDPOINT_RETRY_S, is_broken=True)

    def _rest(self, reason: str, seconds: float, *, is_broken: bool) -> None:
        self._failure = Failure(reason, is_broken, time.monotonic() + seconds)

    def has_answered_since(self, moment: float) -> bool:
        """Whether it made a query's vector after a moment of the monotonic clock."""
        return self._answered_at > moment

    async def _ask_within(self, wait_s: float, rank: Rank, job: Callable[[], T]) -> T:
        """The job's result; `TimeoutError` when it isn't there in time, sooner while the thread hangs elsewhere."""
        async with asyncio.timeout(max(LEAST_S, wait_s - self._thread.busy_s)):
            return await self._thread.run(rank, job)

    async def _load_it(self) -> None:
        try:
            self._embedder = await self._thread.run(Rank.LOAD, lambda: self._load(self.choice))
            reason, is_broken = NOTHING_FOUND.get(self.choice.kind, NOTHING_FOUND["auto"]), False
        except Exception as error:  # noqa: BLE001 -- a package that was built for another machine may raise anything
            reason, is_broken = reason_of(error), True
        if self._embedder is None:
            self._rest(reason, ENDPOINT_RETRY_S if self._is_remote else RETRY_S, is_broken=is_broken)
        self._loading = None


class Models:
    """Every model that the process has been asked for and still uses."""

    def __init__(self, load: Load = load_chosen) -> None:
        self._load = load
        self._thread = ModelThread()
        self._of_choice: WeakValueDictionary[EmbedderChoice, Model] = WeakValueDictionary()

    def of(self, choice: EmbedderChoice) -> Model:
        """The model of a choice, the same one for all who choose alike; let go with the last of them."""
        model = self._of_choice.get(choice)
        if model is None:
            model = self._of_choice[choice] = Model(choice, self._load, self._thread)
        return model

    async def close(self) -> None:
        """End the thread."""
        await self._thread.close()


NO_MODELS = Models(lambda _: None)
"""For a process that goes without."""


def identity_of(embedder: Embedder) -> VectorModel:
    """What its vectors are kept under."""
    return VectorModel(embedder.model, embedder.dimension)


def reason_of(error: Exception) -> str:
    """What is wrong, in one line."""
    text = str(error) if isinstance(error, PalimpsestError) else f"the model failed ({type(error).__name__}: {error})"
    return " ".join(text.split())
