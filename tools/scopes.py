"""The one scope resolver: which domain and repository a call means."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from ..store.errors import InvalidInput
from ..store.model import Caller, Scope
from ..store.rules.repo_slug import repo_slug
from ..store.rules.text import is_invisible

MAX_DOMAIN_CHARS = 64
_PREFIX = "repo:"
_MARKS = frozenset("-_.")


@dataclass(frozen=True, slots=True)
class Reach:
    """What a read looks at: `domain_name` and `repo` filter (None: any; "" is workspace-wide), `boosted` ranks."""

    domain_name: str | None
    repo: str | None
    boosted: str | None

    def __str__(self) -> str:
        if self.repo:
            return f"repo:{self.repo}/{self.domain_name or '*'}"
        return self.domain_name or "every domain"


def parse_repo(text: str, name: str = "repo") -> str:
    """The slug of a repository; a malformed one is an error, never silently workspace-wide."""
    try:
        return repo_slug(text.strip())
    except ValueError as error:
        raise InvalidInput(f"'{name}' is malformed: {error}.") from None


def write_scope(domain: str, repo: str | None) -> Scope:
    """Where a write goes: workspace-wide unless a repository is named in `repo` or as `repo:<slug>/<name>`."""
    name, qualified = _split(domain)
    return Scope(_domain_name(name), _one_repo(qualified, repo))


def exact_reach(domain: str | None, repo: str | None, caller: Caller) -> Reach:
    """What upkeep works on: one scope's domain, all domains of a repository, or everything when nothing is named."""
    if domain is None:
        slug = parse_repo(repo) if repo else None
        return Reach(None, slug, caller.repo)
    scope = write_scope(domain, repo)
    return Reach(scope.name, scope.repo or "", caller.repo)


def search_reach(domain: str | None, repo: str | None, caller: Caller) -> Reach:
    """What a search looks at: a bare domain in every scope, a qualified one alone; `repo` only ranks."""
    boosted = parse_repo(repo) if repo else caller.repo
    if domain is None:
        return Reach(None, None, boosted)
    name, qualified = _split(domain)
    return Reach(_domain_name(name), qualified, boosted)


def list_reach(domain: str | None, repo: str | None, caller: Caller) -> Reach:
    """What a list shows: a bare domain in every scope, one repository's with `repo` or a qualified domain."""
    slug = parse_repo(repo) if repo else None
    if domain is None:
        return Reach(None, slug, caller.repo)
    name, qualified = _split(domain)
    return Reach(_domain_name(name), _one_repo(qualified, slug), caller.repo)


def _split(domain: str) -> tuple[str, str | None]:
    text = domain.strip()
    if not text.lower().startswith(_PREFIX):
        return text, None
    slug, slash, name = text[len(_PREFIX) :].rpartition("/")
    if not slash:
        raise InvalidInput("A qualified 'domain' is written repo:<slug>/<name>, such as repo:web/architecture.")
    return name, parse_repo(slug, "domain")


def _one_repo(qualified: str | None, repo: str | None) -> str | None:
    named = parse_repo(repo) if repo else None
    if qualified and named and qualified != named:
        raise InvalidInput(f"'domain' names the repository {qualified} and 'repo' names {named}; name one.")
    return qualified or named


def _domain_name(text: str) -> str:
    name = "-".join(unicodedata.normalize("NFKC", text).lower().split())
    if not name or len(name) > MAX_DOMAIN_CHARS or not all(map(_may_name, name)) or not name.strip("-_."):
        raise InvalidInput(
            f"'domain' must have 1 to {MAX_DOMAIN_CHARS} letters, digits, '-', '_' or '.', such as architecture."
        )
    return name


def _may_name(character: str) -> bool:
    if is_invisible(character):
        return False
    return character.isalnum() or character in _MARKS or unicodedata.category(character) in ("Mn", "Mc")
