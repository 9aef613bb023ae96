"""What a statement means for facts: in all the wordings that they rest on."""

from palimpsest.store.rules.bearing import Bearing, bearing
from palimpsest.store.rules.conflict import Contradiction


def test_a_statement_speaks_for_what_says_the_same_and_against_what_it_contradicts():
    believed = {
        1: ["The gateway listens on port 8080."],
        2: ["the gateway listens on port 8081"],
        3: ["The gateway is written in Rust."],
    }
    found = bearing(["The gateway listens on port 8081."], believed)
    assert found == Bearing((2,), ((1, Contradiction("8080 -> 8081", "number")),))


def test_a_fact_is_contradicted_in_another_wording_that_it_rests_on():
    fact = "Maria leads the search team."
    opposed = bearing(["The search team is led by Jonas."], {1: [fact, "The search team is led by Maria."]}).contradicts
    assert [key for key, _ in opposed] == [1]


def test_a_source_that_says_something_else_than_its_fact_is_no_wording_of_it():
    believed = {1: ["Maria leads the search team.", "The gateway listens on port 8080."]}
    assert bearing(["The gateway listens on port 8081."], believed) == Bearing((), ())


def test_a_statement_of_several_wordings_is_met_in_each():
    said = ["Jonas leads the search team.", "The search team is led by Jonas."]
    assert [key for key, _ in bearing(said, {1: ["The search team is led by Maria."]}).contradicts] == [1]


def test_a_fact_that_is_supported_is_not_contradicted():
    fact = ["The search team is led by Maria.", "Maria leads the search team."]
    assert bearing(["Maria leads the search team.", "Jonas leads the search team."], {1: fact}) == Bearing((1,), ())


def test_values_of_different_things_behind_one_preposition_do_not_contradict_each_other():
    port = "The billing service listens on port 8010."
    assert bearing(["The billing service is on Postgres 11."], {1: [port]}) == Bearing((), ())
    assert bearing(["The billing service runs on Python 3.9."], {1: [port.replace("listens", "runs")]}) == Bearing(
        (), ()
    )
