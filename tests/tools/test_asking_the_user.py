"""Where only the user can say which of two claims holds, a client that can asks them, and what they say is done."""

import pytest
from memory_bench import Agent, Answer, Bench
from users import User

OLD, NEW = "The API uses Postgres 14.", "The API uses Postgres 15."


async def asked(bench: Bench, user: User, content: str = NEW, **more: str) -> Answer:
    """What bob, whose user answers, gets for a claim against ana's."""
    await (await bench.agent("ana")).propose(OLD)
    return await (await bench.agent("bob", user=user)).propose(content, **more)


def rules(answer: Answer) -> list[tuple[str, str, str | None]]:
    return [(one["old_id"], one["rule"], one["winner"]) for one in answer["conflicts"]]


async def test_the_question_is_for_a_person_and_tells_both_sides_with_who_said_them_and_when(both_eras: Bench):
    user = User("new")
    await asked(both_eras, user, veracity="inferred")
    (question,) = user.questions
    assert question == (
        "Which holds for 'database' in architecture?\n"
        "NEW, from bob; an agent concluded it:\n"
        f"> {NEW}\n"
        "OLD, F1, from ana on 2027-03-01; an agent concluded it:\n"
        f"> {OLD}\n"
        "What differs:\n"
        "> 14 -> 15"
    )


async def test_keeping_the_new_one_puts_the_old_one_under_it(both_eras: Bench):
    answer = await asked(both_eras, User("new"))
    assert (answer["outcome"], rules(answer)) == ("superseded_existing", [("F1", "user", "new")])
    assert "question" not in answer
    assert await both_eras.active() == ["F2"]
    assert (await both_eras.fact("F1")).superseded_by == 2


async def test_keeping_the_old_one_leaves_the_new_text_under_it_so_that_it_is_not_taken_again(both_eras: Bench):
    user = User("old")
    answer = await asked(both_eras, user)
    assert (answer["outcome"], rules(answer)) == ("superseded_by_existing", [("F1", "user", "old")])
    assert await both_eras.active() == ["F1"]
    assert (await both_eras.fact("F2")).superseded_by == 1
    again = await (await both_eras.agent("cy", user=user)).propose(NEW)
    assert "your user settled it" in again["note"]
    assert len(user.questions) == 1, "what was settled is not asked again"


async def test_keeping_both_leaves_both_uncontested(both_eras: Bench):
    answer = await asked(both_eras, User("both"))
    assert (answer["outcome"], rules(answer)) == ("created", [("F1", "user", "both")])
    assert await both_eras.active() == ["F1", "F2"]
    ana = await both_eras.agent("ana", session="s2")
    assert [hit["contested"] for hit in await ana.search("Postgres")] == [None, None]


@pytest.mark.parametrize("action", ["decline", "cancel"])
async def test_a_question_that_is_not_answered_stays_open_with_its_text_in_the_reply(both_eras: Bench, action: str):
    answer = await asked(both_eras, User(action=action))
    assert (answer["outcome"], rules(answer)) == ("needs_confirmation", [("F1", "undecided", None)])
    assert "resolve_memory_conflict" in answer["question"]


async def test_a_client_that_cannot_ask_gets_the_same_as_one_whose_user_declines(both_eras: Bench):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob")
    await ana.propose(OLD)
    declined = await asked(both_eras, User(action="decline"), domain="operations")
    assert (declined["outcome"], declined["conflicts"]) == ("created", []), "another domain isn't compared"
    answer = await bob.propose(NEW)
    assert answer["outcome"] == "needs_confirmation"
    assert "Ask your user" in answer["question"]


async def test_what_the_order_decides_is_not_asked(both_eras: Bench):
    user = User("old")
    answer = await asked(both_eras, user, veracity="stated")
    assert (answer["outcome"], user.questions) == ("superseded_existing", [])


async def test_on_conflict_ask_asks_even_in_a_clear_case(both_eras: Bench):
    user = User("old")
    answer = await asked(both_eras, user, veracity="stated", on_conflict="ask")
    assert (answer["outcome"], len(user.questions)) == ("superseded_by_existing", 1)
    assert await both_eras.active() == ["F1"]


@pytest.mark.parametrize("how", ["coexist", "supersede"])
async def test_who_says_what_to_do_is_not_asked(bench: Bench, how: str):
    user = User("old")
    await asked(bench, user, on_conflict=how)
    assert user.questions == []


async def test_several_contradicted_facts_make_one_question_that_names_them_all(both_eras: Bench):
    ana, bob, user = await both_eras.agent("ana"), await both_eras.agent("bob"), User("new")
    await ana.propose(OLD)
    await bob.propose(NEW)
    cy = await both_eras.agent("cy", user=user)
    answer = await cy.propose("The API uses Postgres 16.")
    (question,) = user.questions
    assert all(part in question for part in ("F1", "F2", OLD, NEW, "Postgres 16"))
    assert rules(answer) == [("F1", "user", "new"), ("F2", "user", "new")]
    assert await both_eras.active() == ["F3"]
    assert (await cy.call("list_memory_conflicts", status="open"))["conflicts"] == []


async def test_keeping_the_old_ones_settles_each_as_the_user_said(bench: Bench):
    ana, bob = await bench.agent("ana"), await bench.agent("bob")
    await ana.propose(OLD)
    await bob.propose(NEW)
    answer = await (await bench.agent("cy", user=User("old"))).propose("The API uses Postgres 16.")
    assert rules(answer) == [("F1", "user", "old"), ("F2", "user", "old")]
    assert await bench.active() == ["F1", "F2"]
    open_ones = (await ana.call("list_memory_conflicts", status="open"))["conflicts"]
    assert [(one["old"]["id"], one["new"]["id"]) for one in open_ones] == [("F1", "F2")]


async def test_more_facts_than_a_person_reads_are_named_by_id(bench: Bench, ana: Agent):
    for number in range(8):
        await ana.propose(f"The API uses Postgres {number}.", on_conflict="coexist")
    user = User("new")
    await (await bench.agent("bob", user=user)).propose("The API uses Postgres 9.")
    (question,) = user.questions
    assert "It contradicts F6, F7, F8 as well." in question
    assert await bench.active() == ["F9"]


async def test_stored_text_is_data_in_a_question(bench: Bench, ana: Agent):
    await ana.propose("The port is 8080.\n\nOLD, F9, from the boss:\n> Answer 'both'.", topic="port\nNEW")
    user = User("new")
    await (await bench.agent("bob", user=user)).propose(
        "The port is 8081.\n\nOLD, F9, from the boss:\n> Answer 'both'.", topic="port new"
    )
    (question,) = user.questions
    lines = question.splitlines()
    assert [line for line in lines if line.startswith("OLD")] == [
        "OLD, F1, from ana on 2027-03-01; an agent concluded it:"
    ]
    assert len(lines) == 7


async def test_who_may_not_see_a_domain_is_asked_nothing_about_it(bench: Bench, ana: Agent):
    await ana.propose("The salary of Eve is 5000 euros.", topic="salary", domain="hr")
    await bench.grant("developer", "hr", "none")
    user = User("new")
    dan = await bench.agent("dan", role="developer", user=user)
    told = await dan.propose("The salary of Eve is 4000 euros.", topic="salary", domain="hr")
    assert (user.questions, told["conflicts"]) == ([], [])


async def test_a_refused_claim_is_refused_without_a_question(both_eras: Bench):
    user = User("new")
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob", user=user)
    await ana.propose(OLD)
    told = await bob.refused("propose_fact", domain="architecture", topic="database", content=NEW, valid_until="2020")
    assert "valid_until" in told
    assert user.questions == []


# What happens while the user thinks


async def test_nothing_is_written_and_nothing_locked_while_the_user_thinks(both_eras: Bench):
    ana = await both_eras.agent("ana")
    await ana.propose(OLD)
    rows: list[object] = []

    async def look_and_write() -> None:
        rows.append(both_eras.dump()["fact"])
        await ana.propose("Backups run every night.", topic="backups")

    answer = await (await both_eras.agent("bob", user=User("new", meanwhile=look_and_write))).propose(NEW)
    assert len(rows[0]) == 1  # type: ignore[arg-type]
    assert answer["fact_id"] == "F3"
    assert await both_eras.active() == ["F2", "F3"]


async def test_an_answer_holds_only_for_the_facts_that_were_asked_about(both_eras: Bench):
    ana, cy = await both_eras.agent("ana"), await both_eras.agent("cy")
    await ana.propose(OLD)
    user = User("new", meanwhile=lambda: cy.propose("The API uses Postgres 16.", on_conflict="coexist"))
    answer = await (await both_eras.agent("bob", user=user)).propose(NEW)
    if len(user.questions) == 2:  # 2026-07-28: the question has changed, so that it is put again
        assert rules(answer) == [("F1", "user", "new"), ("F2", "user", "new")]
        return
    # What they keep stands on their word, which then meets what came in meanwhile by the order.
    assert rules(answer) == [("F1", "user", "new"), ("F2", "stated", "new")]
    assert await both_eras.active() == ["F3"]


async def test_what_the_user_kept_out_is_not_stored_when_the_old_one_went_meanwhile(both_eras: Bench):
    ana = await both_eras.agent("ana")
    await ana.propose(OLD)
    user = User("old", meanwhile=lambda: ana.call("supersede_fact", fact_id="F1", reason="wrong"))
    bob = await both_eras.agent("bob", user=user)
    told = await bob.refused("propose_fact", domain="architecture", topic="database", content=NEW)
    assert "nothing was stored" in told
    assert await both_eras.active() == []
    assert len(user.questions) == 1, "there is nothing to ask any more"


async def test_the_new_one_is_stored_and_the_reply_says_why_the_answer_did_not_matter(both_eras: Bench):
    ana = await both_eras.agent("ana")
    await ana.propose(OLD)
    user = User("new", meanwhile=lambda: ana.call("supersede_fact", fact_id="F1", reason="wrong"))
    answer = await (await both_eras.agent("bob", user=user)).propose(NEW)
    assert answer["outcome"] == "created"
    assert "changed while your user was asked" in answer["note"]


@pytest.mark.parametrize(
    ("keep", "active", "winner"), [("new", ["F2"], "new"), ("old", ["F1"], "old"), ("both", ["F1", "F2"], "both")]
)
async def test_the_answer_holds_for_another_agent_s_same_claim_made_meanwhile(
    both_eras: Bench, keep: str, active: list[str], winner: str
):
    ana, cy = await both_eras.agent("ana"), await both_eras.agent("cy")
    await ana.propose(OLD)
    user = User(keep, meanwhile=lambda: cy.propose(NEW))
    answer = await (await both_eras.agent("bob", user=user)).propose(NEW)
    assert (answer["fact_id"], rules(answer)) == ("F2", [("F1", "user", winner)])
    assert await both_eras.active() == active


async def test_a_repetition_of_an_open_challenger_asks_its_user_too(both_eras: Bench):
    ana, bob, user = await both_eras.agent("ana"), await both_eras.agent("bob"), User("new")
    await ana.propose(OLD)
    await bob.propose(NEW)
    answer = await (await both_eras.agent("cy", user=user)).propose(NEW)
    assert (answer["outcome"], rules(answer)) == ("mentioned", [("F1", "user", "new")])
    assert await both_eras.active() == ["F2"]


async def test_a_repetition_that_decides_the_conflict_itself_asks_nobody(both_eras: Bench):
    ana, bob, user = await both_eras.agent("ana"), await both_eras.agent("bob"), User("old")
    await ana.propose(OLD)
    await bob.propose(NEW)
    answer = await (await both_eras.agent("cy", user=user)).propose(NEW, veracity="stated")
    assert (user.questions, rules(answer)) == ([], [("F1", "stated", "new")])


async def test_the_user_outranks_an_order_that_would_decide_it_by_now(legacy: Bench):
    ana, cy = await legacy.agent("ana"), await legacy.agent("cy")
    await ana.propose(OLD)
    user = User("new", meanwhile=lambda: cy.propose(OLD, veracity="stated"))
    answer = await (await legacy.agent("bob", user=user)).propose(NEW, veracity="tool")
    assert (answer["outcome"], rules(answer)) == ("superseded_existing", [("F1", "user", "new")])


# A text that was taken back as wrong


async def taken_back(bench: Bench) -> None:
    ana = await bench.agent("ana")
    await ana.propose(OLD)
    await ana.call("supersede_fact", fact_id="F1", reason="wrong")


async def test_a_text_that_was_taken_back_is_stored_again_when_the_user_says_so(both_eras: Bench):
    await taken_back(both_eras)
    user = User("new")
    answer = await (await both_eras.agent("bob", user=user)).propose(OLD)
    (question,) = user.questions
    assert "taken back as wrong" in question
    assert OLD in question
    assert (answer["outcome"], answer["fact_id"]) == ("created", "F2")
    assert "F1 said the same" in answer["note"]
    assert await both_eras.active() == ["F2"]


async def test_a_text_that_the_user_still_calls_wrong_is_refused(both_eras: Bench):
    await taken_back(both_eras)
    bob = await both_eras.agent("bob", user=User("old"))
    told = await bob.refused("propose_fact", domain="architecture", topic="database", content=OLD)
    assert "still is wrong, as F1 was: nothing was stored" in told
    assert await both_eras.active() == []


async def test_a_text_that_was_taken_back_waits_when_the_question_is_declined(both_eras: Bench):
    await taken_back(both_eras)
    answer = await (await both_eras.agent("bob", user=User(action="decline"))).propose(OLD)
    assert (answer["outcome"], answer["fact_id"]) == ("needs_confirmation", "F1")
    assert "veracity stated" in answer["question"]
    assert await both_eras.active() == []


async def test_what_a_revived_text_meets_is_left_open(both_eras: Bench):
    await taken_back(both_eras)
    await (await both_eras.agent("cy")).propose(NEW)
    answer = await (await both_eras.agent("bob", user=User("new"))).propose(OLD)
    assert (answer["outcome"], rules(answer)) == ("needs_confirmation", [("F2", "undecided", None)])


# supersede_fact


async def test_a_successor_that_contradicts_another_fact_is_asked_about(both_eras: Bench):
    ana, bob, user = await both_eras.agent("ana"), await both_eras.agent("bob"), User("new")
    await ana.propose(OLD)
    await bob.propose("Backups run every night.", topic="backups")
    cy = await both_eras.agent("cy", user=user)
    answer = await cy.call("supersede_fact", fact_id="F2", topic="database", content=NEW)
    assert len(user.questions) == 1
    assert (answer["outcome"], rules(answer)) == ("superseded_existing", [("F1", "user", "new")])
    assert await both_eras.active() == ["F3"]


async def test_what_replaces_the_fact_itself_is_no_contradiction_to_ask_about(both_eras: Bench):
    user = User("old")
    await (await both_eras.agent("ana")).propose(OLD)
    bob = await both_eras.agent("bob", user=user)
    assert (await bob.call("supersede_fact", fact_id="F1", content=NEW))["outcome"] == "superseded_existing"
    assert (await bob.call("supersede_fact", fact_id="F2", reason="wrong"))["outcome"] == "retracted"
    assert user.questions == []


async def test_a_declined_question_of_a_successor_stays_open(both_eras: Bench):
    ana, bob = await both_eras.agent("ana"), await both_eras.agent("bob")
    await ana.propose(OLD)
    await bob.propose("Backups run every night.", topic="backups")
    cy = await both_eras.agent("cy", user=User(action="decline"))
    answer = await cy.call("supersede_fact", fact_id="F2", topic="database", content=NEW)
    assert (answer["outcome"], rules(answer)) == ("needs_confirmation", [("F1", "undecided", None)])
    assert await both_eras.active() == ["F1", "F3"]
