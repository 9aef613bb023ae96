"""fastembed: many models by onnxruntime; the chosen one is fetched once, then it works offline."""

from __future__ import annotations

import importlib
import importlib.metadata
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ..errors import EmbedderBroken
from .packages import find_package
from .prefixes import style_of

if TYPE_CHECKING:
    from ..model import Vector

# Fifty languages in 220 MB: the smallest multilingual one that fastembed lists.
DEFAULT_MODEL = "sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2"


class FastEmbed:
    """`Engine` of one of fastembed's models. Loading may fetch hundreds of megabytes, or try to for 40 seconds."""

    unrelated = 0.0
    spelled_out: Mapping[int, str] = MappingProxyType({})

    def __init__(self, model: str = "") -> None:
        find_package("fastembed", "palimpsest-memory[fastembed]")
        name = model or DEFAULT_MODEL
        self._style = style_of(name)
        # fastembed has changed how it pools the tokens of a model before, in another minor version.
        version = ".".join(importlib.metadata.version("fastembed").split(".")[:2])
        self.model = self._style.identify(f"fastembed-{version}:{name}")
        try:
            self._encoder: Any = _load(name)
        except Exception as error:  # onnxruntime's errors have no ancestor of their own
            raise EmbedderBroken(
                f"fastembed can't load the model '{name}': {error}. It is fetched once, which needs a network, and "
                f"kept in {_models_folder()}: empty it when it is damaged, or choose another model or embedder."
            ) from error

    def run(self, texts: Sequence[str], *, is_query: bool) -> list[Vector]:
        prepared = [self._style.apply(text, is_query=is_query) for text in texts]
        embed = self._encoder.query_embed if is_query else self._encoder.passage_embed
        try:
            # Padding to the longest of a batch changes the last bits, and the same text should have the same vector.
            return list(embed(prepared, batch_size=1))
        except Exception as error:  # as above
            raise EmbedderBroken(f"'{self.model}' can't make a vector: {error}. Nothing was stored.") from error


def _load(model: str) -> Any:
    encoder = importlib.import_module("fastembed").TextEmbedding
    return encoder(model_name=model, cache_dir=_models_folder(), threads=1)


def _models_folder() -> str:
    """Where models are kept; fastembed's own choice is the folder for temporary files, which others may write to."""
    import platformdirs

    return str(platformdirs.user_cache_path("palimpsest", appauthor=False) / "models")
