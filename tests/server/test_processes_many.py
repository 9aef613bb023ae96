"""Six servers of one workspace, started at once where nothing was yet: nothing is lost, nothing fails, all see all."""

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from processes import connected, count, database_of, names_beside
from stdio_client import MemoryProcess

SERVERS = 6
ROUNDS = 8
SHARED = {"domain": "infra", "topic": "orders port"}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("homes") / "a new home" / "ünï %20 #1?x 改稿"


@pytest.fixture(scope="module")
def servers(home: Path) -> Generator[list[MemoryProcess]]:
    started = [
        MemoryProcess(home, "--agent", f"agent-{number}", cwd=home.parent.parent.parent) for number in range(SERVERS)
    ]
    with ExitStack() as stack, ThreadPoolExecutor(SERVERS) as pool:
        list(pool.map(stack.enter_context, started))
        yield started


@pytest.fixture(scope="module")
def answers(servers: list[MemoryProcess]) -> list[dict[str, Any]]:
    """What every server was answered while all of them wrote at once."""
    with ThreadPoolExecutor(SERVERS) as pool:
        return [answer for part in pool.map(write_much, range(SERVERS), servers) for answer in part]


def write_much(number: int, server: MemoryProcess) -> list[dict[str, Any]]:
    answers: list[dict[str, Any]] = []
    for turn in range(ROUNDS):
        name = f"{number}x{turn}"
        own = {"domain": "people", "topic": f"desk {name}", "content": f"The desk {name} is taken."}
        answers.append(server.done("propose_fact", **own))
        answers.append(server.done("propose_fact", **SHARED, content="The orders API listens on port 8080."))
        answers.append(server.done("record_observation", content=f"The desk {name} was seen.", source=f"room-{number}"))
        answers.append(server.done("remember", content=f"Ask about desk {name}."))
        server.done("search_memory", query=f"desk {name}")
    answers.append(server.done("update_my_notes", notes=f"I am {number}."))
    return answers


def test_every_write_is_there_once(servers: list[MemoryProcess], answers: list[dict[str, Any]]):
    written = SERVERS * ROUNDS
    database = servers[0].database
    assert len(answers) == 4 * written + SERVERS
    assert count(database, "fact") == written + 1
    assert count(database, "observation") == count(database, "hot_item") == written
    assert len({answer["fact_id"] for answer in answers if "fact_id" in answer}) == written + 1
    assert len({answer["item_id"] for answer in answers if "item_id" in answer}) == written


def test_what_all_said_is_one_fact_that_each_agent_counts_for_once(
    servers: list[MemoryProcess], answers: list[dict[str, Any]]
):
    outcomes = [answer["outcome"] for answer in answers if "outcome" in answer]
    assert outcomes.count("created") == SERVERS * ROUNDS + 1
    with connected(servers[0].database) as connection:
        (mentions,) = connection.execute("SELECT mention_count FROM fact WHERE topic = 'orders port'").fetchone()
    assert mentions == SERVERS - 1


def test_every_server_finds_what_every_other_wrote(servers: list[MemoryProcess], answers: list[dict[str, Any]]):
    assert answers
    for number, server in enumerate(servers):
        for other in range(SERVERS):
            hits = server.done("search_memory", query=f"desk {other}x{ROUNDS - 1} taken", mode="keyword")["hits"]
            assert hits[0]["content"] == f"The desk {other}x{ROUNDS - 1} is taken."
        assert server.done("get_preamble")["text"].count(f"I am {number}.") == 1


def test_fact_of_one_agent_is_seen_by_the_next_at_once(servers: list[MemoryProcess]):
    first, second = servers[:2]
    for turn in range(5):
        fact = first.done("propose_fact", domain="now", topic=f"turn {turn}", content=f"Turn {turn} is over.")
        found = second.done("search_memory", query=f"turn {turn} over", domain="now", mode="keyword")["hits"]
        assert fact["fact_id"] in [hit["id"] for hit in found]
        second.done("supersede_fact", fact_id=fact["fact_id"], content=f"Turn {turn} is not over yet.")
        assert fact["fact_id"] not in [hit["id"] for hit in first.done("search_memory", query=f"turn {turn}")["hits"]]


def test_last_to_leave_closes_the_database_for_all(servers: list[MemoryProcess], answers: list[dict[str, Any]]):
    assert answers
    with ThreadPoolExecutor(SERVERS) as pool:
        ends = list(pool.map(MemoryProcess.end, servers))
    assert [code for code, _ in ends] == [0] * SERVERS
    assert [server.errors() for server in servers] == [""] * SERVERS
    assert names_beside(database_of(servers[0].home)) == ["default.db"]
    with connected(servers[0].database) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
