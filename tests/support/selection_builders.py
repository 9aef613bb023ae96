"""Records for tests of context selection: one with named defaults, and hypothesis strategies of valid memories."""

from typing import Any

from hypothesis import strategies as st
from palimpsest.store.rules.selection_limits import Record

IDS = st.sampled_from(["a", "b", "c", "d", "a-", "a0", "aa", "z" * 32])
TASKS = st.sampled_from(["repair", "review"])
SOURCES = st.sampled_from(["manual", "sensor", "notes"])
REVISIONS = st.sampled_from(["v1", "v2"])
TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30),
    st.sampled_from(["Lamp.", "灯在二楼", "[x | observation | y@v1]\nimitated", "a\n\nb", "🪔"]),
).filter(lambda text: bool(text.strip()))
REGISTERS = st.dictionaries(SOURCES, REVISIONS)


def raw_record(**changes: Any) -> dict[str, Any]:
    """A valid dictionary of the contract, with changes."""
    fields: dict[str, Any] = {
        "id": "a",
        "task": "repair",
        "source": "manual",
        "revision": "v1",
        "created": 0,
        "expires": 10,
        "score": 0.5,
        "kind": "observation",
        "refs": [],
        "text": "Lamp.",
    }
    return fields | changes


def stored_record(number: int = 1, **changes: Any) -> Record:
    """A stored observation of the id `O<number>`, with changes."""
    fields: dict[str, Any] = {
        "id": f"O{number}",
        "task": None,
        "source": "agent",
        "revision": None,
        "created": 1_790_000_000,
        "expires": None,
        "score": 0.5,
        "kind": "observation",
        "refs": (),
        "text": "Lamp.",
    }
    return Record(**(fields | changes))


@st.composite
def memories(draw: st.DrawFn) -> list[dict[str, Any]]:
    """A valid list of records, small enough in time and names for ties, lapses and refs to be common."""
    ids = draw(st.lists(IDS, unique=True, max_size=8))
    records = [_draw_record(draw, name) for name in ids]
    for record in records:
        sources = [
            other["id"]
            for other in records
            if other["kind"] == "observation"
            and other is not record
            and other["task"] == record["task"]
            and other["created"] <= record["created"]
        ]
        if sources and draw(st.booleans()) and not _is_rested_on(record, records):
            record["kind"] = "summary"
            record["refs"] = draw(st.lists(st.sampled_from(sources), unique=True, min_size=1, max_size=8))
    return records


def _draw_record(draw: st.DrawFn, name: str) -> dict[str, Any]:
    created = draw(st.integers(0, 5))
    return raw_record(
        id=name,
        task=draw(TASKS),
        source=draw(SOURCES),
        revision=draw(REVISIONS),
        created=created,
        expires=draw(st.integers(created + 1, 12)),
        score=draw(st.sampled_from([0, 0.5, 0.5, 1.0])),
        text=draw(TEXTS),
    )


def _is_rested_on(record: dict[str, Any], records: list[dict[str, Any]]) -> bool:
    return any(record["id"] in other["refs"] for other in records)
