"""`record_observation`, `remember` and `update_my_notes`: what an agent keeps for itself before it is a fact."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Annotated, Literal

from ..store.errors import InvalidInput, Refused, StaleVersion
from ..store.model import AuditEntry, Caller, Kind, MemoryType, NewHotItem, NewObservation, Notes, Veracity
from ..store.protocol import Transaction
from . import dates, passages
from .answers import Notebook, Observed, Remembered
from .audit import audit
from .declare import tool
from .desk import Desk
from .drafts import require_visible_sources
from .fact_changes import visible_facts
from .gate import Gate, joined
from .hints import TypeLikeProposed, VeracityLikeProposed
from .ids import item_id, observation_id, parse_ids
from .observed_places import follow, place_of
from .preamble import growth, launch_chars
from .settings import Settings
from .shapes import Bounds

MAX_HOURS = 24 * 366 * 10
MAX_REFS = 64


class NoteTools:
    """An agent's own observations, hot items and notes."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @tool(core=True)
    async def record_observation(
        self,
        content: str,
        veracity: Veracity = Veracity.INFERRED,
        source: Annotated[str, "file, URL, person, tool"] = "agent",
        revision: Annotated[str | None, "the source's; it lapses with it"] = None,
        task_id: str | None = None,
        expires_in_hours: Annotated[float | None, Bounds(0.001, MAX_HOURS), "if it stops being true"] = None,
        kind: Kind = Kind.OBSERVATION,
        refs: Annotated[list[str] | None, "what a summary sums up, O45"] = None,
        score: Annotated[float, Bounds(0, 1)] = 0.5,
        used_fact_ids: Annotated[list[str] | None, "facts that helped"] = None,
    ) -> Observed:
        """Note what you saw, privately. Facts can cite it, consolidation draws facts from it; your last ten come back
        at your next launch."""
        gate = Gate(await self._desk.settings())
        caller = self._desk.caller
        numbers = parse_ids(refs or [], "O", "refs", limit=MAX_REFS)
        _require_refs_fit(kind, numbers)
        place = await place_of(self._desk, gate, source, revision)
        new = NewObservation(
            agent=caller.agent,
            role=caller.role,
            session=caller.session,
            content=gate.content(content),
            veracity=veracity,
            source=place.source,
            revision=place.revision,
            repo=place.repo,
            task=one_task(caller, gate.label(task_id, "task_id") if task_id else None),
            kind=kind,
            score=score,
            expires_at=None,
            refs=numbers,
            used_fact_ids=parse_ids(used_fact_ids or [], "F", "used_fact_ids"),
        )
        return await self._desk.write(
            lambda tx: _record(tx, caller, new, expires_in_hours, gate), passages.of_observation(new)
        )

    @tool(core=True)
    async def remember(
        self,
        content: str,
        domain: str = "general",
        topic: str | None = None,
        memory_type: TypeLikeProposed = MemoryType.FACT,
        veracity: VeracityLikeProposed = Veracity.INFERRED,
        valid_until: str | None = None,
        ttl_hours: Annotated[float, Bounds(0.001, MAX_HOURS)] = 72,
    ) -> Remembered:
        """Keep something for this session, unjudged; consolidation makes it a fact or drops it."""
        gate = Gate(await self._desk.settings())
        caller = self._desk.caller
        text = gate.content(content)
        label = gate.topic(topic) if topic else None
        scope = gate.scope(domain, None)

        def work(tx: Transaction) -> Remembered:
            until = dates.parse_future_end(valid_until, "valid_until", tx.now) if valid_until else None
            new = NewHotItem(
                agent=caller.agent,
                role=caller.role,
                session=caller.session,
                scope=scope,
                topic=label or "",
                content=text,
                memory_type=memory_type,
                veracity=veracity,
                valid_until=until,
                expires_at=tx.now + timedelta(hours=ttl_hours),
            )
            item = tx.hot_items.insert(new)
            audit(tx, caller, AuditEntry("create", item_id(item.id), None, _logged_item(new)))
            answer = Remembered(item_id=item_id(item.id), expires=dates.written(item.expires_at))
            if note := joined(gate.warnings):
                answer["note"] = note
            return answer

        return await self._desk.write(work)

    @tool(core=True, destructive=True)
    async def update_my_notes(
        self,
        notes: str,
        mode: Literal["replace", "append"] = "replace",
        expected_version: Annotated[int | None, "refuse if it isn't this"] = None,
    ) -> Notebook:
        """Write your private notebook, given back whole at every launch: what you are on, what to do next."""
        settings = await self._desk.settings()
        gate = Gate(settings)
        text = gate.notes(notes)
        caller = self._desk.caller

        def work(tx: Transaction) -> Notebook:
            current = tx.notes.get(caller.agent)
            _require_current(current, expected_version)
            whole = _appended(current.text, text, settings) if mode == "append" else text
            if whole == current.text:
                return _notebook(current, gate.warnings)
            before = launch_chars(tx, caller)
            saved = tx.notes.put(caller.agent, whole, current.version + 1)
            audit(tx, caller, AuditEntry("write", f"notes:{caller.agent}", _logged(current), _logged(saved)))
            return _notebook(saved, [*gate.warnings, *growth(before, launch_chars(tx, caller))])

        return await self._desk.write(work)


def _require_refs_fit(kind: Kind, refs: tuple[int, ...]) -> None:
    if kind is Kind.SUMMARY and not refs:
        raise InvalidInput("A summary needs 'refs': the observations it sums up, such as O45.")
    if kind is Kind.OBSERVATION and refs:
        raise InvalidInput("Only a summary has 'refs': set 'kind' to summary, or leave 'refs' out.")


def one_task(caller: Caller, given: str | None) -> str | None:
    """The task that is meant; the host's own can't be changed by an argument."""
    if caller.task_id is not None and given is not None and given != caller.task_id:
        raise InvalidInput(f"'task_id' is set to '{caller.task_id}' by the host; leave it out.")
    return caller.task_id or given


def _record(
    tx: Transaction, caller: Caller, new: NewObservation, expires_in_hours: float | None, gate: Gate
) -> Observed:
    require_visible_sources(tx, caller, new.refs)
    _require_plain_refs(tx, new)
    visible_facts(tx, caller, new.used_fact_ids)
    expires = tx.now + timedelta(hours=expires_in_hours) if expires_in_hours is not None else None
    before = launch_chars(tx, caller)
    observation = tx.observations.insert(replace(new, expires_at=expires))
    name = observation_id(observation.id)
    audit(tx, caller, AuditEntry("create", name, None, logged_observation(new)))
    gate.warnings.extend(follow(tx, caller, new))
    answer = Observed(observation_id=name, expires=dates.written(expires) if expires else None)
    if note := joined([*gate.warnings, *growth(before, launch_chars(tx, caller))]):
        answer["note"] = note
    return answer


def logged_observation(new: NewObservation) -> dict[str, object]:
    """An observation as the audit log shows it."""
    return {
        "content": new.content,
        "veracity": new.veracity.value,
        "source": new.source,
        "revision": new.revision,
        "task": new.task,
        "kind": new.kind.value,
        "refs": [observation_id(number) for number in new.refs],
        **({"repo": new.repo} if new.repo else {}),
    }


def _logged_item(new: NewHotItem) -> dict[str, object]:
    return {
        "content": new.content,
        "domain": str(new.scope),
        "topic": new.topic,
        "veracity": new.veracity.value,
        "expires_at": dates.written(new.expires_at),
    }


def _require_plain_refs(tx: Transaction, new: NewObservation) -> None:
    found = tx.observations.get_many(new.refs)
    for number in new.refs:
        if found[number].kind is Kind.SUMMARY:
            raise InvalidInput(f"{observation_id(number)} is a summary itself; refer to the observations it sums up.")
        if found[number].task != new.task:
            raise InvalidInput(f"{observation_id(number)} belongs to another task; a summary stays within one.")


def _require_current(current: Notes, expected_version: int | None) -> None:
    if expected_version is not None and expected_version != current.version:
        raise StaleVersion(
            f"Your notes are at version {current.version}, not {expected_version}; nothing was written. They say now:",
            current.text,
        )


def _appended(current: str, addition: str, settings: Settings) -> str:
    whole = f"{current}\n{addition}" if current and addition else current or addition
    limit = settings.whole("limits.notes_chars")
    if len(whole) > limit:
        raise Refused(
            f"Appending makes the notes {len(whole)} characters long, at most {limit} are kept; nothing was written. "
            "Replace them with a shorter text."
        )
    return whole


def _notebook(notes: Notes, remarks: list[str]) -> Notebook:
    answer = Notebook(notes=notes.text, version=notes.version, characters=len(notes.text))
    if note := joined(remarks):
        answer["note"] = note
    return answer


def _logged(notes: Notes) -> dict[str, object]:
    return {"version": notes.version, "text": notes.text}
