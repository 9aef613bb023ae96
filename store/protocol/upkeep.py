"""Work that goes on behind the calls, and how much there is of everything."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from .. import model


class Leases(Protocol):
    """Work that one process does at a time. A lease that isn't renewed ends by itself."""

    def take(self, name: str, holder: str, seconds: float) -> bool:
        """Hold it for so long from now, also when it was held already; False while another holder has it."""
        ...

    def release(self, name: str, holder: str) -> None:
        """Give it up; nothing happens to another holder's."""
        ...

    def held(self, name: str) -> model.Lease | None:
        """Who has it now."""
        ...


class Upkeep(Protocol):
    """How the making of vectors goes, for those who make them and for a person who asks."""

    def note_use(self, model: model.VectorModel) -> None:
        """The model is some process's own now; one of which that was never noted counts as in use until now."""
        ...

    def uses(self) -> dict[str, datetime]:
        """When each model was last noted to be in use, by name, the longest ago first."""
        ...

    def refuse(self, model: model.VectorModel, passage: model.Passage, reason: str) -> None:
        """The model makes no vector of the passage: it isn't missing any more. What has one, or is gone, is left."""
        ...

    def refusals(self, model_name: str, limit: int) -> list[model.Refusal]:
        """The newest refusals of a model."""
        ...

    def count_refused(self, model_name: str) -> int: ...
    def retry(self, model_name: str) -> int:
        """Let every refused passage be missing again; how many there were."""
        ...

    def note_trouble(self, reason: str) -> None:
        """Vectors can't be made, and why; it takes the place of what was noted before."""
        ...

    def clear_trouble(self) -> None: ...
    def trouble(self) -> model.Trouble | None:
        """What was noted and not cleared since."""
        ...


class Census(Protocol):
    """How much a memory holds."""

    def facts(self) -> list[model.FactCount]:
        """Every domain with its facts by state, by name and repo."""
        ...

    def overview(self) -> model.Overview:
        """Made of indexes alone, so that a page may ask for it every time."""
        ...

    def authors(self, limit: int) -> list[str]:
        """Who wrote facts, by name."""
        ...

    def holdings(self) -> model.Holdings: ...
