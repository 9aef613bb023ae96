"""One consolidation, part by part (DESIGN 2.4): drop what lapsed, take candidates, merge, retire, keep to the cap.

Each part is planned on a snapshot and applied in short transactions; a rehearsal is the same run on a copy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..store.model import FactFilter
from ..store.protocol import Transaction
from ..store.rules.text import one_line, shorten
from .answers import Consolidated, LeftOut
from .candidates import Candidate
from .consolidation_report import Done, first_waiting, joined, names
from .declare import Progress
from .desk import Desk
from .gate import joined as joined_remarks
from .ids import fact_id
from .lapsing import DropLapsed
from .pending import answer_form, shown_pending, still_pending
from .preamble import growth, launch_chars
from .runs import Run
from .taking import TakeCandidates
from .tidying import KeepToCap, MergeDuplicates, Reach, RetireFaded

REHEARSAL = "Only a rehearsal, nothing was changed."
MOST_NAMED = 20
MOST_ROUNDS = 5
"""What one round settles can make clear what another statement means; after the last, nothing is left to be done."""
REHEARSED_CHARS = 160


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be consolidated: of whom (None: of every agent), where, and from which candidates.

    Without candidates they come from clustering. `remarks` go into the answer, `left_out` to what waits.

    `checks_texts`: the candidates are a model's that nobody watches. One that can't be meant, or says nothing of what
    its sources say, is left out and the others are taken; an agent is told at once, and nothing is changed.
    `clusters_rest`: what the candidates leave is clustered.
    """

    reach: Reach
    whose: str | None
    candidates: tuple[Candidate, ...] = ()
    remarks: tuple[str, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    checks_texts: bool = False
    clusters_rest: bool = False

    @property
    def goes_on_clustering(self) -> bool:
        """Whether what is pending is clustered once the candidates are taken."""
        return self.clusters_rest or not self.candidates


async def consolidate(
    desk: Desk, order: Order, progress: Progress | None = None, *, dry_run: bool = False
) -> Consolidated:
    """Do it, or with `dry_run` do it to a copy, and say what was done."""
    if not dry_run:
        return await _consolidate(desk, order, progress, is_rehearsal=False)
    async with desk.store.rehearsal() as copy:
        rehearsal = Desk(copy, desk.caller, desk.embedding)
        answer = await _consolidate(rehearsal, order, progress, is_rehearsal=True)
        await rehearsal.close()
    answer["batch_id"] = None
    return answer


async def _consolidate(desk: Desk, order: Order, progress: Progress | None, *, is_rehearsal: bool) -> Consolidated:
    whose = order.whose
    launch = await desk.read(lambda tx: launch_chars(tx, desk.caller))
    if not order.checks_texts:
        # What can't be meant is refused before anything is written.
        await desk.read(_taking(desk, order, order.candidates).require_meant)
    async with Run(desk, "consolidation", progress, is_rehearsal=is_rehearsal) as run:
        done = [Done(waiting=order.left_out)]
        done += await run.apply(DropLapsed(desk.caller, whose), "dropping what expired")
        considered = await desk.read(lambda tx: len(still_pending(tx, whose)))
        keeps = not is_rehearsal or order.goes_on_clustering
        done += await run.apply(_taking(desk, order, order.candidates, keeps_vectors=keeps), "taking candidates")
        for _ in range(MOST_ROUNDS):
            found = await _tidy(desk, order, run)
            done += found
            if not any(one.is_change for one in found):
                break
    return await desk.read(
        lambda tx: _answer(tx, desk, order, joined(done), considered, run.batch, launch, is_rehearsal=is_rehearsal)
    )


async def _tidy(desk: Desk, order: Order, run: Run) -> list[Done]:
    """One round of what needs no model."""
    reach, done = order.reach, list[Done]()
    if order.goes_on_clustering:
        alike = await desk.read(lambda tx: _clustered(tx, order))
        done += await run.apply(_taking(desk, order, alike), "taking what was seen repeatedly")
    done += await run.apply(MergeDuplicates(reach), "merging duplicates")
    done += await run.apply(RetireFaded(reach), "retiring what no longer holds")
    done += await run.apply(KeepToCap(reach), "keeping domains to their cap")
    return done


def _taking(desk: Desk, order: Order, candidates: Sequence[Candidate], *, keeps_vectors: bool = True) -> TakeCandidates:
    return TakeCandidates(
        desk.caller,
        order.reach.settings,
        order.whose,
        candidates,
        checks_texts=order.checks_texts,
        keeps_vectors=keeps_vectors,
    )


def _clustered(tx: Transaction, order: Order) -> Sequence[Candidate]:
    from .clusters import clustered  # the rules of comparing, which a server that only reads never needs

    needed = order.reach.settings.whole("consolidation.min_support")
    return clustered(tx, order.reach, order.whose, needed)


def _answer(
    tx: Transaction,
    desk: Desk,
    order: Order,
    done: Done,
    considered: int,
    batch: str | None,
    launch: int,
    *,
    is_rehearsal: bool,
) -> Consolidated:
    waiting = still_pending(tx, order.whose)
    shown = shown_pending(waiting, tx.now)
    longer = growth(launch, launch_chars(tx, desk.caller))
    rehearsed = [REHEARSAL, *_texts(tx, done)] if is_rehearsal else []
    remarks = [*rehearsed, *_replaced(done), *order.remarks, *longer, *_cut(done)]
    answer = Consolidated(
        considered=considered,
        created=names(done.created),
        reinforced=names(done.reinforced),
        merged=names(done.merged),
        retired=names(done.retired),
        waiting=first_waiting(done.waiting),
        pending=shown,
        batch_id=batch,
    )
    if shown:
        answer["answer_form"] = answer_form(len(shown), len(waiting))
    if note := joined_remarks(remarks):
        answer["note"] = note
    return answer


def _texts(tx: Transaction, done: Done) -> list[str]:
    """What the new facts of a rehearsal say: nothing else can be asked about them afterwards."""
    found = tx.facts.get_many(
        done.created[:MOST_NAMED], FactFilter(tx.now, include_superseded=True, include_retired=True)
    )
    told = [
        f"{fact_id(fact.id)} [{fact.scope}/{one_line(fact.topic)}] {shorten(one_line(fact.content), REHEARSED_CHARS)}"
        for fact in found.values()
    ]
    return [f"New: {'; '.join(told)}."] if told else []


def _replaced(done: Done) -> list[str]:
    """Which facts had to make room for what was seen, and why."""
    if not done.replaced:
        return []
    more = f" and {len(done.replaced) - MOST_NAMED} more" if len(done.replaced) > MOST_NAMED else ""
    return [f"Superseded: {', '.join(map(str, done.replaced[:MOST_NAMED]))}{more}."]


def _cut(done: Done) -> list[str]:
    """What the cap of a domain cost."""
    if not done.cut:
        return []
    more = f" and {len(done.cut) - MOST_NAMED} more" if len(done.cut) > MOST_NAMED else ""
    named = ", ".join(names(done.cut[:MOST_NAMED])) + more
    return [f"Cut to keep a domain within consolidation.domain_cap, the weakest first: {named}."]
