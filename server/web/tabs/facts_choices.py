"""By what facts can be narrowed down: the domains, repositories and authors that there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..page import Page

MOST_OFFERED = 100
"""Of each kind: the largest domains. What the address names is offered as well."""
NEAR = 5


@dataclass(frozen=True, slots=True)
class DomainChoice:
    """A domain as a filter takes it, with how many active facts it has."""

    value: str
    facts: int


@dataclass(frozen=True, slots=True)
class Choices:
    """What can be chosen, by name."""

    domains: Sequence[str]
    repos: Sequence[str]
    authors: Sequence[str]
    largest: Sequence[DomainChoice]
    """The domains with the most facts."""


def choices(page: Page, domains: Sequence[Mapping[str, Any]], overview: Mapping[str, Any]) -> Choices:
    """What the memory has, and what the address names."""
    found = sorted((_choice(one) for one in domains), key=lambda one: (-one.facts, one.value))
    names = [one.value for one in found[:MOST_OFFERED]]
    repos = sorted({one["repo"] for one in domains if one["repo"]})
    return Choices(
        domains=_with(page.asked("domain"), names),
        repos=_with(page.asked("repo"), repos[:MOST_OFFERED]),
        authors=_with(page.asked("agent"), overview["authors"][:MOST_OFFERED]),
        largest=[one for one in found[:NEAR] if one.facts],
    )


def _choice(one: Mapping[str, Any]) -> DomainChoice:
    name = f"repo:{one['repo']}/{one['domain']}" if one["repo"] else one["domain"]
    return DomainChoice(name, one["facts"])


def _with(named: str | None, names: Iterable[str]) -> Sequence[str]:
    return sorted({*names, *([named] if named else [])})
