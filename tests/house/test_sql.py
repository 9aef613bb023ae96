"""SQL lives in the store alone, and a value reaches it as a parameter, never as text."""

import ast
import re
from collections.abc import Iterator

import pytest
from source_tree import Source, parse, sources, strings

SQL = re.compile(
    r"\s*(?:SELECT|INSERT (?:INTO|OR)|REPLACE INTO|UPDATE \w+\s+SET|DELETE FROM|WITH (?:RECURSIVE )?\w+[\w(), ]* AS"
    r"|(?:CREATE|DROP|ALTER) (?:TABLE|INDEX|UNIQUE|VIEW|TRIGGER|VIRTUAL|TEMP)|PRAGMA|VACUUM|ATTACH|SAVEPOINT"
    r"|BEGIN IMMEDIATE|ROLLBACK|COMMIT)\b"
)


def opening(node: ast.Constant | ast.JoinedStr) -> str:
    """The text a string starts with; an f-string up to its first value."""
    first = node.values[0] if isinstance(node, ast.JoinedStr) and node.values else node
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""


def statements(source: Source) -> Iterator[ast.Constant | ast.JoinedStr]:
    return (node for node in strings(source.tree) if SQL.match(opening(node)))


def constant_functions(source: Source) -> set[str]:
    """Functions whose every `return` gives a constant, such as a choice between two tables, or that promise it."""
    found: set[str] = set()
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef):
            if promises_literal(node):
                found.add(node.name)
            returns = [part.value for part in ast.walk(node) if isinstance(part, ast.Return)]
            if returns and all(value is not None and is_constant(value, set()) for value in returns):
                found.add(node.name)
    return found


def is_constant(node: ast.expr, functions: set[str]) -> bool:
    """Whether an expression can only be text that stands in the source."""
    match node:
        case ast.Constant():
            return True
        case ast.Name(name) | ast.Attribute(attr=name):
            return name.isupper()
        case ast.IfExp(body=body, orelse=otherwise):
            return is_constant(body, functions) and is_constant(otherwise, functions)
        case ast.JoinedStr(values=parts):
            return all(is_constant(part, functions) for part in parts)
        case ast.FormattedValue(value=value):
            return is_constant(value, functions)
        case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name)):
            return name in functions
        case _:
            return False


def values_in_sql(source: Source, functions: set[str]) -> list[str]:
    """Where a value could become part of a statement's text; a PRAGMA has no other way to take one."""
    typed = typed_as_literal(source)
    texts = (node for node in statements(source) if node not in typed and not opening(node).startswith("PRAGMA"))
    return [source.at(node) for node in texts if not is_constant(node, functions)]


def typed_as_literal(source: Source) -> set[ast.AST]:
    """What stands in functions that promise a `LiteralString`: the type checker holds them to text of the source."""
    functions = (node for node in ast.walk(source.tree) if isinstance(node, ast.FunctionDef))
    return {part for function in functions if promises_literal(function) for part in ast.walk(function)}


def promises_literal(function: ast.FunctionDef) -> bool:
    """Whether the type checker holds what it returns to text of the source."""
    return isinstance(function.returns, ast.Name) and function.returns.id == "LiteralString"


def test_no_sql_outside_the_store():
    found = [source.at(node) for source in sources("server", "tools") for node in statements(source)]
    assert found == []


def test_store_puts_no_value_into_the_text_of_a_statement():
    functions = {name for source in sources("store") for name in constant_functions(source)}
    assert [place for source in sources("store") for place in values_in_sql(source, functions)] == []


@pytest.mark.parametrize(
    "text",
    [
        "SELECT 1",
        "\n    UPDATE fact\n    SET x = 1",
        "WITH seen AS (SELECT 1) SELECT 2",
        "WITH RECURSIVE seen(id, n) AS (SELECT 1) SELECT 2",
        "CREATE TABLE t (x)",
        "PRAGMA user_version",
        "INSERT INTO t VALUES (1)",
    ],
)
def test_a_statement_is_recognised(text: str):
    assert list(statements(parse("x.py", f"X = {text!r}\nY = f{text + ' {Z}'!r}\n")))


@pytest.mark.parametrize("text", ["Select the facts", "UPDATE the notes first", "selected", "CREATED", ""])
def test_prose_is_no_statement(text: str):
    assert not list(statements(parse("x.py", f"X = {text!r}\n")))


@pytest.mark.parametrize("part", ["name", "table(where)", "self.name", "', '.join(names)", "str(1)"])
def test_a_value_in_the_text_is_seen(part: str):
    text = 'X = f"SELECT a FROM {PART}"'.replace("PART", part)
    assert values_in_sql(parse("x.py", text), set()) == ["x.py:1"]


def test_constants_may_be_put_together():
    text = 'def table(then): return THEN if then else NOW\nX = f"SELECT {facts.COLUMNS} FROM {table(True)}"\n'
    source = parse("x.py", text)
    assert values_in_sql(source, constant_functions(source)) == []
