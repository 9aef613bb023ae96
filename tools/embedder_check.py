"""Whether the embedder that the settings name can be loaded, answers, and fits what is stored of it."""

from __future__ import annotations

import time
from collections.abc import Sequence

from ..store.embedders import choose
from ..store.findings import Finding, Soundness
from ..store.model import StoredModel
from ..store.protocol import Transaction
from . import dates
from .models import NOTHING_FOUND, Load, identity_of, reason_of
from .statistics import embedder_state

NAME = "embedder"
QUESTION = "Which database does the API use?"


def check_embedder(choice: choose.EmbedderChoice, stored: Sequence[StoredModel], load: Load = choose.load) -> Finding:
    """Load it and ask it for a vector."""
    try:
        embedder = load(choice)
        if embedder is None:
            soundness = Soundness.OK if choice.kind == "none" else Soundness.WARNING
            return Finding(NAME, soundness, NOTHING_FOUND.get(choice.kind, NOTHING_FOUND["auto"]))
        began = time.perf_counter()
        embedder.embed_queries([QUESTION])
    except Exception as error:  # noqa: BLE001 -- whatever is wrong with it is what was asked
        return Finding(NAME, Soundness.PROBLEM, f"{reason_of(error)} (words and graph go on)")
    took_ms = (time.perf_counter() - began) * 1000
    model = identity_of(embedder)
    if clash := next((one for one in stored if one.model.name == model.name and one.model != model), None):
        advice = "run palimpsest reindex --force-vectors"
        told = f"{model.name} has {model.dimension} dimensions now and {clash.model.dimension} in what is stored"
        return Finding(NAME, Soundness.PROBLEM, f"{told}: {advice}")
    return Finding(NAME, Soundness.OK, f"{model.name} ({model.dimension} dimensions) answers in {took_ms:.0f} ms")


def check_making(tx: Transaction) -> list[Finding]:
    """What was noted while vectors were made."""
    found: list[Finding] = []
    if trouble := tx.upkeep.trouble():
        found.append(
            Finding("making vectors", Soundness.WARNING, f"failed {dates.written(trouble.at)}: {trouble.reason}")
        )
    for one in embedder_state(tx)["models"]:
        if one["refused"]:
            told = f"{one['name']} refused {one['refused']} passages, such as {one['refusals'][0]['id']}"
            advice = f"{one['refusals'][0]['reason']} (palimpsest reindex tries again)"
            found.append(Finding("making vectors", Soundness.WARNING, f"{told}: {advice}"))
    return found
