"""One text, taken apart once, so that it can be compared with many."""

import re
from dataclasses import dataclass

from .normal_forms import fold_typography, normalise_content

_WORD = re.compile(r"[\w.+#/@:%-]*\w[\w+#%/]*")


@dataclass(frozen=True, slots=True)
class Claim:
    """What a text says, in the parts that a comparison looks at."""

    text: str
    key: str
    words: tuple[str, ...]


def analyse_claim(text: str) -> Claim:
    """The claim that the text makes; any text at all is taken."""
    return Claim(text, normalise_content(text), tuple(_WORD.findall(fold_typography(text).casefold())))
