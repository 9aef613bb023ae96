"""`palimpsest review` as a person uses it: at a terminal, behind a pipe, and from a program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from palimpsest.store.model import MemoryType, Origin, Veracity
from palimpsest.store.sqlite import PlainStore
from processes import COMMAND, connected, count, database_of, dump, environment, palimpsest
from stdio_client import MemoryProcess
from store_builders import add_fact, new_observation

STEERING = "\u001b[31mred\u202e"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Four facts, of which one replaced another by itself, and a decision."""
    with MemoryProcess(tmp_path, "--agent", "ada", "--role", "developer") as client:
        seen = client.done("record_observation", content=f"It answered\non 8080. {STEERING}", source="app.py")
        fact = {"domain": "infra", "topic": "port"}
        client.done(
            "propose_fact", **fact, content="The port is 8080.", source_observation_ids=[seen["observation_id"]]
        )
        client.done("propose_fact", **fact, content="The port is 9090.", veracity="stated")
        client.done("propose_fact", domain="infra", topic="host", content=f"The host is {STEERING}.")
        client.done("propose_fact", domain="infra", topic="gate", content="The gate is open.")
        options = [{"name": "tabs", "keywords": ["tabs"]}]
        client.done("decide", question="How to indent?", options=options, default="tabs")
    return tmp_path


def review(home: Path, *arguments: str, answers: str = "", code: int = 0) -> str:
    """What the command prints to somebody who pipes in the answers."""
    done = subprocess.run(
        [*COMMAND, "review", *arguments],
        env=environment(home),
        input=answers.encode(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, code == 0 and done.stderr) == (code, b"" if code == 0 else False), done.stderr
    return (done.stdout or done.stderr).decode()


def as_json(home: Path, *arguments: str) -> Any:
    return json.loads(review(home, *arguments, "--json"))


def marks(home: Path) -> dict[str, str | None]:
    return {fact["id"]: fact["mark"] for fact in as_json(home)["facts"]}


def test_a_piped_review_shows_each_fact_with_all_it_rests_on_and_ends_with_the_report(home: Path):
    shown = review(home, "--seed", "1", answers="c\nw\nO\n")
    assert "Review 1: 3 of 3 active facts, drawn at random (seed 1)" in shown
    for number in (1, 2, 3):
        assert f"\n{number} of 3  F" in shown
    assert "infra/port" in shown
    assert "by ada (developer)" in shown
    assert "3 marked: 1 correct, 1 wrong, 1 outdated" in shown
    assert "precision: 33.3 % (all were marked)" in shown
    assert "more harm than good" in shown
    assert shown.index("wait for a mark") < shown.index("\n3 of 3  F") < shown.index("precision:")


def test_sources_are_shown_whole_and_nothing_steers_the_terminal(home: Path):
    palimpsest(home, "settings", "set", "conflicts.auto_margin", "1")
    review(home, "resolutions", "--both", "C1")
    shown = review(home, answers="s\ns\ns\ns\n")
    assert "O1, ada" in shown
    assert "  > It answered\n  > on 8080. \\u001b[31mred\\u202e" in shown
    assert "> The host is \\u001b[31mred\\u202e." in shown
    for text in (shown, review(home, "--json"), review(home, "resolutions", "--all", "--json")):
        assert "\u001b" not in text
        assert "\u202e" not in text
    assert any(STEERING in fact["content"] for fact in as_json(home)["facts"])


def test_a_review_that_was_left_goes_on_where_it_was(home: Path):
    left = review(home, "--seed", "1", answers="correct\nq\n")
    assert "2 wait for a mark still" in left
    assert sorted(filter(None, marks(home).values())) == ["correct"]
    again = review(home, answers="c\nc\n")
    assert "Review 1:" in again
    assert "\n1 of 3" not in again
    assert set(marks(home).values()) == {None}  # a third call began a new one, as this one was complete
    assert count(database_of(home), "review") == 2


def test_skipped_facts_are_shown_again_and_back_shows_the_one_before(home: Path):
    shown = review(home, "--seed", "1", answers="s\nb\nw\nb\nc\nq\n")
    assert shown.count("\n1 of 3  ") == 3
    assert "marked wrong by" in shown
    assert [one for one in marks(home).values() if one] == ["correct"]
    assert review(home, answers="b\nq\n").count("This is the first one.") == 1


def test_answers_that_say_nothing_are_asked_again_and_end_in_the_end(home: Path):
    shown = review(home, "--seed", "1", answers="x\n\ncorrect please\nc\n")
    assert shown.count("Answer with one of c, w, o, s, b, q.") == 3
    assert len([one for one in marks(home).values() if one]) == 1
    assert len(review(home, answers="?\n" * 1000).splitlines()) < 250


@pytest.mark.parametrize("answers", [b"", b"\xff\xfe\n", b"c"])
def test_input_that_ends_or_is_no_text_is_survived(home: Path, answers: bytes):
    done = subprocess.run(
        [*COMMAND, "review"], env=environment(home), input=answers, capture_output=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_program_samples_marks_and_reads_the_report(home: Path):
    sample = as_json(home, "--seed", "5", "--size", "2")
    assert (sample["review"]["seed"], sample["unmarked"], len(sample["facts"])) == (5, 2, 2)
    first, second = (fact["id"] for fact in sample["facts"])
    marked = as_json(home, "--mark", f"{first}=wrong", "--mark", f"{second.lower()}=outdated")
    assert {fact["id"]: fact["mark"] for fact in marked["facts"]} == {first: "wrong", second: "outdated"}
    assert as_json(home, "--mark", f"{first}=none")["unmarked"] == 1
    report = as_json(home, "report")
    assert (report["review"]["marked"], report["precision"]["verdict"]) == (1, "harmful")
    assert "1 outdated; 1 not marked" in review(home, "report")


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["--mark", "F2"], 2, "--mark F12=wrong"),
        (["--mark", "F2=false"], 2, "correct, wrong, outdated"),
        (["--mark", "F2=wrong"], 1, "No review is open"),
        (["--seed", "-1"], 2, "seed"),
        (["--size", "0"], 2, "size"),
        (["--size", "many"], 2, "invalid int"),
        (["report", "--number", "9"], 1, "no review 9"),
        (["resolutions", "--confirm", "F2"], 2, "id of a conflict"),
        (["resolutions", "--overturn", "C9"], 1, "no conflict C9"),
        (["everything"], 2, "invalid choice"),
    ],
)
def test_what_cannot_be_meant_is_refused_and_changes_nothing(home: Path, arguments: list[str], code: int, told: str):
    before = dump(database_of(home))
    assert told in review(home, *arguments, code=code)
    assert dump(database_of(home)) == before


def test_reviewing_a_memory_that_is_not_there_makes_none(tmp_path: Path):
    for action in ([], ["report"], ["apply"], ["retire"], ["resolutions"], ["decisions"], ["--mark", "F1=wrong"]):
        assert "There is no memory at" in review(tmp_path, *action, code=1)
    assert list(tmp_path.iterdir()) == []


def test_a_resolution_is_overturned_in_the_dialogue(home: Path):
    shown = review(home, "resolutions", answers="o\n")
    assert "1 of 1  C1  infra/port" in shown
    assert "old F1, put under it; by ada" in shown
    assert "rule 'stated'" in shown
    assert "8080 -> 9090" in shown
    assert "Nothing waits for a finding any more." in shown
    with connected(database_of(home)) as connection:
        assert connection.execute("SELECT id, superseded_by FROM fact ORDER BY id LIMIT 2").fetchall() == [
            (1, None),
            (2, 1),
        ]
    assert "1, of which 0 were confirmed and 1 overturned" in review(home, "report")
    assert "No contradiction" in review(home, "resolutions")
    assert "can't be overturned" not in review(home, "resolutions", "--all", answers="s\n")


def test_a_refused_overturning_says_why_and_goes_on(home: Path):
    with MemoryProcess(home) as client:
        client.done("supersede_fact", fact_id="F2", content="The port is 7070.", veracity="stated")
    shown = review(home, "resolutions", answers="o\nc\n")
    assert "F2, which won, is under F5 since" in shown
    assert "1 of 1  C1" in shown
    assert "1 wait for a finding still" in shown
    assert as_json(home, "resolutions", "--confirm", "C1")["resolutions"][0]["finding"] == "confirmed"


def test_undoing_what_a_rule_settled_overturns_it_and_undoing_that_takes_it_back(home: Path):
    with connected(database_of(home)) as connection:
        (batch,) = connection.execute("SELECT batch_id FROM conflict WHERE id = 1").fetchone()
    assert palimpsest(home, "undo", f"B{batch}").code == 0
    counts = as_json(home, "report")["resolutions"]
    assert (counts["settled"], counts["overturned"], counts["open"]) == (1, 1, 0)


def test_undoing_an_overturning_takes_the_finding_back(home: Path):
    review(home, "resolutions", "--overturn", "C1")
    with connected(database_of(home)) as connection:
        (batch,) = connection.execute("SELECT max(batch_id) FROM audit").fetchone()
    assert palimpsest(home, "undo", f"B{batch}").code == 0
    counts = as_json(home, "report")["resolutions"]
    assert (counts["settled"], counts["overturned"], counts["open"]) == (1, 0, 1)
    assert [one["finding"] for one in as_json(home, "resolutions")["resolutions"]] == [None]


def test_decisions_are_listed_with_what_would_have_been_without_memory(home: Path):
    (decision,) = as_json(home, "decisions")["decisions"]
    assert (decision["choice"], decision["without_memory"], decision["facts"]) == ("tabs", "tabs", [])
    assert "the default, as no preference had a say" in review(home, "decisions")
    assert as_json(home, "decisions", "--changed") == {"decisions": []}
    assert "no decision was logged yet" in review(home, "decisions", "--changed")


def thin_memory(home: Path) -> Path:
    """Thirty facts of consolidation, of which the last ten rest on two observations."""
    path = database_of(home)
    path.parent.mkdir(parents=True)
    store = PlainStore(path)
    for number in range(30):
        support = 4 if number < 20 else 2

        def work(tx: Any, number: int = number, support: int = support) -> None:
            seen = [tx.observations.insert(new_observation(content=f"saw {number} {one}")).id for one in range(support)]
            add_fact(
                tx,
                topic=f"gate {number}",
                content=f"Gate {number} is open.",
                origin=Origin.CONSOLIDATED,
                veracity=Veracity.INFERRED,
                memory_type=MemoryType.PROFILE,
                source_ids=tuple(seen),
            )

        store.write(work)
    store.close()
    return path


def test_thresholds_are_proposed_applied_and_applied_again_without_harm(tmp_path: Path):
    path = thin_memory(tmp_path)
    named = [f"--mark=F{number}={'correct' if number <= 20 else 'wrong'}" for number in range(1, 31)]
    shown = review(tmp_path, "--new", *named)
    assert "precision: 66.7 % (all were marked)" in shown
    assert "consolidation.min_support 3 (now 2)" in shown
    assert "10 bad facts kept out, 0 good ones lost; precision of what is left: 100 %" in shown
    applied = review(tmp_path, "apply")
    assert "consolidation.min_support: 2 -> 3" in applied
    assert palimpsest(tmp_path, "settings", "get", "consolidation.min_support").output == "3\n"
    before = dump(path)
    assert review(tmp_path, "apply") == "consolidation.min_support is 3 already\n"
    assert dump(path) == before
    assert "(holds already)" in review(tmp_path, "report")
    retired = review(tmp_path, "retire")
    assert "taken back: " in retired
    undo = retired.splitlines()[-1].split()[-1]
    assert palimpsest(tmp_path, "undo", undo).code == 0
    assert as_json(tmp_path, "report")["bad_facts"][0]["is_active"]


class Terminal:
    """The command at a real terminal."""

    def __init__(self, home: Path, *arguments: str) -> None:
        import pty

        self.process, self.file = self._start(pty, home, arguments)
        self.seen = ""

    def _start(self, pty: Any, home: Path, arguments: tuple[str, ...]) -> tuple[subprocess.Popen[bytes], int]:
        mine, its = pty.openpty()
        process = subprocess.Popen(
            [*COMMAND, *arguments], env=environment(home), stdin=its, stdout=its, stderr=its, start_new_session=True
        )
        os.close(its)
        return process, mine

    def read_until(self, text: str) -> str:
        """What came since the last look, up to and with the text."""
        deadline = time.monotonic() + 30
        while text not in self.seen:
            assert time.monotonic() < deadline, self.seen
            try:
                self.seen += os.read(self.file, 4096).decode()
            except OSError:  # the other end is gone
                assert text in self.seen, self.seen
        shown, _, self.seen = self.seen.partition(text)
        return shown + text

    def type(self, keys: str) -> None:
        os.write(self.file, keys.encode())

    def end(self) -> int:
        """The exit code; whatever is still to be said is read, or the command would wait for it."""
        try:
            while chunk := os.read(self.file, 4096):
                self.seen += chunk.decode()
        except OSError:
            pass
        os.close(self.file)
        return self.process.wait(timeout=30)


needs_terminal = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


@needs_terminal
def test_at_a_terminal_each_answer_is_kept_at_once(home: Path):
    terminal = Terminal(home, "review", "--seed", "1")
    terminal.read_until("quit > ")
    terminal.type("c\n")
    terminal.read_until("2 of 3")
    terminal.read_until("quit > ")
    assert len([one for one in marks(home).values() if one]) == 1  # though nobody has left the dialogue
    terminal.type("q\n")
    assert terminal.end() == 0
    assert "2 wait for a mark still" in terminal.seen


@needs_terminal
def test_nobody_waits_for_a_person_who_thinks(home: Path):
    terminal = Terminal(home, "review")
    terminal.read_until("quit > ")
    began = time.monotonic()
    assert palimpsest(home, "settings", "set", "secrets", "warn").code == 0
    assert time.monotonic() - began < 5
    terminal.type("\x04")  # the end of the input
    assert terminal.end() == 0


@needs_terminal
def test_an_interruption_ends_it_with_what_was_marked(home: Path):
    terminal = Terminal(home, "review")
    terminal.read_until("quit > ")
    terminal.type("w\n")
    terminal.read_until("2 of 3")
    terminal.read_until("quit > ")
    os.killpg(terminal.process.pid, 2)
    assert terminal.end() == 130
    assert "Traceback" not in terminal.seen
    assert [one for one in marks(home).values() if one] == ["wrong"]
