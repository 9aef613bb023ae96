"""The environment is read in one place, so that flags, variables and settings have one order."""

import ast
from collections.abc import Iterator

from source_tree import Source, parse, sources

READERS = {"environ", "environb", "getenv", "getenvb", "putenv", "unsetenv", "expandvars"}
ONLY_READER = "server.environment"


def readings(source: Source) -> Iterator[str]:
    """Where a module touches the environment: `os.environ`, `os.path.expandvars`, `from os import getenv`."""
    for node in ast.walk(source.tree):
        match node:
            case ast.Attribute(value=ast.Name("os") | ast.Attribute(), attr=name) if name in READERS:
                yield source.at(node)
            case ast.ImportFrom(module="os" | "os.path", names=names) if any(n.name in READERS for n in names):
                yield source.at(node)
            case _:
                pass


def test_only_one_module_reads_the_environment():
    others = [place for source in sources() if source.module != ONLY_READER for place in readings(source)]
    assert others == []


def test_every_way_to_read_the_environment_is_seen():
    text = "import os\nos.environ['A']\nos.getenv('A')\nfrom os import environ\nos.path.expandvars('$A')\n"
    assert sorted(readings(parse("x.py", text))) == ["x.py:2", "x.py:3", "x.py:4", "x.py:5"]


def test_a_mapping_that_is_handed_in_is_not_the_environment():
    assert list(readings(parse("x.py", "def f(environ): return environ['A']\n"))) == []
