"""Vectors beside the rows they stand for: who has one, who lacks one, and what is nearest to another."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from palimpsest.store.errors import WrongDimension
from palimpsest.store.model import Candidate, FactFilter, Passage, StoredModel, Vector, VectorModel
from palimpsest.store.protocol import Transaction
from palimpsest.store.rules.passage import fact_passage, observation_passage
from store_builders import START, Memory, add_fact, new_observation
from toy_vectors import MODEL, at_angle, embedded, fill_in, toy_vector

OTHER = VectorModel("other", MODEL.dimension)
WIDER = VectorModel(MODEL.name, 24)


def passage_of(content: str) -> str:
    return fact_passage("Cache", content)


async def nearest(memory: Memory, text: str, limit: int = 10, model: VectorModel = MODEL) -> list[Candidate]:
    vector = toy_vector(passage_of(text), model.dimension)
    where = memory.filter()
    return await memory.read(lambda tx: tx.vectors.nearest_facts(model, vector, where, limit))


async def add_with(memory: Memory, content: str, vector: Vector) -> int:
    """A fact with this very vector; its id."""

    def work(tx: Transaction) -> int:
        fact = add_fact(tx, content=content)
        tx.vectors.add(MODEL, [Passage("F", fact.id, passage_of(content))], vector.reshape(1, -1))
        return fact.id

    return await memory.write(work)


async def missing(memory: Memory, model: VectorModel = MODEL) -> int:
    return await memory.read(lambda tx: tx.vectors.missing(model))


# Having a vector


async def test_a_fact_written_together_with_its_vector_has_it_at_once(memory: Memory):
    fact = await memory.write(lambda tx: add_fact(tx, content="Redis it is."), embedded([passage_of("Redis it is.")]))
    assert await missing(memory) == 0
    assert [one.id for one in await nearest(memory, "Redis it is.")] == [fact.id]


async def test_an_observation_written_together_with_its_vector_has_it_at_once(memory: Memory):
    text = observation_passage("It rained.")
    seen = await memory.write(
        lambda tx: tx.observations.insert(new_observation(content="It rained.")), embedded([text])
    )
    found = await memory.read(
        lambda tx: tx.vectors.nearest_observations(
            MODEL, toy_vector(text), agent="ada", at=None, hidden_domain_ids=(), limit=5
        )
    )
    assert [(one.kind, one.id) for one in found] == [("O", seen.id)]
    assert await missing(memory) == 0


async def test_a_row_whose_vector_was_not_made_lacks_one(memory: Memory):
    await memory.write(lambda tx: add_fact(tx, content="Redis it is."), embedded(["another text"]))
    assert await missing(memory) == 1
    assert await nearest(memory, "Redis it is.") == []


async def test_what_was_written_before_there_was_a_model_is_missing_until_it_is_added(memory: Memory):
    fact = await memory.add_fact(content="Redis it is.")
    seen = await memory.add_observation(content="It rained.")
    assert await missing(memory) == 2
    assert await memory.write(fill_in) == [
        Passage("F", fact.id, passage_of("Redis it is.")),
        Passage("O", seen.id, observation_passage("It rained.")),
    ]
    assert await missing(memory) == 0
    assert await memory.write(fill_in) == []


async def test_what_is_written_later_without_a_vector_is_missing_too(memory: Memory):
    await memory.add_fact(content="the first")
    await memory.write(fill_in)
    later = await memory.add_fact(content="the second")
    await memory.add_observation()
    assert await missing(memory) == 2
    lacking = await memory.read(lambda tx: tx.vectors.without(MODEL, 1))
    assert lacking == [Passage("F", later.id, passage_of("the second"))]


@pytest.mark.parametrize("is_known", [False, True], ids=["a model of which nothing is stored", "a known model"])
async def test_passages_to_embed_come_facts_first_and_the_newest_first(memory: Memory, is_known: bool):
    if is_known:
        await add_with(memory, "has one", at_angle(0))
    facts = [await memory.add_fact(content=f"fact {n}") for n in range(3)]
    seen = [await memory.add_observation(content=f"seen {n}") for n in range(2)]
    wanted = [*(("F", fact.id) for fact in reversed(facts)), *(("O", one.id) for one in reversed(seen))]
    for limit in (5, 4, 2, 0):
        lacking = await memory.read(lambda tx, limit=limit: tx.vectors.without(MODEL, limit))
        assert [(one.kind, one.id) for one in lacking] == wanted[:limit]


async def test_a_vector_that_is_there_already_is_left_as_it_is(memory: Memory):
    number = await add_with(memory, "Redis it is.", at_angle(0))
    await memory.write(lambda tx: tx.vectors.add(MODEL, [Passage("F", number, "")], at_angle(90).reshape(1, -1)))
    found = await memory.read(lambda tx: tx.vectors.nearest_facts(MODEL, at_angle(0), memory.filter(), 5))
    assert [(one.id, one.score) for one in found] == [(number, pytest.approx(1.0, abs=1e-3))]


async def test_a_row_that_does_not_exist_is_passed_over(memory: Memory):
    passages = [Passage("F", 77, "gone"), Passage("O", 78, "gone")]
    vectors = np.stack([at_angle(0), at_angle(1)])
    await memory.write(lambda tx: tx.vectors.add(MODEL, passages, vectors))
    assert await memory.read(lambda tx: tx.vectors.models()) == [StoredModel(MODEL, 0, 0)]


async def test_the_vectors_of_candidates_are_read_back_and_those_without_are_absent(memory: Memory):
    await memory.add_fact(content="There is one.")
    seen = await memory.add_observation(content="seen")
    await memory.write(fill_in)
    await memory.add_fact(content="Here is none.")
    candidates = await memory.read(lambda tx: tx.search.facts("cache", memory.filter(), 5))
    candidates.append(candidates[0]._replace(kind="O", id=seen.id))
    vectors = await memory.read(lambda tx: tx.vectors.of(MODEL, candidates, seen.agent))
    assert set(vectors) == {("F", 1), ("O", seen.id)}
    assert vectors["F", 1] == pytest.approx(toy_vector(passage_of("There is one.")), abs=1e-3)
    assert vectors["O", seen.id] == pytest.approx(toy_vector("seen"), abs=1e-3)
    assert await memory.read(lambda tx: tx.vectors.of(OTHER, candidates, seen.agent)) == {}


# Being near


async def test_the_nearest_come_first_with_their_cosine(memory: Memory):
    ids = {angle: await add_with(memory, f"at {angle}", at_angle(angle)) for angle in (60, 0, 180, 90)}
    found = await memory.read(lambda tx: tx.vectors.nearest_facts(MODEL, at_angle(0), memory.filter(), 10))
    assert [one.id for one in found] == [ids[0], ids[60], ids[90], ids[180]]
    assert [one.score for one in found] == pytest.approx([1, 0.5, 0, -1], abs=1e-3)


async def test_no_more_are_given_than_are_asked_for(memory: Memory):
    for angle in range(5):
        await add_with(memory, f"at {angle}", at_angle(angle))
    for limit in (0, 1, 4):
        found = await memory.read(
            lambda tx, limit=limit: tx.vectors.nearest_facts(MODEL, at_angle(0), memory.filter(), limit)
        )
        assert [one.id for one in found] == [1, 2, 3, 4][:limit]


async def test_of_equally_near_ones_the_newer_comes_first(memory: Memory):
    for number in range(40):
        await add_with(memory, f"the same {number}", at_angle(3))
    found = await memory.read(lambda tx: tx.vectors.nearest_facts(MODEL, at_angle(0), memory.filter(), 5))
    assert [one.id for one in found] == [40, 39, 38, 37, 36]


async def test_a_candidate_says_what_full_text_would_say_of_it(memory: Memory):
    await memory.add_fact(content="Redis it is.", confidence=0.4)
    await memory.add_observation(content="Redis was seen.")
    await memory.write(fill_in)
    where = memory.filter()

    def by_words(tx: Transaction) -> list[Candidate]:
        seen = tx.search.observations("redis", agent="ada", at=None, hidden_domain_ids=(), limit=5)
        return tx.search.facts("redis", where, 5) + seen

    def by_meaning(tx: Transaction) -> list[Candidate]:
        facts = tx.vectors.nearest_facts(MODEL, at_angle(0), where, 5)
        return facts + tx.vectors.nearest_observations(
            MODEL, at_angle(0), agent="ada", at=None, hidden_domain_ids=(), limit=5
        )

    words, meaning = await memory.read(lambda tx: (by_words(tx), by_meaning(tx)))
    assert [one._replace(score=0) for one in meaning] == [one._replace(score=0) for one in words]


async def test_an_empty_store_and_an_unknown_model_have_nothing_near(memory: Memory):
    assert await nearest(memory, "anything") == []
    await add_with(memory, "there", at_angle(0))
    assert await nearest(memory, "anything", model=OTHER) == []


# Following what happens


async def test_a_new_vector_is_found_by_the_next_search(memory: Memory):
    for number in range(3):
        await add_with(memory, f"fact {number}", at_angle(10 * number))
        found = await memory.read(lambda tx: tx.vectors.nearest_facts(MODEL, at_angle(0), memory.filter(), 10))
        assert [one.id for one in found] == list(range(1, number + 2))


async def test_what_another_process_writes_is_found_by_the_next_search(memory: Memory):
    other = await memory.another()
    await add_with(memory, "the first", at_angle(0))
    assert len(await other.read(lambda tx: tx.vectors.nearest_facts(MODEL, at_angle(0), memory.filter(), 10))) == 1
    await add_with(memory, "the second", at_angle(1))
    assert len(await other.read(lambda tx: tx.vectors.nearest_facts(MODEL, at_angle(0), memory.filter(), 10))) == 2


async def test_a_transaction_finds_what_it_wrote_itself(memory: Memory):
    await add_with(memory, "before", at_angle(30))

    def work(tx: Transaction) -> list[int]:
        fact = add_fact(tx, content="now")
        tx.vectors.add(MODEL, [Passage("F", fact.id, "")], at_angle(10).reshape(1, -1))
        return [one.id for one in tx.vectors.nearest_facts(MODEL, at_angle(0), memory.filter(), 5)]

    assert await memory.write(work) == [2, 1]


async def test_what_an_undone_transaction_wrote_is_never_found(memory: Memory):
    await add_with(memory, "kept", at_angle(80))

    def work(tx: Transaction) -> None:
        fact = add_fact(tx, content="undone")
        tx.vectors.add(MODEL, [Passage("F", fact.id, "")], at_angle(0).reshape(1, -1))
        assert tx.vectors.nearest_facts(MODEL, at_angle(0), memory.filter(), 1)[0].id == fact.id
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await memory.write(work)
    # It is given the same id that the undone one had.
    assert await add_with(memory, "another", at_angle(170)) == 2
    found = await memory.read(lambda tx: tx.vectors.nearest_facts(MODEL, at_angle(0), memory.filter(), 5))
    assert [one.id for one in found] == [1, 2]


async def test_what_an_undone_part_wrote_is_not_found_in_the_same_transaction(memory: Memory):
    def part(tx: Transaction) -> None:
        fact = add_fact(tx, content="undone")
        tx.vectors.add(MODEL, [Passage("F", fact.id, "")], at_angle(0).reshape(1, -1))
        tx.vectors.nearest_facts(MODEL, at_angle(0), memory.filter(), 1)
        raise RuntimeError

    def work(tx: Transaction) -> list[int]:
        with pytest.raises(RuntimeError):
            tx.attempt(lambda: part(tx))
        fact = add_fact(tx, content="kept")
        tx.vectors.add(MODEL, [Passage("F", fact.id, "")], at_angle(90).reshape(1, -1))
        found = tx.vectors.nearest_facts(MODEL, at_angle(0), memory.filter(), 5)
        return [round(one.score) for one in found]

    assert await memory.write(work) == [0]


# Models


async def test_models_are_never_compared_with_one_another(memory: Memory):
    first = await memory.add_fact(content="the first")
    await memory.write(fill_in)
    second = await memory.add_fact(content="the second")
    await memory.write(lambda tx: tx.vectors.add(OTHER, [Passage("F", second.id, "")], at_angle(0).reshape(1, -1)))
    assert [one.id for one in await nearest(memory, "any")] == [first.id]
    assert [one.id for one in await nearest(memory, "any", model=OTHER)] == [second.id]
    assert (await missing(memory), await missing(memory, OTHER)) == (1, 1)


async def test_the_store_says_which_models_it_knows_and_how_far_they_are(memory: Memory):
    assert await memory.read(lambda tx: tx.vectors.models()) == []
    await memory.add_fact(content="the first")
    await memory.write(fill_in)
    await memory.add_fact(content="the second")
    await memory.write(lambda tx: tx.vectors.add(OTHER, [], np.zeros((0, OTHER.dimension), np.float32)))
    assert await memory.read(lambda tx: tx.vectors.models()) == [StoredModel(MODEL, 1, 1), StoredModel(OTHER, 0, 2)]


async def test_a_dropped_model_is_forgotten_and_the_others_stay(memory: Memory):
    await memory.add_fact()
    await memory.write(fill_in)
    await memory.write(lambda tx: fill_in(tx, OTHER))
    assert await nearest(memory, "any")
    await memory.write(lambda tx: tx.vectors.drop(MODEL.name))
    assert await nearest(memory, "any") == []
    assert await missing(memory) == 1
    assert await memory.read(lambda tx: tx.vectors.models()) == [StoredModel(OTHER, 1, 0)]
    assert len(await nearest(memory, "any", model=OTHER)) == 1


async def test_after_it_was_dropped_a_model_may_come_back_with_another_dimension(memory: Memory):
    await memory.add_fact()
    await memory.write(fill_in)
    assert await nearest(memory, "any")
    await memory.write(lambda tx: tx.vectors.drop(MODEL.name))
    await memory.write(lambda tx: fill_in(tx, WIDER))
    assert len(await nearest(memory, "any", model=WIDER)) == 1


USES: dict[str, Callable[[Transaction, VectorModel, Vector], object]] = {
    "nearest_facts": lambda tx, model, vector: tx.vectors.nearest_facts(model, vector, FactFilter(START), 5),
    "nearest_observations": lambda tx, model, vector: tx.vectors.nearest_observations(
        model, vector, agent="ada", at=None, hidden_domain_ids=(), limit=5
    ),
    "add": lambda tx, model, vector: tx.vectors.add(model, [Passage("F", 1, "")], vector.reshape(1, -1)),
    "missing": lambda tx, model, _: tx.vectors.missing(model),
    "without": lambda tx, model, _: tx.vectors.without(model, 5),
    "of": lambda tx, model, _: tx.vectors.of(model, [], "ada"),
}


@pytest.mark.parametrize("name", USES)
async def test_a_model_whose_stored_vectors_have_another_dimension_is_refused_by_name(memory: Memory, name: str):
    await memory.add_fact()
    await memory.write(fill_in)
    with pytest.raises(WrongDimension, match="'toy' have 16 dimensions here, this one has 24") as caught:
        await memory.write(lambda tx: USES[name](tx, WIDER, at_angle(0, WIDER.dimension)))
    assert (caught.value.model, caught.value.expected, caught.value.got) == ("toy", 16, 24)


@pytest.mark.parametrize("name", ["nearest_facts", "nearest_observations", "add"])
async def test_a_vector_of_another_dimension_than_its_model_is_refused_by_name(memory: Memory, name: str):
    await memory.add_fact()
    with pytest.raises(WrongDimension, match="'toy' have 16 dimensions here, this one has 15"):
        await memory.write(lambda tx: USES[name](tx, MODEL, at_angle(0, 15)))
    assert await memory.read(lambda tx: tx.vectors.models()) == []


async def test_a_write_whose_vectors_have_another_dimension_than_stored_keeps_nothing(memory: Memory):
    await memory.add_fact()
    await memory.write(fill_in)
    with pytest.raises(WrongDimension):
        await memory.write(lambda tx: add_fact(tx, content="new"), embedded([passage_of("new")], WIDER))
    assert len(await memory.believed()) == 1
