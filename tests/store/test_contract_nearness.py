"""How near candidates are to a vector: the same whether the search for the nearest was made before or not."""

from __future__ import annotations

import pytest
from palimpsest.store.errors import WrongDimension
from palimpsest.store.model import Candidate, Embedded, Key, Passage, Vector, VectorModel
from palimpsest.store.protocol import Transaction
from store_builders import Memory, add_fact, new_observation
from toy_vectors import MODEL, at_angle, fill_in, toy_vector

OTHER = VectorModel("other", MODEL.dimension)
ASKED = toy_vector("what is asked")


@pytest.fixture
async def candidates(memory: Memory) -> list[Candidate]:
    """Facts, Ada's observations and one of Bob's that a fact cites; the last fact has no vector."""

    def work(tx: Transaction) -> list[Candidate]:
        own = [tx.observations.insert(new_observation(content=f"cache seen {n}")) for n in range(3)]
        cited = tx.observations.insert(new_observation(agent="bob", content="cache seen by bob"))
        facts = [add_fact(tx, content=f"fact {n}", source_ids=(cited.id,)) for n in range(4)]
        fill_in(tx)
        facts.append(add_fact(tx, content="without a vector"))
        scores = {one.id: 0.0 for one in [*own, cited]}
        seen = tx.observations.candidates(scores, agent="ada", at=None, hidden_domain_ids=())
        return tx.facts.candidates(dict.fromkeys([one.id for one in facts], 0.0), memory.filter()) + seen

    return await memory.write(work)


def search(tx: Transaction, memory: Memory, vector: Vector) -> None:
    tx.vectors.nearest_facts(MODEL, vector, memory.filter(), 2)
    tx.vectors.nearest_observations(MODEL, vector, agent="ada", at=None, hidden_domain_ids=(), limit=2)


def products(tx: Transaction, candidates: list[Candidate], vector: Vector) -> dict[Key, float]:
    found = tx.vectors.of(MODEL, candidates, "ada")
    return {key: float(other @ vector) for key, other in found.items()}


@pytest.mark.parametrize("searched", [None, ASKED, toy_vector("something else")], ids=["no", "this", "another"])
async def test_it_is_the_cosine_with_every_vector_there_is_whatever_was_searched_for(
    memory: Memory, candidates: list[Candidate], searched: Vector | None
):
    def work(tx: Transaction) -> tuple[dict[Key, float], dict[Key, float]]:
        if searched is not None:
            search(tx, memory, searched)
        return tx.vectors.nearness(MODEL, ASKED, candidates, "ada"), products(tx, candidates, ASKED)

    near, expected = await memory.read(work)
    assert len(near) == len(candidates) - 1 == 8
    assert near == pytest.approx(expected, abs=1e-6)


async def test_the_nearest_are_as_near_as_their_search_said(memory: Memory, candidates: list[Candidate]):
    def work(tx: Transaction) -> tuple[list[Candidate], dict[Key, float]]:
        found = tx.vectors.nearest_facts(MODEL, ASKED, memory.filter(), 10)
        return found, tx.vectors.nearness(MODEL, ASKED, candidates, "ada")

    found, near = await memory.read(work)
    assert len(found) == 4
    assert {one.key: one.score for one in found} == {key: score for key, score in near.items() if key[0] == "F"}


async def test_an_observation_is_as_near_as_the_agent_may_know(memory: Memory, candidates: list[Candidate]):
    """What stands before it counts for its own agent only."""
    seen = [one for one in candidates if one.kind == "O"]

    def work(tx: Transaction) -> list[dict[Key, float]]:
        search(tx, memory, ASKED)
        return [tx.vectors.nearness(MODEL, ASKED, seen, agent) for agent in ("ada", "bob")]

    ada, bob = await memory.read(work)
    assert ada["O", 1] == pytest.approx(float(toy_vector("cache seen 0") @ ASKED), abs=1e-3)
    assert set(ada) == {("O", number) for number in range(1, 5)}
    assert set(bob) == {("O", 4)}


async def test_what_the_transaction_adds_after_its_search_counts(memory: Memory, candidates: list[Candidate]):
    bare = next(one for one in candidates if one.id == 5 and one.kind == "F")

    def work(tx: Transaction) -> dict[Key, float]:
        search(tx, memory, ASKED)
        tx.vectors.add(MODEL, [Passage("F", bare.id, "")], ASKED.reshape(1, -1))
        return tx.vectors.nearness(MODEL, ASKED, [bare], "ada")

    assert await memory.write(work) == {bare.key: pytest.approx(1.0, abs=1e-3)}


async def test_what_an_undone_part_added_counts_no_more(memory: Memory, candidates: list[Candidate]):
    bare = next(one for one in candidates if one.id == 5 and one.kind == "F")
    vector = at_angle(0)

    def give(tx: Transaction, angle: float) -> float:
        tx.vectors.add(MODEL, [Passage("F", bare.id, "")], at_angle(angle).reshape(1, -1))
        search(tx, memory, vector)
        return tx.vectors.nearness(MODEL, vector, [bare], "ada")[bare.key]

    def part(tx: Transaction) -> None:
        assert give(tx, 0) == pytest.approx(1.0, abs=1e-3)
        raise RuntimeError

    def work(tx: Transaction) -> tuple[dict[Key, float], float]:
        with pytest.raises(RuntimeError):
            tx.attempt(lambda: part(tx))
        return tx.vectors.nearness(MODEL, vector, [bare], "ada"), give(tx, 90)

    between, after = await memory.write(work)
    assert between == {}
    assert after == pytest.approx(0.0, abs=1e-3)


async def test_an_unknown_model_knows_none_and_another_dimension_is_refused(
    memory: Memory, candidates: list[Candidate]
):
    assert await memory.read(lambda tx: tx.vectors.nearness(OTHER, ASKED, candidates, "ada")) == {}
    with pytest.raises(WrongDimension):
        await memory.read(lambda tx: tx.vectors.nearness(MODEL, toy_vector("x", 24), candidates, "ada"))


async def test_what_was_made_before_a_write_is_at_hand_in_it_and_in_no_other(memory: Memory) -> None:
    made = Embedded(MODEL, {"one": at_angle(0)}, unrelated=0.8)
    hand = await memory.store.write(lambda tx: (tx.vectors.at_hand("one"), tx.vectors.at_hand("two")), made)
    assert hand[0] is not None
    assert (hand[0].model, hand[0].unrelated, hand[1]) == (MODEL, 0.8, None)
    assert await memory.write(lambda tx: tx.vectors.at_hand("one")) is None
