"""`palimpsest reindex`: full text, edges and vectors made complete, in the foreground."""

from __future__ import annotations

import json
import sys
import time
from argparse import Namespace
from typing import Any

from ...store import sqlite
from ...store.embedders import choose
from ...store.errors import StoreUnavailable
from ...tools.backfill import new_holder
from ...tools.embedding import choice_of
from ...tools.models import NOTHING_FOUND, identity_of
from ...tools.reindexing import MissingVectors, drop_others, forget_vectors, link_all
from ...tools.settings import Settings
from ..config import Options, resolve_options
from .administer import person, show

REPORT_EVERY_S = 5.0


def run(namespace: Namespace) -> int:
    """Do it and say what was done; what was done before an interruption is kept."""
    options = resolve_options(namespace)
    if not options.database.exists():
        raise StoreUnavailable(f"There is no memory at {options.database} yet: it is created by the first write.")
    store = sqlite.PlainStore(options.database)
    try:
        done = _reindex(store, options, namespace)
    finally:
        store.close()
    if namespace.json:
        print(json.dumps(done, ensure_ascii=False, indent=2))  # noqa: T201
    return 0


def _reindex(store: sqlite.PlainStore, options: Options, namespace: Namespace) -> dict[str, Any]:
    def tell(line: str) -> None:
        if not namespace.json:
            show(line)

    if namespace.force:
        store.index_anew()
    tell(f"full text: {'made anew' if store.has_indexed else 'fits the analyser'}")
    linked = link_all(store, person(options))
    tell(f"edges: {linked} made")
    done: dict[str, Any] = {"full_text_made": store.has_indexed, "edges_made": linked}
    choice = choice_of(Settings(store.read(lambda tx: tx.settings.all())), options.embedder_key)
    embedder = choose.load(choice)
    if embedder is None:
        tell(f"vectors: {NOTHING_FOUND.get(choice.kind, NOTHING_FOUND['auto'])}")
        return {**done, "model": None}
    model = identity_of(embedder)
    if namespace.force_vectors:
        forget_vectors(store, model)
    dropped = drop_others(store, model) if namespace.drop else []
    for name in dropped:
        tell(f"vectors: those of {name} dropped")
    made = MissingVectors(store, embedder, _Progress(model.name), new_holder()).embed()
    refused = store.read(lambda tx: tx.upkeep.count_refused(model.name))
    tell(f"vectors: {made} made by {model.name}" + (f", {refused} refused (palimpsest stats)" if refused else ""))
    return {**done, "model": model.name, "vectors_made": made, "vectors_refused": refused, "dropped": dropped}


class _Progress:
    """Lines on stderr, one in a few seconds."""

    def __init__(self, model: str) -> None:
        self._model = model
        self._began = self._told = time.monotonic()

    def made(self, done: int, left: int) -> None:
        speed = done / max(time.monotonic() - self._began, 0.001)
        self._tell(f"vectors of {self._model}: {done} made, {left} left, {speed:.0f} a second")

    def waits(self, holder: str) -> None:
        self._tell(f"vectors of {self._model}: {holder} is making them; it goes on here when that one stops")

    def _tell(self, line: str) -> None:
        if time.monotonic() - self._told >= REPORT_EVERY_S:
            self._told = time.monotonic()
            print(line, file=sys.stderr, flush=True)  # noqa: T201
