"""Where an observation was made: at a source and a revision, which for a file of the caller's working tree is known."""

from __future__ import annotations

from typing import NamedTuple

from ..store.model import Caller, NewObservation
from ..store.protocol import Transaction
from .desk import Desk
from .gate import Gate
from .sources import note_file

UNNAMED = "agent"
SHOWN_OF_BLOB = 12


class Place(NamedTuple):
    """A source and the revision it was seen at; `repo` is the repository that it is a file of, `""` none."""

    source: str
    revision: str | None
    repo: str = ""


async def place_of(desk: Desk, gate: Gate, source: str, revision: str | None) -> Place:
    """What is meant by a source and a revision; a file without a revision was seen as it is now."""
    if revision:
        return Place(gate.label(source, "source"), gate.label(revision, "revision"))
    file = await desk.file_of(source) if source != UNNAMED else None
    if file is None or file.source == UNNAMED:
        return Place(gate.label(source, "source"), None)
    name = gate.label(file.source, "source")
    # A name that the gate had to change is no path any more.
    return Place(name, file.revision, file.repo) if name == file.source else Place(name, None)


def follow(tx: Transaction, caller: Caller, new: NewObservation) -> list[str]:
    """Let the register follow the file that an observation was made of; what the reply says of it."""
    if not new.repo or new.revision is None:
        return []
    note_file(tx, caller, new.repo, new.source, new.revision)
    return [f"Seen at git blob {new.revision[:SHOWN_OF_BLOB]} of {new.source}: it lapses when the file changes."]
