"""Whatever happens to files: an observation holds just when its file holds what it held when it was seen."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from git_repository import AN_HOUR_NS, Repository
from hypothesis import given, settings
from hypothesis import strategies as st
from palimpsest.server.git_refresh import refresh_register
from palimpsest.server.git_tree import CallersFiles
from palimpsest.store.model import Caller
from palimpsest.store.protocol import Transaction
from palimpsest.store.sqlite import PlainStore
from palimpsest.tools.sources import note_file
from store_builders import new_observation

PLACES = st.sampled_from(["a.py", "src/b.py", "src/deep/c.py"])
# Of different lengths: a look an hour later takes the tick of the writes for over.
TEXTS = st.sampled_from(["x", "yy", "zzz"])
STEPS = st.lists(
    st.tuples(st.just("write"), PLACES, TEXTS)
    | st.tuples(st.just("delete"), PLACES, TEXTS)
    | st.tuples(st.just("see"), PLACES, TEXTS)
    | st.tuples(st.sampled_from(["look", "look later"]), PLACES, TEXTS),
    max_size=12,
)


@dataclass
class World:
    """A repository, its memory, and what was seen: the text of the file by observation."""

    repository: Repository
    store: PlainStore
    database: Path
    seen: dict[int, tuple[str, str]]

    def text(self, place: str) -> str | None:
        path = self.repository.root / place
        return path.read_text() if path.exists() else None

    def do(self, step: str, place: str, text: str) -> None:
        match step:
            case "write":
                self.repository.write(place, text)
            case "delete":
                (self.repository.root / place).unlink(missing_ok=True)
            case "see":
                self.see(place)
            case _:
                later = AN_HOUR_NS if step == "look later" else 0
                refresh_register(self.database, self.repository.root, lambda: time.time_ns() + later)
                self.check()

    def see(self, place: str) -> None:
        found, text = CallersFiles(self.repository.root).find(place), self.text(place)
        assert (found is None) == (text is None)
        if found is None or text is None:
            return

        def work(tx: Transaction) -> int:
            new = new_observation(source=found.source, revision=found.revision, repo=found.repo)
            note_file(tx, Caller(), found.repo, found.source, found.revision)
            return tx.observations.insert(new).id

        self.seen[self.store.write(work)] = (place, text)

    def check(self) -> None:
        stored = self.store.read(lambda tx: tx.observations.get_many(list(self.seen)))
        holds = {number: not one.outdated for number, one in stored.items()}
        assert holds == {number: self.text(place) == text for number, (place, text) in self.seen.items()}
        lapses = self.store.read(lambda tx: tx.lapses.of_observations(list(self.seen)))
        reasons = {number: "gone" if self.text(self.seen[number][0]) is None else "changed" for number in lapses}
        assert {number: of[0].reason for number, of in lapses.items()} == reasons
        assert set(lapses) == {number for number, is_held in holds.items() if not is_held}


@settings(max_examples=40)
@given(steps=STEPS)
def test_an_observation_holds_just_when_its_file_is_as_it_was_seen(steps: list[tuple[str, str, str]]):
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "memory.db"
        world = World(Repository(Path(folder) / "web"), PlainStore(database), database, {})
        try:
            for step in [*steps, ("look", "a.py", "x"), ("look later", "a.py", "x"), ("look", "a.py", "x")]:
                world.do(*step)
        finally:
            world.store.close()
