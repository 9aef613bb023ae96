"""`propose_fact` and `supersede_fact`.

What they work with is loaded by the first call: a server that starts waits for its tools' signatures alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

from ..store.errors import InvalidInput
from ..store.model import Embedded, LossReason, MemoryType, OnConflict, Validity, Veracity
from ..store.protocol import Transaction
from . import passages
from .answers import Proposed, Replaced
from .declare import AskedBy, Question, Reply, tool
from .desk import Desk
from .drafts import FactDraft
from .gate import Gate
from .hints import TypeLikeProposed, ValidityLikeProposed, VeracityLikeProposed
from .ids import parse_id, parse_ids

if TYPE_CHECKING:
    from .fact_questions import InDoubt


class FactTools:
    """Writing what is true."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @tool(core=True, always_load=True)
    async def propose_fact(
        self,
        domain: Annotated[str, "area, e.g. architecture"],
        topic: Annotated[str, "short label; facts of one topic are compared"],
        content: Annotated[str, "one self-contained claim"],
        memory_type: MemoryType = MemoryType.FACT,
        veracity: Annotated[Veracity, "stated: your user said it"] = Veracity.INFERRED,
        source_observation_ids: Annotated[list[str] | None, "O45"] = None,
        validity: Validity = Validity.OPEN,
        valid_until: Annotated[str | None, "ISO, UTC; a date holds through its day"] = None,
        repo: Annotated[str | None, "owner/name if it holds only there"] = None,
        on_conflict: OnConflict = OnConflict.AUTO,
        reply: Annotated[Reply | None, AskedBy("question_of_proposal")] = None,
    ) -> Proposed:
        """Store a fact for every agent of this workspace. A repetition is a mention; a contradiction is settled by who
        says so, freshness and strength, or comes back as a question for your user. Nothing is erased."""
        from .fact_answers import proposed, unreplaced
        from .fact_writes import write_fact

        settings = await self._desk.settings()
        gate = Gate(settings)
        draft = _proposal(
            gate,
            domain=domain,
            topic=topic,
            content=content,
            memory_type=memory_type,
            veracity=veracity,
            source_observation_ids=source_observation_ids,
            validity=validity,
            valid_until=valid_until,
            repo=repo,
            on_conflict=on_conflict,
        )

        def work(tx: Transaction) -> Proposed:
            written = write_fact(tx, self._desk.caller, settings, draft, reply)
            return proposed(tx, self._desk.caller, written, [*gate.warnings, *unreplaced(written, on_conflict)])

        return await self._desk.write(work, passages.of_fact(draft.topic, draft.content))

    async def question_of_proposal(self, **arguments: Any) -> Question | None:
        """What `propose_fact` with these arguments would have to ask the user."""
        from .fact_questions import question_about

        settings = await self._desk.settings()
        draft = _proposal(Gate(settings), **arguments)
        return await self._ask(lambda tx, made: question_about(tx, self._desk.caller, settings, draft, made))

    @tool(core=True, destructive=True)
    async def supersede_fact(
        self,
        fact_id: str,
        content: str | None = None,
        topic: str | None = None,
        by_fact_id: str | None = None,
        reason: Annotated[LossReason, "wrong: never was true"] = LossReason.OUTDATED,
        memory_type: TypeLikeProposed | None = None,
        veracity: VeracityLikeProposed = Veracity.INFERRED,
        source_observation_ids: list[str] | None = None,
        validity: ValidityLikeProposed = Validity.OPEN,
        valid_until: str | None = None,
        reply: Annotated[Reply | None, AskedBy("question_of_successor")] = None,
    ) -> Replaced:
        """Replace a fact by new content or another fact; with neither, retract it. It stays readable."""
        from .successions import replace_fact, replaceable, retract_or_point, said_of_successor

        settings = await self._desk.settings()
        gate = Gate(settings)
        number = parse_id(fact_id, "F", "fact_id")
        successor = parse_id(by_fact_id, "F", "by_fact_id") if by_fact_id else None
        if successor is not None and content is not None:
            raise InvalidInput("Give 'content' for a new fact or 'by_fact_id' for an existing one, not both.")
        if content is None:
            _refuse_parts_of_new_fact(
                topic=topic,
                memory_type=memory_type,
                source_observation_ids=source_observation_ids,
                validity=None if validity is Validity.OPEN else validity,
                valid_until=valid_until,
            )
        caller = self._desk.caller
        said = content and said_of_successor(
            gate,
            content=content,
            topic=topic,
            memory_type=memory_type,
            veracity=veracity,
            source_observation_ids=source_observation_ids,
            validity=validity,
            valid_until=valid_until,
        )

        def work(tx: Transaction) -> Replaced:
            old = replaceable(tx, caller, settings, number)
            if not said:
                return retract_or_point(tx, caller, old, successor, reason)
            return replace_fact(tx, caller, settings, old, said, reason, gate.warnings, reply)

        return await self._desk.write(work, passages.of_successor(number, said.topic, said.content) if said else None)

    async def question_of_successor(
        self, *, fact_id: str, content: str | None, by_fact_id: str | None, **said: Any
    ) -> Question | None:
        """What `supersede_fact` with these arguments would have to ask the user: something of new content alone."""
        if content is None or by_fact_id:
            return None
        from .successions import question_about_successor, said_of_successor

        settings = await self._desk.settings()
        number = parse_id(fact_id, "F", "fact_id")
        said.pop("reason")
        successor = said_of_successor(Gate(settings), content=content, **said)
        caller = self._desk.caller
        return await self._ask(lambda tx, made: question_about_successor(tx, caller, settings, number, successor, made))

    async def _ask(
        self, question: Callable[[Transaction, Embedded | None], Question | InDoubt | None]
    ) -> Question | None:
        """What there is to ask; a vector is made only where it can make a difference."""
        from .fact_questions import InDoubt

        found = await self._desk.read(lambda tx: question(tx, None))
        if not isinstance(found, InDoubt):
            return found
        passage = found.passage
        made = await self._desk.embed(lambda _: [passage])
        if made is None:
            return None
        again = await self._desk.read(lambda tx: question(tx, made))
        return None if isinstance(again, InDoubt) else again


def _proposal(
    gate: Gate,
    *,
    domain: str,
    topic: str,
    content: str,
    memory_type: MemoryType,
    veracity: Veracity,
    source_observation_ids: list[str] | None,
    validity: Validity,
    valid_until: str | None,
    repo: str | None,
    on_conflict: OnConflict,
) -> FactDraft:
    """The draft that the arguments of `propose_fact` are, after the gate."""
    return FactDraft(
        scope=gate.scope(domain, repo),
        topic=gate.topic(topic),
        content=gate.content(content),
        memory_type=memory_type,
        veracity=veracity,
        validity=validity,
        valid_until=valid_until,
        source_ids=parse_ids(source_observation_ids or [], "O", "source_observation_ids"),
        on_conflict=on_conflict,
    )


def _refuse_parts_of_new_fact(**parts: object) -> None:
    """Without new content they would be lost in silence, and the fact retracted."""
    given = next((name for name, value in parts.items() if value is not None), None)
    if given is not None:
        raise InvalidInput(f"'{given}' is said of a new fact: give its 'content' as well, or leave '{given}' out.")
