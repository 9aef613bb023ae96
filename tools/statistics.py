"""How much a memory holds, and how far its vectors are, as plain values for a person or a program."""

from __future__ import annotations

from typing import Any

from ..store.embedders import choose
from ..store.model import FactCount, Refusal, StoredModel
from ..store.protocol import Transaction
from ..store.rules.analysis import ANALYSER_VERSION
from . import dates
from .backfill import lease_of
from .ids import fact_id, observation_id
from .settings import Settings

STATES = ("active", "dormant", "superseded", "retired")
MOST_REFUSALS = 5
"""Refused passages that are named of each model, the newest."""


def statistics(tx: Transaction) -> dict[str, Any]:
    """Counts by what they are of; times as ISO text, null where there is none."""
    held = tx.census.holdings()
    return {
        "facts": _facts(tx.census.facts()),
        "observations": {
            "all": held.observations,
            "active": held.active_observations,
            "pending": held.pending_observations,
        },
        "policies": {"all": held.policies, "active": held.active_policies},
        "conflicts": {"all": held.conflicts, "open": held.open_conflicts},
        "remembered_items": held.pending_items,
        "notebooks": held.notebooks,
        "edges": held.edges,
        "analyser": ANALYSER_VERSION,
        "embedder": embedder_state(tx),
    }


def _facts(counts: list[FactCount]) -> dict[str, Any]:
    by_domain = [(str(one.scope), dict(zip(STATES, one[1:], strict=True))) for one in counts]
    total = {state: sum(of_states[state] for _, of_states in by_domain) for state in STATES}
    return {**total, "domains": [{"domain": name, **of_states} for name, of_states in by_domain]}


def embedder_state(tx: Transaction) -> dict[str, Any]:
    """What makes vectors here, and how far each model's are. No model is loaded for it."""
    setting = Settings(tx.settings.all()).text("embedder")
    trouble = tx.upkeep.trouble()
    return {
        "setting": setting,
        "uses": choose.resolve_auto() if setting == "auto" else setting,
        "models": [_model(tx, stored) for stored in tx.vectors.models()],
        "trouble": {"at": dates.written(trouble.at), "reason": trouble.reason} if trouble else None,
    }


def _model(tx: Transaction, stored: StoredModel) -> dict[str, Any]:
    name = stored.model.name
    lease = tx.leases.held(lease_of(name))
    used_at = tx.upkeep.uses().get(name)
    return {
        "name": name,
        "dimension": stored.model.dimension,
        "embedded": stored.vectors,
        "missing": stored.missing,
        "refused": tx.upkeep.count_refused(name),
        "used_at": dates.written(used_at) if used_at else None,
        "embedding_now": lease.holder if lease else None,
        "refusals": [_refusal(one) for one in tx.upkeep.refusals(name, MOST_REFUSALS)],
    }


def _refusal(one: Refusal) -> dict[str, str]:
    return {"id": fact_id(one.id) if one.kind == "F" else observation_id(one.id), "reason": one.reason}
