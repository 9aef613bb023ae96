"""The files on the clients' page are what each client wants, with the command and the address that there are."""

import json
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from doc_blocks import blocks
from processes import palimpsest
from source_tree import REPOSITORY

PAGE = REPOSITORY / "docs/clients.md"
MARK = re.compile(r"^<!-- client: (?P<way>stdio|http|bridge) (?P<key>\w+) -->$")
READERS: dict[str, Callable[[str], dict[str, Any]]] = {"json": json.loads, "toml": tomllib.loads}


@dataclass(frozen=True)
class Fragment:
    """A file of a client: how it reaches the server, under which key, and what it says."""

    line: int
    way: str
    key: str
    file: dict[str, Any]

    @property
    def entry(self) -> dict[str, Any]:
        """What it says of Palimpsest."""
        return self.file[self.key]["palimpsest"]


def fragments(*ways: str) -> list[Fragment]:
    lines = PAGE.read_text("utf-8").splitlines()
    found: list[Fragment] = []
    for block in blocks(PAGE):
        marked = MARK.match(lines[block.line - 2])
        if marked is not None and marked["way"] in ways:
            found.append(Fragment(block.line, marked["way"], marked["key"], READERS[block.language](block.text)))
    return found


def place(fragment: Fragment) -> str:
    return f"{fragment.way}:{fragment.line}"


def test_every_file_on_the_page_is_tested():
    files = [block for block in blocks(PAGE) if block.language in READERS]
    assert len(files) == len(fragments("stdio", "http", "bridge")) > 0


@pytest.mark.parametrize("fragment", fragments("stdio", "http", "bridge"), ids=place)
def test_a_file_holds_nothing_but_the_one_server(fragment: Fragment):
    assert fragment.file.keys() <= {fragment.key, "inputs"}
    assert fragment.file[fragment.key].keys() == {"palimpsest"}


def test_what_clients_start_is_the_command_with_an_agent_for_each():
    entries = [fragment.entry for fragment in fragments("stdio")]
    assert {entry["command"] for entry in entries} == {"palimpsest"}
    assert {tuple(entry["args"][:-1]) for entry in entries} == {("serve", "--agent")}
    assert len({entry["args"][-1] for entry in entries}) == len(entries)


def test_what_clients_start_is_served_until_they_leave(tmp_path: Path):
    ran = palimpsest(tmp_path, *fragments("stdio")[0].entry["args"])
    assert (ran.code, ran.output, ran.errors) == (0, "", "")


@pytest.mark.parametrize("fragment", fragments("http"), ids=place)
def test_what_a_client_calls_is_the_address_that_a_server_has_by_default(fragment: Fragment):
    assert fragment.entry["url"] == "http://127.0.0.1:8765/mcp"


@pytest.mark.parametrize("fragment", fragments("http", "bridge"), ids=place)
def test_a_token_comes_as_a_bearer_from_outside_the_file_where_the_client_can(fragment: Fragment):
    entry = fragment.entry
    if fragment.key == "mcp_servers":
        assert (entry.keys(), entry["bearer_token_env_var"]) == ({"url", "bearer_token_env_var"}, "PALIMPSEST_TOKEN")
    elif fragment.way == "bridge":
        assert entry["args"][-2:] == ["--header", "Authorization:${AUTHORIZATION}"]
        assert entry["env"]["AUTHORIZATION"].startswith("Bearer ")
    else:
        assert re.fullmatch(r"Bearer (\$\{?(env:|input:)?[\w-]+\}?|plt_\.\.\.)", entry["headers"]["Authorization"])


def test_an_input_that_a_file_names_is_asked_for():
    (fragment,) = (fragment for fragment in fragments("http") if "inputs" in fragment.file)
    (asked,) = fragment.file["inputs"]
    assert asked["password"] is True
    assert f"${{input:{asked['id']}}}" in fragment.entry["headers"]["Authorization"]
