"""A register from before git kept one goes on saying what it said."""

from __future__ import annotations

from pathlib import Path

from palimpsest.store import opening
from palimpsest.store.migrations import load_migrations
from palimpsest.store.sqlite import PlainStore

BEFORE = 6
ENTRY = "INSERT INTO version_register (source, revision, set_at) VALUES (?, ?, '2026-03-01T12:00:00.000000Z')"
OBSERVATION = """
INSERT INTO observation (uuid, agent, role, session, content, veracity, source, revision, kind, score, created_at)
VALUES (?, 'ada', 'developer', 's1', 'seen', 'tool', ?, ?, 'observation', 0.5, '2026-03-01T12:00:00.000000Z')
"""


def test_entries_are_the_host_s_and_outdate_what_they_did(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    file = opening.open_sync(path, migrations=load_migrations()[:BEFORE])
    seen = {"api": "v1", "guide": "v1", "lost": "v1", "agent": None}
    for source, revision in seen.items():
        file.connection.execute(OBSERVATION, (source, source, revision))
    for source, revision in {"api": "v1", "guide": "v2"}.items():
        file.connection.execute(ENTRY, (source, revision))
    file.close()
    store = PlainStore(path)
    try:
        assert store.read(lambda tx: tx.versions.all()) == {"api": "v1", "guide": "v2"}
        found = store.read(lambda tx: tx.observations.get_many([1, 2, 3, 4])).values()
        assert {one.source: one.outdated for one in found} == {
            "api": False,
            "guide": True,
            "lost": True,
            "agent": False,
        }
        assert {one.repo for one in found} == {""}
    finally:
        store.close()
