"""`select_memory`, `refresh_memory` and `get_preamble`: what an agent is handed as context."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from ..store.errors import InvalidInput
from ..store.model import FactFilter, Observation
from ..store.protocol import Transaction
from ..store.rules.selection_limits import STORED, Record
from .answers import LeftOut, Preamble, Refreshed, Selected
from .declare import tool
from .desk import Desk
from .drafts import hidden_domains
from .gate import Gate
from .ids import fact_id, observation_id
from .lapses import lapses_note, lapses_of
from .note_tools import one_task
from .preamble import build_preamble
from .shapes import Bounds

MOST_LEFT_OUT = 50
MOST_LAPSED = 200


class ContextTools:
    """Handing over what is remembered."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @tool(reads_only=True)
    async def select_memory(
        self,
        task_id: Annotated[str | None, "only this task's observations"] = None,
        budget_chars: Annotated[int, Bounds(0, STORED.max_budget_chars)] = 4000,
    ) -> Selected:
        """Get your own observations of a task that still hold, best first, as one text within a budget."""
        from ..store.rules.selection_core import select  # with the rest of it, when somebody asks
        from ..store.rules.selection_text import estimate_tokens

        gate = Gate(await self._desk.settings())
        caller = self._desk.caller
        task = one_task(caller, gate.label(task_id, "task_id") if task_id else None)

        def work(tx: Transaction) -> Selected:
            own = tx.observations.of_task(caller.agent, task)
            chosen = select(
                records(own),
                int(tx.now.timestamp()),
                budget_chars,
                also_known=records(_rested_on(tx, own)),
            )
            left_out = [LeftOut(id=name, why=str(reason)) for name, reason in chosen.left_out]
            if len(left_out) > MOST_LEFT_OUT:
                rest = len(left_out) - MOST_LEFT_OUT
                left_out = [*left_out[:MOST_LEFT_OUT], LeftOut(id="…", why=f"{rest} more")]
            return Selected(
                selected=list(chosen.selected),
                text=chosen.text,
                used_chars=chosen.used_chars,
                tokens_estimate=estimate_tokens(chosen.text),
                left_out=left_out,
            )

        return await self._desk.read(work)

    @tool(reads_only=True)
    async def refresh_memory(
        self,
        versions: Annotated[dict[str, str] | None, "source to revision; only reports what would lapse"] = None,
    ) -> Refreshed:
        """See which of your observations and which facts lapsed because their source changed. Without versions the
        host's register is applied."""
        from ..store.rules.selection_core import find_outdated

        gate = Gate(await self._desk.settings())
        caller = self._desk.caller
        asked = _register(gate, versions) if versions else None

        def work(tx: Transaction) -> Refreshed:
            own = tx.observations.of_task(caller.agent, None)
            lapsed = find_outdated(records([*own, *_rested_on(tx, own)]), asked)
            stale = tx.facts.all_stale() if asked is None else _would_be_stale(tx, asked)
            seen = tx.facts.get_many(stale, FactFilter(tx.now, hidden_domain_ids=hidden_domains(tx, caller)))
            dropped = [name for name in map(observation_id, sorted(one.id for one in own)) if name in lapsed]
            facts = [fact_id(number) for number in stale if number in seen]
            answer = Refreshed(dropped=_first(dropped), stale=_first(facts), only_report=asked is not None)
            if asked is None and (note := lapses_note(lapses_of(tx, [*dropped, *facts]), caller.repo)):
                answer["note"] = note
            return answer

        return await self._desk.read(work)

    @tool(reads_only=True)
    async def get_preamble(
        self, task: Annotated[str | None, "what you are about to do; brings matching facts"] = None
    ) -> Preamble:
        """Get the text you should have at launch: policies, your notes, facts that match the task."""
        gate = Gate(await self._desk.settings())
        caller = self._desk.caller
        text = gate.query(task, "task") if task else ""

        def work(tx: Transaction) -> Preamble:
            whole, parts = build_preamble(tx, caller, text)
            sizes = {"policies": len(parts.policies), "notes": len(parts.notes), "facts": len(parts.facts)}
            return Preamble(text=whole, parts=sizes | {"total": len(whole)})

        return await self._desk.read(work)


def _first(names: list[str]) -> list[str]:
    return names if len(names) <= MOST_LAPSED else [*names[:MOST_LAPSED], f"… {len(names) - MOST_LAPSED} more"]


def records(observations: Iterable[Observation]) -> list[Record]:
    """Observations as the selection rules take them, with whole seconds."""
    return [
        Record(
            id=observation_id(one.id),
            task=one.task,
            source=one.source,
            revision=one.revision,
            created=int(one.created_at.timestamp()),
            expires=int(one.expires_at.timestamp()) if one.expires_at else None,
            score=one.score,
            kind=one.kind.value,
            refs=tuple(observation_id(number) for number in one.refs),
            text=one.content,
            outdated=one.source_outdated,
        )
        for one in observations
    ]


def _rested_on(tx: Transaction, own: Iterable[Observation]) -> list[Observation]:
    """What summaries refer to beyond the observations at hand."""
    known = {observation.id for observation in own}
    refs = {number for observation in own for number in observation.refs} - known
    return list(tx.observations.get_many(refs).values()) if refs else []


def _would_be_stale(tx: Transaction, register: dict[str, str]) -> list[int]:
    """Active facts whose every source would be outdated under another register."""
    from ..store.rules.selection_core import find_inactive

    sources = tx.facts.active_sources()
    observations = tx.observations.get_many({number for numbers in sources.values() for number in numbers})
    known = [*observations.values(), *_rested_on(tx, observations.values())]
    lapsed = find_inactive(records(known), int(tx.now.timestamp()), register)
    return [number for number, cited in sources.items() if all(observation_id(source) in lapsed for source in cited)]


def _register(gate: Gate, versions: dict[str, str]) -> dict[str, str]:
    if len(versions) > STORED.max_versions:
        raise InvalidInput(f"'versions' takes at most {STORED.max_versions} sources.")
    return {gate.label(source, "versions"): gate.label(revision, "versions") for source, revision in versions.items()}
