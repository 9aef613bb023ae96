"""Facts, policies and observations with named defaults, for rules that take values."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from palimpsest.store import model

NOW = datetime(2027, 3, 1, 9, tzinfo=UTC)


def scope(text: str = "architecture") -> model.Scope:
    """`name` or `repo:slug/name`."""
    if not text.startswith("repo:"):
        return model.Scope(text)
    slug, _, name = text.removeprefix("repo:").partition("/")
    return model.Scope(name, slug)


def fact(
    number: int = 1, content: str = "The API uses Postgres.", where: str = "architecture", **more: Any
) -> model.Fact:
    """A fact that an agent concluded just now."""
    plain = model.Fact(
        id=number,
        uuid=f"uuid-{number}",
        domain_id=1,
        scope=scope(where),
        topic="database",
        topic_key="database",
        content=content,
        content_key=content.casefold(),
        memory_type=model.MemoryType.FACT,
        agent="ana",
        role="engineer",
        session="s1",
        origin=model.Origin.PROPOSED,
        created_at=NOW,
        veracity=model.Veracity.INFERRED,
        confidence=0.7,
        supported_at=NOW,
        mention_count=0,
        validity=model.Validity.OPEN,
        valid_from=None,
        valid_until=None,
        superseded_by=None,
        superseded_at=None,
        loss_reason=None,
        retired_at=None,
        retired_reason=None,
        recall_count=0,
        last_recalled_at=None,
    )
    return replace(plain, **more)


def policy(number: int = 1, rule: str = "Run the tests.", where: str = "process") -> model.Policy:
    """An active policy."""
    return model.Policy(
        id=number,
        uuid=f"uuid-{number}",
        scope=scope(where),
        rule=rule,
        required_role=None,
        status=model.PolicyStatus.ACTIVE,
        agent="ana",
        role="engineer",
        created_at=NOW,
        superseded_by=None,
        ended_at=None,
        reason=None,
    )


def observation(number: int = 1, content: str = "Saw a thing.") -> model.Observation:
    """An observation that holds."""
    return model.Observation(
        id=number,
        uuid=f"uuid-{number}",
        agent="ana",
        role="engineer",
        session="s1",
        content=content,
        veracity=model.Veracity.INFERRED,
        source="agent",
        revision=None,
        task=None,
        kind=model.Kind.OBSERVATION,
        score=0.5,
        created_at=NOW,
        expires_at=None,
        consolidated_at=None,
        outdated=False,
        lapses_at=None,
    )
