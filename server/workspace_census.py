"""How a workspace is at one moment, for those who watch over it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from ..store.model import VectorModel
from ..store.protocol import Transaction
from ..tools.backfill import lease_of
from ..tools.models import LOADING, Model, Silent, identity_of
from ..tools.voices import GRAPH, LEXICAL, SEMANTIC, TEMPORAL

if TYPE_CHECKING:
    from ..store.embedders.protocol import Embedder

LIVE = "live"
WORDS_ALONE = (LEXICAL, TEMPORAL, GRAPH)
"""The voices that need no model."""

NEVER_SEEN = VectorModel("", 0)
"""A model that has no vector yet: it lacks all of them."""


class BackfillState(StrEnum):
    """How far the making of vectors is."""

    OFF = "off"
    """There is no model to make them with."""
    DONE = "done"
    AT_WORK = "at work"
    """In this process or in another one."""
    WAITING = "waiting"
    """Some are missing, and nobody makes them just now: the voice says why."""


@dataclass(frozen=True, slots=True)
class WorkspaceCensus:
    """What it holds; each voice is `live`, or the reason of its silence."""

    facts: int
    open_conflicts: int
    vectors_missing: int
    backfill: BackfillState
    voices: Mapping[str, str]


def take_census(tx: Transaction, model: Model, embedder: Embedder | Silent) -> WorkspaceCensus:
    """Of a workspace whose settings name the model; `embedder` is what can be had of it now."""
    chosen = _chosen(tx, model, embedder)
    missing = 0 if chosen is None else _missing(tx, chosen)
    return WorkspaceCensus(
        facts=sum(one.active for one in tx.census.facts()),
        open_conflicts=tx.census.holdings().open_conflicts,
        vectors_missing=missing,
        backfill=BackfillState.OFF if chosen is None else _backfill(tx, chosen, missing),
        voices=dict.fromkeys(WORDS_ALONE, LIVE) | {SEMANTIC: embedder.reason if isinstance(embedder, Silent) else LIVE},
    )


def _chosen(tx: Transaction, model: Model, embedder: Embedder | Silent) -> VectorModel | None:
    """What vectors are kept under, None when there is no model; one that can't be asked counts as the last in use."""
    if not isinstance(embedder, Silent):
        return identity_of(embedder)
    if not model.is_broken and embedder.reason != LOADING:
        return None
    stored = {one.model.name: one.model for one in tx.vectors.models()}
    used = [stored[name] for name in tx.upkeep.uses() if name in stored]
    return [NEVER_SEEN, *stored.values(), *used][-1]


def _missing(tx: Transaction, chosen: VectorModel) -> int:
    """By its name: whether its dimension is still the same is said by the voice."""
    stored = {one.model.name: one.missing for one in tx.vectors.models()}
    return stored[chosen.name] if chosen.name in stored else tx.vectors.missing(chosen)


def _backfill(tx: Transaction, chosen: VectorModel, missing: int) -> BackfillState:
    if not missing:
        return BackfillState.DONE
    is_made = tx.leases.held(lease_of(chosen.name)) is not None
    return BackfillState.AT_WORK if is_made else BackfillState.WAITING
