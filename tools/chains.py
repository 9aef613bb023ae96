"""Walking a chain of replacement: from one link to everything it replaced and everything that replaced it."""

from __future__ import annotations

from collections import deque
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


def above(links: Links[L], link: L) -> list[L]:
    """What replaced the link, what replaced that, and so on: the last of them stands in its place."""
    found = {link.id: link}
    while link.superseded_by is not None and link.superseded_by not in found:
        successor = links.get(link.superseded_by)
        if successor is None:
            break
        link = found[successor.id] = successor
    return list(found.values())[1:]


def beneath(links: Links[L], link: L, limit: int) -> list[L]:
    """What the link replaced, then what that had replaced, and so on, at most so many; of one depth the newer first."""
    waiting, found = deque([link]), {link.id: link}
    while waiting and len(found) <= limit:
        for number in sorted(links.predecessors(waiting.popleft().id), reverse=True):
            replaced = links.get(number) if number not in found else None
            if replaced is not None:
                found[number] = replaced
                waiting.append(replaced)
    return list(found.values())[1 : limit + 1]


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
