"""What facts rest on: observations, remembered items, and the revisions of their sources."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Protocol

from .. import model


class Observations(Protocol):
    """What was seen; private to its agent until a fact cites it."""

    def get(self, observation_id: int) -> model.Observation | None: ...
    def get_many(self, observation_ids: Collection[int]) -> dict[int, model.Observation]: ...
    def insert(self, observation: model.NewObservation) -> model.Observation: ...
    def latest(self, agent: str, session: str, source: str) -> str | None:
        """What the agent last saw in the session at the source: what the next one there is embedded with."""
        ...

    def cited(self, observation_ids: Collection[int], hidden_domain_ids: Collection[int] = ()) -> set[int]:
        """Those that a fact of a visible domain cites."""
        ...

    def last_active(self, agent: str, count: int) -> list[model.Observation]:
        """The agent's last active observations, newest last."""
        ...

    def of_task(self, agent: str, task: str | None) -> list[model.Observation]:
        """The agent's observations of the task (None: of all tasks), at most 10,000, newest first."""
        ...

    def pending(self, agent: str | None) -> list[model.Observation]:
        """Observations that no consolidation has taken yet, oldest first, at most 10,000; None is every agent."""
        ...

    def count_pending(self, agent: str) -> int:
        """How many active observations of the agent no consolidation has taken yet."""
        ...

    def candidates(
        self, scores: Mapping[int, float], *, agent: str, at: datetime | None, hidden_domain_ids: Collection[int]
    ) -> list[model.Candidate]:
        """Those that `Search.observations` would search, with these scores, the highest first, then the newer."""
        ...

    def beside(self, observation_ids: Collection[int], agent: str, at: datetime | None) -> dict[int, tuple[int, ...]]:
        """What the agent saw just before and after each of its own, in one session and source; with `at`, by then."""
        ...

    def places(self, observation_ids: Collection[int]) -> dict[int, tuple[str, str, str]]:
        """Agent, session and source of each observation: those that share all three were seen in one go."""
        ...

    def mark_consolidated(self, observation_ids: Collection[int]) -> None: ...


class HotItems(Protocol):
    """What `remember` was told."""

    def get(self, item_id: int) -> model.HotItem | None: ...
    def insert(self, item: model.NewHotItem) -> model.HotItem: ...
    def pending(self, agent: str | None) -> list[model.HotItem]:
        """Items neither promoted nor dropped, expired ones included, oldest first; of every agent with None."""
        ...

    def promote(self, item_id: int, fact_id: int) -> None: ...
    def drop(self, item_id: int) -> None: ...


class Versions(Protocol):
    """The version register: source -> current revision. It has two keepers, the host and git.

    What git keeps is by repository and path, is judged apart from the host's entries, and is no change of anybody's.
    """

    def all(self) -> dict[str, str]:
        """The host's entries."""
        ...

    def set(self, source: str, revision: str) -> None:
        """Make or change an entry of the host's."""
        ...

    def delete(self, source: str, repo: str = "") -> bool:
        """Whether there was an entry, of the host's or of a repository's."""
        ...

    def put_all(self, revisions: Mapping[str, str | None]) -> None:
        """Make or change many entries of the host's at once; None takes one out."""
        ...

    def entries(self) -> list[model.RegisterEntry]:
        """Everything, the host's first, by repository and source."""
        ...

    def followed(self, repo: str, root: str) -> list[model.FollowedFile]:
        """Git's entries of a repository, by path, with what is known of the files in one working tree."""
        ...

    def of_files(self, repo: str, sources: Collection[str]) -> dict[str, str | None]:
        """Git's entries of files that have one."""
        ...

    def set_file(self, repo: str, source: str, revision: str | None) -> None:
        """Say what a file holds now; None: it is gone."""
        ...

    def set_files(self, repo: str, revisions: Mapping[str, str | None]) -> None:
        """The same of many."""
        ...

    def keep_stamps(self, root: str, stamps: Collection[model.FileStamp]) -> None:
        """Remember what needn't be read again in a working tree; of one not looked at for long it is forgotten."""
        ...


class Lapses(Protocol):
    """Why something holds no longer: fact, observations that it rests on, observations that these sum up."""

    def of_facts(self, fact_ids: Collection[int]) -> dict[int, list[model.Lapse]]:
        """What has lapsed of what each fact rests on; the fact is stale when it is everything."""
        ...

    def of_observations(self, observation_ids: Collection[int]) -> dict[int, list[model.Lapse]]:
        """What has lapsed of each observation and of what it sums up."""
        ...
