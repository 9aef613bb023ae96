"""What the documents show works: their examples run, their links lead somewhere, no file names one machine."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from doc_blocks import Block, blocks, file_links
from source_tree import REPOSITORY, tracked_files

DOCUMENTS = sorted([*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").rglob("*.md")])
# Folders of the machines this was written on; put together so that this file holds none of them.
MACHINE_PATH = re.compile("/work/" + "(?:main|shared)|/tmp/" + "bash_jobs|\\.py" + "env/")


def chosen(language: str, *, must_be_marked: bool = False) -> list[Block]:
    found = (block for file in DOCUMENTS for block in blocks(file) if block.language == language)
    return [block for block in found if block.is_marked or not must_be_marked]


def place(value: Block | Path) -> str:
    """What a test of one block or one file is called by."""
    if isinstance(value, Block):
        return f"{place(value.file)}:{value.line}"
    return value.relative_to(REPOSITORY).as_posix()


def run(command: list[str], text: str, home: Path) -> None:
    """Run an example as a reader would: in a folder of its own, with the commands of this environment."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    environment = {"PATH": path, "HOME": str(home), "PALIMPSEST_HOME": str(home / "palimpsest-home")}
    done = subprocess.run(
        command, cwd=home, env=environment, input=text, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("block", chosen("bash", must_be_marked=True), ids=place)
def test_a_shell_example_runs(block: Block, tmp_path: Path):
    run(["bash", "-euo", "pipefail", "-s"], block.text, tmp_path)


@pytest.mark.parametrize("block", chosen("python"), ids=place)
def test_a_python_example_runs(block: Block, tmp_path: Path):
    run([sys.executable, "-W", "error", "-"], block.text, tmp_path)


@pytest.mark.parametrize("block", chosen("json"), ids=place)
def test_a_json_example_parses(block: Block):
    json.loads(block.text)


@pytest.mark.parametrize("file", DOCUMENTS, ids=place)
def test_links_lead_to_files(file: Path):
    assert [target for target in file_links(file) if not (file.parent / target).exists()] == []


def test_no_file_names_one_machine():
    found = [path for path in tracked_files() if MACHINE_PATH.search(path.read_text("utf-8", "replace"))]
    assert found == []


def test_blocks_and_links_are_found(tmp_path: Path):
    file = tmp_path / "page.md"
    file.write_text(
        "[a](b.md#c) [web](https://example.org) [up](#top)\n\n<!-- run -->\n```bash\nls [x](y)\n```\n\n"
        "```bash\nrm\n```\n````python\nprint('```')\n````\n",
    )
    found = [(block.line, block.language, block.text, block.is_marked) for block in blocks(file)]
    assert found == [
        (4, "bash", "ls [x](y)\n", True),
        (8, "bash", "rm\n", False),
        (11, "python", "print('```')\n", False),
    ]
    assert list(file_links(file)) == ["b.md"]
