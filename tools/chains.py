"""Walking a chain of replacement: from one link to everything it replaced and everything that replaced it."""

from __future__ import annotations

from typing import Protocol, TypeVar


class Link(Protocol):
    """Something that another of its kind may have replaced."""

    @property
    def id(self) -> int: ...
    @property
    def superseded_by(self) -> int | None: ...


L = TypeVar("L", bound=Link)
L_co = TypeVar("L_co", bound=Link, covariant=True)


class Links(Protocol[L_co]):
    """Where links are read."""

    def get(self, number: int, /) -> L_co | None: ...
    def predecessors(self, number: int, /) -> list[int]: ...


def chain_of(links: Links[L], number: int) -> list[L]:
    """The link with all before and after it, oldest first; empty when there is none of that number."""
    waiting, found = [number], dict[int, L]()
    while waiting:
        link = links.get(waiting.pop())
        if link is None or link.id in found:
            continue
        found[link.id] = link
        waiting.extend(links.predecessors(link.id))
        if link.superseded_by is not None:
            waiting.append(link.superseded_by)
    return [found[key] for key in sorted(found)]
