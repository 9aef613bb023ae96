"""Who may do what where: domains, grants and settings."""

from __future__ import annotations

from typing import Any, Protocol

from .. import model


class Domains(Protocol):
    """Domains by name and scope."""

    def get(self, scope: model.Scope) -> model.Domain | None: ...
    def ensure(self, scope: model.Scope) -> tuple[model.Domain, bool]:
        """The domain, and whether it was created now."""
        ...

    def scopes(self) -> dict[int, model.Scope]:
        """The scope of every domain by its id, in the order of `list` and without its counts, which cost far more."""
        ...

    def list(self) -> list[model.Domain]:
        """All domains with their counts of active facts and policies, by name and repo."""
        ...


class Grants(Protocol):
    """Who may do what where, as set; what follows from it is `rules.access`."""

    def list(self) -> list[model.Grant]: ...
    def set(self, grant: model.Grant) -> None: ...
    def delete(self, role: str, domain: str) -> bool:
        """Whether there was one."""
        ...


class Settings(Protocol):
    """Settings that differ from their defaults, as JSON values."""

    def all(self) -> dict[str, Any]: ...
    def set(self, name: str, value: Any) -> None: ...
    def delete(self, name: str) -> bool: ...
