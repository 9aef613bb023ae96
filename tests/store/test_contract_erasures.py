"""Erasing for good, whatever store does it."""

from __future__ import annotations

from datetime import timedelta

from palimpsest.store.model import Edge, EdgeKind, Fact, Keep, LossReason, RetiredReason
from palimpsest.store.model.erasure import Erasure, KeptObservation
from store_builders import MISSING, START, Memory, new_conflict, new_hot_item, new_policy
from toy_vectors import MODEL, fill_in, toy_vector


async def extent(memory: Memory, *facts: Fact, with_sources: bool = True) -> Erasure:
    return await memory.read(lambda tx: tx.erasures.extent([fact.id for fact in facts], with_sources=with_sources))


async def erase(memory: Memory, *facts: Fact, with_sources: bool = True) -> Erasure:
    found = await extent(memory, *facts, with_sources=with_sources)
    await memory.write(lambda tx: tx.erasures.erase(found, {"erased": True}))
    return found


async def supersede(memory: Memory, old: Fact, new: Fact, reason: LossReason = LossReason.OUTDATED) -> None:
    memory.clock.forward(hours=1)
    how = {"superseded_by": new.id, "superseded_at": memory.clock.now, "loss_reason": reason}
    await memory.change(old, "superseded", **how)
    await memory.write(lambda tx: tx.edges.link(Edge(new.id, old.id, EdgeKind.SUPERSEDES, 1.0)))


async def texts(memory: Memory, apart_from: Erasure) -> dict[str, str]:
    return dict(await memory.read(lambda tx: [(one.name, one.text) for one in tx.erasures.texts(apart_from)]))


async def test_an_erased_fact_is_found_by_nothing(memory: Memory):
    fact, other = await memory.add_fact(content="the vault is open"), await memory.add_fact(content="the vault is shut")
    await memory.write(lambda tx: [tx.edges.link(Edge(other.id, fact.id, EdgeKind.RELATED, 0.5)), fill_in(tx)])
    await memory.write(lambda tx: tx.conflicts.insert(new_conflict(fact, other)))
    gone = await erase(memory, fact)
    assert (gone.fact_ids, gone.conflict_ids) == ((fact.id,), (1,))
    where = memory.filter(include_superseded=True, include_retired=True)
    assert await memory.read(lambda tx: tx.facts.get(fact.id)) is None
    assert list(await memory.believed(include_retired=True)) == [other.id]
    assert [one.id for one in await memory.read(lambda tx: tx.search.facts("vault open", where, 9))] == [other.id]
    near = await memory.read(lambda tx: tx.vectors.nearest_facts(MODEL, toy_vector("x"), where, 9))
    assert [one.id for one in near] == [other.id]
    assert await memory.read(lambda tx: tx.edges.of(other.id)) == []
    assert await memory.read(lambda tx: tx.conflicts.of_fact(other.id)) == []
    assert await memory.read(lambda tx: tx.facts.states(fact.id)) == []
    assert await memory.read(lambda tx: tx.vectors.missing(MODEL)) == 0


async def test_a_number_is_never_given_again(memory: Memory):
    fact = await memory.add_fact()
    await erase(memory, fact)
    assert (await memory.add_fact()).id > fact.id
    assert await memory.read(lambda tx: list(tx.erasures.erased([fact.id, MISSING]))) == [fact.id]


async def test_facts_that_are_not_there_have_no_extent(memory: Memory):
    found = await memory.read(lambda tx: tx.erasures.extent([MISSING], with_sources=True))
    assert (found.fact_ids, found.observation_ids, found.copies, set(found.counts.values())) == ((), (), (), {0})


async def test_an_observation_goes_with_the_last_fact_that_cites_it(memory: Memory):
    seen = [(await memory.add_observation(content=f"seen {number}")).id for number in range(3)]
    await memory.add_observation(content="sums up", refs=(seen[2],))
    fact = await memory.add_fact(source_ids=seen)
    other = await memory.add_fact(content="another", source_ids=seen[:1])
    found = await extent(memory, fact)
    assert found.observation_ids == (seen[1],)
    kept = (KeptObservation(seen[0], (other.id,), ()), KeptObservation(seen[2], (), (seen[2] + 1,)))
    assert found.kept_observations == kept
    assert (await extent(memory, fact, with_sources=False)).observation_ids == ()
    assert (await extent(memory, fact, other)).observation_ids == (seen[0], seen[1])
    await erase(memory, fact)
    left = await memory.read(lambda tx: tx.observations.get_many([*seen, seen[2] + 1]))
    assert list(left) == [seen[0], seen[2], seen[2] + 1]
    assert (await memory.fact(other.id)).source_ids == (seen[0],)


async def test_what_stood_above_an_erased_fact_stands_above_what_it_replaced(memory: Memory):
    first, second, third = [await memory.add_fact(content=f"port {number}") for number in range(3)]
    await supersede(memory, first, second)
    await supersede(memory, second, third)
    assert (await erase(memory, second)).successors == {first.id: third.id}
    assert (await memory.fact(first.id)).superseded_by == third.id
    assert await memory.read(lambda tx: tx.facts.predecessors(third.id)) == [first.id]
    links = await memory.read(lambda tx: tx.edges.of(first.id))
    assert [(one.from_fact_id, one.kind) for one in links] == [(third.id, EdgeKind.SUPERSEDES)]


async def test_what_has_nothing_above_it_any_more_is_out_of_use_since_it_was_replaced(memory: Memory):
    first, second = await memory.add_fact(content="port 1"), await memory.add_fact(content="port 2")
    await supersede(memory, first, second)
    replaced_at = memory.clock.now
    memory.clock.forward(days=1)
    assert (await erase(memory, second)).successors == {first.id: None}
    now = await memory.fact(first.id)
    assert (now.superseded_by, now.retired_at, now.retired_reason) == (None, replaced_at, RetiredReason.DELETED)
    assert now.loss_reason is LossReason.OUTDATED
    states = await memory.read(lambda tx: tx.facts.states(first.id))
    assert [(one.fact.superseded_by, one.fact.retired_at) for one in states] == [(None, None), (None, replaced_at)]
    assert await memory.read(lambda tx: tx.facts.rejected(now.domain_id, now.content_key)) is None
    assert first.id in await memory.believed(START + timedelta(minutes=30))
    assert first.id not in await memory.believed()


async def test_two_that_have_replaced_each_other_lead_nowhere(memory: Memory):
    one, other = await memory.add_fact(content="port 1"), await memory.add_fact(content="port 2")
    await supersede(memory, one, other)
    await memory.change(await memory.fact(one.id), "restored", superseded_by=None, superseded_at=None, loss_reason=None)
    await supersede(memory, other, one)
    await erase(memory, other)
    states = await memory.read(lambda tx: tx.facts.states(one.id))
    assert [state.fact.superseded_by for state in states] == [None, None, None]
    assert (await memory.fact(one.id)).is_active(memory.clock.now)


async def test_a_hot_item_goes_or_counts_as_dropped(memory: Memory):
    facts = [await memory.add_fact(content=f"fact {number}") for number in range(2)]
    items = [await memory.write(lambda tx: tx.hot_items.insert(new_hot_item())) for _ in facts]
    for item, fact in zip(items, facts, strict=True):
        await memory.write(lambda tx, item=item, fact=fact: tx.hot_items.promote(item.id, fact.id))
    assert (await erase(memory, facts[0])).item_ids == (items[0].id,)
    assert (await erase(memory, facts[1], with_sources=False)).dropped_item_ids == (items[1].id,)
    assert await memory.read(lambda tx: tx.hot_items.get(items[0].id)) is None
    left = await memory.read(lambda tx: tx.hot_items.get(items[1].id))
    assert left is not None
    assert (left.promoted_to, left.dropped_at) == (None, memory.clock.now)
    assert await memory.read(lambda tx: tx.hot_items.pending(None)) == []


async def test_a_batch_knows_what_of_it_was_erased_and_has_no_record_of_it(memory: Memory):
    seen = await memory.add_observation()
    fact, other = await memory.add_fact(), await memory.add_fact(content="another")
    await memory.write(lambda tx: tx.facts.add_sources(fact.id, [seen.id]))
    conflict = await memory.write(lambda tx: tx.conflicts.insert(new_conflict(fact, other)))
    await memory.write(lambda tx: tx.conflicts.resolve(conflict.id, Keep.OLD, rule="user", reason=None, by="ann"))
    made = [batch.id for batch in reversed(await memory.read(lambda tx: tx.batches.latest(20)))]
    await erase(memory, fact)
    batches = [await memory.read(lambda tx, number=number: tx.erasures.of_batch(number)) for number in made]
    assert batches == [[("O", 1)], [("F", 1)], [], [("F", 1)], [("C", 1)], [("C", 1)]]
    kinds = [
        (change.kind, change.key)
        for number in made
        for change in await memory.read(lambda tx, number=number: tx.batches.rows(number))
    ]
    assert kinds == []


async def test_texts_are_those_that_stay(memory: Memory):
    seen = await memory.add_observation(content="seen")
    fact, other = await memory.add_fact(content="erased", source_ids=(seen.id,)), await memory.add_fact(content="left")
    await memory.write(lambda tx: tx.policies.insert(new_policy(other.domain_id, rule="obey")))
    await memory.write(lambda tx: tx.notes.put("ada", "first notes", 1))
    await memory.write(lambda tx: tx.notes.put("ada", "later notes", 2))
    found = await memory.read(lambda tx: list(tx.erasures.texts(tx.erasures.extent([fact.id], with_sources=True))))
    said = [(one.name, one.text) for one in found]
    expected = {("F2", "Cache\nleft"), ("P1", "obey\n"), ("notes:ada", "first notes"), ("notes:ada", "later notes")}
    assert set(said) == expected


async def test_what_was_erased_is_cleaned_at_once_and_can_be_cleaned_again(memory: Memory):
    fact = await memory.add_fact()
    await erase(memory, fact)
    assert await memory.read(lambda tx: tx.erasures.unclean()) is None
    await memory.write(lambda tx: tx.erasures.clean())
    assert await memory.read(lambda tx: tx.erasures.unclean()) is None
